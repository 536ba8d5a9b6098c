import type { Candidate } from './candidate.ts';
import type { TranscriptFinding } from './finding.ts';
import { judge } from './judge.ts';
import { TranscriptScanner } from './transcript-scanner.ts';

const encoder = new TextEncoder();

/**
 * Finds binary content in the text fields of a transcript: JSON, JSON lines or a log, UTF-8, or UTF-16 with a byte order
 * mark (offsets are then those of its UTF-8 form). Findings come while the text is read, those of one chunk in the order of
 * their places. Memory does not grow with the text.
 *
 * @param chunks of any size; one may be overwritten once the next is asked for
 * @throws whatever `chunks` throws
 */
export async function* lintTranscript(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TranscriptFinding> {
  const scanner = new TranscriptScanner();
  const toUtf8 = new Utf8Chunks();
  for await (const chunk of chunks) {
    for (const candidate of suspected(scanner, toUtf8.convert(chunk))) {
      const judged = judge(candidate);
      const finding = judged instanceof Promise ? await judged : judged;
      if (finding) yield finding;
    }
  }
  for (const candidate of [...suspected(scanner, toUtf8.end()), ...scanner.end()]) {
    const finding = await judge(candidate);
    if (finding) yield finding;
  }
}

/** So many bytes are searched before what was found in them is judged: thousands of candidates, each with its beginning. */
const SEARCHED_AT_ONCE = 64 * 1024;

function* suspected(scanner: TranscriptScanner, parts: Iterable<Uint8Array>): Generator<Candidate> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SEARCHED_AT_ONCE) yield* scanner.push(part.subarray(at, at + SEARCHED_AT_ONCE));
  }
}

/** What TextDecoder is here for. */
interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

/** Characters decoded at a time. */
const UTF16_PART = 256 * 1024;

/** Passes UTF-8 on and decodes UTF-16 that begins with a byte order mark. */
class Utf8Chunks {
  /** Null when there is nothing to decode; undefined until that is known. */
  #decoder: Decoder | null | undefined;
  #first: Uint8Array = new Uint8Array(0);

  *convert(chunk: Uint8Array): Generator<Uint8Array> {
    let bytes = chunk;
    if (this.#decoder === undefined) {
      bytes = this.#first.length === 0 ? chunk : Uint8Array.from([...this.#first, ...chunk]);
      if (bytes.length < 2) {
        this.#first = bytes.slice();
        return;
      }
      this.#first = new Uint8Array(0);
      this.#decoder = decoderFor(bytes) ?? null;
    }
    if (this.#decoder === null) yield bytes;
    else
      for (let at = 0; at < bytes.length; at += UTF16_PART)
        yield encoder.encode(this.#decoder.decode(bytes.subarray(at, at + UTF16_PART), { stream: true }));
  }

  *end(): Generator<Uint8Array> {
    if (this.#first.length > 0) yield this.#first;
    if (this.#decoder) yield encoder.encode(this.#decoder.decode());
  }
}

function decoderFor(bytes: Uint8Array): Decoder | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return undefined;
}
