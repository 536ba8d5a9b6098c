import type { NotSent } from './conversation.ts';
import type { JsonRecord } from './json-records.ts';
import { at, itemsAt, literalAt, type Outline, type OutlineMember, textAt } from './outline.ts';
import {
  rangeOfParts,
  callPart,
  emptyResult,
  linkPart,
  mediaPart,
  member,
  type MessageDraft,
  type PartDraft,
  type Placed,
  reasoningPart,
  textPart,
  unknownPart,
} from './part-drafts.ts';

/** A message with the record its first part is in. */
export interface ChatMessage extends MessageDraft {
  readonly line: number;
}

/** The last millisecond that a date may have: ECMAScript, "Time Values and Time Range". */
const LAST_TIME = 8.64e15;

/** What a line of a session's log does. */
const INITIAL = 0;
const SET = 1;
const PUSH = 2;
const DELETE = 3;

/**
 * Chat sessions of VS Code: `chatSessions/ID.json`, the state of the chat, and `ID.jsonl`, a log that makes this state from a first one and
 * what changed since. It is what the view shows, and not what was sent to the model. Paths of parts begin at the state.
 * Sources: microsoft/vscode `src/vs/workbench/contrib/chat/common/model`: `objectMutationLog.ts`, `chatSessionOperationLog.ts`,
 * `chatModel.ts`, `../attachments/chatVariableEntries.ts`, `../tools/languageModelToolsService.ts`; last verified 2026-11.
 */
export class VsCodeChatReader {
  /** The state that a log has made so far; undefined for a file that is no log. */
  #state: Outline | undefined;
  /** Where the lines of a log begin, in their order. */
  readonly #lines: { readonly start: number; readonly line: number }[] = [];
  readonly #notSent = new Map<number, NotSent>();
  title: string | undefined;
  /** The last model that is named. */
  model: string | undefined;

