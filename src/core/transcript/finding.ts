import { formatSize } from '../content/size.ts';
import type { Sentence } from '../io/errors.ts';

export type TranscriptCode =
  /** A data URL with base64 in a text. */
  | 'data_url_in_text'
  /** Base64 without a data URL in a text. */
  | 'base64_in_text'
  /** A media part serialised as a string: JSON (or a Python literal) in a text. */
  | 'media_as_json_text'
  /** A file's bytes as a list of numbers. */
  | 'byte_list_in_text'
  /** A file's bytes as a Python literal, `b'…'`. */
  | 'bytes_literal_in_text';

export type TranscriptForm = 'base64' | 'byte_list' | 'bytes_literal';

/** A key of an object or an index of an array. */
export type PathStep = string | number;

/** A position between two characters, 0-based, columns in UTF-16 code units; a byte order mark doesn't count. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Binary content found in a text. */
export interface TranscriptFinding {
  readonly code: TranscriptCode;
  readonly form: TranscriptForm;
  /** Offset of the first byte in UTF-8, 0-based. */
  readonly offset: number;
  /** Bytes in UTF-8 including escapes: exactly what would be replaced. ASCII only, so also the number of characters. */
  readonly length: number;
  readonly start: TextPosition;
  readonly end: TextPosition;
  /** Its path in the surrounding JSON value; empty in plain text. */
  readonly path: readonly PathStep[];
  /** By its bytes; undefined without a signature when it is not text. */
  readonly mimeType: string | undefined;
  /** From the data URL, if any. */
  readonly declaredMimeType: string | undefined;
  /** Bytes of the decoded content, as far as present. */
  readonly size: number;
  /** Characters sent to a model, without the JSON's escapes and quotes. */
  readonly characters: number;
  /** Estimated tokens of those characters. */
  readonly tokens: number;
  /** Quotes needed around a replacement string: `"`, `\"` in JSON within a string, or none. */
  readonly quote: string;
  /** False for an incomplete or broken list of numbers, which must not be replaced. */
  readonly isWhole: boolean;
}

/** Formats a path: `messages[3].content[0].text`. */
export function formatPath(path: readonly PathStep[]): string {
  return path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : /^[\w$-]+$/.test(step) ? `${at > 0 ? '.' : ''}${step}` : `[${JSON.stringify(step)}]`,
    )
    .join('');
}

/** English messages. {0} is the content, {1} its size, {2} the estimated tokens. */
export const FINDING_SENTENCES: Readonly<Record<TranscriptCode, string>> = {
  data_url_in_text: 'Data URL in text: {0}, {1}. A model reads it as about {2} tokens.',
  base64_in_text: 'Base64 in text: {0}, {1}. A model reads it as about {2} tokens.',
  media_as_json_text: 'Media part turned into text: {0}, {1}. A model reads it as about {2} tokens.',
  byte_list_in_text: 'File as a list of numbers: {0}, {1}. A model reads it as about {2} tokens.',
  bytes_literal_in_text: 'File as a Python literal: {0}, {1}. A model reads it as about {2} tokens.',
};

/** @param type the content in words @param language of the numbers, a BCP 47 tag */
export function findingSentence({ code, size, tokens }: TranscriptFinding, type: string, language: string): Sentence {
  return { text: FINDING_SENTENCES[code], args: [type, formatSize(size), tokens.toLocaleString(language)] };
}
