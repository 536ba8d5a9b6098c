import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkConversation } from '../../src/core/conversation/check-conversation.ts';
import { JsonRecords, type JsonRecord } from '../../src/core/conversation/json-records.ts';
import { type Outline, parseOutline } from '../../src/core/conversation/outline.ts';
import { planRepairs } from '../../src/core/conversation/plan-repairs.ts';
import { collectFollowed, collectIndex, ConversationIndexer } from '../../src/core/conversation/index-conversation.ts';
import {
  chatLog,
  chunksOf,
  image,
  indexOf,
  otelSpan,
  repairedFile,
  requestOf,
  text,
  type Turn,
  WRITERS,
  type WrittenFormat,
} from '../support/conversations.ts';
import { png, webp } from '../support/media-bytes.ts';
import { picture } from '../support/pictures.ts';
import { runs } from '../support/effort.ts';

/** Larger than Anthropic takes: it is made smaller. */
const large = image(await picture('image/png', 8200, 3));

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\n', '{"a":1}', '\u2028', '"\\', '😀'));
const piece = fc.oneof(
  anyText.map(text),
  fc.integer({ min: 1, max: 9000 }).map((side) => image(png(side, 10))),
  fc.integer({ min: 1, max: 99 }).map((side) => image(webp(side, 9), 'image/png')),
  fc.constant(large),
  fc.constantFrom('', 'AAAA', 'not base64', 'iVBORw0KGgo=').map((data) => ({ type: 'image/png', data })),
);
const id = fc.constantFrom('a', 'b', 'c');
const turn: fc.Arbitrary<Turn> = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 4 }).map((user) => ({ user })),
  fc.record({ assistant: anyText.filter((words) => words !== ''), calls: fc.uniqueArray(id, { maxLength: 2 }) }),
  fc.record({ result: id, pieces: fc.array(piece, { minLength: 1, maxLength: 3 }) }),
);
const turns = fc.array(turn, { minLength: 1, maxLength: 8 });
const format = fc.constantFrom(...(Object.keys(WRITERS) as WrittenFormat[]));

/** Formats that have a message a line. */
const OF_LINES: ReadonlySet<WrittenFormat> = new Set(['claude-code', 'codex', 'copilot-cli', 'gemini-cli', 'qwen-code', 'pi']);

/** The way to a part from its message: elements of a list have the path from the root of the document. */
function stepsIn(name: WrittenFormat, path: readonly (string | number)[]): readonly (string | number)[] {
  if (OF_LINES.has(name)) return path;
  return path.slice(name === 'cline' ? 1 : 2);
}

