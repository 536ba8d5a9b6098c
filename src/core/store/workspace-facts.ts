import { normaliseMediaType } from '../content/media-type.ts';
import type { Failure } from '../io/errors.ts';
import { packItems, unpackItems } from '../io/packed-items.ts';
import type { Steps } from '../io/steps.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import type { Modification } from './artifact.ts';
import { isRecord, recordIn, sizeIn, stringIn, timeIn } from './json-fields.ts';
import { withoutUndefined } from './sidecar.ts';
import type { FileHistory, WorkspaceFileFacts, WorkspaceMetadata } from './workspace-metadata.ts';

/** What metadata say of the files. */
export function factsOfFiles(json: Record<string, unknown>): WorkspaceMetadata {
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

/** The history of one file; undefined when the JSON has none. */
export function historyOf(json: Record<string, unknown>): FileHistory | undefined {
  return Array.isArray(json['history']) ? { modifiedBy: modifications(json['history']), isDeleted: json['deleted'] === true } : undefined;
}

/** Changes of a file in one item of {@link packItems}: one file may have very many. */
const MODIFICATIONS_AT_ONCE = 100;

type Item =
  | { readonly path: string; readonly facts: Omit<WorkspaceFileFacts, 'modifiedBy'> }
  /** Of the file before. */
  | { readonly modifiedBy: readonly Modification[] }
  | { readonly invalid: WorkspaceMetadata['invalidPaths'][number] };

/** Metadata as they leave a worker; see {@link packItems}. */
export function packMetadata({ files, invalidPaths }: WorkspaceMetadata): string[] {
  return packItems(itemsOf(files, invalidPaths));
}

function* itemsOf(files: WorkspaceMetadata['files'], invalidPaths: WorkspaceMetadata['invalidPaths']): Generator<Item> {
  for (const [path, { modifiedBy, ...facts }] of files) {
    yield { path, facts };
    yield* slicesOf(modifiedBy);
  }
  for (const invalid of invalidPaths) yield { invalid };
}

function* slicesOf(modifiedBy: readonly Modification[]): Generator<{ readonly modifiedBy: readonly Modification[] }> {
  for (let at = 0; at < modifiedBy.length; at += MODIFICATIONS_AT_ONCE)
    yield { modifiedBy: modifiedBy.slice(at, at + MODIFICATIONS_AT_ONCE) };
}

/** The metadata of {@link packMetadata}, in steps. */
export function* unpackMetadata(texts: readonly string[]): Steps<WorkspaceMetadata> {
  const files = new Map<string, WorkspaceFileFacts>();
  const invalidPaths: { path: string; failure: Failure }[] = [];
  let last: Modification[] = [];
  yield* unpackItems<Item>(texts, (item) => {
    if ('path' in item) files.set(item.path, { ...item.facts, modifiedBy: (last = []) });
    else if ('modifiedBy' in item) last.push(...item.modifiedBy);
    else invalidPaths.push(item.invalid);
  });
  return { files, invalidPaths };
}

/** A history as it leaves a worker. */
export interface PackedHistory {
  readonly modifiedBy: readonly string[];
  readonly isDeleted: boolean;
}

export function packHistory({ modifiedBy, isDeleted }: FileHistory): PackedHistory {
  return { modifiedBy: packItems(modifiedBy), isDeleted };
}

/** The history of {@link packHistory}, in steps. */
export function* unpackHistory(packed: PackedHistory | undefined): Steps<FileHistory | undefined> {
  if (!packed) return undefined;
  const modifiedBy: Modification[] = [];
  yield* unpackItems<Modification>(packed.modifiedBy, (each) => modifiedBy.push(each));
  return { modifiedBy, isDeleted: packed.isDeleted };
}
