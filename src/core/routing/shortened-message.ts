import type { ContentPart, ContentRouteResult, FilePart, ImageUrlPart } from './route-result.ts';

/** Minimum characters of base64 to shorten. */
export const LONG_BASE64 = 120;
/** Characters of shortened base64 that are kept. */
export const SHOWN_BASE64 = 40;
const BASE64_MARK = ';base64,';

/** Text for a number of omitted characters, such as `(12,404 characters)`. */
export type DescribeLength = (characters: number) => string;

/** A shortened copy for people. */
export interface Shortened<T> {
  readonly value: T;
  /** Characters saved in its JSON; negative when the note is longer. */
  readonly saved: number;
}

interface MessageWithContent {
  readonly content: string | readonly ContentPart[];
}

/**
 * Shortens the base64 in a message to its beginning and length. It is located by the parts' structure: a regular expression over megabytes
 * exceeds engine limits.
 */
export function shortenMessage<M extends MessageWithContent>(message: M, describe: DescribeLength): Shortened<M> {
  if (typeof message.content === 'string') return { value: message, saved: 0 };
  const parts = message.content.map((part) => shortenPart(part, describe));
  const saved = parts.reduce((sum, part) => sum + part.saved, 0);
  return { value: { ...message, content: parts.map(({ value }) => value) }, saved };
}

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

/** @param start offset of the base64, which extends to the end */
function shortenBase64(text: string, start: number, describe: DescribeLength): Shortened<string> {
  const length = text.length - start;
  return length < LONG_BASE64 ? { value: text, saved: 0 } : shortenedBase64(text.slice(0, start + SHOWN_BASE64), length, describe);
}

/**
 * The replacement for base64, and the characters saved.
 *
 * @param beginning the text before it and its first {@link SHOWN_BASE64} characters
 */
export function shortenedBase64(beginning: string, length: number, describe: DescribeLength): Shortened<string> {
  const note = `… ${describe(length)}`;
  // Base64 isn't escaped in JSON, but the note may be. Minus two for the quotes.
  return { value: beginning + note, saved: length - SHOWN_BASE64 - (JSON.stringify(note).length - 2) };
}
