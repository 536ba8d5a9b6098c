import { normaliseMediaType } from '../content/media-type.ts';

/** A data URL taken apart without touching its base64. */
export interface DataUrl {
  /** Canonical; undefined when what stands there is no media type. */
  readonly mimeType: string | undefined;
  /** Where the base64 begins in the URL. */
  readonly start: number;
}

/** The head of a data URL is a media type and parameters: nothing of use is longer. */
const LONGEST_HEAD = 300;
const HEAD = /^data:([^;,]*)(?:;[^;,]*)*;base64,/i;

/** Takes `data:{mimeType};base64,{data}` apart (RFC 2397); undefined for every other text. Looks at its head only. */
export function parseDataUrl(url: string): DataUrl | undefined {
  const head = HEAD.exec(url.slice(0, LONGEST_HEAD));
  return head ? { mimeType: normaliseMediaType(head[1]), start: head[0].length } : undefined;
}

const SAMPLE = 64;
const ALPHABET = /^[A-Za-z0-9+/]*$/;
const END = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Whether a text can be base64 (RFC 4648 §4), by its length, beginning, middle and end: the whole is never walked, it
 * may be megabytes long and is looked at for every API of every service.
 */
export function looksLikeBase64(text: string, start = 0): boolean {
  const length = text.length - start;
  if (length % 4 !== 0) return false;
  if (length <= 3 * SAMPLE) return END.test(text.slice(start));
  const middle = start + Math.floor(length / 2);
  return ALPHABET.test(text.slice(start, start + SAMPLE)) && ALPHABET.test(text.slice(middle, middle + SAMPLE)) && END.test(text.slice(-SAMPLE));
}
