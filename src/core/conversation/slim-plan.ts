import { readMediaFacts } from '../content/read-media-facts.ts';
import { GENERIC_BINARY } from '../content/media-type.ts';
import type { StreamTask } from '../io/compute.ts';
import { decodeKnownBase64, standardBase64 } from '../io/base64.ts';
import { MAX_SLIMMED_BYTES, MAX_WEIGHED_MEDIA } from '../io/limits.ts';
import { type JsonRecord, JsonRecords } from './json-records.ts';
import { base64FactsOf, beginningOf, type ByteRange, type OutlineString, parseOutline } from './outline.ts';
import { type PlannedText, slimmedAs, type SlimmedFormat, stringsEnding, type StringWay } from './slim-shapes.ts';
import type { HeavyString } from './stored-media.ts';

/** What is known of a medium without reading all of it. */
interface SlimmedMedium {
  /** Equal for equal content, as far as one character of seventeen tells. */
  readonly hash: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
}

/** A medium in a session that goes into a file of its own. */
export interface SlimPlace extends PlannedText {
  /** Its base64, within the bytes that are replaced. */
  readonly data: ByteRange;
  readonly medium: SlimmedMedium;
}

/**
 * Why a medium stays: it is small beside its description, too large, stands where replacing it is not known to be safe, its line is no JSON or
 * too long to be read, or there are too many.
 */
export const STAY_REASONS = ['small', 'large', 'place', 'broken', 'many'] as const;
export type StayReason = (typeof STAY_REASONS)[number];

type Staying = Readonly<Record<StayReason, { readonly count: number; readonly bytes: number }>>;

/** What comes while a session is read: the places, in their order, and at the end what stays. */
export type SlimItem =
  | { readonly kind: 'places'; readonly places: readonly SlimPlace[] }
  | { readonly kind: 'end'; readonly staying: Staying };

/** What slimming a session changes. */
export interface SlimPlan {
  /** In the order of the file. */
  readonly places: readonly SlimPlace[];
  readonly staying: Staying;
}

/** Characters of base64 below which a medium stays: its description with a path takes some 200. */
export const SMALLEST_SLIMMED = 1024;

/** Bytes that are kept of a string: a line with 16,000 pictures is read. The sides of most pictures are in as many. */
const KEPT = 4 * 1024;

/**
 * Finds the media of a session, in every copy. Memory is that of what is found, and of one record without its long strings.
 *
 * @param chunks of any size; one may be overwritten once the next is asked for
 */
async function* planSlim(chunks: AsyncIterable<Uint8Array>, format: SlimmedFormat): AsyncGenerator<SlimItem> {
  const records = new JsonRecords(undefined, KEPT);
  const planner = new SlimPlanner(format);
  for await (const chunk of chunks) {
    const places = await planner.placesIn(records.push(chunk));
    if (places.length > 0) yield { kind: 'places', places };
  }
  const places = await planner.placesIn(records.end());
  if (places.length > 0) yield { kind: 'places', places };
  yield { kind: 'end', staying: planner.staying };
}

class SlimPlanner {
  readonly #format: SlimmedFormat;
  readonly #media = new Map<string, SlimmedMedium>();
  readonly staying = Object.fromEntries(STAY_REASONS.map((reason) => [reason, { count: 0, bytes: 0 }])) as Record<
    StayReason,
    { count: number; bytes: number }
  >;
  #count = 0;

  constructor(format: SlimmedFormat) {
    this.#format = format;
  }

