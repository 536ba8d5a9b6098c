import { named, timeOf } from './claude-code.ts';
import type { NotSent } from './conversation.ts';
import { at, literalAt, type Outline, textAt } from './outline.ts';
import {
  callPart,
  emptyResult,
  mediaPart,
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
  /** The data of events that have bytes, by their names. */
  readonly #assets = new Map<string, Placed>();
  /** The model is not asked by way of GitHub: then pictures that tools read are not sent. */
  #isOwnProvider = false;
  #messages = 0;
  /** How many messages were there before each event. */
  readonly #events = new Map<string, number>();
  readonly #notSent = new Map<number, NotSent>();
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
    const id = textAt(root, 'id');
    if (id !== undefined) this.#events.set(id, this.#messages);
    const drafts = this.#event(type, data).filter(({ parts }) => parts.length > 0);
    const isOfAgent = textAt(root, 'agentId') !== undefined || textAt(data.node, 'parentToolCallId') !== undefined;
    for (const index of drafts.keys()) if (isOfAgent) this.#notSent.set(this.#messages + index, 'sidechain');
    this.#messages += drafts.length;
    return drafts.map((draft) => ({ ...draft, ...named('id', id), ...timeOf(textAt(root, 'timestamp')) }));
  }

  notSent(): Map<number, NotSent> {
    return this.#notSent;
  }

  #event(type: string, data: Placed): MessageDraft[] {
    const { node } = data;
    switch (type) {
      case 'session.start':
      case 'session.resume':
        this.#start(node);
        return [];
      case 'session.usage_record':
        this.#isOwnProvider = literalAt(node, 'usage', 'isByok') === true;
        return [];
      case 'session.binary_asset':
        this.#assets.set(textAt(node, 'assetId') ?? '', data);
        return [];
      case 'system.message':
        this.#system.add(this.#messages);
        return [{ role: 'system', parts: textIn(data, 'content') }];
      case 'user.message':
        return [{ role: 'user', parts: this.#saidParts(data) }];
      case 'assistant.message':
        this.model = textAt(node, 'model') ?? this.model;
        return [{ role: 'assistant', ...named('model', textAt(node, 'model')), parts: answerParts(data) }];
      case 'tool.execution_complete':
        return this.#result(data);
      case 'session.compaction_complete':
        return literalAt(node, 'success') === true ? this.#anew(data, 'summaryContent') : [];
      case 'session.context_cleared':
        return this.#anew(data, 'initialMessage');
      case 'session.snapshot_rewind':
        this.#takeBack(textAt(node, 'upToEventId'));
        return [];
      default:
        return [];
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

  /** The bytes that something names; undefined where they are not in the file. */
  #media({ node, resultOf, resultPlace }: Placed): PartDraft | undefined {
    const asset = this.#assets.get(textAt(node, 'assetId') ?? '');
    const bytes = at(asset?.node, 'data');
    if (!asset || bytes?.type !== 'string') return undefined;
    const type = at(asset.node, 'mimeType');
    const isFile = !(textAt(type) ?? '').toLowerCase().startsWith('image/');
    return mediaPart({ ...asset, resultOf, resultPlace }, { data: bytes, type, filename: textAt(node, 'displayName'), isFile });
  }

  #result(data: Placed): MessageDraft[] {
    const resultOf = textAt(data.node, 'toolCallId') ?? '';
    const placed = { ...data, resultOf, resultPlace: data.node };
    const result = member(placed, 'result') ?? member(placed, 'error') ?? placed;
    const texts = [...textIn(result, 'content'), ...(result.path.at(-1) === 'error' ? textIn(result, 'message') : [])];
    const said = texts.length > 0 ? texts : [emptyResult(placed, resultOf)];
    const media = placedItems(result, 'binaryResultsForLlm').map((each) => this.#media(each) ?? unknownPart(each));
    if (!this.#isOwnProvider || media.length === 0) return [{ role: 'tool', parts: [...said, ...media] }];
    this.#notSent.set(this.#messages + 1, 'dropped');
    return [
      { role: 'tool', parts: said },
      { role: 'tool', parts: media },
    ];
  }

  /** What came before is no longer sent, but the system prompt. */
  #anew(data: Placed, name: string): MessageDraft[] {
    this.#leaveOut(0, 'compacted');
    return [{ role: 'user', parts: textIn(data, name) }];
  }

  /** That event and all behind it. */
  #takeBack(event: string | undefined): void {
    this.#leaveOut(this.#events.get(event ?? '') ?? this.#messages, 'other_branch');
  }

  #leaveOut(first: number, why: NotSent): void {
    for (let index = first; index < this.#messages; index++)
      if (!this.#system.has(index) && !this.#notSent.has(index)) this.#notSent.set(index, why);
  }
}

function answerParts(data: Placed): PartDraft[] {
  const thought = member(data, 'reasoningText');
  const reasoning = thought && textAt(thought.node) ? [reasoningPart(thought, thought.node)] : [];
  const calls = placedItems(data, 'toolRequests').map((call) =>
    callPart(call, textAt(call.node, 'toolCallId'), textAt(call.node, 'name'), at(call.node, 'arguments')),
  );
  return [...reasoning, ...textIn(data, 'content'), ...calls];
}
