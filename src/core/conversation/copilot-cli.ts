import { named, timeOf } from './claude-code.ts';
import type { NotSent } from './conversation.ts';
import { at, literalAt, type Outline, textAt } from './outline.ts';
import {
  callPart,
  emptyResult,
  mediaPart,
  type MediaDraft,
  member,
  type MessageDraft,
  type PartDraft,
  type Placed,
  placedItems,
  reasoningPart,
  textIn,
  unknownPart,
} from './part-drafts.ts';

/**
 * Sessions of Copilot CLI: `~/.copilot/session-state/ID/events.jsonl`, one event a line. Bytes stand in events of their own, and are named by
 * their digest. Seen in 1.0.102 (2026-11); see `docs/formats/copilot-cli.md`.
 */
export class CopilotCliReader {
  #isSession = false;
  /** Bytes by their names. */
  readonly #assets = new Map<string, MediaDraft>();
  /** The model is not asked by way of GitHub: then pictures that tools read are not sent. */
  #isOwnProvider = false;
  #messages = 0;
  /** Messages before this one are no longer sent, but the system prompt. */
  #begin = 0;
  /** Messages that are not sent whatever comes behind them. */
  readonly #neverSent = new Map<number, NotSent>();
  readonly #system = new Set<number>();
  model: string | undefined;
  folder: string | undefined;
  version: string | undefined;

  /** A line's messages, none for a line without; undefined for a line of something else. */
  read(root: Outline): readonly MessageDraft[] | undefined {
    const type = textAt(root, 'type');
    const data = member({ node: root, path: [] }, 'data');
    if (type === undefined || data?.node.type !== 'object') return undefined;
    if (type === 'session.start' && textAt(data.node, 'producer') === 'copilot-agent') this.#isSession = true;
    if (!this.#isSession) return undefined;
    const drafts = this.#drafts(type, data).filter(({ parts }) => parts.length > 0);
    const isOfAgent = textAt(root, 'agentId') !== undefined || textAt(data.node, 'parentToolCallId') !== undefined;
    if (!isOfAgent) this.#change(type, data.node, drafts.length > 0);
    for (const index of drafts.keys()) if (isOfAgent) this.#neverSent.set(this.#messages + index, 'sidechain');
    this.#messages += drafts.length;
    return drafts.map((draft) => ({ ...draft, ...named('id', textAt(root, 'id')), ...timeOf(textAt(root, 'timestamp')) }));
  }

  notSent(): Map<number, NotSent> {
    const notSent = new Map(this.#neverSent);
    for (let index = 0; index < this.#begin; index++) if (!this.#system.has(index) && !notSent.has(index)) notSent.set(index, 'compacted');
    return notSent;
  }

  #drafts(type: string, data: Placed): MessageDraft[] {
    const { node } = data;
    switch (type) {
      case 'session.binary_asset':
        this.#keep(data);
        return [];
      case 'system.message':
        return [{ role: 'system', parts: textIn(data, 'content') }];
      case 'user.message':
        return [{ role: 'user', parts: this.#saidParts(data) }];
      case 'assistant.message':
        return [{ role: 'assistant', ...named('model', textAt(node, 'model')), parts: answerParts(data) }];
      case 'tool.execution_complete':
        return this.#result(data);
      case 'session.compaction_complete':
        return isDone(node) ? [{ role: 'user', parts: textIn(data, 'summaryContent') }] : [];
      case 'session.context_cleared':
        return [{ role: 'user', parts: textIn(data, 'initialMessage') }];
      default:
        return [];
    }
  }

  /** What an event changes in the conversation itself, which those of subagents do not. */
  #change(type: string, node: Outline, hasMessage: boolean): void {
    switch (type) {
      case 'session.start':
      case 'session.resume':
        this.#start(node);
        break;
      case 'session.usage_record':
        this.#isOwnProvider = literalAt(node, 'usage', 'isByok') === true;
        break;
      case 'session.model_change':
        this.model = textAt(node, 'newModel') ?? this.model;
        break;
      case 'assistant.message':
        this.model = textAt(node, 'model') ?? this.model;
        break;
      case 'system.message':
        if (hasMessage) this.#system.add(this.#messages);
        break;
      case 'session.compaction_complete':
        if (isDone(node)) this.#begin = this.#messages;
        break;
      case 'session.context_cleared':
        this.#begin = this.#messages;
        break;
    }
  }

  #start(node: Outline): void {
    this.folder ??= textAt(node, 'context', 'cwd');
    this.model = textAt(node, 'selectedModel') ?? this.model;
    this.version = textAt(node, 'copilotVersion')?.slice(0, 100) ?? this.version;
  }

  /** What is sent: with the time and what else the program adds. */
  #saidParts(data: Placed): PartDraft[] {
    const texts = textIn(data, 'transformedContent');
    const attached = placedItems(data, 'attachments').flatMap((each) => this.#media(each) ?? []);
    return [...(texts.length > 0 ? texts : textIn(data, 'content')), ...attached];
  }

  /** Keeps bytes for all that names them. */
  #keep(asset: Placed): void {
    const id = textAt(asset.node, 'assetId');
    const data = at(asset.node, 'data');
    if (!id || data?.type !== 'string') return;
    const type = at(asset.node, 'mimeType');
    const isFile = !(textAt(type) ?? '').toLowerCase().startsWith('image/');
    this.#assets.set(id, { ...mediaPart(asset, { data, type, isFile }), shared: {} });
  }

  /** The bytes that something names; undefined where they are not in the file. */
  #media({ node, resultOf, resultPlace }: Placed): PartDraft | undefined {
    const asset = this.#assets.get(textAt(node, 'assetId') ?? '');
    if (!asset) return undefined;
    return {
      ...asset,
      ...(resultOf !== undefined && { resultOf }),
      ...(resultPlace && { resultPlace: { start: resultPlace.start, end: resultPlace.end } }),
      ...named('filename', textAt(node, 'displayName')?.slice(0, 1000)),
    };
  }

  #result(data: Placed): MessageDraft[] {
    const resultOf = textAt(data.node, 'toolCallId') ?? '';
    const placed = { ...data, resultOf, resultPlace: data.node };
    const found = member(placed, 'result');
    const result = found?.node.type === 'object' ? found : (member(placed, 'error') ?? placed);
    const texts = [...textIn(result, 'content'), ...(result.path.at(-1) === 'error' ? textIn(result, 'message') : [])];
    const said = texts.length > 0 ? texts : [emptyResult(placed, resultOf)];
    const media = placedItems(result, 'binaryResultsForLlm').map((each) => this.#media(each) ?? unknownPart(each));
    if (!this.#isOwnProvider || media.length === 0) return [{ role: 'tool', parts: [...said, ...media] }];
    this.#neverSent.set(this.#messages + 1, 'dropped');
    return [
      { role: 'tool', parts: said },
      { role: 'tool', parts: media },
    ];
  }
}

/** A compaction may fail, and then changes nothing. */
function isDone(node: Outline): boolean {
  return literalAt(node, 'success') === true;
}

function answerParts(data: Placed): PartDraft[] {
  const thought = member(data, 'reasoningText');
  const reasoning = thought && textAt(thought.node) ? [reasoningPart(thought, thought.node)] : [];
  const calls = placedItems(data, 'toolRequests').map((call) =>
    callPart(call, textAt(call.node, 'toolCallId'), textAt(call.node, 'name'), at(call.node, 'arguments')),
  );
  return [...reasoning, ...textIn(data, 'content'), ...calls];
}
