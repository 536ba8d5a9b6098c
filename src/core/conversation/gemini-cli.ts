import { named, timeOf } from './claude-code.ts';
import { geminiPart } from './gemini-contents.ts';
import type { NotSent, TextPartOf } from './conversation.ts';
import type { JsonRecord } from './json-records.ts';
import { at, type Outline, itemsAt, textAt } from './outline.ts';
import { ServerCounts, sumAt } from './server-count.ts';
import {
  callPart,
  contentParts,
  member,
  type MessageDraft,
  type PartDraft,
  type Placed,
  placedItems,
  reasoningPart,
  textPart,
} from './part-drafts.ts';

/** A message with the record it is in. */
interface LoggedMessage extends MessageDraft {
  readonly line: number;
}

/** A message of the log as it is now. */
interface Held extends Placed {
  readonly line: number;
  /** It has a line of its own: what is set anew as a whole may have been made shorter. */
  readonly isLogged?: true;
}

/** What is sent; the others are notes for the screen: `info`, `warning`, `error`. */
const SENT: ReadonlySet<string> = new Set(['user', 'gemini']);

/**
 * Sessions of Gemini CLI: `~/.gemini/tmp/PROJECT/chats/session-*.jsonl`, a log whose later lines replace, set and take back messages, and the
 * document `session-*.json` of its earlier versions. Seen in 0.61.0 (2026-11); see `docs/formats/gemini-cli.md`.
 */
export class GeminiCliReader {
  /** Its header was read. */
  #isSession = false;
  /** The messages that the log has made so far. */
  readonly #messages: Held[] = [];
  /** Where they are, or were, by their ids: a map from which the same one is deleted again and again becomes slow. */
  readonly #places = new Map<string, number>();
  #notSent = new Map<number, NotSent>();
  counts = new ServerCounts();
  /** Elements of a document whose root is still to come. */
  #elements: Held[] = [];
  title: string | undefined;
  /** The last model that is named. */
  model: string | undefined;
  folder: string | undefined;

  /** Takes an element of a document's `messages`; false for what is none. */
  element(placed: Placed, { line }: Pick<JsonRecord, 'line'>): boolean {
    if (textAt(placed.node, 'id') === undefined || !SENT.has(textAt(placed.node, 'type') ?? '')) return false;
    this.#elements.push({ ...placed, line });
    return true;
  }

  /** Takes a line of a log, or the root of a document; false for something else. */
  change(root: Outline, { line }: Pick<JsonRecord, 'line'>): boolean {
    const elements = this.#elements;
    this.#elements = [];
    if (textAt(root, 'sessionId') !== undefined && textAt(root, 'projectHash') !== undefined) {
      this.#isSession = true;
      this.title = textAt(root, 'summary') ?? this.title;
      this.#hold(elements);
      return true;
    }
    if (!this.#isSession) return false;
    const id = textAt(root, 'id');
    const back = textAt(root, '$rewindTo');
    const set = at(root, '$set');
    if (back !== undefined) this.#takeBack(this.#placeOf(back) ?? 0);
    else if (id !== undefined) this.#hold([{ node: root, path: [], line, isLogged: true }]);
    else if (set) this.#set({ node: set, path: ['$set'], line });
    else return false;
    return true;
  }

  #set(set: Held): void {
    this.title = textAt(set.node, 'summary') ?? this.title;
    const list = member(set, 'messages');
    if (list?.node.type !== 'array') return;
    this.#takeBack(0);
    this.#hold(list.node.items.map((node, index) => ({ node, path: [...list.path, index], line: set.line })));
  }

