import { mayBeText } from '../content/binary-types.ts';
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
  return mayBeText(mimeType) ? limit * LONGEST_ESCAPE + ENVELOPE_END_BYTES : longestOfBase64(limit);
}

/**
 * Whether an envelope is so long, for the escapes in it, that its content must be above the limit. It is read only as
 * far as it takes to tell, and nothing of it is kept.
 *
 * @param size of the file, and the limit, in bytes
 * @param read gives a part of the file; an empty one when it cannot, and then it is not told
 */
export async function isSurelyAbove(
  limit: number,
  size: number,
  read: (offset: number, length: number) => Promise<Uint8Array>,
): Promise<boolean> {
  if (size <= longestOfBase64(limit)) return false;
  let missing = limit + ENVELOPE_END_BYTES + 1;
  for (let offset = 0; missing > 0;) {
    // What is behind, were it all without escapes, would not be enough.
    if (size - offset < missing) return false;
    const part = await read(offset, Math.max(missing, STEP_BYTES));
    if (part.length === 0) return false;
    offset += part.length;
    missing -= part.length - (await runInTurns(bytesOfEscapes(part)));
  }
  return true;
}

/** The same for a content that is certainly written in base64. */
export function longestOfBase64(limit: number): number {
  return Math.ceil(base64Length(limit) * LONGEST_BASE64) + ENVELOPE_END_BYTES;
}

/** How many bytes escapes add at most to what they stand for. Of one that is cut by the end of the part, too. */
function* bytesOfEscapes(json: Uint8Array): Steps<number> {
  let added = 0;
  for (let at = 0; at < json.length;) {
    const end = Math.min(at + STEP_BYTES, json.length);
    for (; at < end; at++) if (json[at] === BACKSLASH) added += (json[++at] ?? LETTER_U) === LETTER_U ? LONGEST_ESCAPE - 1 : 1;
    yield;
  }
  return added;
}
