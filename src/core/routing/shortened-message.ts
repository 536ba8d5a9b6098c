import type { ContentPart, ContentRouteResult, FilePart, ImageUrlPart } from './route-result.ts';

/** Base64 of at least this many characters is shortened; less is read at a glance. */
export const LONG_BASE64 = 120;
/** How many characters of it stay. */
export const SHOWN_BASE64 = 40;
/** What stands between the media type of a data URL and its base64. */
const BASE64_MARK = ';base64,';

/** Words for a number of characters left out, such as `(12,404 characters)`. */
export type DescribeLength = (characters: number) => string;

/** A copy for people. */
export interface Shortened<T> {
  readonly value: T;
  /** By how many characters its JSON is shorter than that of the whole; negative when the words are longer. */
  readonly saved: number;
}

/** A canonical message of any role. */
interface MessageWithContent {
  readonly content: string | readonly ContentPart[];
}

/**
 * A message whose base64 shows only its beginning and its length. The base64 is cut at the places where
 * parts hold it and never searched: an expression over megabytes of it exceeds what engines allow.
 */
export function shortenMessage<M extends MessageWithContent>(message: M, describe: DescribeLength): Shortened<M> {
  if (typeof message.content === 'string') return { value: message, saved: 0 };
  const parts = message.content.map((part) => shortenPart(part, describe));
  const saved = parts.reduce((sum, part) => sum + part.saved, 0);
  return { value: { ...message, content: parts.map(({ value }) => value) }, saved };
}

/** The same for a routed content. */
export function shortenRoute(result: ContentRouteResult, describe: DescribeLength): ContentRouteResult {
  switch (result.routing) {
    case 'image_url':
      return { ...result, imageUrl: shortenImage(result.imageUrl, describe).value };
    case 'file':
      return { ...result, file: shortenFile(result.file, describe).value };
    case 'text':
      return result;
  }
}

function shortenPart(part: ContentPart, describe: DescribeLength): Shortened<ContentPart> {
  switch (part.type) {
    case 'image_url':
      return shortenImage(part, describe);
    case 'file':
      return shortenFile(part, describe);
    case 'text':
      return { value: part, saved: 0 };
  }
}

function shortenImage(part: ImageUrlPart, describe: DescribeLength): Shortened<ImageUrlPart> {
  const { url } = part.image_url;
  const mark = url.startsWith('data:') ? url.indexOf(BASE64_MARK) : -1;
  if (mark < 0) return { value: part, saved: 0 };
  const { value, saved } = shortenBase64(url, mark + BASE64_MARK.length, describe);
  return { value: { ...part, image_url: { ...part.image_url, url: value } }, saved };
}

function shortenFile(part: FilePart, describe: DescribeLength): Shortened<FilePart> {
  const { value, saved } = shortenBase64(part.file.data, 0, describe);
  return { value: { ...part, file: { ...part.file, data: value } }, saved };
}

/** @param start where the base64 begins; it goes on to the end */
function shortenBase64(text: string, start: number, describe: DescribeLength): Shortened<string> {
  const length = text.length - start;
  return length < LONG_BASE64 ? { value: text, saved: 0 } : shortenedBase64(text.slice(0, start + SHOWN_BASE64), length, describe);
}

/**
 * What stands in place of base64 of this length, and how much shorter it is.
 *
 * @param beginning what comes before it and its first {@link SHOWN_BASE64} characters
 */
export function shortenedBase64(beginning: string, length: number, describe: DescribeLength): Shortened<string> {
  const note = `… ${describe(length)}`;
  // No character of base64 is escaped in JSON; those of the words may be. Two more are the quotes.
  return { value: beginning + note, saved: length - SHOWN_BASE64 - (JSON.stringify(note).length - 2) };
}
