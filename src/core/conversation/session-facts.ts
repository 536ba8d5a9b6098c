import type { CancelSignal, Compute } from '../io/compute.ts';
import type { FileSystem } from '../io/file-system.ts';
import { LINT_DEADLINE_MS, SESSION_END_BYTES } from '../io/limits.ts';
import type { ConversationIndex, ConversationMessage } from './conversation.ts';
import { formatFacts } from './formats.ts';
import { collectIndex } from './index-conversation.ts';
import { indexConversationTask } from './index-task.ts';
import { type SessionFile, workingFolder } from './sessions.ts';

/** What a list shows of a session. Words are as they are in the file: of anybody. */
export interface SessionFacts {
  /** What it is about: its own title, or what the person said first. */
  readonly title?: string;
  /** The model that answered last. */
  readonly model?: string;
  /** The folder the program worked in. */
  readonly folder?: string;
  /** How often the person said something; undefined while only a part of the file is read. */
  readonly turns?: number;
}

const LINE_FEED = 10;

/** What the row of a session in a database says; else reads the beginning of a session and, of lines, its end: {@link SESSION_END_BYTES} each, or all of a short one. Rejects with the codes of the file system, and as `Compute` does. */
export async function readSessionFacts(
  fs: FileSystem,
  { location, size, facts: told }: SessionFile,
  { compute, signal }: { readonly compute: Compute; readonly signal?: CancelSignal | undefined },
): Promise<SessionFacts> {
  if (told) return told;
  const isWhole = size <= 2 * SESSION_END_BYTES;
  const head = await fs.readFile(location, { length: isWhole ? size : SESSION_END_BYTES, noFollow: true });
  const hasMore = !isWhole && location.endsWith('.jsonl');
  const ends = hasMore
    ? joined(head, await fs.readFile(location, { offset: size - SESSION_END_BYTES, length: SESSION_END_BYTES, noFollow: true }))
    : head;
  const index = await collectIndex(
    compute.stream(indexConversationTask, only(ends), {}, { deadline: LINT_DEADLINE_MS, ...(signal && { signal }) }),
  );
  // What a chat shows may name any folder.
  const folder = index.folder ?? (formatFacts(index.format)?.notation === 'view' ? undefined : workingFolder(head));
  const { turns, ...facts } = factsOfIndex(index);
  return { ...facts, ...(isWhole && turns !== undefined && { turns }), ...(folder !== undefined && { folder }) };
}

/** The facts of a session that was read. */
export function factsOfIndex({ title, model, folder, messages, notSent }: ConversationIndex): SessionFacts {
  const said = messages.filter(({ role, index }) => role === 'user' && notSent.get(index) !== 'sidechain');
  const first = said.map(spokenText).find((text) => text !== undefined);
  const name = title ?? first;
  return {
    ...(name !== undefined && { title: name }),
    ...(model !== undefined && { model }),
    ...(folder !== undefined && { folder }),
    turns: said.filter((message) => spokenText(message) !== undefined || message.parts.some(({ kind }) => kind === 'media')).length,
  };
}

/** What programs say in a person's name: the surroundings, commands and what they print, rules of the folder. */
const NOT_SPOKEN = /^(?:<|Caveat: |# AGENTS\.md instructions|\[Request interrupted)/;

/** What the person said in a message; undefined when all of it is from the program. */
function spokenText({ parts }: ConversationMessage): string | undefined {
  for (const part of parts) {
    if (part.kind !== 'text' || part.resultOf !== undefined) continue;
    const text = part.sample
      .replace(/^\s*<(?:task|user_message|user_input mode="\w+")>/, '')
      .replace(/^\s*<current_datetime>[^<]*<\/current_datetime>/, '')
      .replace(/<\/(?:task|user_message|user_input)>\s*$/, '')
      .trim();
    if (text !== '' && !NOT_SPOKEN.test(text)) return text;
  }
  return undefined;
}

/** The whole lines of both ends of a file of lines. */
function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const end = head.lastIndexOf(LINE_FEED) + 1;
  const start = tail.indexOf(LINE_FEED) + 1;
  if (end === 0 || start === 0) return head;
  const both = new Uint8Array(end + tail.length - start);
  both.set(head.subarray(0, end));
  both.set(tail.subarray(start), end);
  return both;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
