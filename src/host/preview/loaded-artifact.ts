import type { Artifact, ArtifactMetadata } from '../../core/store/artifact.ts';
import { decodeText } from '../../core/content/text-encoding.ts';
import { toFailure, type Failure } from '../../core/io/errors.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { OpenRoot } from '../roots/open-root.ts';

/** An artifact as one preview holds it: read once, routed as often as the model changes. */
export interface LoadedArtifact {
  readonly reference: ArtifactReference;
  /** Null when there is nothing of that name. */
  readonly metadata: ArtifactMetadata | null;
  /** Null when there is no content to read. */
  readonly artifact: Artifact | null;
  /** The beginning of a text that is too large to be read as a whole. */
  readonly head?: string;
  /** Why it could not be looked at. */
  readonly failure?: Failure;
}

/** How much of a text too large to be read is read for the screen, in bytes. */
const HEAD_BYTES = 1024 * 1024;

/** Reads metadata and content. Never rejects: what went wrong is in the result. */
export async function loadArtifact(root: OpenRoot, reference: ArtifactReference, fs: FileSystem): Promise<LoadedArtifact> {
  try {
    const metadata = await root.store.getMetadata(reference);
    if (!metadata?.location) return { reference, metadata, artifact: null };
    const artifact = await root.store.readArtifact(metadata, metadata.location);
    const isLargeText = artifact.contentFailure?.code === 'too_large' && !artifact.isBinary && !metadata.isEnvelope;
    const head = isLargeText ? await headOf(root, metadata, metadata.location, fs) : undefined;
    return { reference, metadata, artifact, ...(head !== undefined && { head }) };
  } catch (error) {
    return { reference, metadata: null, artifact: null, failure: toFailure(error) };
  }
}

/** The head is only more to look at: one that cannot be read leaves the artifact as it is, too large. */
async function headOf(root: OpenRoot, metadata: ArtifactMetadata, location: Location, fs: FileSystem): Promise<string | undefined> {
  try {
    return await readHead(fs, await root.store.realPlace(metadata, location));
  } catch {
    return undefined;
  }
}

/** @param location with all links resolved */
async function readHead(fs: FileSystem, location: Location): Promise<string | undefined> {
  const bytes = await fs.readFile(location, { length: HEAD_BYTES, noFollow: true });
  return decodeText(bytes, { isHead: true })?.text;
}
