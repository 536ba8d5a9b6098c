import { mediaTypeOfFilename } from '../../../core/content/file-name.ts';
import { mediaKind } from '../../../core/content/media-type.ts';
import { mapConcurrently } from '../../../core/io/concurrency.ts';
import type { FileSystem } from '../../../core/io/file-system.ts';
import { formatReference, type ArtifactReference } from '../../../core/refs/reference.ts';
import type { AttachmentInfo } from '../../../core/routing/message.ts';
import type { ArtifactMetadata } from '../../../core/store/artifact.ts';
import type { OpenRoot } from '../../roots/open-root.ts';
import { loadDescribed, type LoadedArtifact } from '../content/loaded-artifact.ts';

/** One artifact among several, its content not read before a model takes it. */
export interface Attachment {
  readonly reference: ArtifactReference;
  readonly metadata: ArtifactMetadata | null;
  readonly info: AttachmentInfo;
  /** Reads the content, once. Never rejects. */
  readonly load: () => Promise<LoadedArtifact>;
}

/** More in one message are no use to a person or a model. */
const MOST_ATTACHMENTS = 50;
/** Of the contents together, in bytes: they are held as long as the preview shows them. */
const MOST_BYTES = 64 * 1024 * 1024;
const READ_WIDTH = 8;

/**
 * The first of several artifacts, as attachments of one message: as many as fit, at least one.
 * Reads metadata only. Never rejects: what cannot be looked at is an attachment nothing is known of.
 */
export async function attachmentsOf(root: OpenRoot, references: readonly ArtifactReference[], fs: FileSystem): Promise<Attachment[]> {
  const first = await mapConcurrently(references.slice(0, MOST_ATTACHMENTS), READ_WIDTH, async (reference) => {
    return attachmentOf(root, reference, await root.store.getMetadata(reference).catch(() => null), fs);
  });
  let bytes = 0;
  const tooMany = first.findIndex(({ metadata }, index) => (bytes += metadata?.size ?? 0) > MOST_BYTES && index > 0);
  return tooMany < 0 ? first : first.slice(0, tooMany);
}

function attachmentOf(root: OpenRoot, reference: ArtifactReference, metadata: ArtifactMetadata | null, fs: FileSystem): Attachment {
  let loaded: Promise<LoadedArtifact> | undefined;
  return { reference, metadata, info: infoOf(reference, metadata), load: () => (loaded ??= loadDescribed(root, reference, metadata, fs)) };
}

/** As an agent attaches it: by what its metadata says, the content unseen. */
function infoOf(reference: ArtifactReference, metadata: ArtifactMetadata | null): AttachmentInfo {
  const mimeType = metadata?.mimeType ?? (metadata ? mediaTypeOfFilename(metadata.filename) : undefined);
  const kind = mimeType === undefined ? 'other' : mediaKind(mimeType);
  return {
    type: kind === 'image' || kind === 'audio' ? kind : 'file',
    artifactRef: formatReference(reference),
    ...(metadata && { filename: metadata.filename }),
    ...(metadata?.size !== undefined && { size: metadata.size }),
    ...(mimeType !== undefined && { mimeType }),
  };
}
