import { decodeText } from '../content/text-encoding.ts';
import { directCompute, type Compute } from '../io/compute.ts';
import { CodedError, toFailure, valueOrThrow } from '../io/errors.ts';
import type { FileStat, FileSystem, Location } from '../io/file-system.ts';
import { LONGEST_PARSED_AT_ONCE, MAX_METADATA_BYTES, PARSE_DEADLINE_MS } from '../io/limits.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { runInTurns, type Steps } from '../io/steps.ts';
import { isRecord, recordIn } from './json-fields.ts';
import { keyOf } from './workspace-entry-fields.ts';
import { metadataEntryTask } from './workspace-tasks.ts';
import { spliceMembers, type MemberChange, type MemberChanges } from './json-splice.ts';
import { METADATA_FOLDER, parseBytes, WORKSPACE_METADATA_SUFFIX } from './workspace-metadata.ts';

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
  /** What the file held when it was read; undefined when it was not there. */
  readonly previous: Uint8Array | undefined;
}

/** Whether a metadata file still holds what a change to it was made from. */
export async function isAsRecorded(fs: FileSystem, { location, previous }: RecordedChange): Promise<boolean> {
  const bytes = await readIfThere(fs, location);
  return bytes === undefined || previous === undefined ? bytes === previous : runInTurns(areSame(bytes, previous));
}

/** Bytes compared in a step: well under a millisecond. */
const STEP_BYTES = 256 * 1024;

function* areSame(one: Uint8Array, other: Uint8Array): Steps<boolean> {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length;) {
    const end = Math.min(at + STEP_BYTES, one.length);
    for (; at < end; at++) if (one[at] !== other[at]) return false;
    yield;
  }
  return true;
}

/**
 * The metadata files of a workspace as they have to be after a change, in the layout the workspace has: the
 * file beside it, or the folder inside it. Should a workspace have both, both are brought up to date; a new
 * one gets the file beside it. Only what the change is about differs from what was there.
 *
 * Rejects with `metadata_not_json` when there is metadata that cannot be understood, `too_large` and `too_complex` when it
 * is above the limits, `outside_root` and
 * `is_symlink` when it lies elsewhere, and the file-system codes.
 */
export async function recordChange(
  fs: FileSystem,
  folder: RootFolder,
  change: Change,
  compute: Compute = directCompute,
): Promise<RecordedChange[]> {
  const read = (names: readonly string[]) => readDocument({ fs, folder, compute }, names, change.relativePath);
  const beside = await read([change.workspaceId + WORKSPACE_METADATA_SUFFIX]);
  const isInside = await isFolder(fs, folder, [change.workspaceId, METADATA_FOLDER]);
  const changes: RecordedChange[] = [];
  if (beside.text !== undefined || !isInside) changes.push(await recorded(beside, besideWorkspace(beside, change)));
  if (!isInside) return changes;
  const inside = await read([change.workspaceId, METADATA_FOLDER, METADATA_FOLDER]);
  const history = await readHistory({ fs, folder, compute }, change);
  if (history) changes.push(await recorded(history, fileHistory(history, change)));
  changes.push(await recorded(inside, insideWorkspace(inside, change)));
  return changes;
}

/** A JSON document that may not be there yet. */
interface Document {
  readonly location: Location;
  readonly bytes?: Uint8Array;
  readonly text?: string;
  /** Of a long one what matters to the change: `reducedTo`. */
  readonly json: Record<string, unknown>;
}

/** What reading the metadata of a workspace needs. */
interface Surroundings {
  readonly fs: FileSystem;
  readonly folder: RootFolder;
  /** Where metadata above {@link LONGEST_PARSED_AT_ONCE} are parsed. */
  readonly compute: Compute;
}

/** @param relativePath the file whose entry matters */
async function readDocument({ fs, folder, compute }: Surroundings, names: readonly string[], relativePath: string): Promise<Document> {
  const location = fs.join(await folder.real(), ...names);
  if ((await folder.resolve(names, { allowMissing: true })) !== location) throw new CodedError('is_symlink');
  const bytes = await readIfThere(fs, location);
  if (bytes === undefined) return { location, json: {} };
  const text = decodeText(bytes)?.text ?? '';
  const json =
    bytes.length > LONGEST_PARSED_AT_ONCE
      ? await compute.run(metadataEntryTask, { bytes, relativePath }, { deadline: PARSE_DEADLINE_MS })
      : valueOrThrow(parseBytes(bytes));
  return { location, bytes, text, json };
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
 * The history of a file; undefined where there is no place for one, because the history of a file that was deleted has
 * the name of a folder on the way, or a folder of histories has the name of the file.
 */
async function readHistory(surroundings: Surroundings, { workspaceId, relativePath }: Change): Promise<Document | undefined> {
  const { fs, folder } = surroundings;
  const names = [workspaceId, METADATA_FOLDER, ...relativePath.split('/')];
  for (let length = 3; length < names.length; length++) {
    const kind = await kindOf(fs, folder, names.slice(0, length));
    if (kind === undefined) break;
    if (kind !== 'directory') return undefined;
  }
  return (await isFolder(fs, folder, names)) ? undefined : readDocument(surroundings, names, relativePath);
}

async function isFolder(fs: FileSystem, folder: RootFolder, names: readonly string[]): Promise<boolean> {
  return (await kindOf(fs, folder, names)) === 'directory';
}

/** What is at a place; undefined when nothing is. */
async function kindOf(fs: FileSystem, folder: RootFolder, names: readonly string[]): Promise<FileStat['kind'] | undefined> {
  try {
    return (await fs.stat(await folder.resolve(names), { noFollow: true })).kind;
  } catch (error) {
    if (toFailure(error).code === 'not_found') return undefined;
    throw error;
  }
}

/** The file beside a workspace: an entry with all its changes. */
function besideWorkspace(document: Document, change: Change): Steps<string> {
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
function insideWorkspace(document: Document, change: Change): Steps<string> {
  const { workspaceId, mimeType, size, time, agentId, messageId } = change;
  const { key, previous } = entryOf(document, change.relativePath);
  // `type` repeats the media type, unless the runtime has a word of its own there.
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

/** The file inside a workspace that has all changes of one file. */
function fileHistory(document: Document, { relativePath, mimeType, size, time, agentId, messageId }: Change): Steps<string> {
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

/** The entry of a file, and the path as it is spelt there. */
function entryOf({ json }: Document, relativePath: string): { key: string; previous: Record<string, unknown> } {
  if (json['files'] !== undefined && !isRecord(json['files'])) throw new CodedError('metadata_not_json');
  const files = recordIn(json, 'files');
  const key = keyOf(files, relativePath);
  const entry = key === undefined ? undefined : files[key];
  // Whatever it means to whoever wrote it: it would be lost.
  if (entry !== undefined && entry !== null && !isRecord(entry)) throw new CodedError('metadata_not_json');
  return { key: key ?? relativePath, previous: isRecord(entry) ? entry : {} };
}

/** One more item in a list; what is there and is none cannot be added to without a loss. */
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

/** The text of a document with fields it lacks, and with changes: everything else stays as it is written. */
function withFields({ text, json }: Document, fields: Readonly<Record<string, unknown>>, changes: MemberChanges): Steps<string> {
  const missing = Object.entries(fields).filter(([name]) => json[name] === undefined);
  return spliceMembers(text, [...settings(Object.fromEntries(missing)), ...changes]);
}

async function recorded({ location, bytes }: Document, text: Steps<string>): Promise<RecordedChange> {
  return { location, content: new TextEncoder().encode(await runInTurns(text)), previous: bytes };
}
