import { mediaTypeOfFilename } from '../content/file-name.ts';
import type { Failure } from '../io/errors.ts';
import type { FileStat, Location } from '../io/file-system.ts';
import { isoTime, withoutUndefined } from './sidecar.ts';
import { workspaceReference, type WorkspaceReference } from '../refs/reference.ts';
import type { ArtifactMetadata } from './artifact.ts';
import { METADATA_FOLDER, type WorkspaceFileFacts, type WorkspaceMetadata } from './workspace-metadata.ts';
import { compareNames } from './workspace-names.ts';

/** A workspace as it is found. */
export interface Workspace {
  readonly workspaceId: string;
  /** `missing`: there is metadata, but no folder. */
  readonly state: 'present' | 'missing' | 'broken';
  readonly problem?: Failure;
}

/** One line of a workspace's folder. */
export type WorkspaceEntry =
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly relativePath: string;
      /** A symbolic link: what lies in it is listed elsewhere too. */ readonly isLink?: true;
    }
  | { readonly kind: 'file'; readonly name: string; readonly artifact: ArtifactMetadata }
  | { readonly kind: 'invalid'; readonly name: string; readonly failure: Failure };

interface Found {
  readonly state: ArtifactMetadata['state'];
  readonly problem?: Failure;
  readonly stat?: FileStat;
  readonly location?: Location;
}

/** The metadata of a workspace file from what was recorded and what was found. */
export function describeFile(reference: WorkspaceReference, facts: WorkspaceFileFacts | undefined, found: Found): ArtifactMetadata {
  const filename = reference.relativePath.slice(reference.relativePath.lastIndexOf('/') + 1);
  return withoutUndefined({
    id: reference.id,
    reference,
    state: found.state,
    problem: found.problem,
    name: filename,
    filename,
    type: facts?.mimeType,
    mimeType: facts?.mimeType ?? mediaTypeOfFilename(filename),
    size: found.stat?.size ?? facts?.size,
    createdAt: facts?.createdAt ?? facts?.updatedAt ?? (found.stat && isoTime(found.stat.mtime)),
    updatedAt: facts?.updatedAt ?? (found.stat && isoTime(found.stat.mtime)),
    agentId: facts?.agentId,
    messageId: facts?.messageId,
    modifiedBy: facts?.modifiedBy ?? [],
    meta: {},
    location: found.location,
    isEnvelope: false,
  });
}

/**
 * Files the metadata speaks of in this very folder, and folders that lead to others, that are not on disk.
 *
 * @param present the names in the folder
 */
export function missingEntries(
  workspaceId: string,
  prefix: string,
  present: ReadonlySet<string>,
  metadata: WorkspaceMetadata,
): WorkspaceEntry[] {
  const missing: WorkspaceEntry[] = [];
  for (const [path, facts] of metadata.files) {
    if (facts.isDeleted || !path.startsWith(prefix)) continue;
    const name = path.slice(prefix.length);
    // A missing file below a missing folder is shown where the folder would be, by its path from here.
    const first = name.split('/', 1)[0] as string;
    if (present.has(first) || first === METADATA_FOLDER) continue;
    // Only now: it costs more than all the rest, and hardly any file is missing.
    const reference = workspaceReference(workspaceId, path);
    if (!reference.ok) continue;
    missing.push({ kind: 'file', name, artifact: { ...describeFile(reference.value, facts, { state: 'missing' }), name } });
  }
  return missing;
}

/** Folders, then files, then what is neither; each by name, numbers by value. */
const KIND_ORDER: Record<WorkspaceEntry['kind'], number> = { folder: 0, file: 1, invalid: 2 };

export function byKindAndName(a: WorkspaceEntry, b: WorkspaceEntry): number {
  return KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || compareNames(a.name, b.name);
}
