import { type Node, parseTree } from 'jsonc-parser';
import { isRecord } from '../io/own.ts';
import { decodeText } from '../content/text-encoding.ts';
import { type Compute, directCompute, runParsing, type Task } from '../io/compute.ts';
import { CodedError, toFailure, valueOrThrow } from '../io/errors.ts';
import type { FileStat, FileSystem, Location } from '../io/file-system.ts';
import { MAX_METADATA_BYTES } from '../io/limits.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { applyEdits, editItems, startsLine, type TextEdit } from '../json/edit.ts';
import { detectLayout, indentAt, type Layout } from '../json/layout.ts';
import { memberOf } from '../json/node.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import { recordIn } from './sidecar.ts';
import { METADATA_FOLDER, parseObject, WORKSPACE_METADATA_SUFFIX } from './workspace-metadata.ts';

/** A change to a workspace file, to be recorded in its metadata. */
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

/** The new content of a metadata file, not written yet. */
export interface RecordedChange {
  readonly location: Location;
  readonly content: Uint8Array;
  /** The content when it was read; undefined when it didn't exist. */
  readonly previous: Uint8Array | undefined;
}

/** Whether a metadata file is unchanged since it was read. */
export async function isAsRecorded(fs: FileSystem, { location, previous }: RecordedChange): Promise<boolean> {
  const bytes = await readIfThere(fs, location);
  if (bytes === undefined || previous === undefined) return bytes === previous;
  return bytes.length === previous.length && bytes.every((byte, at) => byte === previous[at]);
}

/**
 * Updates a workspace's metadata for a change, in its layout: the file next to it or the folder inside it. If both exist both are updated;
 * a new workspace gets the file next to it. Unrelated content is preserved.
 *
 * Rejects with `metadata_not_json` for invalid metadata, `too_large` and `too_complex` above the limits, `outside_root` and `is_symlink`
 * when it is outside, and the file-system codes.
 */
export async function recordChange(
  fs: FileSystem,
  folder: RootFolder,
  change: Change,
  compute: Compute = directCompute,
): Promise<RecordedChange[]> {
  const read = (names: readonly string[]) => readFile(fs, folder, names);
  const recorded = async (kind: Kind, { location, bytes }: MetadataFile): Promise<RecordedChange> => ({
    location,
    content: bytes ? await runParsing(compute, recordChangeTask, { kind, bytes, change }) : withChange({ json: {} }, kind, change),
    previous: bytes,
  });
  const beside = await read([change.workspaceId + WORKSPACE_METADATA_SUFFIX]);
  const isInside = await isFolder(fs, folder, [change.workspaceId, METADATA_FOLDER]);
  const changes: RecordedChange[] = [];
  if (beside.bytes !== undefined || !isInside) changes.push(await recorded('beside', beside));
  if (!isInside) return changes;
  const inside = await read([change.workspaceId, METADATA_FOLDER, METADATA_FOLDER]);
  const history = await readHistory(fs, folder, change);
  if (history) changes.push(await recorded('history', history));
  changes.push(await recorded('inside', inside));
  return changes;
}

/** A metadata file: next to a workspace, inside it, or the history of one file. */
type Kind = 'beside' | 'inside' | 'history';

/** A metadata file that may not exist yet. */
interface MetadataFile {
  readonly location: Location;
  readonly bytes: Uint8Array | undefined;
}

async function readFile(fs: FileSystem, folder: RootFolder, names: readonly string[]): Promise<MetadataFile> {
  const location = fs.join(await folder.real(), ...names);
  if ((await folder.resolve(names, { allowMissing: true })) !== location) throw new CodedError('is_symlink');
  return { location, bytes: await readIfThere(fs, location) };
}

async function readIfThere(fs: FileSystem, location: Location): Promise<Uint8Array | undefined> {
  try {
    const bytes = await fs.readFile(location, { length: MAX_METADATA_BYTES + 1, noFollow: true });
    if (bytes.length > MAX_METADATA_BYTES) throw new CodedError('too_large', { limit: MAX_METADATA_BYTES });
    return bytes;
  } catch (error) {
    if (toFailure(error).code === 'not_found') return undefined;
    throw error;
  }
}

/**
 * The history of a file; undefined when it cannot be stored, because a deleted file's history has the name of a folder on the way, or a
 * folder has its name.
 */
