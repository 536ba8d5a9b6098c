import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import { decodeText } from '../content/text-encoding.ts';
import { CodedError, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import { isRecord, recordIn } from './json-fields.ts';
import { METADATA_FOLDER, WORKSPACE_METADATA_SUFFIX } from './workspace-metadata.ts';

/** One change to a workspace file, as its metadata has to tell it. */
export interface Change {
  readonly workspaceId: string;
  /** Canonical. */
  readonly relativePath: string;
  /** Canonical. */
  readonly mimeType: string;
  /** Bytes of the new content. */
  readonly size: number;
  readonly agentId?: string;
  readonly messageId?: string;
  /** ISO 8601. */
  readonly time: string;
}

/** A metadata file with a change in it, still to be written. */
export interface RecordedChange {
  readonly location: Location;
  readonly content: Uint8Array;
}

/**
 * The metadata files of a workspace as they have to be after a change, in the layout the workspace has: the
 * file beside it, or the folder inside it. Should a workspace have both, both are brought up to date; a new
 * one gets the file beside it. Only what the change is about differs from what was there.
 *
 * Rejects with `metadata_not_json` when there is metadata that cannot be understood, `outside_root` and
 * `is_symlink` when it lies elsewhere, and the file-system codes.
 */
export async function recordChange(fs: FileSystem, workspacesDir: Location, change: Change): Promise<RecordedChange[]> {
  const beside = await readDocument(fs, workspacesDir, [change.workspaceId + WORKSPACE_METADATA_SUFFIX]);
  const isInside = await isFolder(fs, workspacesDir, [change.workspaceId, METADATA_FOLDER]);
  const changes: RecordedChange[] = [];
  if (beside.text !== undefined || !isInside) changes.push({ location: beside.location, content: encode(besideWorkspace(beside, change)) });
  if (!isInside) return changes;
  const inside = await readDocument(fs, workspacesDir, [change.workspaceId, METADATA_FOLDER, METADATA_FOLDER]);
  const history = await readDocument(fs, workspacesDir, [change.workspaceId, METADATA_FOLDER, ...change.relativePath.split('/')]);
  const isNew = history.text === undefined || history.json['deleted'] === true;
  changes.push({ location: history.location, content: encode(fileHistory(history, change, isNew)) });
  changes.push({ location: inside.location, content: encode(insideWorkspace(inside, change)) });
  return changes;
}

/** A JSON document that may not be there yet. */
interface Document {
  readonly location: Location;
  readonly text?: string;
  readonly json: Record<string, unknown>;
}

async function readDocument(fs: FileSystem, workspacesDir: Location, names: readonly string[]): Promise<Document> {
  const location = fs.join(await fs.resolveInside(workspacesDir, []), ...names);
  if ((await fs.resolveInside(workspacesDir, names, { allowMissing: true })) !== location) throw new CodedError('is_symlink');
  let bytes: Uint8Array;
  try {
    bytes = await fs.readFile(location, { noFollow: true });
  } catch (error) {
    if (toFailure(error).code === 'not_found') return { location, json: {} };
    throw error;
  }
  const text = decodeText(bytes)?.text ?? '';
  const json = parse(text);
  if (!isRecord(json)) throw new CodedError('metadata_not_json');
  return { location, text, json };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function isFolder(fs: FileSystem, workspacesDir: Location, names: readonly string[]): Promise<boolean> {
  try {
    return (await fs.stat(await fs.resolveInside(workspacesDir, names))).kind === 'directory';
  } catch (error) {
    if (toFailure(error).code === 'not_found') return false;
    throw error;
  }
}

/** The file beside a workspace: an entry with all its changes. */
function besideWorkspace(document: Document, change: Change): string {
  const { workspaceId, mimeType, time, agentId, messageId } = change;
  const { key, previous } = entryOf(document, change.relativePath);
  const author = { ...(agentId !== undefined && { agentId }), ...(messageId !== undefined && { messageId }) };
  const changes = listIn(previous, 'modifiedBy');
  return withValues(document, { workspaceId, createdAt: time, files: {} }, [
    [['files', key], { ...previous, mimeType, createdAt: previous['createdAt'] ?? time, updatedAt: time, modifiedBy: [...changes, { timestamp: time, ...author }], ...author }],
  ]);
}

/** The file inside a workspace: an entry with the last change. */
function insideWorkspace(document: Document, change: Change): string {
  const { workspaceId, mimeType, size, time, agentId, messageId } = change;
  const { key, previous } = entryOf(document, change.relativePath);
  // `type` repeats the media type, unless the runtime has a word of its own there.
  const type = previous['type'] === undefined || previous['type'] === previous['mimeType'] ? mimeType : previous['type'];
  return withValues(document, { id: workspaceId, lastSync: time, files: {} }, [
    [['files', key], {
      ...previous, type, size, mimeType, updatedAt: time,
      ...('deleted' in previous && { deleted: false }),
      ...(agentId !== undefined && { lastOperator: agentId }),
      ...(messageId !== undefined && { lastMessageId: messageId }),
    }],
  ]);
}

/** The file inside a workspace that has all changes of one file. */
function fileHistory(document: Document, { relativePath, mimeType, size, time, agentId, messageId }: Change, isNew: boolean): string {
  const step = {
    ...(agentId !== undefined && { operator: agentId }),
    ...(messageId !== undefined && { messageId }),
    timestamp: time, action: isNew ? 'create' : 'update', size,
  };
  return withValues(document, { path: relativePath }, [
    [['mimeType'], mimeType],
    [['deleted'], false],
    [['history'], [...listIn(document.json, 'history'), step]],
  ]);
}

/** The entry of a file, and the path as it is spelt there: a Windows runtime writes `\`. Of two spellings readers take the last. */
function entryOf({ json }: Document, relativePath: string): { key: string; previous: Record<string, unknown> } {
  if (json['files'] !== undefined && !isRecord(json['files'])) throw new CodedError('metadata_not_json');
  const files = recordIn(json, 'files');
  const key = Object.keys(files).findLast((path) => {
    const normal = normaliseRelativePath(path);
    return normal.ok && normal.value === relativePath;
  });
  return { key: key ?? relativePath, previous: key === undefined ? {} : recordIn(files, key) };
}

/** A list that is added to; what is there and is none cannot be added to without a loss. */
function listIn(record: Record<string, unknown>, key: string): readonly unknown[] {
  const value = record[key];
  if (value !== undefined && value !== null && !Array.isArray(value)) throw new CodedError('metadata_not_json');
  return (value as unknown[] | null | undefined) ?? [];
}

/** The text of a document with fields it lacks, and with values that are set: everything else stays as it is written. */
function withValues({ text, json }: Document, fields: Readonly<Record<string, unknown>>, values: ReadonlyArray<readonly [JSONPath, unknown]>): string {
  let result = text ?? '{}';
  const isOneLine = text !== undefined && !text.includes('\n');
  const options = isOneLine ? {} : { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };
  const missing = Object.entries(fields).filter(([name]) => json[name] === undefined);
  for (const [path, value] of [...missing.map(([name, value]) => [[name], value] as const), ...values]) {
    result = applyEdits(result, modify(result, [...path], value, options));
  }
  return result;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
