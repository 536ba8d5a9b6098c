import { extensionOf, mediaTypeOfFilename } from '../content/file-name.ts';
import type { Compute } from '../io/compute.ts';
import { CodedError, type Failure, isOutOfReach, toFailure } from '../io/errors.ts';
import type { FileStat, FileSystem } from '../io/file-system.ts';
import { isoTime, readSidecar, type Sidecar, withoutUndefined } from './sidecar.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { isPlainName } from '../refs/relative-path.ts';
import { type ArtifactMetadata, type ArtifactState, filenameFrom } from './artifact.ts';
import { ArtifactIndex } from './artifact-index.ts';
import { type Envelope, readEnvelope, withFacts } from './envelope.ts';
import type { IndexEntry } from './id-files.ts';

/**
 * How much to read: `search` only the sidecar, if there is one; `times` looks at the file, too; `listing` skips that when the sidecar has
 * size and time, and doesn't fully read a large JSON file that may be an envelope; `full` reads both.
 */
export type Detail = 'search' | 'times' | 'listing' | 'full';

/** The result of checking a file: its stats, an error, or missing. */
interface Look {
  readonly stat?: FileStat;
  readonly failure?: Failure;
}
const NOT_THERE: Look = { failure: { code: 'not_found' } };
const NOT_LOOKED: Look = {};

/** The artifacts in the store's folder: envelopes, and files with sidecars. */
export class RegularArtifacts {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #maxContentBytes: () => number;
  readonly #compute: Compute;

  /**
   * @param maxContentBytes of larger content only the head is read
   * @param compute where a large file is parsed
   */
  constructor(fs: FileSystem, folder: RootFolder, maxContentBytes: () => number, compute: Compute) {
    this.#fs = fs;
    this.#folder = folder;
    this.#maxContentBytes = maxContentBytes;
    this.#compute = compute;
  }

