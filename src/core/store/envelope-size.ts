import { mediaKind } from '../content/media-type.ts';
import { base64Length } from '../io/base64.ts';
import { runInTurns, type Steps } from '../io/steps.ts';
import { ENVELOPE_END_BYTES } from './envelope.ts';

/** A character of one byte is written with six at most: `\u0041` (RFC 8259 §7). */
const LONGEST_ESCAPE = 6;
/** Base64 with an escaped line break every 64 characters, and every slash escaped, is less than an eighth longer. */
const LONGEST_BASE64 = 9 / 8;
const STEP_BYTES = 512 * 1024;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/**
 * How long the file of an envelope can be whose content is within a limit. All in bytes.
 * @param mimeType as declared; without one the content may be text as well
 */
export function longestEnvelope(mimeType: string | undefined, limit: number): number {
  const isText = mimeType === undefined || mediaKind(mimeType) === 'text';
  return isText ? limit * LONGEST_ESCAPE + ENVELOPE_END_BYTES : longestOfBase64(limit);
}

/** Whether an envelope is so long, for the escapes in it, that its content must be above the limit (bytes): told without taking it apart. */
export async function isSurelyAbove(limit: number, envelope: Uint8Array): Promise<boolean> {
  if (envelope.length <= longestOfBase64(limit)) return false;
  return envelope.length - ENVELOPE_END_BYTES - (await runInTurns(bytesOfEscapes(envelope))) > limit;
}

/** The same for a content that is certainly written in base64. */
export function longestOfBase64(limit: number): number {
  return Math.ceil(base64Length(limit) * LONGEST_BASE64) + ENVELOPE_END_BYTES;
}

/** How many bytes escapes add at most to what they stand for. */
function* bytesOfEscapes(json: Uint8Array): Steps<number> {
  let added = 0;
  for (let at = 0; at < json.length; ) {
    const end = Math.min(at + STEP_BYTES, json.length);
    for (; at < end; at++) if (json[at] === BACKSLASH) added += json[++at] === LETTER_U ? LONGEST_ESCAPE - 1 : 1;
    yield;
  }
  return added;
}
