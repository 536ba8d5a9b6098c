import type { WireApi } from '../wire/verdict.ts';
import { named, timeOf } from './claude-code.ts';
import type { NotSent } from './conversation.ts';
import { at, literalAt, type Outline, textAt } from './outline.ts';
import {
  callPart,
  contentParts,
  emptyResult,
  idPlaceOf,
  mediaPart,
  member,
  type MessageDraft,
  type PartDraft,
  type Placed,
  reasoningPart,
  textIn,
  textPart,
  unknownPart,
  withTraits,
} from './part-drafts.ts';
import { ServerCounts, sumAt } from './server-count.ts';
import { type Linked, threadTo } from './thread.ts';

/** The names of APIs in an answer: `types.d.ts` of `@earendil-works/pi-ai` 1.5.2 (2026-11). */
const APIS: ReadonlyMap<string, WireApi> = new Map([
  ['anthropic-messages', 'anthropic'],
  ['openai-completions', 'openai-compatible'],
  ['openai-responses', 'openai-responses'],
  ['azure-openai-responses', 'openai-responses'],
  ['openai-codex-responses', 'openai-responses'],
  ['google-generative-ai', 'gemini'],
  ['google-vertex', 'gemini'],
  ['bedrock-converse-stream', 'bedrock-converse'],
]);

interface Entry extends Linked {
  readonly messages: readonly number[];
  readonly isSummary: boolean;
  /** The first entry before a summary that is still sent. */
  readonly firstKept: string | undefined;
  readonly isSystem: boolean;
  /** The entry that is edited, and whether that leaves it out. */
  readonly edit: { readonly target: string; readonly leavesOut: boolean } | undefined;
  /** The model from now on. */
  readonly model: string | undefined;
  /** The API that it was asked by. */
  readonly api: WireApi | undefined;
  /** An answer that broke off is not sent. */
  readonly isBroken: boolean;
}

/**
 * Sessions of pi: `~/.pi/agent/sessions/FOLDER/TIME_UUID.jsonl`, a tree of entries. Documented in the program's own package, and seen in 1.5.2
 * (2026-11); see `docs/formats/pi.md`.
 */
export class PiReader {
  #isSession = false;
  #messages = 0;
  readonly #entries: Entry[] = [];
  readonly counts = new ServerCounts();
  title: string | undefined;
  folder: string | undefined;

  /** A line's messages, none for a line without; undefined for a line of something else. */
  read(root: Outline): readonly MessageDraft[] | undefined {
    const type = textAt(root, 'type');
    const id = textAt(root, 'id');
    if (type === undefined || id === undefined) return undefined;
    if (type === 'session' && textAt(root, 'cwd') !== undefined) {
      this.#isSession = true;
      this.folder ??= textAt(root, 'cwd');
      return [];
    }
    if (!this.#isSession) return undefined;
    if (type === 'session_info') this.title = textAt(root, 'name') ?? this.title;
    const drafts = this.#drafts(type, { node: root, path: [] }).filter(({ parts }) => parts.length > 0);
    this.#entries.push({
      id,
      parentId: textAt(root, 'parentId'),
      messages: drafts.map((_, index) => this.#messages + index),
      isSummary: type === 'compaction',
      firstKept: textAt(root, 'firstKeptEntryId'),
      isSystem: textAt(root, 'message', 'role') === 'system',
      edit: editOf(type, root),
      model: modelOf(type, root),
      api: APIS.get(textAt(root, 'message', 'api') ?? ''),
      isBroken: ['error', 'aborted'].includes(textAt(root, 'message', 'stopReason') ?? ''),
    });
    // What an edit or a summary takes out was counted.
    if (type === 'compaction' || type === 'context_edit') this.counts.forget();
    else if (drafts.length > 0) this.#count(at(root, 'message'));
    this.#messages += drafts.length;
    return drafts.map((draft) => ({
      ...draft,
      id,
      ...named('parentId', textAt(root, 'parentId')),
      ...timeOf(textAt(root, 'timestamp')),
    }));
  }

