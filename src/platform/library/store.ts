import { BinaryDetector } from '../../core/content/binary-detector.ts';
import { amountOf, checkArgument, folderArgument, functionIn, isInstance, listenerOf, optionsOf } from '../../core/io/arguments.ts';
import { CodedError } from '../../core/io/errors.ts';
import type { Location } from '../../core/io/file-system.ts';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { Artifact, ArtifactMetadata, UnreadArtifact } from '../../core/store/artifact.ts';
import type { ArtifactPage } from '../../core/store/adapter.ts';
import { ArtifactStore as CoreArtifactStore } from '../../core/store/artifact-store.ts';
import { IdGenerator as CoreIdGenerator, type Reservation } from '../../core/store/id-generator.ts';
import { fieldsOf, jsonObjectArgument, knownReference, stringFields } from './arguments.ts';
import { commonOptions, type WithDefault } from './defaults.ts';

type Search = Parameters<CoreArtifactStore['search']>;

/** {@link CoreArtifactStore} with `fs` optional; invalid arguments throw `arguments_invalid` or are not found. */
export class ArtifactStore extends CoreArtifactStore {
  constructor(options: WithDefault<typeof CoreArtifactStore>) {
    const { kind, detector, maxContentBytes } = optionsOf(options, ['kind', 'detector', 'maxContentBytes']);
    checkArgument(kind === undefined || kind === 'runtime' || kind === 'adk' || kind === 'adk-gcs', 'kind');
    super({
      ...commonOptions(options, ['artifactsDir', 'workspacesDir']),
      ...(kind !== undefined && { kind }),
      ...(isInstance(detector, BinaryDetector) && { detector }),
      ...(amountOf(maxContentBytes, -1) >= 0 && { maxContentBytes: amountOf(maxContentBytes, 0) }),
    });
  }

  override async getMetadata(reference: ArtifactReference | string): Promise<ArtifactMetadata | null> {
    return super.getMetadata(known(reference));
  }

  override async getArtifact(reference: ArtifactReference | string): Promise<Artifact | null> {
    return super.getArtifact(known(reference));
  }

  override async inspectArtifact(reference: ArtifactReference | string): Promise<Artifact | UnreadArtifact | null> {
    return super.inspectArtifact(known(reference));
  }

  override async readArtifact(metadata: ArtifactMetadata, location: Location): Promise<Artifact> {
    return isMetadata(metadata) ? super.readArtifact(metadata, location) : NO_ARTIFACT;
  }

  override async inspect(metadata: ArtifactMetadata, location: Location): Promise<Artifact | UnreadArtifact> {
    return isMetadata(metadata) ? super.inspect(metadata, location) : NO_ARTIFACT;
  }

  override async list(options?: Parameters<CoreArtifactStore['list']>[0]): Promise<ArtifactPage> {
    const { newestFirst, limit } = optionsOf(options, ['newestFirst', 'limit']);
    return super.list({ newestFirst: newestFirst !== false, limit: wholeLimit(limit), ...stringFields(options, ['after']) });
  }

  override async newest(limit: number): Promise<ArtifactPage | undefined> {
    return super.newest(wholeLimit(limit));
  }

  override async ids(limit?: number): Promise<string[]> {
    return super.ids(wholeLimit(limit));
  }

  /** Items that are not artifact metadata are returned unchanged. */
  override async verify(items: readonly ArtifactMetadata[]): Promise<ArtifactMetadata[]> {
    checkArgument(Array.isArray(items), 'items');
    const verified = await super.verify(items.filter(isMetadata));
    let next = 0;
    return items.map((item) => (isMetadata(item) ? (verified[next++] ?? item) : item));
  }

  override async search(matches: Search[0], options: Search[1]): Promise<ArtifactPage> {
    checkArgument(functionIn(matches) !== undefined, 'matches');
    const { limit, signal, select, onProgress, onFound } = optionsOf(options, ['limit', 'signal', 'select', 'onProgress', 'onFound']);
    return super.search(asked(matches), {
      limit: wholeLimit(limit),
      ...stringFields(options, ['after']),
      onProgress: listenerOf(onProgress),
      onFound: listenerOf(onFound),
      select: functionIn(select),
      ...(signal && {
        signal: {
          get aborted() {
            return optionsOf(signal, ['aborted']).aborted === true;
          },
        },
      }),
    });
  }

  override async versions(reference: ArtifactReference): Promise<ArtifactMetadata[]> {
    const found = knownReference(reference);
    return found ? super.versions(found) : [];
  }

  override async realPlace(metadata: ArtifactMetadata, location: Location): Promise<Location> {
    checkArgument(isMetadata(metadata), 'metadata');
    return super.realPlace(metadata, folderArgument(location, 'location'));
  }

  override async metadataFile(metadata: ArtifactMetadata): Promise<Location | undefined> {
    return isMetadata(metadata) ? super.metadataFile(metadata) : undefined;
  }
}

/** {@link CoreIdGenerator} with `fs` optional; invalid arguments throw `arguments_invalid`. */
export class IdGenerator extends CoreIdGenerator {
  constructor(options: WithDefault<typeof CoreIdGenerator>) {
    super(commonOptions(options, ['artifactsDir']));
  }

  override async next(facts: Reservation = {}): Promise<string> {
    return super.next(jsonObjectArgument(facts, 'facts'));
  }

  override async release(id: string): Promise<void> {
    checkArgument(typeof id === 'string' && /^\d+$/.test(id), 'id');
    return super.release(id);
  }
}

/** Stands for an unknown artifact. */
const NO_ARTIFACT: Artifact = {
  id: '',
  content: '',
  isBinary: true,
  meta: {},
  contentFailure: { code: 'arguments_invalid', params: { name: 'metadata' } },
};

/** A valid reference, or an empty one that matches nothing. */
function known(reference: unknown): ArtifactReference | string {
  return typeof reference === 'string' ? reference : (knownReference(reference) ?? '');
}

/** Whether a value is artifact metadata as returned by a store; only the used fields are checked. */
function isMetadata(value: unknown): value is ArtifactMetadata {
  const { id, reference, name, filename, meta } = optionsOf(value as Partial<Record<string, unknown>>, [
    'id',
    'reference',
    'name',
    'filename',
    'meta',
  ]);
  return (
    typeof reference === 'object' &&
    [id, name, filename].every((text) => typeof text === 'string') &&
    fieldsOf(meta as object) !== undefined &&
    knownReference(reference) !== undefined
  );
}

/** A positive whole number of items; unlimited for anything else. */
function wholeLimit(limit: unknown): number {
  return typeof limit === 'number' && limit >= 1 ? Math.floor(limit) : Infinity;
}

/** Wraps a caller's predicate so that its exceptions become coded errors. */
function asked(matches: Search[0]): Search[0] {
  return (metadata) => {
    try {
      return matches(metadata);
    } catch (error) {
      throw new CodedError('arguments_invalid', { name: 'matches' }, { cause: error });
    }
  };
}
