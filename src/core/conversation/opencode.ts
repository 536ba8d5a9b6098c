import type { WireApi } from '../wire/verdict.ts';
import { named } from './claude-code.ts';
import type { NotSent } from './conversation.ts';
import { at, literalAt, type Outline, textAt } from './outline.ts';
import {
  callPart,
  emptyResult,
  idPlaceOf,
  member,
  type MessageDraft,
  type PartDraft,
  type Placed,
  placedItems,
  reasoningPart,
  textIn,
  textPart,
  unknownPart,
  urlPart,
  withTraits,
} from './part-drafts.ts';
import { ServerCounts, sumAt } from './server-count.ts';

/** The APIs of providers that the program knows itself, and asks by the libraries of Vercel's AI SDK (1.18.34, 2026-11). */
const APIS: ReadonlyMap<string, WireApi> = new Map([
  ['anthropic', 'anthropic'],
  ['openai', 'openai-responses'],
  ['google', 'gemini'],
  ['amazon-bedrock', 'bedrock-converse'],
  ['mistral', 'mistral'],
]);

/** What of an element decides whether it is sent. */
interface Element {
  readonly id: string;
  readonly messages: readonly number[];
  /** The message of a person that is summarised from here on, and the first message before it that is still sent. */
  readonly compaction: { readonly tail: string | undefined } | undefined;
  /** The message of a person whose summary it is. */
  readonly summaryOf: string | undefined;
  /** An answer that failed is not sent, but for one that a person broke off when it had said something. */
  readonly isFailed: boolean;
}

/**
 * Sessions of opencode and of Kilo, as `opencode export` and `kilo export` write them: `{info, messages: [{info, parts}]}`. Held to the requests
 * of opencode 1.18.34 and Kilo 7.7.9 (2026-11); see `docs/formats/opencode.md`.
 */
export class OpenCodeReader {
  readonly #elements: Element[] = [];
  readonly counts = new ServerCounts();
  /** The message from which on a person took everything back, or from behind which: then parts of it, too. */
  #reverted: { readonly id: string; readonly isKept: boolean } | undefined;
  /** When a result of a call was cleared last; milliseconds since 1970. */
  #cleared = 0;
  #answeredBy: string | undefined;
  #provider: string | undefined;
  #chosen: string | undefined;
  title: string | undefined;
  folder: string | undefined;
  version: string | undefined;

  /** The messages of an element of the list; undefined for one of something else. @param before how many messages came before it */
  element(element: Placed, before: number): readonly MessageDraft[] | undefined {
    const info = at(element.node, 'info');
    const [id, role] = [textAt(info, 'id'), textAt(info, 'role')];
    if (id === undefined || textAt(info, 'sessionID') === undefined || at(element.node, 'parts')?.type !== 'array') return undefined;
    if (role !== 'user' && role !== 'assistant') return undefined;
    const parts = placedItems(element, 'parts');
    const drafts = (role === 'user' ? [userDraft(parts)] : answerDrafts(parts)).filter((draft) => draft.parts.length > 0);
    const messages = drafts.map((_, index) => before + index);
    const common = { id, ...createdIn(info) };
    if (role === 'user') {
      this.#elements.push({ id, messages, compaction: compactionIn(parts), summaryOf: undefined, isFailed: false });
      return drafts.map((draft) => ({ ...common, ...draft }));
    }
    const summaryOf = isSummary(info) && isDone(info) ? textAt(info, 'parentID') : undefined;
    this.#elements.push({ id, messages, compaction: undefined, summaryOf, isFailed: isFailed(info, parts) });
    this.#count(info, before);
    for (const { node } of parts) this.#cleared = Math.max(this.#cleared, clearedAt(node) ?? 0);
    return drafts.map((draft) => ({ ...common, ...draft, ...(draft.role === 'assistant' && named('model', textAt(info, 'modelID'))) }));
  }