  /** The metadata of an id; null when it has neither a sidecar nor a file. */
  async find(id: string): Promise<ArtifactMetadata | null> {
    const sidecar = await readSidecar(this.#folder, id);
    if (sidecar.ok) {
      const filename = id + (sidecar.value.extension ?? '');
      const entry = { id, hasSidecar: true, files: [filename] };
      if ((await this.#look(filename)) !== NOT_THERE) return this.#fromSidecar(entry, sidecar.value, 'full');
    }
    // Only without a readable sidecar or its file are all names searched.
    const entry = await this.#findByName(id);
    return entry ? this.describe(entry, 'full') : null;
  }

  /**
   * The metadata from the sidecar alone, for reading the content immediately; reading shows whether it exists. Null when the sidecar is
   * unreadable; then use {@link find}.
   */
  async findForReading(id: string): Promise<ArtifactMetadata | null> {
    const sidecar = await readSidecar(this.#folder, id);
    return sidecar.ok
      ? this.#fromSidecar({ id, hasSidecar: true, files: [id + (sidecar.value.extension ?? '')] }, sidecar.value, 'listing')
      : null;
  }

  /** The metadata of an index entry. Never rejects: errors are in `state` and `problem`. */
  async describe(entry: IndexEntry, detail: Detail): Promise<ArtifactMetadata> {
    if (!isPlainName(entry.id)) return unnameable(entry.id);
    if (!entry.hasSidecar) return this.#withoutSidecar(entry, detail);
    const sidecar = await readSidecar(this.#folder, entry.id);
    if (sidecar.ok) return this.#fromSidecar(entry, sidecar.value, detail);
    return { ...(await this.#withoutSidecar(entry, detail)), state: 'broken', problem: sidecar.error };
  }

  /** As `describe` for a listing, for an entry already described for a search. */
  async describeFound(entry: IndexEntry, found: ArtifactMetadata): Promise<ArtifactMetadata> {
    const isKnown = !entry.hasSidecar || (found.size !== undefined && found.createdAt !== undefined);
    return isKnown ? found : this.describe(entry, 'listing');
  }

  /**
   * Checks the file of an artifact that was described from its sidecar alone.
   * @returns the same object when unchanged
   */
  async verify(metadata: ArtifactMetadata): Promise<ArtifactMetadata> {
    if (metadata.state !== 'present' || metadata.location === undefined) return metadata;
    const filename = this.#fs.basename(metadata.location);
    const look = await this.#look(filename);
    if (look === NOT_THERE) return { ...metadata, state: 'missing', problem: { code: 'not_found', params: { name: filename } } };
    const problem = lookProblem(look);
    // Whoever cannot be asked tells nothing against what is known.
    if (problem && isOutOfReach(problem)) return metadata;
    if (problem) return { ...metadata, state: 'broken', problem };
    const size = look.stat?.size;
    return metadata.isEnvelope || size === undefined || size === metadata.size ? metadata : { ...metadata, size };
  }

  async #findByName(id: string): Promise<IndexEntry | undefined> {
    try {
      return (await ArtifactIndex.read(this.#fs, this.#folder, { startsWith: id })).find(id);
    } catch (error) {
      if (error instanceof CodedError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  async #fromSidecar(entry: IndexEntry, sidecar: Sidecar, detail: Detail): Promise<ArtifactMetadata> {
    const filename = contentNameOf(entry, sidecar);
    const isThere = entry.files.includes(filename);
    const isKnown = detail === 'search' || (detail === 'listing' && sidecar.size !== undefined && sidecar.createdAt !== undefined);
    const look = isThere && !isKnown ? await this.#look(filename) : NOT_LOOKED;
    const problem = stateProblem(entry, filename, look);
    return withoutUndefined({
      id: entry.id,
      reference: { kind: 'regular', id: entry.id } as const,
      state: stateOf(entry, isThere, problem),
      problem,
      name: sidecar.name ?? sidecar.filename ?? filename,
      filename: sidecar.filename ?? filenameFrom(sidecar.name, filename, { extension: filename.slice(entry.id.length) }),
      type: sidecar.type,
      mimeType: sidecar.mimeType,
      size: look.stat?.size ?? (isThere ? sidecar.size : undefined),
      createdAt: sidecar.createdAt ?? timeOf(look),
      updatedAt: timeOf(look),
      agentId: sidecar.agentId,
      messageId: sidecar.messageId,
      modifiedBy: [],
      meta: sidecar.meta,
      location: isThere ? this.#fs.join(this.#folder.location, filename) : undefined,
      isEnvelope: false,
    });
  }

  async #withoutSidecar(entry: IndexEntry, detail: Detail): Promise<ArtifactMetadata> {
    const [filename = entry.id] = entry.files;
    const isThere = entry.files.length > 0;
    const look = isThere ? await this.#look(filename) : NOT_LOOKED;
    const envelope =
      isThere && filename === `${entry.id}.json`
        ? await this.#readEnvelope(filename, entry.id, { size: look.stat?.size, detail })
        : undefined;
    const problem = stateProblem(entry, filename, look);
    const metadata = withoutUndefined({
      id: entry.id,
      reference: { kind: 'regular', id: entry.id } as const,
      state: stateOf(entry, isThere, problem),
      problem,
      name: filename,
      filename,
      mimeType: mediaTypeOfFilename(filename),
      size: envelope ? undefined : look.stat?.size,
      createdAt: timeOf(look),
      updatedAt: timeOf(look),
      modifiedBy: [],
      meta: {},
      location: isThere ? this.#fs.join(this.#folder.location, filename) : undefined,
      isEnvelope: envelope !== undefined,
    });
    return envelope ? { ...withFacts(metadata, envelope), reference: metadata.reference } : metadata;
  }

  /** @param size of the file in bytes, if known */
  async #readEnvelope(
    filename: string,
    id: string,
    { size = 0, detail }: { size: number | undefined; detail: Detail },
  ): Promise<Envelope | undefined> {
    return readEnvelope(
      this.#fs,
      { location: await this.#folder.place(filename), id, size },
      detail === 'full' ? { maxContentBytes: this.#maxContentBytes(), compute: this.#compute } : undefined,
    );
  }

  async #look(filename: string): Promise<Look> {
    try {
      return { stat: await this.#fs.stat(await this.#folder.resolve([filename]), { noFollow: true }) };
    } catch (error) {
      const failure = toFailure(error);
      return failure.code === 'not_found' ? NOT_THERE : { failure };
    }
  }
}

/** The content file of a sidecar. Without an extension in the sidecar, any file of its id. */
function contentNameOf({ id, files }: IndexEntry, sidecar: Sidecar): string {
  if (sidecar.extension !== undefined || files.includes(id)) return id + (sidecar.extension ?? '');
  // Takes the one of several files with the declared name or type.
  const named = extensionOf(sidecar.filename ?? sidecar.name ?? '');
  const fitting = (name: string): boolean =>
    extensionOf(name) === named || (sidecar.mimeType !== undefined && mediaTypeOfFilename(name) === sidecar.mimeType);
  return files.find(fitting) ?? files[0] ?? id;
}

function timeOf({ stat }: Look): string | undefined {
  return stat && isoTime(stat.mtime);
}

function lookProblem(look: Look): Failure | undefined {
  return look.failure ?? (look.stat && look.stat.kind !== 'file' ? { code: 'not_a_file' } : undefined);
}

function stateProblem(entry: IndexEntry, filename: string, look: Look): Failure | undefined {
  const found = lookProblem(look);
  if (found) return found;
  const isElsewhere = entry.hasSidecar && entry.files.length > 0 && !entry.files.includes(filename);
  return isElsewhere ? { code: 'not_found', params: { name: filename } } : undefined;
}

function stateOf(entry: IndexEntry, isThere: boolean, problem: Failure | undefined): ArtifactState {
  if (problem) return isThere ? 'broken' : 'missing';
  return entry.hasSidecar && !isThere ? 'reserved' : 'present';
}

/** A file whose name cannot be part of a reference. */
function unnameable(name: string): ArtifactMetadata {
  const reference = { kind: 'regular', id: name } as const;
  return {
    id: name,
    reference,
    state: 'broken',
    problem: { code: 'id_not_plain_name' },
    name,
    filename: name,
    modifiedBy: [],
    meta: {},
    isEnvelope: false,
  };
}
