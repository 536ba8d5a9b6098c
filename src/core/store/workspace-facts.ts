import { normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { parseBoundedJson } from '../io/bounded-json.ts';
import type { Task } from '../io/compute.ts';
import { fail, ok, valueOrThrow, type Failure, type Result } from '../io/errors.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import type { Modification } from './artifact.ts';
import { isRecord, recordIn, sizeIn, stringIn, timeIn } from './json-fields.ts';
import { withoutUndefined } from './sidecar.ts';

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

/** What is known of one file in the newest layout. */
export interface FileHistory {
  readonly modifiedBy: readonly Modification[];
  readonly isDeleted: boolean;
}

/** The metadata of a workspace from the bytes of their file. Errors: as of {@link parseObject}. */
export const workspaceMetadataTask: Task<{ readonly bytes: Uint8Array }, WorkspaceMetadata> = {
  name: 'workspace-metadata',
  load: () => Promise.resolve(({ bytes }) => factsOfFiles(valueOrThrow(parseObject(bytes)))),
};

/** The history of one file, where the JSON has one. Errors: as of {@link parseObject}. */
export const fileHistoryTask: Task<{ readonly bytes: Uint8Array }, FileHistory | undefined> = {
  name: 'file-history',
  load: () => Promise.resolve(({ bytes }) => historyOf(valueOrThrow(parseObject(bytes)))),
};

/** The JSON object of a metadata file. Errors: `too_complex`, `metadata_not_json`. */
export function parseObject(bytes: Uint8Array): Result<Record<string, unknown>> {
  const json = parseBoundedJson(decodeText(bytes)?.text ?? '');
  if (!json.ok) return json;
  return isRecord(json.value) ? ok(json.value) : fail('metadata_not_json');
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

function historyOf(json: Record<string, unknown>): FileHistory | undefined {
  return Array.isArray(json['history']) ? { modifiedBy: modifications(json['history']), isDeleted: json['deleted'] === true } : undefined;
}
