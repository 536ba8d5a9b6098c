import * as assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import type { ConversationIndex, ConversationPart } from '../../../src/core/conversation/conversation.ts';
import { checkWithWords } from '../../../src/core/conversation/find-part.ts';
import { FORMATS } from '../../../src/core/conversation/formats.ts';
import { collectIndex, type IndexItem } from '../../../src/core/conversation/index-conversation.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { prepareConversation } from '../../../src/core/conversation/prepare-conversation.ts';
import type { Repair } from '../../../src/core/conversation/repairs.ts';
import { copilotCli, indexOf, repairedFile, text, type Turn, WRITERS, type WrittenFormat } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { base64 } from '../../support/transcripts.ts';

const WRITTEN = Object.keys(WRITERS) as WrittenFormat[];

/** An answer with as many calls, and their results. @param idOf the id of each */
function calls(count: number, idOf = (at: number): string => `call_${at}`): Turn[] {
  const ids = Array.from({ length: count }, (_, at) => idOf(at));
  return [{ user: [text('go')] }, { assistant: 'reading', calls: ids }, ...ids.map((result): Turn => ({ result, pieces: [text('done')] }))];
}

/** Blocks of a message of Anthropic, with a call and its result before and behind. */
function blocks(content: readonly object[]): string {
  const call = { type: 'tool_use', id: 'only', name: 'Read', input: {} };
  const result = { type: 'tool_result', tool_use_id: 'only', content: 'done' };
  return JSON.stringify({
    model: 'claude-opus-4-5',
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [...content, result] },
    ],
  });
}

/** The iterator of all arrays: it is called for each item that is copied by `...` or gone through by `for`. */
const ARRAY_ITERATOR = Object.getPrototypeOf([].values()) as { next(): IteratorResult<unknown> };

/** What looks for something in an array, item by item. */
const SEARCHES = ['some', 'find', 'findLast', 'includes'] as const;

/**
 * How often something of a part is looked at, goes on in a list, or an item of one is moved to take out the first; a search in a list counts
 * as long as the list is.
 * @param examine what is counted; a check with its repairs without
 */
async function steps(file: string, examine: (index: ConversationIndex) => unknown = examined): Promise<number> {
  let count = 0;
  const counting: ProxyHandler<ConversationPart> = {
    get(part, name, receiver) {
      count++;
      return Reflect.get(part, name, receiver) as unknown;
    },
  };
  const index = await indexOf(file);
  const messages = index.messages.map((message) => ({ ...message, parts: message.parts.map((part) => new Proxy(part, counting)) }));
  const { next } = ARRAY_ITERATOR;
  const { shift } = Array.prototype as { shift(this: unknown[]): unknown };
  ARRAY_ITERATOR.next = function () {
    count++;
    return next.call(this);
  };
  Array.prototype.shift = function (this: unknown[]) {
    count += this.length;
    return shift.call(this);
  };
  const prototype = Array.prototype as unknown as Record<string, (this: unknown[], ...of: unknown[]) => unknown>;
  const searches = SEARCHES.map((name) => [name, prototype[name]] as const);
  for (const [name, search] of searches)
    prototype[name] = function (...of) {
      count += this.length;
      return search?.apply(this, of);
    };
  try {
    examine({ ...index, messages });
  } finally {
    for (const [name, search] of searches) if (search) prototype[name] = search;
    ARRAY_ITERATOR.next = next;
    Array.prototype.shift = shift;
  }
  return count;
}

function examined(index: ConversationIndex): { readonly codes: ReadonlySet<string>; readonly repairs: readonly Repair[] } {
  const api = FORMATS[index.format ?? 'anthropic'].api;
  const check = checkConversation(index, { api, capabilities: null }, [], prepareConversation(index));
  return { codes: new Set(check.findings.map(({ code }) => code)), repairs: planRepairs(index, check, [], { api }) };
}

/** What of maps and sets is asked while a file is read. */
const LOOKS = ['get', 'has', 'set'] as const;

/** How often something is looked for in a map or set while a file is read, or listed of it; and each character that is encoded or decoded. */
async function readingSteps(file: string): Promise<number> {
  let count = 0;
  const undo: (() => void)[] = [];
  const countIn = (owner: object, name: string, weigh: (of: unknown[]) => number): void => {
    const methods = owner as Record<string, (this: unknown, ...of: unknown[]) => unknown>;
    const method = methods[name];
    if (!method) return;
    methods[name] = function (...of) {
      count += weigh(of);
      return method.apply(this, of);
    };
    undo.push(() => (methods[name] = method));
  };
  const lengthOf = ([text]: unknown[]): number => (typeof text === 'string' ? text.length : 0);
  for (const one of [new Map<unknown, unknown>(), new Set<unknown>()]) {
    for (const name of LOOKS) countIn(Object.getPrototypeOf(one) as object, name, () => 1);
    countIn(Object.getPrototypeOf(one.values()) as object, 'next', () => 1);
  }
  countIn(TextEncoder.prototype, 'encode', lengthOf);
  countIn(Buffer, 'from', lengthOf);
  try {
    await indexOf(file);
  } finally {
    for (const each of undo) each();
  }
  return count;
}

const COUNT = 150;

async function isLinear(fileOf: (count: number) => string, examine?: (index: ConversationIndex) => unknown): Promise<void> {
  grows(await steps(fileOf(COUNT), examine), await steps(fileOf(2 * COUNT), examine));
}

async function isReadLinearly(fileOf: (count: number) => string): Promise<void> {
  grows(await readingSteps(fileOf(COUNT)), await readingSteps(fileOf(2 * COUNT)));
}

