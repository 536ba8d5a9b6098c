import { decodeText } from '../content/text-encoding.ts';
import { parseBoundedJson } from '../io/bounded-json.ts';
import { directCompute, type Compute } from '../io/compute.ts';
import { CodedError, fail, ok, toFailure, type Failure, type Result } from '../io/errors.ts';
import type { FileStat, FileSystem, Location } from '../io/file-system.ts';
import { LONGEST_PARSED_AT_ONCE, MAX_METADATA_BYTES, PARSE_DEADLINE_MS } from '../io/limits.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { runInTurns } from '../io/steps.ts';
import type { Modification } from './artifact.ts';
import { isRecord } from './json-fields.ts';
import { factsOfFiles, historyOf, unpackHistory, unpackMetadata } from './workspace-facts.ts';
import { fileHistoryTask, workspaceMetadataTask } from './workspace-tasks.ts';

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

/** What is known of one file in the newest layout. */
export interface FileHistory {
  readonly modifiedBy: readonly Modification[];
  readonly isDeleted: boolean;
}

const NO_METADATA: WorkspaceMetadata = { files: new Map(), invalidPaths: [] };
/** Milliseconds; another change within them could leave a file the same time, in steps of which some file systems count two seconds. */
const YOUNG_FOR = 2000;

/** Metadata that took long to parse, with the file as it was. */
interface Kept {
  readonly location: Location;
  readonly stat: FileStat;
  readonly metadata: WorkspaceMetadata;
}

/** Reads the metadata of the workspaces in a folder. */
export class WorkspaceMetadataReader {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #compute: Compute;
  /** The last long one. */
  #kept: Kept | undefined;

  /** @param compute where metadata above {@link LONGEST_PARSED_AT_ONCE} are parsed */
  constructor(fs: FileSystem, folder: RootFolder, compute: Compute = directCompute) {
    this.#fs = fs;
    this.#folder = folder;
    this.#compute = compute;
  }

  /**
   * Reads the metadata of a workspace: from the file beside it, else from the folder inside it.
   * Never rejects; a file that cannot be used is the `problem`.
   */
  async read(workspaceId: string): Promise<WorkspaceMetadata> {
    const beside = await this.#metadataAt([workspaceId + WORKSPACE_METADATA_SUFFIX]);
    const found = isNotFound(beside) ? await this.#metadataAt([workspaceId, METADATA_FOLDER, METADATA_FOLDER]) : beside;
    if (isNotFound(found)) return NO_METADATA;
    return found.ok ? found.value : { ...NO_METADATA, problem: found.error };
  }

  /** The history of one file in the newest layout; undefined when there is none or it cannot be read. */
  async history(workspaceId: string, relativePath: string): Promise<FileHistory | undefined> {
    try {
      const bytes = await this.#bytesAt(await this.#folder.resolve([workspaceId, METADATA_FOLDER, ...relativePath.split('/')]));
      if (isLong(bytes))
        return await runInTurns(unpackHistory(await this.#compute.run(fileHistoryTask, { bytes }, { deadline: PARSE_DEADLINE_MS })));
      const json = parseBytes(bytes);
      return json.ok ? historyOf(json.value) : undefined;
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
      if (!isLong(bytes)) {
        const json = parseBytes(bytes);
        return json.ok ? ok(factsOfFiles(json.value)) : json;
      }
      const stat = await this.#fs.stat(location, { noFollow: true });
      const metadata = await runInTurns(
        unpackMetadata(await this.#compute.run(workspaceMetadataTask, { bytes }, { deadline: PARSE_DEADLINE_MS })),
      );
      // It did not change since it was read, and another change will show.
      if (stat.size === bytes.length && stat.mtime > 0 && stat.mtime < begun - YOUNG_FOR) this.#kept = { location, stat, metadata };
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

/** The JSON object of a metadata file. Errors: `too_complex`, `metadata_not_json`. */
export function parseBytes(bytes: Uint8Array): Result<Record<string, unknown>> {
  const json = parseBoundedJson(decodeText(bytes)?.text ?? '');
  if (!json.ok) return json;
  return isRecord(json.value) ? ok(json.value) : fail('metadata_not_json');
}

function isLong(bytes: Uint8Array): boolean {
  return bytes.length > LONGEST_PARSED_AT_ONCE;
}

function isSame(one: FileStat, other: FileStat): boolean {
  return one.size === other.size && one.mtime === other.mtime;
}

function isNotFound(result: Result<unknown>): boolean {
  return !result.ok && result.error.code === 'not_found';
}