  async placesIn(records: readonly JsonRecord[]): Promise<SlimPlace[]> {
    const places: SlimPlace[] = [];
    for (const record of records) {
      const media = record.heavy.filter(({ medium, isUnseen }) => medium || isUnseen);
      if (media.length > 0) for (const place of await this.#placesOf(record, media)) places.push(place);
    }
    return places;
  }

  async #placesOf(record: JsonRecord, media: readonly HeavyString[]): Promise<SlimPlace[]> {
    const isSmall = ({ start, end }: ByteRange): boolean => end - start < SMALLEST_SLIMMED;
    for (const each of media) if (isSmall(each)) this.#stays('small', each);
    const large = media.filter((each) => !isSmall(each));
    if (large.length === 0) return [];
    // an element of a list that came by itself is of no line of these programs
    const root = record.list === undefined ? parseOutline(record) : undefined;
    if (!root) {
      for (const each of large) this.#stays(record.list === undefined ? 'broken' : 'place', each);
      return [];
    }
    const ways = stringsEnding(root, new Set(large.map(({ end }) => end + 1)));
    const places: SlimPlace[] = [];
    for (const each of large) {
      const place = await this.#place(each, ways.get(each.end + 1), places.at(-1));
      if (typeof place === 'string') this.#stays(place, each);
      else places.push(place);
    }
    return places;
  }

  /** @returns why it stays, where it does @param last the place before it in its line */
  async #place(heavy: HeavyString, way: StringWay | undefined, last: SlimPlace | undefined): Promise<SlimPlace | StayReason> {
    const string = way?.at(-1)?.node;
    const planned = way && slimmedAs(way, this.#format);
    if (!planned || string?.type !== 'string') return 'place';
    const refusal = this.#refusal(planned, last);
    if (refusal !== undefined) return refusal;
    this.#count++;
    return { ...planned, data: { start: heavy.start, end: heavy.end }, medium: await this.#medium(heavy, string) };
  }

  #refusal(planned: PlannedText, last: SlimPlace | undefined): StayReason | undefined {
    if (planned.end - planned.start > MAX_SLIMMED_BYTES) return 'large';
    // of two in one block, the first takes it away
    if (last && planned.start < last.end) return 'place';
    return this.#count >= MAX_WEIGHED_MEDIA ? 'many' : undefined;
  }

  #stays(reason: StayReason, { start, end }: ByteRange): void {
    const staying = this.staying[reason];
    staying.count++;
    staying.bytes += end - start;
  }

  /** What the headers of a medium say, read once for all its copies. */
  async #medium({ medium }: HeavyString, string: OutlineString): Promise<SlimmedMedium> {
    const { hash = '', mimeType = GENERIC_BINARY } = medium ?? {};
    const known = this.#media.get(hash);
    if (known) return known;
    const written = beginningOf(string, KEPT);
    const head = /^data:[^,]*,/i.exec(written)?.[0].length ?? 0;
    const { size } = base64FactsOf(string, head);
    const { width, height } = await readMediaFacts(decodeBeginning(written.slice(head)), { mimeType, size });
    const facts = { hash, mimeType, size, ...(width !== undefined && height !== undefined && { width, height }) };
    this.#media.set(hash, facts);
    return facts;
  }
}

function decodeBeginning(text: string): Uint8Array {
  const digits = /^[\w+/-]*={0,2}/.exec(text)?.[0] ?? '';
  return decodeKnownBase64(standardBase64(digits.slice(0, digits.length - (digits.length % 4))));
}

/** {@link planSlim} for a worker: sessions hold what anybody wrote. */
export const planSlimTask: StreamTask<{ readonly format: SlimmedFormat }, SlimItem> = {
  name: 'plan-slim',
  load: () => Promise.resolve((chunks, { format }) => planSlim(chunks, format)),
};

/** The whole plan. Takes the items to their end, as `collectFollowed` does. */
export async function collectSlim(items: AsyncIterable<SlimItem>): Promise<SlimPlan> {
  const places: SlimPlace[] = [];
  let staying: SlimPlan['staying'] | undefined;
  for await (const item of items) {
    if (item.kind === 'end') staying = item.staying;
    else for (const place of item.places) places.push(place);
  }
  if (staying === undefined) throw new Error('the plan has no end');
  return { places, staying };
}