async function readHistory(fs: FileSystem, folder: RootFolder, { workspaceId, relativePath }: Change): Promise<MetadataFile | undefined> {
  const names = [workspaceId, METADATA_FOLDER, ...relativePath.split('/')];
  for (let length = 3; length < names.length; length++) {
    const kind = await kindOf(fs, folder, names.slice(0, length));
    if (kind === undefined) break;
    if (kind !== 'directory') return undefined;
  }
  return (await isFolder(fs, folder, names)) ? undefined : readFile(fs, folder, names);
}

async function isFolder(fs: FileSystem, folder: RootFolder, names: readonly string[]): Promise<boolean> {
  return (await kindOf(fs, folder, names)) === 'directory';
}

/** The kind of a path; undefined when it doesn't exist. */
async function kindOf(fs: FileSystem, folder: RootFolder, names: readonly string[]): Promise<FileStat['kind'] | undefined> {
  try {
    return (await fs.stat(await folder.resolve(names), { noFollow: true })).kind;
  } catch (error) {
    if (toFailure(error).code === 'not_found') return undefined;
    throw error;
  }
}

/** Updates a metadata file. Errors: as `parseObject`. */
export const recordChangeTask: Task<{ readonly kind: Kind; readonly bytes: Uint8Array; readonly change: Change }, Uint8Array> = {
  name: 'record-change',
  load: () =>
    Promise.resolve(({ kind, bytes, change }) =>
      withChange({ text: decodeText(bytes)?.text ?? '', json: valueOrThrow(parseObject(bytes)) }, kind, change),
    ),
};

function withChange(document: Document, kind: Kind, change: Change): Uint8Array {
  return new TextEncoder().encode(CHANGED[kind](document, change));
}

const CHANGED: Readonly<Record<Kind, (document: Document, change: Change) => string>> = {
  beside: besideWorkspace,
  inside: insideWorkspace,
  history: fileHistory,
};

/** A JSON document; without text, a new one. */
interface Document {
  readonly text?: string;
  readonly json: Record<string, unknown>;
}

/** The file next to a workspace: an entry with all changes. */
function besideWorkspace(document: Document, change: Change): string {
  const { workspaceId, mimeType, time, agentId, messageId } = change;
  const { key, previous } = entryOf(document, change.relativePath);
  const author = { ...(agentId !== undefined && { agentId }), ...(messageId !== undefined && { messageId }) };
  return withFields(document, { workspaceId, createdAt: time }, [
    entryChange(key, [
      ['mimeType', { set: mimeType }],
      ...((previous['createdAt'] ?? undefined) === undefined ? [['createdAt', { set: time }] as const] : []),
      ['updatedAt', { set: time }],
      ['modifiedBy', addition(previous, 'modifiedBy', { timestamp: time, ...author })],
      ...settings(author),
    ]),
  ]);
}

/** The file inside a workspace: an entry with the last change. */
function insideWorkspace(document: Document, change: Change): string {
  const { workspaceId, mimeType, size, time, agentId, messageId } = change;
  const { key, previous } = entryOf(document, change.relativePath);
  // `type` repeats the media type, unless the runtime stored its own word there.
  const isRepeated = previous['type'] === undefined || previous['type'] === previous['mimeType'];
  return withFields(document, { id: workspaceId, lastSync: time }, [
    entryChange(
      key,
      settings({
        ...(isRepeated && { type: mimeType }),
        size,
        mimeType,
        updatedAt: time,
        ...('deleted' in previous && { deleted: false }),
        ...(agentId !== undefined && { lastOperator: agentId }),
        ...(messageId !== undefined && { lastMessageId: messageId }),
      }),
    ),
  ]);
}

/** The history file inside a workspace: all changes of one file. */
function fileHistory(document: Document, { relativePath, mimeType, size, time, agentId, messageId }: Change): string {
  const isNew = document.text === undefined || document.json['deleted'] === true;
  const step = {
    ...(agentId !== undefined && { operator: agentId }),
    ...(messageId !== undefined && { messageId }),
    timestamp: time,
    action: isNew ? 'create' : 'update',
    size,
  };
  return withFields(document, { path: relativePath }, [
    ...settings({ mimeType, deleted: false }),
    ['history', addition(document.json, 'history', step)],
  ]);
}

/** A file's key in the metadata: a Windows runtime writes `\\`. Readers use the last of two spellings. */
function keyOf(files: Record<string, unknown>, relativePath: string): string | undefined {
  const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
  return Object.keys(files).findLast((path) => {
    if (!path.includes(name)) return false;
    const normal = normaliseRelativePath(path);
    return normal.ok && normal.value === relativePath;
  });
}

