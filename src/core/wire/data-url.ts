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
