import { utf8Size } from '../content/size.ts';
import { bytesIn } from '../io/arguments.ts';
import { decodeBase64, decodeKnownBase64, encodeBase64, isBase64 } from '../io/base64.ts';
import { CodedError } from '../io/errors.ts';
import type { Artifact } from '../store/artifact.ts';

/** A content that is characters. */
export interface HeldText {
  readonly form: 'text';
  readonly text: string;
  /** Bytes of its UTF-8. */
  readonly size: () => number;
}

/** A content that is bytes. */
export interface HeldBytes {
  readonly form: 'bytes';
  readonly bytes: () => Uint8Array;
  /** Standard base64. */
  readonly base64: () => string;
  readonly size: () => number;
}

/** What an artifact holds, whatever it was given as. */
export type HeldContent = HeldText | HeldBytes;

/**
 * The content of an artifact, checked. Texts are strings; other values of an artifact that is no binary are their JSON, as a
 * runtime that read them from JSON gives them. Binary content is bytes, or standard base64. Sizes are those of the content
 * itself, in bytes, a text's in UTF-8.
 *
 * @throws CodedError `io_failed` when there is no content, `base64_invalid`
 */
export function heldContent({ content, isBinary, base64 }: Pick<Artifact, 'content' | 'isBinary' | 'base64'>): HeldContent {
  const bytes = bytesIn(content);
  if (bytes)
    return {
      form: 'bytes',
      bytes: () => bytes,
      base64: typeof base64 === 'function' ? base64 : () => encodeBase64(bytes),
      size: () => bytes.length,
    };
  if (!isBinary) return textForm(typeof content === 'string' ? content : jsonOf(content));
  const text: unknown = content;
  if (typeof text !== 'string') throw new CodedError(text === undefined || text === null ? 'io_failed' : 'base64_invalid');
  if (!isBase64(text)) throw new CodedError('base64_invalid');
  return { form: 'bytes', bytes: () => decodeKnownBase64(text), base64: () => text, size: () => decodedSize(text) };
}

/** A text as content. */
export function textForm(text: string): HeldText {
  return { form: 'text', text, size: () => utf8Size(text) };
}

/** Whether a content is larger than a limit in bytes; most texts need not be counted for that. */
export function isLargerThan(content: HeldContent, limit: number): boolean {
  if (content.form === 'bytes') return content.size() > limit;
  const { length } = content.text;
  // A UTF-16 unit is one to three bytes of UTF-8.
  return length > limit || (length * 3 > limit && content.size() > limit);
}

/** Standard base64 of bytes, or what is standard base64 already. @throws CodedError `base64_invalid` */
export function toBase64(content: unknown): string {
  const bytes = bytesIn(content);
  if (bytes) return encodeBase64(bytes);
  if (typeof content !== 'string' || !isBase64(content)) throw new CodedError('base64_invalid');
  return content;
}

/** The bytes of a content that may be anything; none when it is neither bytes nor base64. */
export function bytesOrNone(content: unknown): Uint8Array {
  const bytes = bytesIn(content);
  if (bytes) return bytes;
  try {
    return typeof content === 'string' ? decodeBase64(content) : new Uint8Array(0);
  } catch {
    return new Uint8Array(0);
  }
}

/** Bytes that base64 stands for. */
function decodedSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function jsonOf(value: unknown): string {
  let json: string | undefined;
  try {
    json = value === null ? undefined : JSON.stringify(value, null, 2);
  } catch {
    // A circle, or what JSON has no word for.
  }
  if (json === undefined) throw new CodedError('io_failed');
  return json;
}
