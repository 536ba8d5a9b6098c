import { isRecord } from '../io/own.ts';
import { normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { parseBoundedJson } from '../io/bounded-json.ts';
import { type Compute, directCompute, runParsing, type Task } from '../io/compute.ts';
import { CodedError, fail, type Failure, ok, type Result, toFailure, valueOrThrow } from '../io/errors.ts';
import type { FileStat, FileSystem, Location } from '../io/file-system.ts';
import { LONGEST_PARSED_AT_ONCE, MAX_METADATA_BYTES } from '../io/limits.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import type { Modification } from './artifact.ts';
import { recordIn, sizeIn, stringIn, timeIn, withoutUndefined } from './sidecar.ts';

/** The metadata folder in a workspace (newest layout); never content. */
export const METADATA_FOLDER = '.meta';
/** Suffix of the metadata file next to a workspace. */
export const WORKSPACE_METADATA_SUFFIX = '.meta.json';

const NO_METADATA: WorkspaceMetadata = { files: new Map(), invalidPaths: [] };
/** Milliseconds: another change within them may not change the mtime, whose resolution is two seconds on some file systems. */
const YOUNG_FOR = 2000;

/** Cached metadata that took long to parse, with the file's stats. */
interface Kept {
  readonly location: Location;
  readonly stat: FileStat;
  readonly metadata: WorkspaceMetadata;
}

export class WorkspaceMetadataReader {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #compute: Compute;
  /** The last large one. */
  #kept: Kept | undefined;

  /** @param compute where large metadata are parsed */
  constructor(fs: FileSystem, folder: RootFolder, compute: Compute = directCompute) {
    this.#fs = fs;
    this.#folder = folder;
    this.#compute = compute;
  }

  /**
   * Reads a workspace's metadata: from the file next to it, otherwise from the folder inside it. Never rejects; an error is in `problem`.
   */
  async read(workspaceId: string): Promise<WorkspaceMetadata> {
    const beside = await this.#metadataAt([workspaceId + WORKSPACE_METADATA_SUFFIX]);
    const found = isNotFound(beside) ? await this.#metadataAt([workspaceId, METADATA_FOLDER, METADATA_FOLDER]) : beside;
    if (isNotFound(found)) return NO_METADATA;
    return found.ok ? found.value : { ...NO_METADATA, problem: found.error };
  }

  /** The history of a file in the newest layout; undefined when missing or unreadable. */
  async history(workspaceId: string, relativePath: string): Promise<FileHistory | undefined> {
    try {
      const bytes = await this.#bytesAt(await this.#folder.resolve([workspaceId, METADATA_FOLDER, ...relativePath.split('/')]));
      return await runParsing(this.#compute, fileHistoryTask, { bytes });
    } catch {
      return undefined;
    }
  }

  async #metadataAt(names: readonly string[]): Promise<Result<WorkspaceMetadata>> {
    try {
      const location = await this.#folder.resolve(names);
      const kept = this.#kept;
      if (kept?.location === location && isSame(kept.stat, await this.#fs.stat(location, { noFollow: true }))) return ok(kept.metadata);
      const begun = Date.now();
      const bytes = await this.#bytesAt(location);
      const stat = bytes.length > LONGEST_PARSED_AT_ONCE ? await this.#fs.stat(location, { noFollow: true }) : undefined;
      const metadata = await runParsing(this.#compute, workspaceMetadataTask, { bytes });
      // Unchanged since it was read, and old enough that another change will show.
      if (stat?.size === bytes.length && stat.mtime > 0 && stat.mtime < begun - YOUNG_FOR) this.#kept = { location, stat, metadata };
      return ok(metadata);
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  }

  async #bytesAt(location: Location): Promise<Uint8Array> {
    const bytes = await this.#fs.readFile(location, { length: MAX_METADATA_BYTES + 1, noFollow: true });
    if (bytes.length > MAX_METADATA_BYTES) throw new CodedError('too_large', { limit: MAX_METADATA_BYTES });
    return bytes;
  }
}

function isSame(one: FileStat, other: FileStat): boolean {
  return one.size === other.size && one.mtime === other.mtime;
}

function isNotFound(result: Result<unknown>): boolean {
  return !result.ok && result.error.code === 'not_found';
}

/** What a workspace's metadata records about a file. */
export interface WorkspaceFileFacts {
  readonly mimeType?: string;
  readonly size?: number;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly agentId?: string;
  readonly messageId?: string;
  readonly modifiedBy: readonly Modification[];
  /** The runtime deleted the file but keeps its history. */
  readonly isDeleted: boolean;
}

/** The metadata of a workspace by canonical relative path. */
export interface WorkspaceMetadata {
  readonly files: ReadonlyMap<string, WorkspaceFileFacts>;
  /** Invalid recorded paths, with the reason. */
  readonly invalidPaths: ReadonlyArray<{ readonly path: string; readonly failure: Failure }>;
  /** Why the metadata file could not be used. */
  readonly problem?: Failure;
}

/** The history of a file in the newest layout. */
interface FileHistory {
  readonly modifiedBy: readonly Modification[];
  readonly isDeleted: boolean;
}

/** Parses workspace metadata. Errors: as {@link parseObject}. */
export const workspaceMetadataTask: Task<{ readonly bytes: Uint8Array }, WorkspaceMetadata> = {
  name: 'workspace-metadata',
  load: () => Promise.resolve(({ bytes }) => factsOfFiles(valueOrThrow(parseObject(bytes)))),
};

/** Parses the history of a file, if the JSON has one. Errors: as {@link parseObject}. */
export const fileHistoryTask: Task<{ readonly bytes: Uint8Array }, FileHistory | undefined> = {
  name: 'file-history',
  load: () => Promise.resolve(({ bytes }) => historyOf(valueOrThrow(parseObject(bytes)))),
};

/** Parses a JSON object. Errors: `too_complex`, `metadata_not_json`. */
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

/** Both layouts: `mimeType`/`agentId`/`messageId`, or `type`/`lastOperator`/`lastMessageId`. */
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
