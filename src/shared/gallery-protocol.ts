import * as z from 'zod/mini';
import { parseMessage, type Parsed } from './parse-message.ts';

/** Bytes of an image, a PDF or a video that is read for its picture: most photos and screenshots of a whole page have fewer. */
export const MAX_PICTURE_BYTES = 16 * 1024 * 1024;
/** The same of an SVG, which the page itself draws: a diagram has some dozens of kilobytes. */
export const MAX_SVG_BYTES = 256 * 1024;
/** Tiles in one answer. */
export const MOST_TILES = 500;

const place = z.int().check(z.nonnegative());

/** One artifact of the list, or something that cannot be listed. */
const tile = z.object({
  /** Unique in the list, and the same after it was read anew. */
  id: z.string(),
  /** Another one when the content has changed, as far as its metadata tell. */
  stamp: z.string(),
  name: z.string(),
  /** What stands below the name: size and age, or what is wrong. */
  facts: z.string(),
  /** What a screen reader says of it. */
  spoken: z.string(),
  /** A codicon. */
  icon: z.string(),
  /** Nothing can be done with it: it is a reason, not an artifact. */
  isProblem: z.boolean(),
  /** There is more to see of it than the icon: it can be asked for with `look`. */
  hasLook: z.boolean(),
});

const galleryState = z.object({
  /** Counts the readings of the list. What is asked of an older one has no answer. */
  revision: z.int(),
  /** What is shown: the store or a workspace. */
  title: z.string(),
  /** The filter in force in words; null when everything is shown. */
  filter: z.nullable(z.string()),
  /** How many tiles there are, as far as the list was read. */
  count: place,
  /** Whether that is all. */
  isWhole: z.boolean(),
  /** Why there are no more, when there are in truth; a localised sentence. */
  note: z.nullable(z.string()),
  /** Why there is no list, as a localised sentence. */
  failure: z.nullable(z.string()),
});

/** What a tile shows in place of its icon. Bytes of a picture never travel in a message: they are fetched from `uri`. */
const look = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('picture'),
    uri: z.string(),
    /** Of a PDF the first page is drawn, of a video the first frame. */
    format: z.enum(['image', 'svg', 'pdf', 'video']),
  }),
  /** The first lines. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** There is nothing to be seen, and this is the reason. */
  z.object({ kind: z.literal('mark'), reason: z.string() }),
]);

const galleryHostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('init'),
    /** BCP 47 display language. */
    locale: z.string(),
    /** Translations by English text; empty for English. */
    bundle: z.record(z.string(), z.string()),
    /** Null until the list was read for the first time. */
    state: z.nullable(galleryState),
  }),
  z.object({ type: z.literal('state'), state: galleryState }),
  z.object({ type: z.literal('tiles'), revision: z.int(), from: place, tiles: z.array(tile), count: place, isWhole: z.boolean() }),
  /** To what was asked of this content: another one has another stamp. */
  z.object({ type: z.literal('look'), id: z.string(), stamp: z.string(), look }),
]);

/** What is done with the tiles that are selected. */
const action = z.enum(['preview', 'previewToSide', 'compare', 'export', 'copyReference']);

const galleryRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('tiles'), revision: z.int(), from: place, to: place }),
  z.object({ type: z.literal('look'), id: z.string(), stamp: z.string() }),
  z.object({ type: z.literal('run'), action, ids: z.array(z.string()) }),
]);

/** What a page keeps while it is hidden. */
const galleryViewState = z.object({ top: z.number(), active: z.int(), selected: z.array(z.string()) });

export type GalleryTile = z.infer<typeof tile>;
export type GalleryState = z.infer<typeof galleryState>;
export type GalleryLook = z.infer<typeof look>;
/** What a picture is made of. */
export type PictureFormat = Extract<GalleryLook, { kind: 'picture' }>['format'];
export type GalleryAction = z.infer<typeof action>;
export type GalleryHostMessage = z.infer<typeof galleryHostMessage>;
export type GalleryRequest = z.infer<typeof galleryRequest>;
export type GalleryViewState = z.infer<typeof galleryViewState>;

/** Checks a message that arrived from the host. */
export function parseGalleryHostMessage(data: unknown): Parsed<GalleryHostMessage> {
  return parseMessage(galleryHostMessage, data);
}

/** Checks a message that arrived from the webview; nothing about it may be trusted before. */
export function parseGalleryRequest(data: unknown): Parsed<GalleryRequest> {
  return parseMessage(galleryRequest, data);
}

/** Checks what a page kept; null when it is none of ours. */
export function parseGalleryViewState(data: unknown): GalleryViewState | null {
  const parsed = galleryViewState.safeParse(data);
  return parsed.success ? parsed.data : null;
}