function grows(some: number, twice: number): void {
  assert.ok(twice < 2.2 * some, `${some} steps for ${COUNT}, ${twice} for ${2 * COUNT}`);
}

describe('A conversation with many parts', () => {
  for (const format of WRITTEN) {
    it(`[L-3] takes a time that grows with the number of calls and results: ${format}`, () =>
      isLinear((count) => WRITERS[format](calls(count))));
    it(`[L-3] also where they all have the same id: ${format}`, () => isLinear((count) => WRITERS[format](calls(count, () => 'same'))));
  }

  it('[L-3] so does one with calls or results that lack their other half', async () => {
    await isLinear((count) =>
      WRITERS.anthropic(
        calls(count)
          .slice(0, 2)
          .concat({ user: [text('on')] }),
      ),
    );
    await isLinear((count) =>
      blocks(Array.from({ length: count }, (_, at) => ({ type: 'tool_result', tool_use_id: `${at}`, content: 'x' }))),
    );
  });

  it('[L-3] so does one with ids that are not taken, which become the same', async () => {
    const file = (count: number): string =>
      WRITERS.anthropic(calls(count, (at) => `call${':'.repeat((at % 7) + 1)}${at % 7 < 3 ? at : ''}`));
    const { codes, repairs } = examined(await indexOf(file(20)));
    assert.ok(codes.has('request_refused') && repairs.some(({ kind }) => kind === 'rename_call'));
    await isLinear(file);
    await isLinear((count) =>
      WRITERS.anthropic(calls(count, (at) => [...at.toString(2)].map((bit) => (bit === '1' ? ':' : ';')).join(''))),
    );
  });

  it('[L-3] so does one with parts that no rule knows', async () => {
    const file = (count: number): string =>
      blocks(Array.from({ length: count }, (_, at) => (at % 2 ? { type: `odd_${at}` } : { type: 'image_url', image_url: { url: 'x' } })));
    assert.ok(examined(await indexOf(file(20))).codes.has('not_judged'));
    await isLinear(file);
  });

  it('[L-3] so does what a server says of one of many broken images', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ' },
    };
    const file = (count: number): string => blocks(Array.from({ length: count }, () => image));
    const hear = (index: ConversationIndex) => {
      const check = checkConversation(index, { api: 'anthropic', capabilities: null }, [], prepareConversation(index));
      return checkWithWords(check, 'Could not process image', index);
    };
    assert.equal(hear(await indexOf(file(20))).parts.length, 20);
    await isLinear(file, hear);
  });

  it('[L-3] so does one with many texts before a result', async () => {
    const texts = (count: number) => blocks(Array.from({ length: count }, (_, at) => ({ type: 'text', text: `text ${at}` })));
    await isLinear(texts);
    const file = texts(COUNT);
    const { codes, repairs } = examined(await indexOf(file));
    assert.ok(codes.has('result_not_first'));
    const repaired = await repairedFile(file, repairs);
    assert.deepEqual(examined(await indexOf(repaired.text)), { codes: new Set(), repairs: [] });
    const said = [...repaired.text.matchAll(/text (\d+)/g)].map(([, number]) => Number(number));
    assert.deepEqual(
      said,
      Array.from({ length: COUNT }, (_, at) => at),
    );
  });

  it('[L-3] is read in such a time where many parts name the same bytes: copilot-cli', async () => {
    const bytes = png(100, 100);
    const file = (count: number, size: number): string => {
      const asset = { assetId: 'a', mimeType: 'image/png', data: base64(bytes) + 'A'.repeat(size) };
      const attachments = Array.from({ length: count }, () => ({ assetId: 'a' }));
      return copilotCli(
        [],
        [
          { type: 'session.binary_asset', data: asset },
          { type: 'user.message', data: { content: 'go', attachments } },
        ],
      );
    };
    assert.equal((await indexOf(file(20, 0))).messages[0]?.parts.length, 21);
    const [few, many] = [await readingSteps(file(20, 40_000)), await readingSteps(file(40, 40_000))];
    assert.ok(many < few + 10_000, `${few} steps for 20 references, ${many} for 40`);
  });

  it('[L-3] so is one that begins anew again and again: copilot-cli', () =>
    isReadLinearly((count) =>
      copilotCli(
        [],
        Array.from({ length: count }, () => [
          { type: 'user.message', data: { content: 'go' } },
          { type: 'session.context_cleared', data: {} },
        ]).flat(),
      ),
    ));

  it('[L-3] so is one in which a person goes back again and again: gemini-cli', () =>
    isReadLinearly((count) => {
      const turns = Array.from({ length: count }, (): Turn => ({ user: [text('go')] }));
      const more = turns.flatMap(() => [{ id: 'last', type: 'user', content: 'on' }, { $rewindTo: 'last' }]);
      return `${WRITERS['gemini-cli'](turns)}${more.map((each) => JSON.stringify(each)).join('\n')}\n`;
    }));

  it('[L-3] may have more messages in one item of its index than a function can have arguments', async () => {
    const { messages, ...summary } = await indexOf(WRITERS.anthropic([{ user: [text('go')] }]));
    const [message] = messages;
    assert.ok(message);
    const many = Array<typeof message>(150_000).fill(message);
    async function* items(): AsyncGenerator<IndexItem> {
      yield { kind: 'messages', messages: many };
      yield { kind: 'end', summary };
    }
    assert.deepEqual((await collectIndex(items())).messages.length, many.length);
  });
});
