import { parse, parseTree } from 'jsonc-parser';
import { mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { decodeLongText, decodeText } from '../content/text-encoding.ts';
import { decodeAnyBase64 } from '../io/base64.ts';
import { fail, ok, type Result } from '../io/errors.ts';
import { isRecord, recordIn, stringIn, timeIn } from './json-fields.ts';
import { withoutUndefined } from './sidecar.ts';

/** How much of an envelope is read to know what it is; its content may be many megabytes. */
export const ENVELOPE_HEAD_BYTES = 64 * 1024;

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

/**
 * Reads the facts of an envelope from its first bytes.
 * @returns undefined when the JSON is not an envelope of this id: then it is an artifact in JSON
 */
export function parseEnvelopeHead(head: Uint8Array, id: string): Envelope | undefined {
  const text = decodeText(head, { isHead: true })?.text;
  if (text === undefined || !text.trimStart().startsWith('{')) return undefined;
  // The head usually ends inside the content; this parser gives what stands before.
  const json: unknown = parse(text);
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

/**
 * The content inside an envelope. Of a binary type: the bytes its base64 stands for, however that is written;
 * never the base64 itself, which would be text to a model. Of any other type: a string as it is, or the text in
 * which another JSON value is written.
 *
 * Errors: `envelope_invalid`, `base64_invalid`.
 */
export async function contentOfEnvelope(bytes: Uint8Array, mimeType: string | undefined): Promise<Result<string | Uint8Array>> {
  const text = (await decodeLongText(bytes))?.text ?? '';
  const envelope = parsed(text);
  if (!isRecord(envelope) || !Object.hasOwn(envelope, 'content')) return fail('envelope_invalid');
  const value = envelope['content'];
  if (mimeType !== undefined && mediaKind(mimeType) !== 'text') {
    const decoded = typeof value === 'string' ? bytesOfBase64(value) : undefined;
    return decoded ? ok(decoded) : fail('base64_invalid');
  }
  return ok(typeof value === 'string' ? value : writtenContent(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text in which the content is written. A tree of the whole costs ten times what parsing it does, so only a content that is no string has one made. */
function writtenContent(text: string): string {
  // of members of one name the last counts, as everywhere in JSON
  const content = parseTree(text)?.children?.findLast(({ children }) => children?.[0]?.value === 'content')?.children?.[1];
  return content ? text.slice(content.offset, content.offset + content.length) : '';
}

/** Shorter than any file with a signature; a word may be base64 by chance. */
const SHORTEST_HIDDEN = 64;

/** The bytes of a string that is nothing but base64, for content whose type nobody declared; a signature must confirm them. */
export function hiddenBytes(value: string): Uint8Array | undefined {
  return value.length < SHORTEST_HIDDEN ? undefined : bytesOfBase64(value);
}

function bytesOfBase64(value: string): Uint8Array | undefined {
  try {
    return decodeAnyBase64(value);
  } catch {
    return undefined;
  }
}
