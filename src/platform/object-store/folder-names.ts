import { CodedError } from '../../core/io/errors.ts';
import type { DirectoryEntry } from '../../core/io/file-system.ts';
import { numericId, uuidTime } from '../../core/store/id-order.ts';

/** One request: names of a folder in the order of their bytes, and where the next request goes on. */
export type ListNames = (question: NamesQuestion) => Promise<NamesPage>;

export interface NamesQuestion {
  readonly startsWith?: string;
  /** Only names behind this one. */
  readonly after?: string;
  /** Goes on where a page ended. */
  readonly token?: string;
  readonly limit: number;
  /** What a listing says of these files is wanted soon. */
  readonly isShown?: boolean;
}

interface NamesPage {
  readonly entries: readonly DirectoryEntry[];
  /** Undefined on the last page. */
  readonly next?: string | undefined;
}

/** Names per listing: the most a server gives. */
const PAGE = 1_000;
/** Names that are looked at to see whether there are numbers above one. */
const PROBE = 100;
/** Numbers that are looked for at a time. */
const PROBES = 3;
/** Maximum probes for the highest number; beyond that, listing every name is faster. */
const MOST_PROBES = 30;
const MOST_PAGES = 12;
/** Names without a number as long as the highest, one after the other: no higher one follows. Among consecutive numbers there are ten at most. */
const MOST_SHORTER = 50;
/** So near to the next number of one digit more, one is looked for. */
const NEAR_END = 1_000;
/** Numbers of more digits are shared among a hundred listings instead of ten. */
const FEW_DIGITS = 5;
/** Listings under way at a time: their answers may come together, and are then read in one turn of the event loop. */
const MOST_LISTINGS = 4;
/** Pages in a row that name nothing behind what was named before: objects that were deleted make some, a listing without an end any number. */
const MOST_STALE = 100;
/** Pages of one folder: five million names, five times as many as the largest store that was tried. */
const MOST_ALL_PAGES = 5_000;
/** Listings of the names of UUIDs with a time. */
const TIME_SHARES = 16;
const TIME_DIGITS = 12;

/** Limits of a listing that is read to its end: it must have one. */
export class ListingLimits {
  #pages = 0;

