import type { FileSystem } from '../../../core/io/file-system.ts';
import { loadArtifact } from '../loaded-artifact.ts';
import { ArtifactSubject } from '../artifact-subject.ts';
import { attachmentsOf } from '../attachment-routes.ts';
import { AttachmentsSubject } from '../attachments-subject.ts';
import type { PreviewRequest, PreviewSubject } from '../preview-subject.ts';

/** Reads what a preview shows. Never rejects: a failure is shown as the content. */
export async function readSubject({ root, references }: PreviewRequest, fs: FileSystem): Promise<PreviewSubject> {
  const [first] = references;
  if (references.length === 1) return new ArtifactSubject(root, await loadArtifact(root, first, fs));
  return new AttachmentsSubject(root, await attachmentsOf(root, references, fs), references);
}