  /** The document, whose messages have come before it; false for one of something else. */
  root(node: Outline): boolean {
    const info = at(node, 'info');
    if (this.#elements.length === 0 || textAt(info, 'id') === undefined) return false;
    this.title = textAt(info, 'title');
    this.folder = textAt(info, 'directory');
    this.version = textAt(info, 'version')?.slice(0, 100);
    this.#chosen = textAt(info, 'model', 'id');
    const reverted = textAt(info, 'revert', 'messageID');
    this.#reverted = reverted === undefined ? undefined : { id: reverted, isKept: at(info, 'revert', 'partID') !== undefined };
    return true;
  }

  /** Of a provider that a person has set up the session does not say which it is. */
  get api(): WireApi | undefined {
    return APIS.get(this.#provider ?? '');
  }

  get model(): string | undefined {
    return this.#chosen ?? this.#answeredBy;
  }

  /** Tokens of the input without those that were read from the cache or written to it, which stand beside them; of the output without those of thinking. */
  #count(info: Outline | undefined, answer: number): void {
    const model = textAt(info, 'modelID');
    if (model === undefined) return;
    this.#answeredBy = model;
    this.#provider = textAt(info, 'providerID');
    const [tokens, cache] = [at(info, 'tokens'), at(info, 'tokens', 'cache')];
    const written = sumAt(cache, 'write');
    const request = {
      answer,
      model,
      input: sumAt(tokens, 'input') + sumAt(cache, 'read', 'write'),
      cached: sumAt(cache, 'read'),
      ...(written > 0 && { written }),
      output: sumAt(tokens, 'output', 'reasoning'),
    };
    // What a summary or the clearing of results takes out was counted.
    const isOfMore = isSummary(info) || (createdIn(info).time ?? Infinity) < this.#cleared;
    this.counts.note(request, isOfMore ? null : {});
    if (isSummary(info) && isDone(info)) this.counts.forget();
  }

  /**
   * What is sent: everything from the last summary on, with what that left as it was, without answers that failed and without what a person
   * took back.
   */
  notSent(): Map<number, NotSent> {
    const kept = this.#firstKept();
    const takenBack = this.#firstTakenBack();
    const notSent = new Map<number, NotSent>();
    for (const [at, { messages, isFailed }] of this.#elements.entries()) {
      const why = at < kept ? 'compacted' : at >= takenBack ? 'dropped' : isFailed ? 'api_error' : undefined;
      if (why) for (const message of messages) notSent.set(message, why);
    }
    return notSent;
  }

  /** The number of the first element that no summary stands for; none does where the message is missing that the last one keeps first. */
  #firstKept(): number {
    const summaries = new Set(this.#elements.flatMap(({ summaryOf }) => summaryOf ?? []));
    const last = this.#elements.findLastIndex(({ id, compaction }) => compaction !== undefined && summaries.has(id));
    const tail = this.#elements[last]?.compaction?.tail;
    return tail === undefined ? last : Math.min(last, this.#numberOf(tail));
  }

  #firstTakenBack(): number {
    if (!this.#reverted) return Infinity;
    const { id, isKept } = this.#reverted;
    const number = this.#numberOf(id);
    return number < 0 ? Infinity : number + (isKept ? 1 : 0);
  }

  /** -1 for an id that no element has. */
  #numberOf(wanted: string): number {
    return this.#elements.findIndex(({ id }) => id === wanted);
  }
}

function isSummary(info: Outline | undefined): boolean {
  return literalAt(info, 'summary') === true;
}

/** Whether a summary stands for what it sums up: not one that failed or was broken off, whatever it has said. */
function isDone(info: Outline | undefined): boolean {
  return textAt(info, 'finish') !== undefined && at(info, 'error') === undefined;
}

/** Milliseconds since 1970. */
function createdIn(info: Outline | undefined): { readonly time?: number } {
  const time = literalAt(info, 'time', 'created');
  return typeof time === 'number' ? { time } : {};
}

function compactionIn(parts: readonly Placed[]): Element['compaction'] {
  const part = parts.find(({ node }) => textAt(node, 'type') === 'compaction')?.node;
  return part && { tail: textAt(part, 'tail_start_id') };
}

function isFailed(info: Outline | undefined, parts: readonly Placed[]): boolean {
  return at(info, 'error') !== undefined && !(isBrokenOff(info) && parts.some(({ node }) => saysSomething(node)));
}

function isBrokenOff(info: Outline | undefined): boolean {
  return textAt(info, 'error', 'name') === 'MessageAbortedError';
}

function saysSomething(part: Outline): boolean {
  return !['step-start', 'reasoning'].includes(textAt(part, 'type') ?? '');
}

/** What a person says and attaches. A text file or a folder stands among the texts already. */
function userDraft(parts: readonly Placed[]): MessageDraft {
  return { role: 'user', parts: parts.flatMap(userPart) };
}

const AMONG_TEXTS: ReadonlySet<string> = new Set(['text/plain', 'application/x-directory']);

function userPart(part: Placed): PartDraft[] {
  const { node } = part;
  switch (textAt(node, 'type')) {
    case 'text':
      return literalAt(node, 'ignored') === true ? [] : textIn(part, 'text');
    case 'file':
      return AMONG_TEXTS.has(textAt(node, 'mime') ?? '') ? [] : [filePart(part)];
    // The program says a sentence of its own in their place.
    case 'compaction':
    case 'subtask':
      return textIn(part, 'type');
    case 'agent':
      return [];
    default:
      return [unknownPart(part)];
  }
}

function filePart(part: Placed): PartDraft {
  const { node } = part;
  return urlPart(part, at(node, 'url'), {
    filename: textAt(node, 'filename'),
    isFile: !(textAt(node, 'mime') ?? '').startsWith('image/'),
  });
}

/** Answers, and after each step the results of its calls: older versions have several steps in one message. */
function answerDrafts(parts: readonly Placed[]): MessageDraft[] {
  const drafts: MessageDraft[] = [];
  let [said, results] = [[] as PartDraft[], [] as PartDraft[]];
  const end = (): void => {
    drafts.push({ role: 'assistant', parts: said }, { role: 'tool', parts: results });
    [said, results] = [[], []];
  };
  for (const part of parts) {
    const type = textAt(part.node, 'type');
    if (type === 'step-start') end();
    if (type === 'tool') {
      said.push(callOf(part));
      results.push(...resultsOf(part));
    } else said.push(...answerPart(part, type));
  }
  end();
  return drafts;
}

/** Marks of the program, of which nothing is sent. */
const MARKS: ReadonlySet<string | undefined> = new Set(['step-start', 'step-finish', 'snapshot', 'patch', 'retry', 'agent']);

function answerPart(part: Placed, type: string | undefined): PartDraft[] {
  if (type === 'text') return textIn(part, 'text');
  if (type === 'reasoning') return [reasoningPart(part, at(part.node, 'text'))];
  return MARKS.has(type) ? [] : [unknownPart(part)];
}

function callOf(part: Placed): PartDraft {
  return callPart(part, at(part.node, 'callID'), textAt(part.node, 'tool'), at(part.node, 'state', 'input'));
}

/** The result of a call. Where the program says a sentence of its own, such as that the call was interrupted, it is empty. */
function resultsOf(part: Placed): PartDraft[] {
  const { node } = part;
  const resultOf = textAt(node, 'callID') ?? '';
  const state = member(part, 'state');
  if (!state) return [];
  const placed = { ...state, resultOf, resultPlace: node, resultIdPlace: idPlaceOf(at(node, 'callID')) };
  const found = clearedAt(node) === undefined ? resultIn(placed) : [];
  return found.length > 0 ? found : [emptyResult(placed, resultOf)];
}

/** When the result of a call was cleared, which a sentence of the program then stands for. */
function clearedAt(part: Outline): number | undefined {
  const time = literalAt(part, 'state', 'time', 'compacted');
  return typeof time === 'number' ? time : undefined;
}

function resultIn(state: Placed): PartDraft[] {
  const { node } = state;
  if (textAt(node, 'status') === 'error') {
    const output = literalAt(node, 'metadata', 'interrupted') === true ? member(state, 'metadata', 'output') : undefined;
    const text = output?.node.type === 'string' ? output : member(state, 'error');
    return text?.node.type === 'string' ? [withTraits(textPart(text, text.node, true), 'failed')] : [];
  }
  if (textAt(node, 'status') !== 'completed') return [];
  return [...textIn(state, 'output'), ...placedItems(state, 'attachments').map(filePart)];
}
