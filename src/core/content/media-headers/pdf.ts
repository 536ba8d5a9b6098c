import { type Dictionary, dictionaryAt, numberOf, numbersOf, objectNumberAt, PdfFile, referenceOf, streamAt } from './pdf-syntax.ts';
import { type HeaderFacts, latin1 } from './walk.ts';

/** How far from the end `%%EOF`, preceded by `startxref`, may be (ISO 32000-2 annex I). */
const TAIL_BYTES = 2048;
/** How far from the beginning `%PDF-` may be. */
const HEAD_BYTES = 1024;

/**
 * PDF: pages and encryption, from the trailer, catalogue and page tree, or a linearised file's first object. Only these are read, through
 * the cross-reference: a rendering library would read, decode and repair the whole file. Facts behind a broken cross-reference or an
 * encrypted page tree stay unknown.
 */
export async function readPdf(bytes: Uint8Array): Promise<HeaderFacts> {
  const head = latin1(bytes, 0, HEAD_BYTES).indexOf('%PDF-');
  if (head < 0) return {};
  const tail = latin1(bytes, bytes.length - TAIL_BYTES, TAIL_BYTES);
  const isTruncated = !tail.includes('%%EOF');
  const start = /startxref\s+(\d{1,15})\s+%%EOF(?![\s\S]*startxref\s+\d)/.exec(tail)?.[1];
  const linearised = pagesOfLinearised(bytes, head);
  if (start === undefined) return { ...linearised, isTruncated };
  const objects = await PdfObjects.open(new PdfFile(bytes.subarray(head)), Number(start));
  if (objects.trailers.length === 0) return { ...linearised, isTruncated };
  const isEncrypted = objects.trailers.some((trailer) => /\/Encrypt\b/.test(trailer));
  const pages = await pagesInTree(objects);
  return { ...(pages === undefined ? linearised : { pages }), isEncrypted, isTruncated };
}

/** The root of the page tree has the page count (ISO 32000-2 §7.7.3.2). */
async function pagesInTree(objects: PdfObjects): Promise<number | undefined> {
  const root = referenceInTrailers(objects.trailers, 'Root');
  const catalogue = root === undefined ? undefined : await objects.dictionary(root);
  const tree = catalogue === undefined ? undefined : referenceOf(catalogue.entries, 'Pages');
  const pages = tree === undefined ? undefined : await objects.dictionary(tree);
  const count = pages === undefined ? undefined : numberOf(pages.entries, 'Count');
  return count === 0 ? undefined : count;
}

/** A linearised file has its page count in its first object (ISO 32000-2 annex F.3.3). */
function pagesOfLinearised(bytes: Uint8Array, head: number): HeaderFacts {
  const opening = /\b\d{1,10}\s{1,10}\d{1,5}\s{1,10}obj/.exec(latin1(bytes, head, HEAD_BYTES));
  const dictionary = opening ? dictionaryAt(bytes, head + opening.index) : undefined;
  if (!dictionary?.text.includes('/Linearized')) return {};
  const pages = numberOf(dictionary.entries, 'N');
  return pages ? { pages } : {};
}

/** Maximum number of incremental updates followed, and of object streams opened. */
const MAX_SECTIONS = 256;

/** Maximum number of subsections in old cross-reference tables: a file has a few per update. */
const MAX_SUBSECTIONS = 20_000;

/** Size of an entry in an old cross-reference table (ISO 32000-2 §7.5.4). */
const ENTRY_BYTES = 20;

/** Maximum size of an object stream's index: some ten thousand objects, where writers put a few hundred. */
const PAIRS_BYTES = 128 * 1024;

/** An object's position: an offset in the file, or an index in an object stream. */
type Place = { readonly offset: number } | { readonly container: number; readonly index: number };

/** A cross-reference section: its trailer dictionary and object positions. */
interface Section {
  readonly trailer: string;
  find(object: number): Place | undefined;
}

/** The objects of a PDF by its cross-reference sections (ISO 32000-2 §7.5.4–8), newest first. */
export class PdfObjects {
  readonly #file: PdfFile;
  readonly #sections: Section[] = [];
  #subsections = 0;

  private constructor(file: PdfFile) {
    this.#file = file;
  }

