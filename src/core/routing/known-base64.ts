import type { FilePart, ImageUrlPart } from './content-parts.ts';

/** What is known of parts that were made here: the string with their base64, and the text it stands for. */
const known = new WeakMap<object, { readonly base64: string; readonly text?: string }>();

/**
 * Marks a part whose base64 was just made or checked, so that nobody walks it again: it may be megabytes long, and is
 * looked at for every API of every service.
 *
 * @param text what the bytes are, when they were made from a text
 */
export function ofKnownBase64<P extends ImageUrlPart | FilePart>(part: P, text?: string): P {
  known.set(part, {
    base64: part.type === 'file' ? part.file.data : part.image_url.url,
    ...(text !== undefined && { text: asDecoded(text) }),
  });
  return part;
}

/** Whether the string in a part was marked; one that was put in its place later is not. */
export function isKnownBase64(part: object, base64: string): boolean {
  return known.get(part)?.base64 === base64;
}

/** The text that a part's base64 was made from; undefined when it was not made from one, or is no longer that. */
export function knownText(part: object, base64: string): string | undefined {
  const found = known.get(part);
  return found?.base64 === base64 ? found.text : undefined;
}

/** As it is read from its UTF-8: without a byte order mark, and with no half of a surrogate pair. */
function asDecoded(text: string): string {
  return (text.startsWith('\ufeff') ? text.slice(1) : text).toWellFormed();
}
