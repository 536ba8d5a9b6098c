import type { RunSpan } from './base64-run.ts';
import type { BytesLiteral, NumberList } from './bytes-literal.ts';
import type { PathStep, TextPosition, TranscriptForm } from './finding.ts';
import type { JsonLexer } from './json-lexer.ts';
import { fieldRole, type FieldRole, isTyped } from './text-field.ts';
import type { LineCounter, Window } from './window.ts';

/** Where a candidate is, recorded when it begins. */
export interface CandidatePlace {
  readonly path: readonly PathStep[];
  readonly role: FieldRole;
  /** The depth of the object on whose `type` the role depends. */
  readonly depth: number;
  readonly isInString: boolean;
  readonly start: TextPosition;
  readonly before: string;
}

/**
 * Maximum waiting candidates; each holds 4 KB of its head, so all together about 1 MB. An object has `result` or `delta`
 * once: more than a few wait only where keys are repeated without end.
 */
const MOST_WAITING = 256;

/** Collects candidates; those whose role depends on a `type` wait until their object ends. */
export class CandidateList {
  readonly #window: Window;
  readonly #lexer: JsonLexer;
  readonly #lines: LineCounter;
  #ready: Candidate[] = [];
  /** A stack: the innermost objects last. */
  readonly #waiting: { readonly candidate: Candidate; readonly role: FieldRole; readonly depth: number }[] = [];

  constructor(window: Window, lexer: JsonLexer, lines: LineCounter) {
    this.#window = window;
    this.#lexer = lexer;
    this.#lines = lines;
  }

  /** Whether a candidate is waiting for the end of its object. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  take(): readonly Candidate[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** The surroundings of an offset that the lexer has reached. */
  surroundings(place: number): CandidatePlace {
    const { context, isInString } = this.#lexer;
    const levels = context.levels();
    return {
      path: levels.map(({ step }) => step),
      // whose key is not known is reported rather than ignored
      role: isInString && context.expectsKey ? 'other' : context.isTooDeep ? 'text' : fieldRole(levels, this.#lexer.isTextLine),
      depth: levels.findLastIndex(({ step }) => typeof step === 'string') + 1,
      isInString,
      start: this.#lines.at(place),
      before: this.#window.before(place),
    };
  }

  addRun(span: RunSpan, around: CandidatePlace): void {
    const { start, end, characters, padding } = span;
    const endPosition = span.endPosition ?? this.#lines.at(end);
    this.#add(
      {
        form: 'base64',
        offset: this.#window.base + start,
        length: end - start,
        start: span.startPosition ?? this.#lines.at(start),
        end: endPosition,
        path: around.path,
        before: this.#window.before(start),
        count: characters,
        padding,
        source: this.#window.head(start, end),
        isInString: around.isInString,
        isWhole: true,
      },
      around,
    );
  }

  /** @param isWhole whether the list or literal was read to its closing bracket or quote */
  addBytes(
    form: 'byte_list' | 'bytes_literal',
    bytes: NumberList | BytesLiteral,
    end: number,
    around: CandidatePlace,
    isWhole: boolean,
  ): void {
    const { start, count, head } = bytes;
    this.#add(
      {
        form,
        offset: this.#window.base + start,
        length: end - start,
        start: around.start,
        end: this.#lines.at(end),
        path: around.path,
        before: around.before,
        count,
        padding: 0,
        head: head.slice(0, count),
        isInString: around.isInString,
        isWhole,
      },
      around,
    );
  }

  /** The innermost object or array ends: decides the candidates that waited for its `type`. */
  settle(): void {
    const { depth } = this.#lexer.context;
    if ((this.#waiting.at(-1)?.depth ?? -1) < depth) return;
    this.#settleDeeperThan(depth);
    const from = this.#waiting.findLastIndex((waiting) => waiting.depth < depth) + 1;
    const { type } = this.#lexer.context;
    for (const { candidate, role } of this.#waiting.splice(from)) if (!isTyped(role, type)) this.#ready.push(candidate);
  }

  settleAll(): void {
    this.#settleDeeperThan(-1);
  }

  /** Reports the candidates of objects that never end as text. */
  #settleDeeperThan(depth: number): void {
    const from = this.#waiting.findLastIndex((waiting) => waiting.depth <= depth) + 1;
    for (const { candidate } of this.#waiting.splice(from)) this.#ready.push(candidate);
  }

  #wait(candidate: Candidate, { role, depth }: CandidatePlace): void {
    this.#settleDeeperThan(depth);
    const oldest = this.#waiting.length < MOST_WAITING ? undefined : this.#waiting.shift();
    if (oldest) this.#ready.push(oldest.candidate);
    this.#waiting.push({ candidate, role, depth });
  }

  #add(candidate: Candidate, place: CandidatePlace): void {
    // no API takes a file as a list of numbers, anywhere
    if (place.role === 'text' || candidate.form === 'byte_list') this.#ready.push(candidate);
    else if (place.role !== 'other') this.#wait(candidate, place);
  }
}

/** The position of possible binary content. */
interface Suspicion {
  /** Bytes from the beginning of the text. */
  readonly offset: number;
  readonly length: number;
  readonly start: TextPosition;
  readonly end: TextPosition;
  readonly path: readonly PathStep[];
  /** The text before it, at most about 190 characters. */
  readonly before: string;
  /** Base64: characters without padding, escapes and line breaks. Else: bytes. */
  readonly count: number;
  readonly padding: number;
  /** In a string of JSON. */
  readonly isInString: boolean;
  /** False for a list that continues with something other than a byte. */
  readonly isWhole: boolean;
}

/** Possible base64, with its first characters exactly as in the text. */
export interface Base64Candidate extends Suspicion {
  readonly form: 'base64';
  readonly source: string;
}

/** Possible bytes of a file, with the first of them. */
export interface BytesCandidate extends Suspicion {
  readonly form: Exclude<TranscriptForm, 'base64'>;
  readonly head: Uint8Array;
}

/** Possible binary content in a text; its first bytes decide. */
export type Candidate = Base64Candidate | BytesCandidate;
