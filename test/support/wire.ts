import type { ContentPart } from '../../src/core/routing/route-result.ts';
import type { ToolMessage } from '../../src/core/routing/tool-message.ts';
import type { AssistantMessage, CanonicalMessage, UserMessage } from '../../src/core/wire/turns.ts';
import type { WireResult } from '../../src/core/wire/verdict.ts';

/** base64 of bytes that stand for a medium; the wire layer never looks into them. */
export function base64(word: string): string {
  return Buffer.from(`content of ${word} `.repeat(12)).toString('base64');
}

export function image(mimeType: string, data = base64(mimeType)): ContentPart {
  return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
}

export function file(filename: string, mimeType: string, data = base64(filename)): ContentPart {
  return { type: 'file', file: { filename, mimeType, data } };
}

/** One part of each kind routing tells apart, and of those that APIs treat differently. */
export const PARTS = {
  png: image('image/png'),
  bmp: image('image/bmp'),
  pdf: file('report.pdf', 'application/pdf'),
  mp3: file('song.mp3', 'audio/mpeg'),
  ogg: file('voice.ogg', 'audio/ogg'),
  mp4: file('film.mp4', 'video/mp4'),
  docx: file('letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  txt: file('notes.txt', 'text/plain', Buffer.from('notes: ü\n'.repeat(40)).toString('base64')),
  zip: file('all.zip', 'application/zip'),
  imageFile: file('photo.png', 'image/png'),
} as const satisfies Record<string, ContentPart>;

export type PartName = keyof typeof PARTS;

export function user(...content: readonly ContentPart[]): UserMessage {
  return { role: 'user', content };
}

export function answer(callId: string, ...content: readonly ContentPart[]): ToolMessage {
  return { role: 'tool', tool_call_id: callId, content };
}

export function text(value: string): ContentPart {
  return { type: 'text', text: value };
}

/** The model calls a tool once for each id. */
export function calls(...ids: readonly string[]): AssistantMessage {
  return {
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id, at) => ({
      id,
      type: 'function',
      function: { name: 'get_artifact', arguments: `{"ref":"artifact:${at + 1}"}` },
    })),
  };
}

/** A turn in which one call is answered with these parts. */
export function answered(...content: readonly ContentPart[]): CanonicalMessage[] {
  return [{ role: 'user', content: 'Read artifact:1.' }, calls('c1'), answer('c1', ...content)];
}

/** Outcome and rule of the last part, in one word each. */
export function lastVerdict({ verdicts }: WireResult): string {
  const last = verdicts.at(-1);
  return `${last?.outcome} ${last?.rule}`;
}
