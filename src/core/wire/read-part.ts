import { GENERIC_BINARY, isGenericMediaType, mediaKind, normaliseMediaType, type MediaKind } from '../content/media-type.ts';
import { isBase64 } from '../io/base64.ts';
import { isKnownBase64 } from '../routing/known-base64.ts';
import { parseDataUrl } from './data-url.ts';

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
  /** The part as the canonical message has it: caches are keyed by it. */
  readonly origin: object;
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
 */
export function readPart(part: unknown): WireItem {
  if (!isObject(part)) return typeof part === 'string' ? { type: 'text', text: part } : { type: 'unknown', name: typeof part };
  const { type } = part;
  if (type === 'text' && typeof part['text'] === 'string') return { type: 'text', text: part['text'] };
  if (type === 'image_url' && isObject(part['image_url'])) return readUrl(part['image_url']['url'], part);
  if (type === 'file' && isObject(part['file'])) return readFile(part['file'], part);
  return { type: 'unknown', name: typeof type === 'string' ? type : typeof type };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function readUrl(url: unknown, origin: object): WireItem {
  if (typeof url !== 'string') return { type: 'broken', url: '' };
  const parsed = parseDataUrl(url);
  if (!parsed) return /^https?:\/\//i.test(url.slice(0, 8)) ? { type: 'link', url } : { type: 'broken', url };
  const { mimeType = GENERIC_BINARY, start } = parsed;
  if (!isBase64From(url, start, origin)) return { type: 'broken', url };
  const isCanonical = url.slice(0, start) === `data:${mimeType};base64,`;
  // Of bytes without a type the part is all that is known.
  return {
    type: 'media',
    kind: isGenericMediaType(mimeType) ? 'image' : mediaKind(mimeType),
    mimeType,
    data: url.slice(start),
    ...(isCanonical && { url }),
    isBase64: true,
    origin,
  };
}

function readFile(file: Record<string, unknown>, origin: object): WireItem {
  const { filename, data } = file;
  const mimeType = normaliseMediaType(typeof file['mimeType'] === 'string' ? file['mimeType'] : '') ?? GENERIC_BINARY;
  return {
    type: 'media',
    kind: mediaKind(mimeType),
    mimeType,
    ...(typeof filename === 'string' && filename !== '' && { filename }),
    data: typeof data === 'string' ? data : '',
    isBase64: typeof data === 'string' && isBase64From(data, 0, origin),
    origin,
  };
}

/** What was found out about strings in parts: one part is read for many services. */
const checked = new WeakMap<object, { readonly text: string; readonly isBase64: boolean }>();

/** Whether a string of a part is base64 from a place on. Walked once, a millisecond or two a megabyte, and not at all when it was made here. */
function isBase64From(text: string, start: number, origin: object): boolean {
  if (isKnownBase64(origin, text)) return true;
  let found = checked.get(origin);
  if (found?.text !== text) checked.set(origin, (found = { text, isBase64: isBase64(text.slice(start)) }));
  return found.isBase64;
}
