import { BinaryDetector } from '../content/binary-detector.ts';
import { mediaKind } from '../content/media-type.ts';
import { mediaTypeOfFilename } from '../content/file-name.ts';
import { DEFAULT_MAX_CONTENT_BYTES, utf8Size } from '../content/size.ts';
import { type Failure, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import type { FileReference } from '../refs/reference.ts';
import type { Artifact, ContentMetadata, UnreadArtifact } from './artifact.ts';
import { inspectContent, readContent } from './content-reader.ts';
import { isoTime, withoutUndefined } from './sidecar.ts';

/** Everything about a file except its content. */
export interface FileMetadata extends ContentMetadata {
  readonly reference: FileReference;
}

export interface FileContentsOptions {
  readonly fs: FileSystem;
  /** Default: its own. */
  readonly detector?: BinaryDetector;
  /** Larger content (bytes) is described, never read. Default 20 MiB. */
  readonly maxContentBytes?: number;
}

/**
 * Files that belong to no data root, read as artifacts are: name and bytes tell the type, nothing above the limit is read, failures are
 * codes. Writes nothing.
 */
export class FileContents {
  readonly #fs: FileSystem;
  readonly #detector: BinaryDetector;
  /** Bytes; see {@link FileContentsOptions}. May be changed at any time. */
  maxContentBytes: number;

  constructor({ fs, detector, maxContentBytes }: FileContentsOptions) {
    this.#fs = fs;
    this.#detector = detector ?? new BinaryDetector();
    this.maxContentBytes = maxContentBytes ?? DEFAULT_MAX_CONTENT_BYTES;
  }

  /**
   * What is known of a file without reading it. Never rejects: what is not there is `missing`; what cannot be looked at, or is a folder, a
   * pipe or a device, is `broken`. Neither has a location.
   */
  async getMetadata(reference: FileReference, location: Location): Promise<FileMetadata> {
    try {
      const { kind, size, mtime } = await this.#fs.stat(location);
      if (kind !== 'file') return describe(reference, { state: 'broken', problem: { code: 'not_a_file' } });
      return withoutUndefined({ ...describe(reference, { state: 'present' }), size, updatedAt: isoTime(mtime), location });
    } catch (error) {
      const problem = toFailure(error);
      return describe(reference, { state: problem.code === 'not_found' ? 'missing' : 'broken', problem });
    }
  }

  /** The file with its detected and decoded content, as `ArtifactStore.readArtifact`. Never rejects. */
  async read(metadata: FileMetadata, location: Location): Promise<Artifact> {
    try {
      return await readContent(metadata, await this.realPlace(location), this.#reading);
    } catch (error) {
      return unreadable(metadata, toFailure(error));
    }
  }

  /** The same with a binary read on demand, as `ArtifactStore.inspect`. Never rejects. */
  async inspect(metadata: FileMetadata, location: Location): Promise<Artifact | UnreadArtifact> {
    try {
      return await inspectContent(metadata, await this.realPlace(location), this.#reading, () => this.read(metadata, location));
    } catch (error) {
      return unreadable(metadata, toFailure(error));
    }
  }

  /** Where the file really is, to be used with `noFollow`: a link that a person chose is followed. Rejects with the file-system codes. */
  realPlace(location: Location): Promise<Location> {
    return this.#fs.resolveInside(location, [], { within: 'anywhere' });
  }

  get #reading() {
    return { fs: this.#fs, detector: this.#detector, maxContentBytes: this.maxContentBytes };
  }
}

/** The metadata of a text that is not in a file, or not as it stands there. */
export function describeText(reference: FileReference, text: string): FileMetadata {
  return describeContent(reference, utf8Size(text));
}

/** The metadata of a content that is in memory. @param mimeType as it is declared; default: by the name */
export function describeContent(reference: FileReference, size: number, mimeType?: string): FileMetadata {
  return { ...describe(reference, { state: 'present' }), size, ...(mimeType !== undefined && { mimeType }) };
}

/** A text as the file would be read that it is saved to: in UTF-8. @param limit bytes; a longer one is described */
export function textArtifact(metadata: FileMetadata, text: string, limit: number): Artifact {
  const { id, mimeType, name, filename, size = utf8Size(text) } = metadata;
  const isTooLarge = size > limit;
  return {
    id,
    content: isTooLarge ? '' : text,
    isBinary: false,
    mimeType: mimeType !== undefined && mediaKind(mimeType) === 'text' ? mimeType : 'text/plain',
    size,
    meta: { name, filename },
    ...(isTooLarge && { contentFailure: { code: 'too_large', params: { limit, size } } }),
  };
}

function describe(reference: FileReference, found: Pick<ContentMetadata, 'state' | 'problem'>): FileMetadata {
  const filename = reference.path.slice(reference.path.lastIndexOf('/') + 1);
  return withoutUndefined({
    id: reference.id,
    reference,
    ...found,
    name: filename,
    filename,
    mimeType: mediaTypeOfFilename(filename),
    modifiedBy: [],
    meta: {},
    isEnvelope: false,
  });
}

function unreadable({ id, name, filename }: FileMetadata, contentFailure: Failure): Artifact {
  return { id, content: '', isBinary: true, meta: { name, filename }, contentFailure };
}
