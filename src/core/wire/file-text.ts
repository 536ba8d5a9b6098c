import { decodeText } from '../content/text-encoding.ts';
import { decodeKnownBase64 } from '../io/base64.ts';
import { knownText } from '../routing/known-base64.ts';
import type { MediaItem } from './read-part.ts';

/** Decoded texts by the part that carries them: one part is written for many services. */
const texts = new WeakMap<object, string | null>();

/** The text of a file that is sent as base64; undefined when it is not base64, or its bytes are no text. */
export function textOfFile(item: MediaItem): string | undefined {
  let text = texts.get(item.origin);
  if (text === undefined) {
    text = knownText(item.origin, item.data) ?? decode(item);
    texts.set(item.origin, text);
  }
  return text ?? undefined;
}

function decode({ data, isBase64 }: MediaItem): string | null {
  return isBase64 ? (decodeText(decodeKnownBase64(data))?.text ?? null) : null;
}