  /** Counts the pages of one run through the folder. @throws CodedError `not_object_store` for one without an end, `too_large` */
  run(): (page: NamesPage) => void {
    let [highest, stale] = ['', 0];
    return ({ entries }) => {
      if (++this.#pages > MOST_ALL_PAGES) throw new CodedError('too_large', { limit: MOST_ALL_PAGES * PAGE });
      let hasNews = false;
      for (const entry of entries) {
        const key = keyOf(entry);
        if (compareBytes(key, highest) <= 0) continue;
        [highest, hasNews] = [key, true];
      }
      stale = hasNews ? 0 : stale + 1;
      if (stale > MOST_STALE) throw new CodedError('not_object_store');
    };
  }
}

/**
 * All names of a folder in pages, each once, in no particular order. The rest of a folder with more than a page is asked for in parallel,
 * because a listing by itself is one request after the other.
 *
 * @throws CodedError `not_object_store` for a listing without an end
 */
export async function* allNames(list: ListNames): AsyncGenerator<readonly DirectoryEntry[], void> {
  const limits = new ListingLimits();
  const first = await list({ limit: PAGE });
  yield first.entries;
  if (first.next === undefined) return;
  const shares = sharesOf(first.entries, first.next);
  const waiting = new Map<Entries, ReturnType<typeof nextOf>>();
  const begin = (): void => {
    const share = shares.shift();
    if (!share) return;
    const reader = readShare(list, share, limits.run());
    waiting.set(reader, nextOf(reader));
  };
  for (let at = 0; at < MOST_LISTINGS; at++) begin();
  try {
    while (waiting.size > 0) {
      const { reader, result } = await Promise.race(waiting.values());
      if (result.done === true) {
        waiting.delete(reader);
        begin();
      } else {
        waiting.set(reader, nextOf(reader));
        yield result.value;
      }
    }
  } finally {
    // Whoever stops reading stops the requests, too: what is under way is of no use to anybody.
    for (const reading of waiting.values()) reading.catch(() => undefined);
  }
}

type Entries = AsyncGenerator<readonly DirectoryEntry[], void>;

function nextOf(reader: Entries): Promise<{ reader: Entries; result: IteratorResult<readonly DirectoryEntry[], void> }> {
  const read = reader.next().then((result) => ({ reader, result }));
  // Whoever races for it hears of it; until then nobody listens.
  read.catch(() => undefined);
  return read;
}

/** Names behind one and up to another, inclusive; without them from the beginning, to the end. */
interface Share {
  /** Goes on with a listing that began. */
  readonly token?: string;
  readonly after?: string;
  readonly until?: string;
}

async function* readShare(list: ListNames, { token, after, until }: Share, count: (page: NamesPage) => void): Entries {
  let next = token;
  do {
    const page = await list({ limit: PAGE, ...(next === undefined ? after !== undefined && { after } : { token: next }) });
    count(page);
    const inside = page.entries.filter((entry) => isWithin(keyOf(entry), after, until));
    yield inside;
    next = inside.length < page.entries.length && isBehind(page.entries.at(-1), until) ? undefined : page.next;
  } while (next !== undefined);
}

/** What is left of a folder behind its first page, cut where names of numbers, or of UUIDs, are spread over. */
function sharesOf(page: readonly DirectoryEntry[], token: string): Share[] {
  const last = page.reduce((most, entry) => (compare(keyOf(entry), most) > 0 ? keyOf(entry) : most), '');
  const cuts = cutsFor(page).filter((cut) => compare(cut, last) > 0);
  const [first] = cuts;
  const rest = cuts.map((after, at): Share => {
    const until = cuts[at + 1];
    return until === undefined ? { after } : { after, until };
  });
  return [{ token, ...(first !== undefined && { until: first }) }, ...rest];
}

/** Where the names of a folder are cut, in order, as its first page shows them. */
function cutsFor(page: readonly DirectoryEntry[]): string[] {
  const digits = [...'0123456789'];
  const letters = [...'abcdef'];
  const times = page.map(({ name }) => uuidTime(name)).filter((time) => time > 0);
  // UUIDs with a time all begin alike: cut by time from the first page to now.
  if (times.length * 2 > page.length) {
    const [from, to] = [Math.max(...times), Date.now()];
    const steps = Array.from({ length: TIME_SHARES }, (_, step) => from + ((to - from) / TIME_SHARES) * (step + 1));
    return [...new Set(steps.map((time) => timeStart(Math.round(time)))), ...letters].sort(compare);
  }
  if (page.some(({ name }) => uuidTime(name) >= 0)) return [...digits, ...letters];
  const longest = page.reduce((most, { name }) => Math.max(most, digitsOf(name)), 0);
  return longest <= FEW_DIGITS ? digits : digits.flatMap((one) => [one, ...digits.map((other) => one + other)]);
}

/** What UUIDs of a time begin with. */
function timeStart(time: number): string {
  const hex = time.toString(16).padStart(TIME_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/**
 * The names of the highest numbers in a folder before all names are known: how many digits they have the first page tells, which begins
 * with 1, 10, 100 and so on; the highest of these is found as in a sorted list. Numbers far above a gap are not found.
 *
 * @param least how many numbers, at least
 * @returns undefined where the names do not tell, or hold fewer
 */
export async function highestNumbers(list: ListNames, least: number): Promise<readonly DirectoryEntry[] | undefined> {
  const first = await list({ limit: PAGE });
  const seen = first.entries.map(({ name }) => numericId(name));
  const known = Math.max(-1, ...seen);
  const digits = Math.max(0, ...first.entries.map(({ name }) => digitsOf(name)));
  // What is one page, or holds no numbers, is read as it is.
  if (first.next === undefined || digits === 0) return undefined;
  const highest = await highestOf(list, digits, known);
  const found = new Map<string, DirectoryEntry>();
  let pages = MOST_PAGES;
  // Where numbers are missing, from further below.
  for (let width = least, to = Infinity; pages > 0; width *= 4) {
    const from = Math.max(0, highest - width + 1);
    pages = await readNumbers(list, { from, to, digits, pages, found });
    const count = new Set([...found.values()].map(({ name }) => numericId(name))).size;
    if (pages > 0 && count >= least) return [...found.values()];
    if (from === 0) return undefined;
    to = from;
  }
  return undefined;
}

/**
 * The names of all numbers from one on, where all are known up to another.
 * @returns undefined where there are so many new ones that listing all names in parallel is sooner
 */
export async function namesOfNumbers(list: ListNames, from: number, known: number): Promise<string[] | undefined> {
  const found = new Map<string, DirectoryEntry>();
  let digits = String(known).length;
  let pages = await readNumbers(list, { from, to: Infinity, digits, pages: MOST_PAGES, found });
  for (let highest = known; pages > 0; digits++) {
    for (const { name } of found.values()) highest = Math.max(highest, numericId(name));
    // Numbers with one digit more are sorted elsewhere.
    if (highest < lowestOf(digits + 1) - NEAR_END) return [...found.keys()];
    pages = await readNumbers(list, { from: lowestOf(digits + 1), to: Infinity, digits: digits + 1, pages, found });
  }
  return undefined;
}

/** The highest number of as many digits that is found, from one that is there. */
async function highestOf(list: ListNames, digits: number, known: number): Promise<number> {
  let [low, high] = [Math.max(known, lowestOf(digits)), lowestOf(digits + 1)];
  for (let asked = 0; high - low > 1 && asked < MOST_PROBES; asked += PROBES) {
    const step = (high - low) / (PROBES + 1);
    const places = [...new Set(Array.from({ length: PROBES }, (_, at) => Math.floor(low + step * (at + 1))))].filter((at) => at > low);
    const answers = await Promise.all(places.map((place) => highestBehind(list, place, digits)));
    for (const [at, answer] of answers.entries()) {
      const place = places[at] as number;
      if (answer === undefined) high = Math.min(high, place);
      else low = Math.max(low, answer);
    }
    // The rest is read with the names. What was added meanwhile may be behind a place where nothing was.
    if (high - low <= PROBE / 4) break;
  }
  return low;
}

/** The highest number of as many digits among the next names from a number on. */
async function highestBehind(list: ListNames, from: number, digits: number): Promise<number | undefined> {
  const { entries } = await list({ after: before(from), limit: PROBE, isShown: true });
  const values = entries.map(({ name }) => numericId(name)).filter((value) => value >= from && String(value).length === digits);
  return values.length === 0 ? undefined : Math.max(...values);
}

/** Before every file of a number, behind those of numbers that are sorted before it. */
function before(value: number): string {
  const text = String(value);
  const last = Number(text.at(-1));
  return `${text.slice(0, -1)}${last === 0 ? '' : last - 1}.~`;
}

interface NumbersToRead {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** The digits of the longest. */
  readonly digits: number;
  /** Listings that may be made. */
  readonly pages: number;
  readonly found: Map<string, DirectoryEntry>;
}

/** Reads the names of the numbers between two. @returns how many listings may still be made; 0 when they were not enough */
async function readNumbers(list: ListNames, { from, to, digits, pages, found }: NumbersToRead): Promise<number> {
  let left = pages;
  for (let length = String(from).length; length <= digits && left > 0; length++) {
    const start = Math.max(from, lowestOf(length));
    if (start < to) left = await readLength(list, { from: start, to, digits: length, pages: left, found });
  }
  return left;
}

/** As `readNumbers`, of those with as many digits: they follow each other in a listing, with a few shorter ones between them. */
async function readLength(list: ListNames, { from, to, digits, pages, found }: NumbersToRead): Promise<number> {
  let [left, shorter] = [pages, 0];
  let token: string | undefined;
  do {
    if (--left === 0) return 0;
    const page = await list({ limit: PAGE, isShown: true, ...(token === undefined ? { after: before(from) } : { token }) });
    for (const entry of page.entries) {
      const value = numericId(entry.name);
      if (value < from || digitsOf(entry.name) !== digits) {
        shorter++;
        continue;
      }
      if (value >= to) return left;
      shorter = 0;
      found.set(entry.name, entry);
    }
    token = shorter > MOST_SHORTER ? undefined : page.next;
  } while (token !== undefined);
  return left;
}

/** The lowest number of as many digits. */
function lowestOf(digits: number): number {
  return digits === 1 ? 0 : 10 ** (digits - 1);
}

function digitsOf(name: string): number {
  const value = numericId(name);
  return value < 0 ? 0 : String(value).length;
}

/** A folder's name as the listing sorts it. */
function keyOf({ name, kind }: DirectoryEntry): string {
  return kind === 'directory' ? `${name}/` : name;
}

function isWithin(key: string, after: string | undefined, until: string | undefined): boolean {
  return (after === undefined || compare(key, after) > 0) && (until === undefined || compare(key, until) <= 0);
}

function isBehind(entry: DirectoryEntry | undefined, until: string | undefined): boolean {
  return entry !== undefined && until !== undefined && compare(keyOf(entry), until) > 0;
}

/** The order of UTF-8 bytes, where one of the texts is ASCII. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The order of UTF-8 bytes for any texts: characters beyond the first 65,536 stand behind all others. */
function compareBytes(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}

/** NaN, behind the end of a text, comes first. */
function rank(unit: number): number {
  if (Number.isNaN(unit)) return -1;
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x1_0000 : unit;
}
