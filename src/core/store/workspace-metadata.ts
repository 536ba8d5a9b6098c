import { normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { parseBoundedJson } from '../io/bounded-json.ts';
import { MAX_METADATA_BYTES } from '../io/limits.ts';
import { fail, ok, toFailure, type Failure, type Result } from '../io/errors.ts';
import type { FileSystem } from '../io/file-system.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import type { Modification } from './artifact.ts';
import { isRecord, recordIn, sizeIn, stringIn, timeIn } from './json-fields.ts';
import { withoutUndefined } from './sidecar.ts';

/** The folder inside a workspace that holds metadata of the newest layout; never content. */
export const METADATA_FOLDER = '.meta';
/** Ending of the metadata file that lies beside a workspace. */
export const WORKSPACE_METADATA_SUFFIX = '.meta.json';

/** What a workspace's metadata says of one file. */
export interface WorkspaceFileFacts {
  readonly mimeType?: string;
  readonly size?: number;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly agentId?: string;
  readonly messageId?: string;
  readonly modifiedBy: readonly Modification[];
  /** The runtime deleted the file and keeps its history. */
  readonly isDeleted: boolean;
}

/** The metadata of a workspace, by canonical relative path. */
export interface WorkspaceMetadata {
  readonly files: ReadonlyMap<string, WorkspaceFileFacts>;
  /** Paths that name no file inside the workspace, with the reason. */
  readonly invalidPaths: ReadonlyArray<{ readonly path: string; readonly failure: Failure }>;
  /** Why there is no metadata although there is a file for it. */
  readonly problem?: Failure;
}

const NO_METADATA: WorkspaceMetadata = { files: new Map(), invalidPaths: [] };

/**
 * Reads the metadata of a workspace: from the file beside it, else from the folder inside it.
 * Never rejects; a file that cannot be used is the `problem`.
 */
export async function readWorkspaceMetadata(fs: FileSystem, folder: RootFolder, workspaceId: string): Promise<WorkspaceMetadata> {
  const beside = await readJson(fs, folder, [workspaceId + WORKSPACE_METADATA_SUFFIX]);
  const found = isNotFound(beside) ? await readJson(fs, folder, [workspaceId, METADATA_FOLDER, METADATA_FOLDER]) : beside;
  if (isNotFound(found)) return NO_METADATA;
  return found.ok ? factsOfFiles(found.value) : { ...NO_METADATA, problem: found.error };
}

/** The history of one file in the newest layout; undefined when there is none or it cannot be read. */
export async function readFileHistory(
  fs: FileSystem,
  folder: RootFolder,
  workspaceId: string,
  relativePath: string,
): Promise<{ modifiedBy: readonly Modification[]; isDeleted: boolean } | undefined> {
  const json = await readJson(fs, folder, [workspaceId, METADATA_FOLDER, ...relativePath.split('/')]);
  if (!json.ok || !Array.isArray(json.value['history'])) return undefined;
  return { modifiedBy: modifications(json.value['history']), isDeleted: json.value['deleted'] === true };
}

function isNotFound(result: Result<unknown>): boolean {
  return !result.ok && result.error.code === 'not_found';
}

async function readJson(fs: FileSystem, folder: RootFolder, names: readonly string[]): Promise<Result<Record<string, unknown>>> {
  try {
    const location = await folder.resolve(names);
    const bytes = await fs.readFile(location, { length: MAX_METADATA_BYTES + 1, noFollow: true });
    if (bytes.length > MAX_METADATA_BYTES) return fail('too_large', { limit: MAX_METADATA_BYTES });
    const json = parseBoundedJson(decodeText(bytes)?.text ?? '');
    if (!json.ok) return json;
    return isRecord(json.value) ? ok(json.value) : fail('metadata_not_json');
  } catch (error) {
    return { ok: false, error: toFailure(error) };
  }
}

function factsOfFiles(json: Record<string, unknown>): WorkspaceMetadata {
  const files = new Map<string, WorkspaceFileFacts>();
  const invalidPaths: { path: string; failure: Failure }[] = [];
  for (const [path, value] of Object.entries(recordIn(json, 'files'))) {
    const normal = normaliseRelativePath(path);
    if (!normal.ok) invalidPaths.push({ path, failure: normal.error });
    else if (isRecord(value)) files.set(normal.value, factsOfFile(value));
  }
  return { files, invalidPaths };
}

/** Both layouts: `mimeType`/`agentId`/`messageId` of one, `type`/`lastOperator`/`lastMessageId` of the other. */
function factsOfFile(json: Record<string, unknown>): WorkspaceFileFacts {
  return withoutUndefined({
    mimeType: normaliseMediaType(stringIn(json, 'mimeType')) ?? normaliseMediaType(stringIn(json, 'type')),
    size: sizeIn(json, 'size'),
    createdAt: timeIn(json, 'createdAt'),
    updatedAt: timeIn(json, 'updatedAt'),
    agentId: stringIn(json, 'agentId') ?? stringIn(json, 'lastOperator'),
    messageId: stringIn(json, 'messageId') ?? stringIn(json, 'lastMessageId'),
    modifiedBy: Array.isArray(json['modifiedBy']) ? modifications(json['modifiedBy']) : [],
    isDeleted: json['deleted'] === true,
  });
}

function modifications(list: readonly unknown[]): Modification[] {
  return list.filter(isRecord).map((entry) =>
    withoutUndefined({
      agentId: stringIn(entry, 'agentId') ?? stringIn(entry, 'operator'),
      timestamp: timeIn(entry, 'timestamp'),
      messageId: stringIn(entry, 'messageId'),
      action: stringIn(entry, 'action'),
    }),
  );
}
