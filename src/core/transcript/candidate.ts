import type { PathStep, TextPosition, TranscriptForm } from './finding.ts';

/** Something in a text that may be binary content; what it is its head will tell. */
export interface Candidate {
  readonly form: TranscriptForm;
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
  /** Base64: the first source bytes. Else: the first decoded bytes. */
  readonly head: Uint8Array;
  /** In a string of JSON. */
  readonly isInString: boolean;
  /** False for a list that goes on behind what was read of it, with something that is no byte. */
  readonly isWhole: boolean;
}
