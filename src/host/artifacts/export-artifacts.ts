import { formatReference } from '../../core/refs/reference.ts';
import { artifactBytes } from '../files/artifact-files.ts';
import { artifactFileName } from '../files/artifact-uri.ts';
import { type Exportable, exportFiles } from '../files/export-files.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import type { ArtifactNode } from './nodes.ts';

/** Asks where artifacts go and copies them there; see {@link exportFiles}. */
export function exportArtifacts(nodes: readonly ArtifactNode[], fileSystems: FileSystems): Promise<void> {
  return exportFiles(
    nodes.map((node) => exportableOf(node, fileSystems)),
    fileSystems,
  );
}

export function exportableOf({ root, reference, artifact }: ArtifactNode, fileSystems: FileSystems): Exportable {
  const { id, name, mimeType, createdAt } = artifact;
  return {
    filename: artifactFileName(artifact),
    name,
    shortName: artifactFileName({ ...artifact, filename: id }),
    reference: formatReference(reference),
    mimeType,
    createdAt,
    read: (limit) => artifactBytes(root, artifact, fileSystems.for(root.folder).fs, limit),
  };
}
