import { GENERIC_BINARY, isGenericMediaType, mediaKind, type MediaKind, normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { decodeKnownBase64, isBase64 } from '../io/base64.ts';

/** Text of a message. */
export interface TextItem {
  readonly type: 'text';
  readonly text: string;
}

/** Bytes of a message, whichever part carries them. */
export interface MediaItem {
  readonly type: 'media';
  /** By the media type, not by the part: an image may come as a file. An `image_url` without a type is an image. */
  readonly kind: MediaKind;
  readonly mimeType: string;
  /** Of a file part. */
  readonly filename?: string;
  /** base64, the very string of the message or a slice of it. */
  readonly data: string;
  /** The data URL, when the part has one with a canonical type. */
  readonly url?: string;
  /** It is base64 (RFC 4648 §4), every character of it. */
  readonly isBase64: boolean;
  /** Whether it is a `file` part. */
  readonly isFile: boolean;
  /** The text its bytes are, decoded when first asked for; undefined when they are no text. */
  readonly text: () => string | undefined;
}

/** The address of an image on the web. */
export interface LinkItem {
  readonly type: 'link';
  readonly url: string;
}

/** An `image_url` that is neither a data URL with base64 nor an address. */
export interface BrokenItem {
  readonly type: 'broken';
  readonly url: string;
}

/** A part of a type nobody knows here. */
export interface UnknownItem {
  readonly type: 'unknown';
  /** What it calls itself. */
  readonly name: string;
}

/** What a part of a canonical message is. */
export type WireItem = TextItem | MediaItem | LinkItem | BrokenItem | UnknownItem;

/**
 * Reads a part of a message. Messages may come from outside, so nothing is taken for granted; every value gives an
 * item.
 *
 * @param isChecked the base64 was made or checked by a router, and need not be checked again: it may be megabytes long
 */
export function readPart(part: unknown, isChecked = false): WireItem {
  if (!isObject(part)) return typeof part === 'string' ? { type: 'text', text: part } : { type: 'unknown', name: typeof part };
  const { type } = part;
  if (type === 'text' && typeof part['text'] === 'string') return { type: 'text', text: part['text'] };
  if (type === 'image_url' && isObject(part['image_url'])) return readUrl(part['image_url']['url'], isChecked);
  if (type === 'file' && isObject(part['file'])) return readFile(part['file'], isChecked);
  return { type: 'unknown', name: typeof type === 'string' ? type : typeof type };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function readUrl(url: unknown, isChecked: boolean): WireItem {
  if (typeof url !== 'string') return { type: 'broken', url: '' };
  const parsed = parseDataUrl(url);
  if (!parsed) return /^https?:\/\//i.test(url.slice(0, 8)) ? { type: 'link', url } : { type: 'broken', url };
  const { mimeType = GENERIC_BINARY, start } = parsed;
  const data = url.slice(start);
  if (!isChecked && !isBase64(data)) return { type: 'broken', url };
  const isCanonical = url.slice(0, start) === `data:${mimeType};base64,`;
  // Of bytes without a type the part is all that is known.
  return {
    type: 'media',
    kind: isGenericMediaType(mimeType) ? 'image' : mediaKind(mimeType),
    mimeType,
    data,
    ...(isCanonical && { url }),
    isBase64: true,
    isFile: false,
    text: textOf(data),
  };
}

function readFile(file: Record<string, unknown>, isChecked: boolean): WireItem {
  const { filename } = file;
  const data = typeof file['data'] === 'string' ? file['data'] : '';
  const isValid = isChecked || (typeof file['data'] === 'string' && isBase64(data));
  const mimeType = normaliseMediaType(typeof file['mimeType'] === 'string' ? file['mimeType'] : '') ?? GENERIC_BINARY;
  return {
    type: 'media',
    kind: mediaKind(mimeType),
    mimeType,
    ...(typeof filename === 'string' && filename !== '' && { filename }),
    data,
    isBase64: isValid,
    isFile: true,
    text: isValid ? textOf(data) : () => undefined,
  };
}

/** Decodes once: one part is written for many services. */
function textOf(data: string): () => string | undefined {
  let text: { readonly decoded: string | undefined } | undefined;
  return () => (text ??= { decoded: decodeText(decodeKnownBase64(data))?.text }).decoded;
}

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
function parseDataUrl(url: string): DataUrl | undefined {
  const head = HEAD.exec(url.slice(0, LONGEST_HEAD));
  return head ? { mimeType: normaliseMediaType(head[1]), start: head[0].length } : undefined;
}
