import type { Decision, Ledger } from './ledger.ts';
import { leaveOut } from './notes.ts';
import type { MediaItem } from './read-part.ts';
import type { PlacedPart } from './turns.ts';

/** Writes the data URL of a medium into a field, the very string of the message where it has one. */
export function dataUrlOf<K extends string>(item: MediaItem, holder: Record<K, string>, key: K, ledger: Ledger): void {
  const head = `data:${item.mimeType};base64,`;
  holder[key] = item.url ?? head + item.data;
  if (item.isBase64) ledger.media(holder, key, item.data, head);
}

/** Writes the bare base64 of a medium into a field. */
export function rawBase64Of<K extends string>(item: MediaItem, holder: Record<K, string>, key: K, ledger: Ledger): void {
  holder[key] = item.data;
  if (item.isBase64) ledger.media(holder, key, item.data);
}

/** Fills a content: a single text as a string, everything else as parts. */
export function fillContent<K extends string, P>(
  parts: readonly PlacedPart[],
  holder: Record<K, string | P[]>,
  key: K,
  ledger: Ledger,
  write: (part: PlacedPart) => P | P[],
): void {
  const [only] = parts;
  if (parts.length === 1 && only?.item.type === 'text') {
    holder[key] = only.item.text;
    ledger.place(only, { outcome: 'sent', rule: 'text' }, { holder, key });
  } else if (parts.length > 0) {
    holder[key] = parts.flatMap(write);
  }
}

/** The part as the API writes it, or a note in its place. @param shape undefined when the API has none for it */
export function partOrNote<P extends object>(
  part: PlacedPart,
  decision: Decision,
  shape: P | undefined,
  noteOf: (text: string) => P,
  ledger: Ledger,
): P {
  if (!shape) return noteOf(leaveOut(part, decision, ledger));
  ledger.place(part, decision, { holder: shape });
  return shape;
}
