import type { Ledger } from './ledger.ts';
import type { MediaItem } from './read-part.ts';

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