describe('Conversations of any content', () => {
  it('are the same whatever the chunks they come in', () =>
    fc.assert(
      fc.asyncProperty(format, turns, fc.integer({ min: 1, max: 300 }), async (name, conversation, chunk) => {
        const file = WRITERS[name](conversation);
        assert.deepEqual(await indexOf(file, chunk), await indexOf(file, 1 << 20));
      }),
      { numRuns: runs(60) },
    ));

  it('have each part where its place says', () =>
    fc.assert(
      fc.asyncProperty(format, turns, async (name, conversation) => {
        const file = WRITERS[name](conversation);
        const bytes = Buffer.from(file);
        const { messages, broken } = await indexOf(file);
        assert.deepEqual(broken, []);
        for (const { parts, start, end } of messages) {
          for (const part of parts) {
            // what an event of its own has
            const isElsewhere = name === 'copilot-cli' && part.kind === 'media';
            assert.ok(isElsewhere || (part.place.start >= start && part.place.end <= end));
            const written = bytes.subarray(part.place.start, part.place.end).toString();
            // in JSON text in a string
            const value: unknown = JSON.parse(part.notation === 'text' ? (JSON.parse(`"${written}"`) as string) : written);
            // a message of a chat begins and ends with its parts
            if (isElsewhere || name === 'vscode-chat' || name === 'otel-genai') continue;
            const record: unknown = JSON.parse(bytes.subarray(start, end).toString());
            assert.deepEqual(
              stepsIn(name, part.place.path).reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], record),
              value,
            );
            if (part.kind === 'media') assert.ok(file.includes(bytes.subarray(part.data.start, part.data.end).toString()));
          }
        }
      }),
      { numRuns: runs(100) },
    ));

  it('are the same from a log of changes of VS Code as from the state that it makes', () =>
    fc.assert(
      fc.asyncProperty(turns, async (conversation) => {
        const [log, state] = [chatLog(conversation), WRITERS['vscode-chat'](conversation)];
        const [one, other] = [await indexOf(log), await indexOf(state)];
        assert.deepEqual(requestOf(log, one, 'anthropic'), requestOf(state, other, 'anthropic'));
        const bytes = Buffer.from(log);
        for (const part of one.messages.flatMap(({ parts }) => parts))
          JSON.parse(bytes.subarray(part.place.start, part.place.end).toString());
      }),
      { numRuns: runs(60) },
    ));

  it('are the same from a span of OpenTelemetry in every form, and after the repairs of each', () =>
    fc.assert(
      fc.asyncProperty(turns, fc.boolean(), async (conversation, isAscii) => {
        const ascii = (json: string): string =>
          isAscii ? json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`) : json;
        const files = [otelSpan(conversation, 'text', ascii), otelSpan(conversation, 'otlp'), otelSpan(conversation, 'plain')];
        const read = await Promise.all(
          files.map(async (file) => {
            const index = await indexOf(file, 64);
            assert.equal(index.format, 'otel-genai');
            const check = checkConversation(index, { api: 'anthropic', capabilities: null });
            const { text: after } = await repairedFile(file, planRepairs(index, check, [], { api: 'anthropic', keepLast: 0 }));
            return [requestOf(file, index, 'anthropic'), requestOf(after, await indexOf(after), 'anthropic')];
          }),
        );
        assert.deepEqual(read[0], read[2]);
        assert.deepEqual(read[1], read[2]);
      }),
      { numRuns: runs(80) },
    ));

  it('keep every byte outside of repairs, and stay readable', () =>
    fc.assert(
      fc.asyncProperty(format, turns, fc.boolean(), async (name, conversation, isAll) => {
        const file = WRITERS[name](conversation);
        const index = await indexOf(file);
        const api = name === 'gemini' ? 'gemini' : name === 'codex' || name === 'openai-responses' ? 'openai-responses' : 'anthropic';
        const check = checkConversation(index, { api, capabilities: null });
        const repairs = planRepairs(index, check, [], { api, ...(isAll && { keepLast: 0 }) });
        const { text: after } = await repairedFile(file, repairs);
        const lines = OF_LINES.has(name) ? after.trim().split('\n') : [after];
        for (const line of lines) JSON.parse(line);
        assert.deepEqual((await indexOf(after)).broken, []);
        if (lines.length > 1) assert.equal(after.split('\n').length, file.split('\n').length);
        for (const link of ['uuid', 'parentUuid', 'leafUuid', 'call_id'])
          assert.deepEqual(
            linksOf(after, link).filter((each) => !linksOf(file, link).includes(each)),
            [],
          );
      }),
      { numRuns: runs(150) },
    ));

  it('never throw, whatever the file holds, and end', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }),
          fc.json({ maxDepth: 6 }).map((json) => Buffer.from(json)),
          fc.tuple(format, turns, fc.nat(), fc.nat()).map(([name, conversation, from, to]) => {
            const file = Buffer.from(WRITERS[name](conversation));
            return Buffer.concat([file.subarray(0, from % file.length), file.subarray(to % file.length)]);
          }),
        ),
        async (bytes) => {
          const index = await indexOf(bytes, 50);
          assert.equal(index.size, bytes.length);
          checkConversation(index, { api: 'anthropic', capabilities: null });
          checkConversation(index, { api: 'openai-chat', capabilities: { input: ['text'], output: ['text'] } });
        },
      ),
      { numRuns: runs(300) },
    ));
});

describe('A conversation whose file grows', () => {
  const growing = fc.constantFrom('claude-code' as const, 'codex' as const, 'copilot-cli' as const, 'qwen-code' as const, 'pi' as const);
  const endings = fc.constantFrom('\n', '\r\n', '\n\n', '\n{"type":"user","mess\n', '\nnot JSON\n');

  it('has the index of the whole file, wherever it was cut when it was read', () =>
    fc.assert(
      fc.asyncProperty(
        growing,
        turns,
        endings,
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 4 }),
        async (name, said, ending, hasBom, at) => {
          const written = WRITERS[name](said).replaceAll('\n', ending);
          const file = Buffer.from(`${hasBom ? '\ufeff' : ''}${written}`);
          const sizes = [...at.map((cut) => cut % (file.length + 1)), file.length].sort((a, b) => a - b);
          let indexer = new ConversationIndexer();
          let index = await collectIndex(indexer.read(chunksOf(file.subarray(0, sizes[0]), 50)));
          for (const size of sizes.slice(1)) {
            const whole = await indexOf(file.subarray(0, size), 50);
            const from = index.followFrom;
            // too little was there to know what it is
            if (!from) await collectIndex((indexer = new ConversationIndexer()).read(chunksOf(file.subarray(0, size), 50)));
            else assert.deepEqual(await collectFollowed(index, indexer.follow(chunksOf(file.subarray(from.offset, size), 50))), whole);
            index = whole;
          }
        },
      ),
      { numRuns: runs(200) },
    ));

  it('is read again when its last line is another, or no longer there', () =>
    fc.assert(
      fc.asyncProperty(growing, turns, turns, async (name, before, after) => {
        const [file, other] = [before, after].map((each) => Buffer.from(WRITERS[name](each))) as [Buffer, Buffer];
        const indexer = new ConversationIndexer();
        const index = await collectIndex(indexer.read(chunksOf(file, 1000)));
        const from = index.followFrom?.offset ?? 0;
        const hasLine = other.subarray(from, file.length).equals(file.subarray(from));
        const followed = await collectFollowed(index, indexer.follow(chunksOf(other.subarray(from), 1000)));
        assert.equal(followed !== null, hasLine);
      }),
      { numRuns: runs(100) },
    ));
});

describe('Records of JSON', () => {
  it('have the values that JSON.parse has, at the places that they say', () =>
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, stringUnit: 'binary' }), fc.integer({ min: 1, max: 40 }), fc.boolean(), (json, chunk, hasBom) => {
        const bytes = Buffer.from(hasBom ? `\ufeff${json}` : json);
        const records = recordsOf(bytes, chunk).filter(({ list }) => list === undefined);
        if (/^\s*-?\d|^[tfn]/.test(json) || json.startsWith('"')) return;
        assert.equal(records.length, 1);
        const [record] = records;
        assert.ok(record);
        const outline = parseOutline(record);
        assert.ok(outline);
        assert.deepEqual([outline.start, outline.end], [hasBom ? 3 : 0, bytes.length]);
        const hasLists = recordsOf(bytes, chunk).length > 1;
        if (!hasLists) assert.deepEqual(valueOf(outline), JSON.parse(json));
      }),
      { numRuns: runs(300) },
    ));
});

function recordsOf(bytes: Uint8Array, chunk: number): JsonRecord[] {
  const records = new JsonRecords();
  const found: JsonRecord[] = [];
  for (let at = 0; at < bytes.length; at += chunk) found.push(...records.push(bytes.slice(at, at + chunk)));
  return [...found, ...records.end()];
}

function valueOf(node: Outline): unknown {
  switch (node.type) {
    case 'object':
      return Object.fromEntries(node.members.map(({ name, value }) => [name, valueOf(value)]));
    case 'array':
      return node.items.map(valueOf);
    case 'string':
      return node.text;
    case 'literal':
      return node.value;
    case 'skipped':
      return undefined;
  }
}

function linksOf(file: string, name: string): string[] {
  return [...file.matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].map(([, link]) => link ?? '');
}

/** Calls with their results, as an API takes them. */
const exchange: fc.Arbitrary<Turn[]> = fc.oneof(
  turn.filter((each) => 'user' in each).map((each) => [each]),
  anyText.filter((words) => words !== '').map((assistant): Turn[] => [{ assistant }]),
  fc
    .tuple(fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), fc.array(piece, { minLength: 1, maxLength: 3 }))
    .map(([calls, pieces]): Turn[] => [{ assistant: 'I look.', calls }, ...calls.map((result) => ({ result, pieces }))]),
);
const sound = fc.array(exchange, { minLength: 1, maxLength: 5 }).map((exchanges) => exchanges.flat());

describe('The request that a conversation gives', () => {
  it('is the body it was read from, for everything that toWire writes', () =>
    fc.assert(
      fc.asyncProperty(
        sound,
        fc.constantFrom('anthropic', 'openai-chat', 'openai-responses', 'gemini', 'openai-compatible'),
        async (conversation, api) => {
          const source = WRITERS.anthropic(conversation);
          const body = JSON.stringify(requestOf(source, await indexOf(source), api));
          const index = await indexOf(body);
          const again = requestOf(body, index, api);
          assert.deepEqual({ ...again, model: 'MODEL' }, { ...(JSON.parse(body) as object), model: 'MODEL' });
        },
      ),
      { numRuns: runs(150) },
    ));
});