  /** Takes a line of a log; false for a line of something else. */
  change(root: Outline, { start, line }: Pick<JsonRecord, 'start' | 'line'>): boolean {
    const kind = literalAt(root, 'kind');
    const value = at(root, 'v');
    if (kind === INITIAL && at(value, 'requests')?.type === 'array') this.#state = value;
    else if (typeof kind !== 'number' || this.#state === undefined || at(root, 'k')?.type !== 'array') return false;
    else {
      const path = itemsAt(root, 'k').map((step) => (step.type === 'string' ? step.text : step.type === 'literal' ? step.value : null));
      if (kind === SET) setAt(this.#state, path, value);
      else if (kind === DELETE) setAt(this.#state, path, undefined);
      else if (kind === PUSH) pushAt(this.#state, path, itemsAt(value), literalAt(root, 'i'));
    }
    this.#lines.push({ start, line });
    return true;
  }

  /** What is known at the root of a document whose requests have come before it; false for the root of something else. */
  root(node: Outline): boolean {
    if (at(node, 'requests')?.type !== 'array' || !(textAt(node, 'sessionId') ?? textAt(node, 'responderUsername'))) return false;
    this.title = textAt(node, 'customTitle') || this.title;
    return true;
  }

  /**
   * The messages of an element of `requests`; undefined for what is none: a person's, then answers, calls and results in turn.
   *
   * @param first number of the first of them
   */
  request({ node, path }: Placed, first: number): readonly MessageDraft[] | undefined {
    const message = at(node, 'message');
    if (!message || !(at(node, 'response') ?? at(node, 'requestId'))) return undefined;
    const model = modelOf(node);
    this.model = model ?? this.model;
    const timestamp = literalAt(node, 'timestamp');
    const time = typeof timestamp === 'number' && Math.abs(timestamp) <= LAST_TIME ? { time: timestamp } : {};
    const id = textAt(node, 'requestId');
    const said = [...askedParts({ node, path }), ...variableParts({ node, path })];
    const answers = answersOf({ node, path });
    const messages = [{ role: 'user' as const, parts: said }, ...answers].filter(({ parts }) => parts.length > 0);
    // Taken back by a person: the next request is made without it.
    const isRemoved = literalAt(node, 'isHidden') === true || at(node, 'shouldBeRemovedOnSend')?.type === 'object';
    if (isRemoved) for (const index of messages.keys()) this.#notSent.set(first + index, 'other_branch');
    return messages.map((draft) => ({
      ...draft,
      ...time,
      ...(id !== undefined && draft.role === 'user' && { id }),
      ...(model !== undefined && draft.role === 'assistant' && { model }),
      ...rangeOfParts(draft.parts),
    }));
  }

  /** The messages of a log, when all of its lines were read. */
  end(): ChatMessage[] {
    const state = this.#state;
    if (!state) return [];
    this.title = textAt(state, 'customTitle') || this.title;
    const messages: ChatMessage[] = [];
    for (const [index, node] of itemsAt(state, 'requests').entries()) {
      const read = this.request({ node, path: ['requests', index] }, messages.length) ?? [];
      for (const draft of read) messages.push({ ...draft, line: this.#lineOf(draft.start ?? node.start) });
    }
    return messages;
  }

  notSent(): Map<number, NotSent> {
    return this.#notSent;
  }

  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#lines[low - 1]?.line ?? 0;
  }
}

type Path = readonly (string | number | boolean | null)[];

/** The state belongs to its reader alone: it is changed in place, or a long answer would be copied with each of its words. */
function listOf<Item>(items: readonly Item[]): Item[] {
  return items as Item[];
}

function stateAt(state: Outline, path: Path): Outline | undefined {
  const steps = path.filter((step) => typeof step === 'string' || typeof step === 'number');
  return steps.length === path.length ? at(state, ...steps) : undefined;
}

/** @param value undefined to delete. A path that leads nowhere changes nothing: a line before it may be broken. */
function setAt(state: Outline, path: Path, value: Outline | undefined): void {
  const holder = stateAt(state, path.slice(0, -1));
  const step = path.at(-1);
  if (holder?.type === 'object' && typeof step === 'string') setMember(listOf(holder.members), step, value);
  else if (holder?.type === 'array' && typeof step === 'number' && value && Number.isInteger(step)) {
    if (step >= 0 && step <= holder.items.length) listOf(holder.items)[step] = value;
  }
}

/** @param value undefined to delete */
function setMember(members: OutlineMember[], name: string, value: Outline | undefined): void {
  const known = members.findLastIndex((member) => member.name === name);
  const set = value ? [{ name, start: value.start, value }] : [];
  if (known < 0) members.push(...set);
  else members.splice(known, 1, ...set);
}

/** @param length of the list before the items are appended; what is behind goes */
function pushAt(state: Outline, path: Path, items: readonly Outline[], length: number | boolean | null | undefined): void {
  const found = stateAt(state, path);
  if (found?.type !== 'array') {
    const [first] = items;
    if (first) setAt(state, path, { type: 'array', start: first.start, end: items.at(-1)?.end ?? first.end, items: [...items] });
    return;
  }
  const list = listOf(found.items);
  if (typeof length === 'number' && length >= 0 && length < list.length) list.length = Math.floor(length);
  for (const item of items) list.push(item);
}

/** The model that answered; `copilot/auto` is none. */
function modelOf(node: Outline): string | undefined {
  const name = textAt(node, 'result', 'metadata', 'resolvedModel') || textAt(node, 'modelId')?.replace(/^copilot\//, '');
  return name === '' || name === 'auto' ? undefined : name;
}

function askedParts(request: Placed): PartDraft[] {
  const text = stringPart(request, ['message', 'text']) ?? stringPart(request, ['message']);
  return text?.kind === 'text' && text.characters > 0 ? [text] : [];
}

/** What a person attached: images, texts, and references, whose content is not in the file. */
function variableParts(request: Placed): PartDraft[] {
  const variables = member(request, 'variableData', 'variables');
  return itemsAt(variables?.node).map((node, index) => variablePart({ node, path: [...(variables?.path ?? []), index] }));
}

function variablePart(placed: Placed): PartDraft {
  const { node } = placed;
  const value = at(node, 'value');
  const bytes = at(value, '$base64') ?? at(node, 'imageData', '$base64');
  const kind = textAt(node, 'kind');
  if (bytes?.type === 'string')
    return mediaPart(placed, { data: bytes, type: at(node, 'mimeType'), filename: textAt(node, 'name'), isFile: false });
  if (kind === 'image') {
    const url = textAt(value) ?? textAt(value, 'external');
    return url !== undefined && literalAt(node, 'isURL') === true ? linkPart(placed, url, false) : named(placed, kind);
  }
  return stringPart(placed, ['code']) ?? stringPart(placed, ['value']) ?? named(placed, kind);
}

/** The text at a path of a part; undefined where there is none. */
function stringPart(placed: Placed, steps: readonly string[]): PartDraft | undefined {
  const found = member(placed, ...steps);
  return found?.node.type === 'string' ? textPart(found, found.node, true) : undefined;
}

/** A part that is kept as it is. @param kind what the format calls it */
function named(placed: Placed, kind: string | undefined): PartDraft {
  const part = unknownPart(placed);
  return kind === undefined ? part : { ...part, name: kind.slice(0, 100) };
}

/** Answers and the results of their calls in turn, as a model sees them: a text after calls begins the next answer. */
function answersOf(request: Placed): { role: 'assistant' | 'tool'; parts: PartDraft[] }[] {
  const messages: { role: 'assistant' | 'tool'; parts: PartDraft[] }[] = [];
  let answer: PartDraft[] = [];
  let results: PartDraft[] = [];
  const flush = (): void => {
    messages.push({ role: 'assistant', parts: answer }, { role: 'tool', parts: results });
    answer = [];
    results = [];
  };
  const response = member(request, 'response');
  for (const [index, node] of itemsAt(response?.node).entries()) {
    const placed = { node, path: [...(response?.path ?? []), index] };
    const kind = textAt(node, 'kind');
    if (kind === 'toolInvocationSerialized' || kind === 'toolInvocation') {
      const callId = textAt(node, 'toolCallId') ?? '';
      answer.push(callPart(placed, callId, textAt(node, 'toolId'), inputOf(node)));
      results.push(...resultParts({ ...placed, resultOf: callId, resultPlace: node }));
      continue;
    }
    if (results.length > 0) flush();
    answer.push(responsePart(placed, kind));
  }
  flush();
  return messages;
}

function responsePart(placed: Placed, kind: string | undefined): PartDraft {
  const { node } = placed;
  if (kind === 'thinking') return reasoningPart(placed, at(node, 'value', 0) ?? at(node, 'value'));
  const isText = kind === undefined || kind === 'markdownContent' || kind === 'markdownVuln';
  const text = isText && (stringPart(placed, []) ?? stringPart(placed, ['content', 'value']) ?? stringPart(placed, ['value']));
  return text || named(placed, kind);
}

/** What a tool was called with, as far as the view shows it. */
function inputOf(node: Outline): Outline | undefined {
  const data = at(node, 'toolSpecificData');
  return at(node, 'resultDetails', 'input') ?? at(data, 'rawInput') ?? at(data, 'commandLine', 'original');
}

/** What came of a call, as far as the view shows it: a result without content is a result all the same. */
function resultParts(placed: Placed): PartDraft[] {
  const output = member(placed, 'resultDetails', 'output');
  const parts =
    output?.node.type === 'object'
      ? outputPart(output)
      : itemsAt(output?.node).flatMap((node, index) => outputPart({ ...placed, node, path: [...(output?.path ?? []), index] }));
  if (parts.length > 0) return parts;
  return [stringPart(placed, ['toolSpecificData', 'terminalCommandOutput', 'text']) ?? emptyResult(placed, placed.resultOf ?? '')];
}

function outputPart(placed: Placed): PartDraft[] {
  const { node } = placed;
  const type = at(node, 'mimeType');
  const data = at(node, 'base64Data');
  const isFile = !/^image\//i.test(textAt(type) ?? '');
  if (data?.type === 'string') return [mediaPart(placed, { data, type, isFile })];
  const value = at(node, 'value');
  if (textAt(node, 'type') !== 'embed' || value?.type !== 'string') return [named(placed, textAt(node, 'type'))];
  const isText = literalAt(node, 'isText') ?? (type === undefined || /^text\//i.test(textAt(type) ?? ''));
  const text = isText === true ? stringPart(placed, ['value']) : undefined;
  return [text ?? mediaPart(placed, { data: value, type, isFile })];
}
