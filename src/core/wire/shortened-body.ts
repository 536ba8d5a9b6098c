import { type DescribeLength, LONG_BASE64, type Shortened, shortenedBase64 } from '../routing/shortened-message.ts';
import type { CanonicalMessage } from './turns.ts';
import { pointerSteps, valueAt } from './ledger.ts';
import type { WireMedia, WireResult, WireVerdict } from './verdict.ts';

/** The media of a body as a tree of the steps to them. */
interface Steps {
  media?: WireMedia;
  readonly below: Map<string, Steps>;
}

function stepsTo(media: readonly WireMedia[]): Steps {
  const root: Steps = { below: new Map() };
  for (const one of media) {
    let at = root;
    for (const step of pointerSteps(one.pointer)) {
      const next = at.below.get(step) ?? { below: new Map<string, Steps>() };
      at.below.set(step, next);
      at = next;
    }
    at.media = one;
  }
  return root;
}

/**
 * The body for people: its base64 shows only its beginning and its length, and `saved` tells by how many characters its
 * JSON is shorter. The base64 is cut where the result says it is, and never searched.
 */
export function shortenBody({ body, media }: WireResult, describe: DescribeLength): Shortened<Readonly<Record<string, unknown>>> {
  let saved = 0;
  const visit = (value: unknown, { media: found, below }: Steps): unknown => {
    if (found) {
      if (found.length < LONG_BASE64) return value;
      const shortened = shortenedBase64(found.beginning, found.length, describe);
      saved += shortened.saved;
      return shortened.value;
    }
    if (typeof value !== 'object' || value === null || below.size === 0) return value;
    const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    for (const [step, steps] of below) copy[step] = visit(copy[step], steps);
    return copy;
  };
  return { value: visit(body, stepsTo(media)) as Readonly<Record<string, unknown>>, saved };
}

/**
 * Bytes of the body as JSON in UTF-8. The JSON is not made, and base64 not walked: each of its characters is one byte.
 */
export function bodySize({ body, media }: WireResult): number {
  return sizeOf(body, stepsTo(media));
}

function sizeOf(value: unknown, { media, below }: Steps): number {
  if (media) return jsonSize(media.beginning.slice(0, media.start)) + media.length;
  if (typeof value !== 'object' || value === null || below.size === 0) return jsonSize(value);
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, item, at) => sum + sizeOf(item, below.get(String(at)) ?? NOTHING), 2 + Math.max(0, value.length - 1));
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.reduce(
    (sum, [name, member]) => sum + jsonSize(name) + 1 + sizeOf(member, below.get(name) ?? NOTHING),
    2 + Math.max(0, members.length - 1),
  );
}

const NOTHING: Steps = { below: new Map() };
const encoder = new TextEncoder();
/** ASCII of which JSON escapes nothing: most names and values. */
const PLAIN = /^[ !#-[\]-~]*$/;

function jsonSize(value: unknown): number {
  if (typeof value === 'string' && PLAIN.test(value)) return value.length + 2;
  return encoder.encode(JSON.stringify(value)).length;
}

/**
 * What a model reads as text of a message, as the body has it: its texts with what the API puts around them, the texts of text
 * files with their captions, and the notes in place of what was left out. Null when there is none.
 *
 * @param message as it was given
 * @param verdicts those of the message
 */
export function textRead(
  result: Pick<WireResult, 'body' | 'media'>,
  verdicts: readonly WireVerdict[],
  message: CanonicalMessage,
): string | null {
  const texts = new Map<string, string>();
  for (const verdict of verdicts) {
    const { pointer, rule } = verdict;
    if (pointer === undefined || !isText(verdict)) continue;
    const whole = rule === 'text_file_as_text' ? resultAt(valueAt(result.body, pointer)) : undefined;
    const text = whole ?? (texts.has(pointer) ? undefined : textOfPart(result, { ...verdict, pointer }, message));
    if (text !== undefined) texts.set(pointer, text);
  }
  const read = [...texts.values()];
  // Some APIs have one string for the whole answer of a tool, and the note in it.
  for (const { note } of verdicts) if (note !== undefined && !read.some((text) => text.includes(note))) read.push(note);
  return read.length === 0 ? null : read.join('\n');
}

/** The text of a part as the body has it, with its caption. */
function textOfPart(
  result: Pick<WireResult, 'body' | 'media'>,
  { pointer, rule, part, caption, isReadAsText }: WireVerdict & { readonly pointer: string },
  message: CanonicalMessage,
): string | undefined {
  const text = rule === 'text_as_object' ? canonicalText(message, part) : textBelow(result, pointer, isReadAsText);
  return text === undefined || caption === undefined ? text : `${caption}\n${text}`;
}

/** Whether the model reads a part as text, be it that it was a file, or is one in the body. */
export function isText({ kind, mimeType, rule, isReadAsText }: WireVerdict): boolean {
  return (
    (kind === 'text' && mimeType === undefined) || rule === 'text_file_as_text' || rule === 'text_file_as_document' || isReadAsText === true
  );
}

/** The text at a pointer, or that of the file that is in base64 below it. */
function textBelow({ body, media }: Pick<WireResult, 'body' | 'media'>, pointer: string, isFile: boolean | undefined): string | undefined {
  return isFile ? media.find((each) => each.pointer.startsWith(`${pointer}/`))?.text : textAt(valueAt(body, pointer));
}

/** The lines of a tool's answer, which Gemini has as an object. */
function resultAt(value: unknown): string | undefined {
  const result = typeof value === 'object' && value !== null ? (value as { result?: unknown }).result : undefined;
  return typeof result === 'string' ? result : undefined;
}

/** The text of a value that carries one: a string, a part of type text, or a document of text. */
function textAt(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { text, source } = value as { text?: unknown; source?: { data?: unknown } };
  const found = text ?? source?.data;
  return typeof found === 'string' ? found : undefined;
}

/** An object an API wants is made of the JSON that the message holds: that JSON is its text, and need not be written again. */
function canonicalText({ content }: CanonicalMessage, part: number): string | undefined {
  return textAt(typeof content === 'string' ? content : content?.[part]);
}
