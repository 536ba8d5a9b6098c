import { mediaTypeOfFilename } from '../content/file-name.ts';
import type { Failure } from '../io/errors.ts';
import type { FileStat, Location } from '../io/file-system.ts';
import { isoTime, withoutUndefined } from './sidecar.ts';
import { workspaceReference, type WorkspaceReference } from '../refs/reference.ts';
import type { ArtifactMetadata } from './artifact.ts';
import { METADATA_FOLDER, type WorkspaceFileFacts, type WorkspaceMetadata } from './workspace-metadata.ts';
import { compareNames } from './workspace-names.ts';

export interface Workspace {
  readonly workspaceId: string;
  /** What people call it, where that is not its id. */
  readonly name?: string;
  /** `missing`: there is metadata, but no folder. */
  readonly state: 'present' | 'missing' | 'broken';
  readonly problem?: Failure;
}

/** An entry of a workspace folder. */
export type WorkspaceEntry =
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly relativePath: string;
      /** A symbolic link; its content is listed elsewhere too. */ readonly isLink?: true;
    }
  | { readonly kind: 'file'; readonly name: string; readonly artifact: ArtifactMetadata }
  | { readonly kind: 'invalid'; readonly name: string; readonly failure: Failure };

interface Found {
  readonly state: ArtifactMetadata['state'];
  readonly problem?: Failure;
  readonly stat?: FileStat;
  readonly location?: Location;
}

/** The metadata of a workspace file, from its record and the file itself. */
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
    writtenAt: found.stat && isoTime(found.stat.mtime),
    agentId: facts?.agentId,
    messageId: facts?.messageId,
    modifiedBy: facts?.modifiedBy ?? [],
    meta: {},
    location: found.location,
    isEnvelope: false,
  });
}

/**
 * Recorded files of this folder, and folders leading to others, that are missing on disk.
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
    // A missing file below a missing folder is listed in its place, with the path from here.
    const first = name.split('/', 1)[0] as string;
    if (present.has(first) || first === METADATA_FOLDER) continue;
    // Late, because it is expensive and hardly any file is missing.
    const reference = workspaceReference(workspaceId, path);
    if (!reference.ok) continue;
    missing.push({ kind: 'file', name, artifact: { ...describeFile(reference.value, facts, { state: 'missing' }), name } });
  }
  return missing;
}

/** Folders, then files, then others; each sorted naturally by name. */
const KIND_ORDER: Record<WorkspaceEntry['kind'], number> = { folder: 0, file: 1, invalid: 2 };

export function byKindAndName(a: WorkspaceEntry, b: WorkspaceEntry): number {
  return KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || compareNames(a.name, b.name);
}
