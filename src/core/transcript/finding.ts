import { formatSize } from '../content/size.ts';
import type { Sentence } from '../io/errors.ts';

/** What is wrong, as a code. */
export type TranscriptCode =
  /** A data URL with base64 stands in a text. */
  | 'data_url_in_text'
  /** Base64 without a data URL stands in a text. */
  | 'base64_in_text'
  /** A media part was turned into a string: JSON (or a Python literal) within a text. */
  | 'media_as_json_text'
  /** The bytes of a file as a list of numbers. */
  | 'byte_list_in_text'
  /** The bytes of a file as a Python literal, `b'…'`. */
  | 'bytes_literal_in_text';

/** How the bytes are written. */
export type TranscriptForm = 'base64' | 'byte_list' | 'bytes_literal';

/** A key of an object or an index of an array. */
export type PathStep = string | number;

/** A place between two characters: both 0-based, the column in UTF-16 code units; a byte order mark takes none. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Binary content found in a text. */
export interface TranscriptFinding {
  readonly code: TranscriptCode;
  readonly form: TranscriptForm;
  /** First byte in the UTF-8 form of the text, 0-based. */
  readonly offset: number;
  /** Bytes in the UTF-8 form, escapes included: exactly what would be replaced. It is ASCII, so it is as many characters. */
  readonly length: number;
  readonly start: TextPosition;
  readonly end: TextPosition;
  /** Where it stands in the JSON value around it; empty in plain text. */
  readonly path: readonly PathStep[];
  /** As the bytes themselves say; undefined when they have no signature and are no text. */
  readonly mimeType: string | undefined;
  /** As a data URL declares, when it does. */
  readonly declaredMimeType: string | undefined;
  /** Bytes of the decoded content; what a cut-off text still holds of it. */
  readonly size: number;
  /** Characters a model is sent for it: without the escapes and the quotes of the JSON around. */
  readonly characters: number;
  /** Estimated tokens of those characters; see paste-cost. */
  readonly tokens: number;
  /** What must stand around a string put in its place so that the text stays what it is: `"`, `\"` in JSON within a string, or nothing. */
  readonly quote: string;
  /** False for a list of numbers that is cut off or broken: what was found is only its beginning and must not be replaced. */
  readonly isWhole: boolean;
}

/** A path as people write it: `messages[3].content[0].text`. */
export function formatPath(path: readonly PathStep[]): string {
  return path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : /^[\w$-]+$/.test(step) ? `${at > 0 ? '.' : ''}${step}` : `[${JSON.stringify(step)}]`,
    )
    .join('');
}

/** What is wrong, in one sentence for each code. {0} is what the content is, {1} its size, {2} the estimated tokens. */
export const FINDING_SENTENCES: Readonly<Record<TranscriptCode, string>> = {
  data_url_in_text: 'Data URL in text: {0}, {1}. A model reads it as about {2} tokens.',
  base64_in_text: 'Base64 in text: {0}, {1}. A model reads it as about {2} tokens.',
  media_as_json_text: 'Media part turned into text: {0}, {1}. A model reads it as about {2} tokens.',
  byte_list_in_text: 'File as a list of numbers: {0}, {1}. A model reads it as about {2} tokens.',
  bytes_literal_in_text: 'File as a Python literal: {0}, {1}. A model reads it as about {2} tokens.',
};

/** @param type what the content is, in words @param language of the figures, a BCP 47 tag */
export function findingSentence({ code, size, tokens }: TranscriptFinding, type: string, language: string): Sentence {
  return { text: FINDING_SENTENCES[code], args: [type, formatSize(size), tokens.toLocaleString(language)] };
}