  #count(message: Outline | undefined): void {
    const model = textAt(message, 'model');
    const usage = at(message, 'usage');
    if (model === undefined) return;
    this.counts.note({
      answer: this.#messages,
      model,
      input: sumAt(usage, 'input', 'cacheRead', 'cacheWrite'),
      cached: sumAt(usage, 'cacheRead'),
      ...(sumAt(usage, 'cacheWrite') > 0 && { written: sumAt(usage, 'cacheWrite') }),
      output: sumAt(usage, 'output'),
    });
  }

  #drafts(type: string, entry: Placed): MessageDraft[] {
    switch (type) {
      case 'message':
        return this.#message(member(entry, 'message'));
      case 'custom_message':
        return [{ role: 'user', parts: contentOf(entry) }];
      case 'branch_summary':
        return [{ role: 'user', parts: textIn(entry, 'summary') }];
      case 'compaction':
        return [...this.#message(member(entry, 'systemMessage')), { role: 'user', parts: textIn(entry, 'summary') }];
      default:
        return [];
    }
  }

  #message(message: Placed | undefined): MessageDraft[] {
    if (!message) return [];
    const { node } = message;
    switch (textAt(node, 'role')) {
      case 'system':
        return [{ role: 'system', parts: [...contentOf(message), ...sectionsOf(message)] }];
      case 'assistant':
        return [{ role: 'assistant', ...named('model', textAt(node, 'model')), parts: contentOf(message) }];
      case 'toolResult':
        return [{ role: 'tool', parts: resultParts(message) }];
      case 'bashExecution':
        return literalAt(node, 'excludeFromContext') === true
          ? []
          : [{ role: 'user', parts: [...textIn(message, 'command'), ...textIn(message, 'output')] }];
      default:
        return [{ role: 'user', parts: contentOf(message) }];
    }
  }

  /** The one by which the last answer came. */
  get api(): WireApi | undefined {
    return this.#thread().findLast(({ api }) => api !== undefined)?.api;
  }

  /** The last one that was chosen or answered. */
  get model(): string | undefined {
    return this.#thread().findLast(({ model }) => model !== undefined)?.model;
  }

  /** The entries to the last one, in their order. */
  #thread(): Entry[] {
    const thread = threadTo(this.#entries, this.#entries.at(-1));
    return this.#entries.filter((entry) => thread.has(entry));
  }

  /**
   * What is sent: the thread to the last entry, from what the last summary in it kept, but for system prompts and summaries in that; of
   * several edits of an entry the last.
   */
  notSent(): Map<number, NotSent> {
    const entries = this.#thread();
    const thread = new Set(entries);
    const summary = Math.max(
      0,
      entries.findLastIndex(({ isSummary }) => isSummary),
    );
    const summarised = entries.slice(0, summary);
    const kept = summarised.findIndex(({ id }) => id === entries[summary]?.firstKept);
    const compacted = new Set(summarised.filter(({ isSystem, isSummary }, index) => kept < 0 || index < kept || isSystem || isSummary));
    const edits = new Map(entries.flatMap((entry) => (entry.edit && !compacted.has(entry) ? [[entry.edit.target, entry.edit]] : [])));
    const leftOut = new Set([...edits.values()].flatMap(({ target, leavesOut }) => (leavesOut ? target : [])));
    const notSent = new Map<number, NotSent>();
    for (const entry of this.#entries) {
      const why = whyNot(entry, { thread, compacted, leftOut });
      if (why) for (const message of entry.messages) notSent.set(message, why);
    }
    return notSent;
  }
}

function editOf(type: string, root: Outline): Entry['edit'] {
  const target = textAt(root, 'targetId');
  return type === 'context_edit' && target !== undefined ? { target, leavesOut: literalAt(root, 'replacement') === null } : undefined;
}

function modelOf(type: string, root: Outline): string | undefined {
  if (type === 'model_change') return textAt(root, 'modelId');
  return textAt(root, 'message', 'role') === 'assistant' ? textAt(root, 'message', 'model') : undefined;
}

function whyNot(
  entry: Entry,
  { thread, compacted, leftOut }: { thread: ReadonlySet<Entry>; compacted: ReadonlySet<Entry>; leftOut: ReadonlySet<string> },
): NotSent | undefined {
  if (!thread.has(entry)) return 'other_branch';
  if (compacted.has(entry)) return 'compacted';
  if (leftOut.has(entry.id)) return 'dropped';
  return entry.isBroken ? 'api_error' : undefined;
}

/** The parts of the system prompt that have names. */
function sectionsOf(message: Placed): PartDraft[] {
  const sections = member(message, 'sections');
  return sections?.node.type === 'object' ? sections.node.members.flatMap(({ name }) => textIn(sections, name)) : [];
}

function contentOf(message: Placed): PartDraft[] {
  const content = member(message, 'content');
  if (!content || (content.node.type === 'string' && content.node.text === '')) return [];
  return contentParts(content, part);
}

function resultParts(message: Placed): PartDraft[] {
  const resultOf = textAt(message.node, 'toolCallId') ?? '';
  const placed = { ...message, resultOf, resultPlace: message.node, resultIdPlace: idPlaceOf(at(message.node, 'toolCallId')) };
  const content = contentOf(placed);
  const parts = content.length > 0 ? content : [emptyResult(placed, resultOf)];
  return literalAt(message.node, 'isError') === true ? parts.map((each) => withTraits(each, 'failed')) : parts;
}

function part(placed: Placed): PartDraft[] {
  const { node } = placed;
  const [text, data] = [at(node, 'text'), at(node, 'data')];
  switch (textAt(node, 'type')) {
    case 'text':
      return text?.type === 'string' ? [textPart(placed, text)] : [unknownPart(placed)];
    case 'image':
      return data?.type === 'string' ? [mediaPart(placed, { data, type: at(node, 'mimeType'), isFile: false })] : [unknownPart(placed)];
    case 'thinking':
      return [reasoningPart(placed, at(node, 'thinking'))];
    case 'toolCall':
      return [callPart(placed, at(node, 'id'), textAt(node, 'name'), at(node, 'arguments'))];
    default:
      return [unknownPart(placed)];
  }
}