  /** @param start offset of the newest section, from `startxref` */
  static async open(file: PdfFile, start: number): Promise<PdfObjects> {
    const objects = new PdfObjects(file);
    const seen = new Set<number>();
    const waiting = [start];
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      if (seen.has(at)) continue;
      if (seen.size >= MAX_SECTIONS || file.inflatable <= 0) break;
      seen.add(at);
      const section = await objects.#sectionAt(at);
      if (!section) continue;
      objects.#sections.push(section);
      // Hybrid files keep entries for new readers in a separate section.
      for (const key of ['XRefStm', 'Prev']) {
        const other = numberOf(section.trailer, key);
        if (other !== undefined) waiting.push(other);
      }
    }
    return objects;
  }

  /** The trailer dictionaries, newest first. */
  get trailers(): readonly string[] {
    return this.#sections.map(({ trailer }) => trailer);
  }

  /** The dictionary of an object; undefined when it is missing or not a dictionary. */
  async dictionary(object: number): Promise<Dictionary | undefined> {
    const { bytes } = this.#file;
    const place = this.#place(object);
    if (!place) return undefined;
    if ('offset' in place) return objectNumberAt(bytes, place.offset) === object ? dictionaryAt(bytes, place.offset) : undefined;
    const container = this.#place(place.container);
    if (!container || !('offset' in container)) return undefined;
    const stream = await streamAt(this.#file, container.offset);
    const first = stream && numberOf(stream.entries, 'First');
    if (!stream || first === undefined) return undefined;
    // The stream starts with pairs of object number and offset.
    const pairs = latin1(stream.content, 0, Math.min(first, PAIRS_BYTES)).trim().split(/\s+/).map(Number);
    const at = pairs[2 * place.index] === object ? pairs[2 * place.index + 1] : undefined;
    return at === undefined ? undefined : dictionaryAt(stream.content, first + at);
  }

  #place(object: number): Place | undefined {
    for (const section of this.#sections) {
      const place = section.find(object);
      if (place) return place;
    }
    return undefined;
  }

  #sectionAt(at: number): Section | undefined | Promise<Section | undefined> {
    return latin1(this.#file.bytes, at, 32).trimStart().startsWith('xref') ? this.#table(at) : this.#stream(at);
  }

  /** Old form: fixed-length lines, then `trailer` and its dictionary. */
  #table(start: number): Section | undefined {
    const { bytes } = this.#file;
    const blocks: { first: number; count: number; at: number }[] = [];
    let at = start + latin1(bytes, start, 32).indexOf('xref') + 4;
    while (this.#subsections < MAX_SUBSECTIONS) {
      const head = /^\s*(\d{1,10})\s+(\d{1,10})[ \t]*(?:\r\n|\n|\r)/.exec(latin1(bytes, at, 64));
      if (!head) break;
      this.#subsections++;
      const count = Number(head[2]);
      at += head[0].length;
      if (count > 0) blocks.push({ first: Number(head[1]), count, at });
      at += count * ENTRY_BYTES;
    }
    const opening = /^\s*trailer/.exec(latin1(bytes, at, 64))?.[0].length;
    const trailer = opening === undefined ? undefined : dictionaryAt(bytes, at + opening);
    if (!trailer) return undefined;
    return {
      trailer: trailer.entries,
      find: (object) => {
        const block = blocks.find(({ first, count }) => object >= first && object < first + count);
        const entry = block && /^(\d{10}) \d{5} n/.exec(latin1(bytes, block.at + (object - block.first) * ENTRY_BYTES, ENTRY_BYTES))?.[1];
        return entry === undefined ? undefined : { offset: Number(entry) };
      },
    };
  }

  /** New form: a compressed stream of entries with three numbers each; `/W` has their widths. */
  async #stream(at: number): Promise<Section | undefined> {
    if (objectNumberAt(this.#file.bytes, at) === undefined) return undefined;
    const stream = await streamAt(this.#file, at);
    const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = (stream && numbersOf(stream.entries, 'W')) ?? [];
    const width = typeWidth + secondWidth + thirdWidth;
    if (!stream || width === 0 || width > 24) return undefined;
    const index = numbersOf(stream.entries, 'Index') ?? [0, numberOf(stream.entries, 'Size') ?? 0];
    const number = (from: number, length: number) =>
      stream.content.subarray(from, from + length).reduce((value, byte) => value * 256 + byte, 0);
    return {
      trailer: stream.entries,
      find: (object) => {
        for (let block = 0, row = 0; block + 1 < index.length; row += index[block + 1] ?? 0, block += 2) {
          const position = object - (index[block] ?? 0);
          if (position < 0 || position >= (index[block + 1] ?? 0)) continue;
          const from = (row + position) * width;
          if (from + width > stream.content.length) return undefined;
          const type = typeWidth === 0 ? 1 : number(from, typeWidth);
          const [second, third] = [number(from + typeWidth, secondWidth), number(from + typeWidth + secondWidth, thirdWidth)];
          if (type === 1) return { offset: second };
          return type === 2 ? { container: second, index: third } : undefined;
        }
        return undefined;
      },
    };
  }
}

/** The object an entry of the newest trailer with that key refers to. */
function referenceInTrailers(trailers: readonly string[], key: string): number | undefined {
  for (const trailer of trailers) {
    const object = referenceOf(trailer, key);
    if (object !== undefined) return object;
  }
  return undefined;
}
