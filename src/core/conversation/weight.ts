import { MAX_WEIGHED_MEDIA, MEBIBYTE } from '../io/limits.ts';
import type { ConversationWeight, HeavyPart, MediaPartOf } from './conversation.ts';
import type { ByteRange } from './outline.ts';
import type { MediaDraft, PartDraft } from './part-drafts.ts';
import type { HeavyString } from './stored-media.ts';

/** Contents that are named: enough to see what makes a file large. */
export const MOST_HEAVY = 5;

/** Repeated bytes that are worth a finding: less is nothing beside what a session has anyway, and loads in no time. */
export const REPEATED_WORTH_TELLING = MEBIBYTE;

/** Adds up what a file holds, as it is read. Its memory is that of {@link MAX_WEIGHED_MEDIA} contents, whatever the file's size. */
export class Weigher {
  readonly #contents = new Map<string, HeavyPart>();
  /** Where media stand, so that what a reader finds is not counted again. */
  readonly #places = new Set<number>();
  #texts: readonly HeavyPart[] = [];
  #media = { count: 0, bytes: 0 };
  #copies = { count: 0, bytes: 0 };
  #unseen = 0;

  /** The same so far, to go on from with what is not sure to stay. */
  copy(): Weigher {
    const copy = new Weigher();
    for (const [hash, content] of this.#contents) copy.#contents.set(hash, content);
    for (const place of this.#places) copy.#places.add(place);
    copy.#texts = this.#texts;
    copy.#media = this.#media;
    copy.#copies = this.#copies;
    copy.#unseen = this.#unseen;
    return copy;
  }

  /** The strings of a record, whatever it is. */
  add(strings: readonly HeavyString[]): void {
    for (const { start, end, line, medium, isUnseen } of strings) {
      if (isUnseen) this.#unseen += end - start;
      else if (medium) this.#addMedium(medium, { start, end, line });
      else this.#texts = withLargest(this.#texts, { kind: 'text', start, end, line, times: 1, bytes: end - start });
    }
  }

  /** A part of a message: where its content is, and media that do not look like any. */
  addPart(part: PartDraft, { message, line }: { readonly message: number; readonly line: number }): void {
    if (part.kind !== 'media') return;
    for (const { start, end } of [part.data, ...(part.copies ?? []).map(({ data }) => data)]) {
      if (end > start && !this.#places.has(start) && this.#places.size < MAX_WEIGHED_MEDIA)
        this.#addMedium(mediumOf(part), { start, end, line });
    }
    const content = this.#contents.get(part.hash);
    if (content && content.message === undefined) this.#contents.set(part.hash, { ...content, message });
  }

  /** @param size of the file */
  weight(size: number): ConversationWeight {
    let largest = this.#texts;
    for (const content of this.#contents.values()) largest = withLargest(largest, content);
    return { size, media: this.#media, copies: this.#copies, largest, unseen: this.#unseen };
  }

  #addMedium({ hash, mimeType }: NonNullable<HeavyString['medium']>, place: ByteRange & { readonly line: number }): void {
    const bytes = place.end - place.start;
    this.#media = { count: this.#media.count + 1, bytes: this.#media.bytes + bytes };
    const known = this.#contents.get(hash);
    if (known) {
      this.#copies = { count: this.#copies.count + 1, bytes: this.#copies.bytes + bytes };
      this.#contents.set(hash, { ...known, times: known.times + 1, bytes: known.bytes + bytes });
    } else if (this.#contents.size < MAX_WEIGHED_MEDIA)
      this.#contents.set(hash, { kind: 'media', ...(mimeType !== undefined && { mimeType }), ...place, times: 1, bytes });
    else this.#unseen += bytes;
    if (this.#places.size < MAX_WEIGHED_MEDIA) this.#places.add(place.start);
  }
}

function mediumOf({ hash, declared }: Pick<MediaDraft & MediaPartOf, 'hash' | 'declared'>): NonNullable<HeavyString['medium']> {
  return { hash, ...(declared !== undefined && { mimeType: declared }) };
}

/** The largest of some, and one more. */
function withLargest(largest: readonly HeavyPart[], one: HeavyPart): readonly HeavyPart[] {
  const last = largest[MOST_HEAVY - 1];
  if (last && last.bytes >= one.bytes) return largest;
  return [...largest, one].sort((a, b) => b.bytes - a.bytes || a.start - b.start).slice(0, MOST_HEAVY);
}
