import { mayBeText } from '../content/binary-types.ts';
import { mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { decodeAnyBase64 } from '../io/base64.ts';
import { isWithinLimits, tooComplex } from '../io/bounded-json.ts';
import { directCompute, type Compute } from '../io/compute.ts';
import { CodedError, fail, ok, toFailure, type Result } from '../io/errors.ts';
import { childrenOf, lastOfNames } from '../io/json-scan.ts';
import { decodedString } from '../io/json-string.ts';
import { runInTurns } from '../io/steps.ts';
import { isJson } from '../io/valid-json-task.ts';
import { filenameFrom } from './artifact-filename.ts';
import type { ArtifactMetadata } from './artifact.ts';
import { isRecord, recordIn, stringIn, timeIn } from './json-fields.ts';
import { MAX_SIDECAR_BYTES, withoutUndefined } from './sidecar.ts';

/** How much of an envelope is read at its beginning, and at its end, to know what it is; its content may be many megabytes. */
export const ENVELOPE_END_BYTES = 64 * 1024;

/** The facts of an artifact of the oldest layout, whose content lies inside a JSON object. */
export interface Envelope {
  readonly type?: string;
  readonly mimeType?: string;
  readonly name?: string;
  readonly createdAt?: string;
  readonly messageId?: string;
  readonly agentId?: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** What of an envelope its facts are made of; of its content only whether there is one. */
export const FACTS = ['id', 'createdAt', 'type', 'name', 'messageId', 'agentId', 'meta'] as const;

/**
 * The facts of an envelope by its members.
 * @returns undefined when the JSON is not an envelope of this id: then it is an artifact in JSON
 */
export function factsOf(json: unknown, id: string): Envelope | undefined {
  if (!isRecord(json) || json['id'] !== id || !Object.hasOwn(json, 'createdAt') || !Object.hasOwn(json, 'content')) return undefined;
  const meta = recordIn(json, 'meta');
  const type = stringIn(json, 'type');
  return withoutUndefined({
    type,
    mimeType: normaliseMediaType(type) ?? normaliseMediaType(stringIn(meta, 'mimeType')),
    name: stringIn(json, 'name') ?? stringIn(meta, 'name') ?? stringIn(meta, 'filename'),
    createdAt: timeIn(json, 'createdAt'),
    messageId: stringIn(json, 'messageId'),
    agentId: stringIn(json, 'agentId') ?? stringIn(meta, 'createdByAgentId'),
    meta,
  });
}

/** Metadata of an artifact as its envelope has them; what it does not say of the times stays. */
export function withFacts(
  metadata: ArtifactMetadata,
  { name, type, mimeType, createdAt, agentId, messageId, meta }: Envelope,
): ArtifactMetadata {
  return withoutUndefined({
    ...metadata,
    name: name ?? `${metadata.id}.json`,
    filename: filenameFrom(name, metadata.id, { mimeType }),
    type,
    mimeType,
    createdAt: createdAt ?? metadata.createdAt,
    agentId,
    messageId,
    meta,
  });
}

/** An envelope that was read as a whole. */
export interface OpenedEnvelope {
  /** Of all its members, wherever they stand. */
  readonly metadata: ArtifactMetadata;
  /**
   * Of a binary type: the bytes its base64 stands for, however that is written; never the base64 itself, which would be
   * text to a model. Of a type nobody knows: the same when it is written in base64 and nothing else. Of any other type,
   * and of none: a string as it is, or the text in which another JSON value is written.
   */
  readonly content: Result<string | Uint8Array>;
}

/**
 * Opens an envelope.
 *
 * Errors: `envelope_invalid`, `too_complex`, `sidecar_too_large` when what is not its content is above the limit of a sidecar; of its
 * content `base64_invalid`; those of `Compute`.
 *
 * @param known the metadata as the ends of the file tell them
 * @param compute where a long content that is no string is parsed
 */
export async function openEnvelope(
  bytes: Uint8Array,
  known: ArtifactMetadata,
  compute: Compute = directCompute,
): Promise<Result<OpenedEnvelope>> {
  const text = decodeText(bytes)?.text ?? '';
  if (!(await runInTurns(isWithinLimits(text)))) return tooComplex();
  const found = await partsOf(text, compute);
  if (!found.ok) return found;
  const parts = found.value;
  if (!isRecord(parts.json) || !Object.hasOwn(parts.json, 'content')) return fail('envelope_invalid');
  const facts = factsOf(parts.json, known.id);
  const metadata = facts ? withFacts(known, facts) : known;
  return ok({ metadata, content: contentAs(metadata.mimeType, parts) });
}

/** An envelope taken apart. */
interface EnvelopeParts {
  /** The whole, with an empty string for its content. */
  readonly json: unknown;
  /** The text in which the content is written, or the string it is. */
  readonly content: string;
  readonly isString: boolean;
}

/** @param text within the limits of JSON */
async function partsOf(text: string, compute: Compute): Promise<Result<EnvelopeParts>> {
  try {
    const start = text.indexOf('{');
    const members = start < 0 ? [] : await runInTurns(childrenOf(text, start));
    const found = (await runInTurns(lastOfNames(text, members, ['content']))).get('content');
    if (!found) return fail('envelope_invalid');
    const { value, end } = found;
    if (text.length - (end - value) > MAX_SIDECAR_BYTES) return fail('sidecar_too_large', { limit: MAX_SIDECAR_BYTES });
    // The rest is JSON with another value in this place, and this is one: then the whole is JSON.
    const json: unknown = JSON.parse(`${text.slice(0, value)}""${text.slice(end)}`);
    if (text[value] === '"') return ok({ json, content: await runInTurns(decodedString(text, value, end)), isString: true });
    const content = text.slice(value, end);
    return (await isJson(content, compute)) ? ok({ json, content, isString: false }) : fail('envelope_invalid');
  } catch (error) {
    return error instanceof CodedError ? { ok: false, error: toFailure(error) } : fail('envelope_invalid');
  }
}

function contentAs(mimeType: string | undefined, { content, isString }: EnvelopeParts): Result<string | Uint8Array> {
  if (mimeType === undefined || mediaKind(mimeType) === 'text') return ok(content);
  const isUndecided = mayBeText(mimeType);
  const decoded = isString && (!isUndecided || isNothingButBase64(content)) ? bytesOfBase64(content) : undefined;
  if (isUndecided) return ok(decoded ?? content);
  return decoded ? ok(decoded) : fail('base64_invalid');
}

/** Shorter than any file with a signature; a word may be base64 by chance. */
const SHORTEST_HIDDEN = 64;

/** The bytes of a string that is nothing but base64, for content whose type nobody declared; a signature must confirm them. */
export function hiddenBytes(value: string): Uint8Array | undefined {
  return value.length < SHORTEST_HIDDEN ? undefined : bytesOfBase64(value);
}

const DATA_URL_HEAD = /^data:[\w.+/;=-]*;base64,/i;
/** Looked for rather than its opposite, so that no step is remembered to be taken back: texts may be of any length. */
const OUTSIDE_BASE64 = /[^A-Za-z0-9+/_=\r\n-]/;
const OUTSIDE_HEX = /[^0-9a-f]/i;
/** Programs break base64 after 64 or 76 characters; lists of words have shorter lines. */
const SHORTEST_LINE = 60;

/** Whether a text is nothing but base64: one run of it, or lines of it. Words and checksums are not. */
function isNothingButBase64(value: string): boolean {
  if (value.length < SHORTEST_HIDDEN) return false;
  const data = value.slice(DATA_URL_HEAD.exec(value)?.[0].length ?? 0);
  const firstLine = data.search(/[\r\n]/);
  return (firstLine < 0 || firstLine >= SHORTEST_LINE) && !OUTSIDE_BASE64.test(data) && OUTSIDE_HEX.test(data);
}

function bytesOfBase64(value: string): Uint8Array | undefined {
  try {
    return decodeAnyBase64(value);
  } catch {
    return undefined;
  }
}
