import type { PathStep, TextPosition, TranscriptForm } from './finding.ts';

/** Where something stands in a text that may be binary content. */
interface Suspicion {
  /** Bytes from the beginning of the text. */
  readonly offset: number;
  readonly length: number;
  readonly start: TextPosition;
  readonly end: TextPosition;
  readonly path: readonly PathStep[];
  /** What stands before it, at most some 190 characters. */
  readonly before: string;
  /** Base64: characters without padding, escapes and line breaks. Else: bytes. */
  readonly count: number;
  readonly padding: number;
  /** In a string of JSON. */
  readonly isInString: boolean;
  /** False for a list that goes on behind what was read of it, with something that is no byte. */
  readonly isWhole: boolean;
}

/** What may be base64, with its first characters as they stand in the text. */
export interface Base64Candidate extends Suspicion {
  readonly form: 'base64';
  readonly source: string;
}

/** What may be the bytes of a file, with the first of them. */
export interface BytesCandidate extends Suspicion {
  readonly form: Exclude<TranscriptForm, 'base64'>;
  readonly head: Uint8Array;
}

/** Something in a text that may be binary content; what it is its beginning will tell. */
export type Candidate = Base64Candidate | BytesCandidate;
