import { named, timeOf } from './claude-code.ts';
import type { NotSent } from './conversation.ts';
import { geminiParts } from './gemini-contents.ts';
import { at, type Outline, textAt } from './outline.ts';
import { member, type MessageDraft, type Placed, placedItems } from './part-drafts.ts';
import { ServerCounts, sumAt } from './server-count.ts';
import { type Linked, threadTo } from './thread.ts';

interface Line extends Linked {
  /** Numbers of its messages, and those before it are no longer sent. */
  readonly messages: readonly number[];
  readonly isSummary: boolean;
}

/**
 * Sessions of Qwen Code: `~/.qwen/projects/FOLDER/chats/UUID.jsonl`, lines like those of Claude Code with messages as Gemini's API has them. Seen
 * in 0.24.4 (2026-11); see `docs/formats/qwen-code.md`.
 */
export class QwenCodeReader {
  #isSession = false;
  #messages = 0;
  readonly #lines: Line[] = [];
  readonly counts = new ServerCounts();
  title: string | undefined;
  model: string | undefined;
  folder: string | undefined;
  version: string | undefined;

  /** A line's messages, none for a line without; undefined for a line of something else. */
  read(root: Outline): readonly MessageDraft[] | undefined {
    const id = textAt(root, 'uuid');
    if (id === undefined || textAt(root, 'sessionId') === undefined) return undefined;
    const isOwn = at(root, 'message', 'parts')?.type === 'array' || at(root, 'systemPayload')?.type === 'object';
    if (!this.#isSession && !isOwn) return undefined;
    this.#isSession = true;
    this.#note(root);
    const drafts = this.#drafts({ node: root, path: [] });
    const isSummary = textAt(root, 'subtype') === 'chat_compression' && at(root, 'systemPayload', 'compressedHistory') !== undefined;
    this.#lines.push({
      id,
      parentId: textAt(root, 'parentUuid'),
      messages: drafts.map((_, index) => this.#messages + index),
      isSummary,
    });
    if (isSummary) this.counts.forget();
    else if (drafts.length > 0) this.#count(root);
    this.#messages += drafts.length;
    return drafts.map((draft) => ({ ...draft, ...named('id', id), ...timeOf(textAt(root, 'timestamp')) }));
  }

  #note(root: Outline): void {
    this.folder ??= textAt(root, 'cwd');
    this.version = textAt(root, 'version')?.slice(0, 100) ?? this.version;
    this.model = textAt(root, 'model') ?? this.model;
    this.title = textAt(root, 'systemPayload', 'customTitle') ?? this.title;
  }

  /** Counts the input as Gemini's API tells it, with what is cached. */
  #count(root: Outline): void {
    const model = textAt(root, 'model');
    const usage = at(root, 'usageMetadata');
    if (model === undefined) return;
    this.counts.note({
      answer: this.#messages,
      model,
      input: sumAt(usage, 'promptTokenCount'),
      cached: sumAt(usage, 'cachedContentTokenCount'),
      output: sumAt(usage, 'candidatesTokenCount', 'thoughtsTokenCount'),
    });
  }

  #drafts(line: Placed): MessageDraft[] {
    const { node } = line;
    const type = textAt(node, 'type');
    if (textAt(node, 'subtype') === 'realtime_message') return [];
    if (type === 'system') {
      return placedItems(line, 'systemPayload', 'compressedHistory').flatMap((content) => {
        const draft = draftOf(content, textAt(content.node, 'role') === 'model' ? 'assistant' : 'user');
        return draft ? [{ ...draft, start: content.node.start, end: content.node.end }] : [];
      });
    }
    const message = member(line, 'message');
    const draft = message && draftOf(message, type === 'assistant' ? 'assistant' : 'user');
    return draft ? [{ ...draft, ...(type === 'assistant' && named('model', textAt(node, 'model'))) }] : [];
  }

  /** What is sent: the thread to the last line, from the last summary in it. */
  notSent(): Map<number, NotSent> {
    const thread = threadTo(this.#lines, this.#lines.at(-1));
    const summary = this.#lines.findLastIndex((line) => line.isSummary && thread.has(line));
    const notSent = new Map<number, NotSent>();
    for (const [at, line] of this.#lines.entries()) {
      const why = !thread.has(line) ? 'other_branch' : at < summary ? 'compacted' : undefined;
      if (why) for (const message of line.messages) notSent.set(message, why);
    }
    return notSent;
  }
}

/** Undefined for a content without parts. */
function draftOf(content: Placed, role: 'user' | 'assistant'): MessageDraft | undefined {
  const parts = geminiParts(content);
  const isOfTools = role === 'user' && parts.every(({ resultOf }) => resultOf !== undefined);
  return parts.length > 0 ? { role: isOfTools ? 'tool' : role, parts } : undefined;
}