  #hold(messages: readonly Held[]): void {
    for (const held of messages) {
      const id = textAt(held.node, 'id');
      if (id === undefined) continue;
      const place = this.#placeOf(id) ?? this.#messages.length;
      this.#places.set(id, place);
      this.#messages[place] = held;
    }
  }

  /** Where a message is that was not taken back. */
  #placeOf(id: string): number | undefined {
    const place = this.#places.get(id);
    return place !== undefined && textAt(this.#messages[place]?.node, 'id') === id ? place : undefined;
  }

  /** That message and all behind it go; without it, as the program does it, all. */
  #takeBack(first: number): void {
    this.#messages.splice(first);
  }

  /**
   * The messages of the log, when all of its lines were read; none of something else.
   *
   * @param first number of the first of them
   */
  end(first: number): LoggedMessage[] {
    const held = this.#messages.filter(({ node }) => SENT.has(textAt(node, 'type') ?? ''));
    const answered = new Set(held.flatMap(({ node }) => answeredCalls(node)));
    const messages: LoggedMessage[] = [];
    this.counts = new ServerCounts();
    this.folder = folderIn(held[0]?.node);
    for (const message of held) {
      this.#count(message, first + messages.length);
      messages.push(...this.#drafts(message, answered));
    }
    this.#notSent = new Map(messages.flatMap((message, index) => (isLeftOut(message) ? [[first + index, 'dropped'] as const] : [])));
    return messages;
  }

  /** Counts the input as Gemini's API tells it, with what is cached. */
  #count({ node, isLogged }: Held, answer: number): void {
    const model = textAt(node, 'model');
    const tokens = at(node, 'tokens');
    if (model === undefined) return;
    const [input, cached, output] = [sumAt(tokens, 'input'), sumAt(tokens, 'cached'), sumAt(tokens, 'output', 'thoughts')];
    this.counts.note({ answer, model, input, cached, output }, isLogged ? {} : null);
  }

  /** What of the messages at the end of the log is not sent. */
  notSent(): Map<number, NotSent> {
    return this.#notSent;
  }

  #drafts(held: Held, answered: ReadonlySet<string>): LoggedMessage[] {
    const { node, line } = held;
    const model = textAt(node, 'model');
    this.model = model ?? this.model;
    const common = {
      ...named('id', textAt(node, 'id')),
      ...timeOf(textAt(node, 'timestamp')),
      start: node.start,
      end: node.end,
      line,
    };
    if (textAt(node, 'type') === 'user') {
      const parts = partsOf(member(held, 'content'));
      const isOfTools = parts.some(({ resultOf }) => resultOf !== undefined) && !parts.some((part) => isOwnText(part));
      return [{ ...common, role: isOfTools ? 'tool' : 'user', parts }];
    }
    const results = resultParts(held, answered);
    const answer = { ...common, ...named('model', model), role: 'assistant' as const, parts: answerParts(held) };
    return results.length > 0 ? [answer, { ...common, role: 'tool', parts: results }] : [answer];
  }
}

/** The folder that the program tells its model in its first message, if there is only one; its records name none. */
const ONE_FOLDER = /^<session_context>\n[^<]*?\*\*Workspace Directories:\*\*\n {2}- ([^\n]+)\n(?! {2}- )/;

function folderIn(message: Outline | undefined): string | undefined {
  if (!message || textAt(message, 'type') !== 'user') return undefined;
  const [first] = itemsAt(message, 'content');
  return ONE_FOLDER.exec(textAt(first, 'text') ?? '')?.[1];
}

/** What begins a command, or is written anew: `isIgnoredUserContent` in the code of its program. */
const LEFT_OUT = /^\s*(?:[/?]|<session_context>|<hook_context>)/;

/** Whether the program does not take it for something that a person said. */
function isLeftOut({ role, parts }: MessageDraft): boolean {
  if (role !== 'user') return false;
  const first = parts.find((part) => !isOwnText(part) || !part.isBlank);
  return first === undefined || (isOwnText(first) && LEFT_OUT.test(first.sample));
}

function isOwnText(part: PartDraft): part is TextPartOf {
  return part.kind === 'text' && part.resultOf === undefined;
}

/** The calls whose results a message of a person has. */
function answeredCalls(node: Outline): string[] {
  return itemsAt(node, 'content').flatMap((part) => textAt(part, 'functionResponse', 'id') ?? []);
}

/** A list of parts and texts, one of them by itself, or nothing. */
function partsOf(content: Placed | undefined): PartDraft[] {
  if (!content) return [];
  if (content.node.type === 'string') return content.node.text === '' ? [] : [textPart(content, content.node, true)];
  return content.node.type === 'object' ? geminiPart(content) : contentParts(content, partOrText);
}

function partOrText(placed: Placed): PartDraft[] {
  return placed.node.type === 'string' ? [textPart(placed, placed.node, true)] : geminiPart(placed);
}

/** What was thought and called stands beside a content that has neither itself. */
function answerParts(held: Held): PartDraft[] {
  const content = partsOf(member(held, 'content'));
  if (content.some(({ kind }) => kind === 'call' || kind === 'reasoning')) return content;
  const thoughts = placedItems(held, 'thoughts').map((thought) => reasoningPart(thought, at(thought.node, 'description')));
  const calls = placedItems(held, 'toolCalls').map((call) =>
    callPart(call, textAt(call.node, 'id'), textAt(call.node, 'name'), at(call.node, 'args')),
  );
  return [...thoughts, ...content, ...calls];
}

/** The results that stand beside their calls alone, as earlier versions wrote them. What the next message has too is a copy. */
function resultParts(held: Held, answered: ReadonlySet<string>): PartDraft[] {
  return placedItems(held, 'toolCalls').flatMap((call) => {
    const id = textAt(call.node, 'id') ?? '';
    const result = member(call, 'result');
    if (!result || answered.has(id)) return [];
    if (result.node.type === 'string') return [textPart({ ...result, resultOf: id, resultPlace: call.node }, result.node, true)];
    return partsOf(result);
  });
}
