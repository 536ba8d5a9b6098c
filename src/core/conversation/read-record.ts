import { ClaudeCodeReader } from './claude-code.ts';
import { CodexReader } from './codex.ts';
import type { ConversationFormat, NotSent, UnreadRecord } from './conversation.ts';
import type { JsonRecord } from './json-records.ts';
import { at, type Outline, parseOutline } from './outline.ts';
import type { MessageDraft } from './part-drafts.ts';
import { bodyMessage, type BodyEvidence, readBodyRoot } from './request-body.ts';

/** A message with its place in the file. */
export interface PlacedMessage extends MessageDraft {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly root: number;
}

/** Reads records of any known format; which one is told by the content. */
export class RecordReader {
  readonly #claude = new ClaudeCodeReader();
  readonly #codex = new CodexReader();
  readonly broken: UnreadRecord[] = [];
  others = 0;
  format: ConversationFormat | null = null;
  #model: string | undefined;
  #messages = 0;
  /** Of the root whose elements are being read. */
  #list: string | undefined;
  #evidence: BodyEvidence | undefined;

  /** The messages of a record, in their order. */
  read(record: JsonRecord): PlacedMessage[] {
    const outline = parseOutline(record);
    if (!outline) {
      this.broken.push({ start: record.start, end: record.end, line: record.line, reason: 'broken' });
      this.#endRoot();
      return [];
    }
    const drafts = record.list === undefined ? this.#root(outline) : this.#element(outline, record);
    if (drafts.length === 0) this.others++;
    this.#messages += drafts.length;
    return drafts.map((draft) => ({ ...draft, start: record.start, end: record.end, line: record.line, root: record.root }));
  }

  get model(): string | undefined {
    return this.#model ?? this.#codex.model;
  }

  get title(): string | undefined {
    return this.#claude.title;
  }

  get folder(): string | undefined {
    return this.#claude.folder ?? this.#codex.folder;
  }

  notSent(): Map<number, NotSent> {
    if (this.format === 'claude-code') return this.#claude.notSent();
    return this.format === 'codex' ? this.#codex.notSent() : new Map<number, NotSent>();
  }

  #element(node: Outline, { list = '', index }: JsonRecord): MessageDraft[] {
    const path = list === '' ? [index] : [list, index];
    const read = bodyMessage({ node, path }, list);
    if (!read) return [];
    this.#list = list;
    this.#evidence ??= read.evidence;
    return [read.message];
  }

  #root(node: Outline): MessageDraft[] {
    if (this.#list !== undefined) return this.#body({ node, path: [] }, this.#list);
    const claude = this.#claude.read(node);
    if (claude !== undefined) {
      this.#is('claude-code');
      this.#claude.note(node, claude ? this.#messages : undefined);
      if (claude?.role === 'assistant') this.#model = claude.model ?? this.#model;
      return claude ? [claude] : [];
    }
    const codex = this.#codex.read(node);
    if (codex) this.#is('codex');
    return codex ? [...codex] : this.#nestedBody(node);
  }

  /** The root of messages that have come before it. */
  #body(root: { readonly node: Outline; readonly path: readonly (string | number)[] }, list: string): MessageDraft[] {
    const { format, system, model } = readBodyRoot(root, list, this.#evidence);
    this.#is(format);
    this.#model = model ?? this.#model;
    this.#endRoot();
    return system.length > 0 ? [{ role: 'system', parts: system }] : [];
  }

  /** A body inside of a line: `{"custom_id", "body": {…}}` of batch files, or `request`. */
  #nestedBody(root: Outline): MessageDraft[] {
    for (const holder of ['body', 'request', 'params']) {
      const node = at(root, holder);
      for (const list of ['messages', 'input', 'contents']) {
        const items = at(node, list);
        if (!node || items?.type !== 'array') continue;
        const path = [holder, list];
        const read = items.items.flatMap((item, index) => bodyMessage({ node: item, path: [...path, index] }, list) ?? []);
        this.#list = list;
        this.#evidence = read.find(({ evidence }) => evidence !== undefined)?.evidence;
        return [...this.#body({ node, path: [holder] }, list), ...read.map(({ message }) => message)];
      }
    }
    return [];
  }

  #is(format: ConversationFormat): void {
    this.format ??= format;
  }

  #endRoot(): void {
    this.#list = undefined;
    this.#evidence = undefined;
  }
}