/** The entry of a file, with its key. */
function entryOf({ json }: Document, relativePath: string): { key: string; previous: Record<string, unknown> } {
  if (json['files'] !== undefined && !isRecord(json['files'])) throw new CodedError('metadata_not_json');
  const files = recordIn(json, 'files');
  const key = keyOf(files, relativePath);
  const entry = key === undefined ? undefined : files[key];
  // Overwriting an unknown value would lose it.
  if (entry !== undefined && entry !== null && !isRecord(entry)) throw new CodedError('metadata_not_json');
  return { key: key ?? relativePath, previous: isRecord(entry) ? entry : {} };
}

/** Appends an item to a list; an existing value that is not a list is refused, since it would be lost. */
function addition(record: Record<string, unknown>, key: string, item: unknown): MemberChange {
  const value = record[key] ?? undefined;
  if (value !== undefined && !Array.isArray(value)) throw new CodedError('metadata_not_json');
  return { append: item };
}

function settings(values: Readonly<Record<string, unknown>>): MemberChanges {
  return Object.entries(values).map(([name, value]) => [name, { set: value }] as const);
}

function entryChange(key: string, members: MemberChanges): MemberChanges[number] {
  return ['files', { members: [[key, { members }]] }];
}

/** Adds missing fields and applies changes, preserving the rest of the text. */
function withFields({ text, json }: Document, fields: Readonly<Record<string, unknown>>, changes: MemberChanges): string {
  const missing = Object.entries(fields).filter(([name]) => json[name] === undefined);
  return spliceMembers(text, [...settings(Object.fromEntries(missing)), ...changes]);
}

/** A change to an object's member: set it, append to its list, or change its own members. */
type MemberChange = { readonly set: unknown } | { readonly append: unknown } | { readonly members: MemberChanges };

/** By name. Missing members are added last. */
type MemberChanges = ReadonlyArray<readonly [name: string, change: MemberChange]>;

/** A text and its layout. */
interface Written {
  readonly text: string;
  readonly layout: Layout;
  readonly isOneLine: boolean;
}

/**
 * Changes members of a JSON object, keeping the rest of the text. Of repeated members the last is changed, as readers use that.
 *
 * @param text a valid JSON object; undefined for a new one
 */
function spliceMembers(text: string | undefined, changes: MemberChanges): string {
  const source = text ?? '{}';
  const root = parseTree(source);
  const written = { text: source, layout: detectLayout(source), isOneLine: text !== undefined && !text.includes('\n') };
  return root ? applyEdits(source, memberEdits(root, changes, written)) : source;
}

function memberEdits(object: Node, changes: MemberChanges, written: Written): TextEdit[] {
  const edits: TextEdit[] = [];
  const added: string[] = [];
  for (const [name, change] of changes) {
    const value = memberOf(object, name)?.value;
    if (value) edits.push(...valueEdits(value, change, written));
    else added.push(`${JSON.stringify(name)}: ${newItem(object, plainValue(change), written)}`);
  }
  return [...edits, ...append(object, added, written)];
}

function valueEdits(value: Node, change: MemberChange, written: Written): TextEdit[] {
  if ('members' in change && value.type === 'object') return memberEdits(value, change.members, written);
  if ('append' in change && value.type === 'array') return append(value, [newItem(value, change.append, written)], written);
  const newText = format(plainValue(change), written.isOneLine ? undefined : indentAt(written.text, value.offset), written.layout);
  return [{ offset: value.offset, length: value.length, newText }];
}

function append(container: Node, items: readonly string[], { text, layout, isOneLine }: Written): TextEdit[] {
  return editItems(text, container, { insert: [{ items }], ownLine: !isOneLine, ...(isOneLine && { isTight: true }) }, layout);
}

/** Formats a new item of a container, on several lines if its items are. */
function newItem(container: Node, value: unknown, { text, layout, isOneLine }: Written): string {
  const last = container.children?.at(-1);
  if (isOneLine || (last && !startsLine(text, last.offset))) return JSON.stringify(value);
  return format(value, last ? indentAt(text, last.offset) : indentAt(text, container.offset) + layout.unit, layout);
}

function format(value: unknown, indent: string | undefined, { eol, unit }: Layout): string {
  return indent === undefined ? JSON.stringify(value) : JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

function plainValue(change: MemberChange): unknown {
  if ('set' in change) return change.set;
  if ('append' in change) return [change.append];
  return Object.fromEntries(change.members.map(([name, member]) => [name, plainValue(member)]));
}
