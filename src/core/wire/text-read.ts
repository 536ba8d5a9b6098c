import type { CanonicalMessage } from './conversation.ts';
import { valueAt } from './json-pointer.ts';
import type { WireResult, WireVerdict } from './verdict.ts';

/**
 * What a model reads as text of a message, as the body has it: its texts with what the API puts around them, the texts of text
 * files with their captions, and the notes in place of what was left out. Null when there is none.
 *
 * @param message as it was given
 * @param verdicts those of the message
 */
export function textRead({ body }: Pick<WireResult, 'body'>, verdicts: readonly WireVerdict[], message: CanonicalMessage): string | null {
  const texts = new Map<string, string>();
  for (const verdict of verdicts) {
    if (verdict.pointer === undefined || texts.has(verdict.pointer) || !isText(verdict)) continue;
    const text = verdict.rule === 'text_as_object' ? canonicalText(message, verdict.part) : textAt(valueAt(body, verdict.pointer));
    if (text !== undefined) texts.set(verdict.pointer, verdict.caption === undefined ? text : `${verdict.caption}\n${text}`);
  }
  const read = [...texts.values()];
  // Some APIs have one string for the whole answer of a tool, and the note in it.
  for (const { note } of verdicts) if (note !== undefined && !read.some((text) => text.includes(note))) read.push(note);
  return read.length === 0 ? null : read.join('\n');
}

/** Whether a part is read as text in the body, be it that it was a file. */
export function isText({ kind, mimeType, rule }: WireVerdict): boolean {
  return (kind === 'text' && mimeType === undefined) || rule === 'text_file_as_text' || rule === 'text_file_as_document';
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
