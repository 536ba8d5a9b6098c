import { isRecord } from '../io/own.ts';
import { normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { parseBoundedJson } from '../io/bounded-json.ts';
import { fail, type Failure, ok, type Result, toFailure } from '../io/errors.ts';
import { MAX_SIDECAR_BYTES } from '../io/limits.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { isPlainName } from '../refs/relative-path.ts';

/** A sidecar's name is the id with this extension. */
export const SIDECAR_EXTENSION = '.meta';

const FIRST_READ_BYTES = 4096;
const MAX_EXTENSION_LENGTH = 64;

/** The valid fields of a sidecar. */
export interface Sidecar {
  /** With its dot; empty when the content has none, undefined when not stated. Cannot lead out of the folder. */
  readonly extension?: string;
  readonly type?: string;
  readonly mimeType?: string;
  readonly name?: string;
  readonly filename?: string;
  readonly size?: number;
  readonly createdAt?: string;
  readonly agentId?: string;
  readonly messageId?: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/**
 * Reads a sidecar leniently. Symbolic links are followed only within the folder.
 *
 * Errors: `not_found`, `sidecar_too_large`, `sidecar_not_json`, `sidecar_invalid`, `extension_invalid`, `outside_root` and the other
 * file-system codes.
 */
export async function readSidecar(folder: RootFolder, id: string): Promise<Result<Sidecar>> {
  const name = id + SIDECAR_EXTENSION;
  try {
    const first = await folder.readFile(name, { length: FIRST_READ_BYTES });
    const bytes = first.length < FIRST_READ_BYTES ? first : await folder.readFile(name, { length: MAX_SIDECAR_BYTES + 1 });
    return bytes.length > MAX_SIDECAR_BYTES ? fail('sidecar_too_large', { limit: MAX_SIDECAR_BYTES }) : parseSidecar(bytes);
  } catch (error) {
    return { ok: false, error: toFailure(error) };
  }
}

/** Parses a sidecar. Errors: `sidecar_not_json`, `too_complex`, `sidecar_invalid`, `extension_invalid`. */
export function parseSidecar(bytes: Uint8Array): Result<Sidecar> {
  const text = decodeText(bytes)?.text;
  if (text === undefined) return fail('sidecar_not_json');
  const parsed = parseBoundedJson(text);
  if (!parsed.ok) return fail(parsed.error.code === 'too_complex' ? 'too_complex' : 'sidecar_not_json', parsed.error.params);
  const json = parsed.value;
  if (!isRecord(json)) return fail('sidecar_invalid');
  const problem = extensionProblem(json['extension']);
  return problem ? { ok: false, error: problem } : ok(fieldsOf(json));
}

/** Refuses an extension that could lead out of the folder or name another artifact's file. */
function extensionProblem(extension: unknown): Failure | undefined {
  if (extension === undefined || extension === null || extension === '') return undefined;
  const isSafe =
    typeof extension === 'string' &&
    extension.startsWith('.') &&
    extension.length <= MAX_EXTENSION_LENGTH &&
    isPlainName(`0${extension}`) &&
    extension !== SIDECAR_EXTENSION;
  return isSafe ? undefined : { code: 'extension_invalid' };
}

function fieldsOf(json: Record<string, unknown>): Sidecar {
  const meta = recordIn(json, 'meta');
  const type = stringIn(json, 'type');
  const mimeType = normaliseMediaType(stringIn(json, 'mimeType')) ?? normaliseMediaType(type);
  return withoutUndefined({
    extension: json['extension'] === '' ? '' : stringIn(json, 'extension'),
    type,
    mimeType,
    name: stringIn(json, 'name') ?? stringIn(meta, 'name'),
    filename: stringIn(json, 'filename') ?? stringIn(meta, 'filename'),
    size: sizeIn(json, 'size'),
    createdAt: timeIn(json, 'createdAt'),
    agentId: stringIn(json, 'agentId') ?? stringIn(json, 'createdByAgentId') ?? stringIn(meta, 'createdByAgentId'),
    messageId: stringIn(json, 'messageId'),
    meta,
  });
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes keys with undefined values. */
export function withoutUndefined<T extends object>(value: T): Defined<T> {
  // `delete` would make the object slow.
  const defined: Partial<T> = {};
  for (const key in value) if (value[key] !== undefined) defined[key] = value[key];
  return defined as unknown as Defined<T>;
}

/** A non-empty string field. */
export function stringIn(record: Record<string, unknown>, key: string): string | undefined {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A size field: a non-negative whole number. */
export function sizeIn(record: Record<string, unknown>, key: string): number | undefined {
  const value = record[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A field with a time that `Date` can parse, unchanged. */
export function timeIn(record: Record<string, unknown>, key: string): string | undefined {
  const value = stringIn(record, key);
  return value !== undefined && Number.isFinite(Date.parse(value)) ? value : undefined;
}

/** An object field; empty for anything else. */
export function recordIn(record: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = record[key];
  return isRecord(value) ? value : {};
}

/** Maximum of `Date` (ECMA-262 §21.4.1.1); file systems may exceed it. */
const MAX_TIME = 8.64e15;

/** Milliseconds since the epoch as ISO 8601; undefined when invalid. */
export function isoTime(milliseconds: number): string | undefined {
  return Math.abs(milliseconds) <= MAX_TIME ? new Date(milliseconds).toISOString() : undefined;
}
