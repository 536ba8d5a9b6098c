import type { Candidate } from './candidate-list.ts';
import type { TranscriptFinding } from './finding.ts';
import { judgeCandidate } from './judge.ts';
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
    const bytes = toUtf8.convert(chunk);
    for (let at = 0; at < bytes.length; at += SEARCHED_AT_ONCE) yield* findingsIn(scanner.push(bytes.subarray(at, at + SEARCHED_AT_ONCE)));
  }
  yield* findingsIn(scanner.push(toUtf8.end()));
  yield* findingsIn(scanner.end());
}

/** Bytes searched before their candidates are judged: thousands of candidates, each with its first bytes. */
const SEARCHED_AT_ONCE = 64 * 1024;

async function* findingsIn(candidates: readonly Candidate[]): AsyncGenerator<TranscriptFinding> {
  for (const candidate of candidates) {
    const judged = judgeCandidate(candidate);
    const finding = judged instanceof Promise ? await judged : judged;
    if (finding) yield finding;
  }
}

const NOTHING = new Uint8Array(0);

/** Passes UTF-8 on and decodes UTF-16 that begins with a byte order mark. */
class Utf8Chunks {
  /** Null when there is nothing to decode; undefined until that is known. */
  #decoder: InstanceType<typeof TextDecoder> | null | undefined;
  #first: Uint8Array = NOTHING;

  convert(chunk: Uint8Array): Uint8Array {
    let bytes = chunk;
    if (this.#decoder === undefined) {
      bytes = this.#first.length === 0 ? chunk : Uint8Array.from([...this.#first, ...chunk]);
      if (bytes.length < 2) {
        this.#first = bytes.slice();
        return NOTHING;
      }
      this.#first = NOTHING;
      this.#decoder = decoderFor(bytes) ?? null;
    }
    return this.#decoder ? encoder.encode(this.#decoder.decode(bytes, { stream: true })) : bytes;
  }

  end(): Uint8Array {
    return this.#decoder ? encoder.encode(this.#decoder.decode()) : this.#first;
  }
}

function decoderFor(bytes: Uint8Array): InstanceType<typeof TextDecoder> | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return undefined;
}
