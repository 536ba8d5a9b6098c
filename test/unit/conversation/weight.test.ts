import assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { conversationSentence, readableParams } from '../../../src/core/conversation/finding-words.ts';
import { collectFollowed, collectIndex, ConversationIndexer } from '../../../src/core/conversation/index-conversation.ts';
import { KEPT_OF_STRING } from '../../../src/core/conversation/json-records.ts';
import { MOST_HEAVY, Weigher } from '../../../src/core/conversation/weight.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { MAX_WEIGHED_MEDIA, MEBIBYTE } from '../../../src/core/io/limits.ts';
import { chunksOf, image, indexOf, text, type Turn, WRITERS, type WrittenFormat } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { claudeThrice, codexThrice, ofLines } from '../../support/stored-thrice.ts';
import { base64, noise } from '../../support/transcripts.ts';

const FORMATS = Object.keys(WRITERS) as WrittenFormat[];

/** A picture of so many bytes, unlike any of another size. */
const picture = (size: number): string => base64(Buffer.concat([png(20, 10), noise(size)]));
const timesIn = (file: string, words: string): number => file.split(words).length - 1;

describe('The weight of a conversation', () => {
  const long = picture(2 * KEPT_OF_STRING);
  const short = picture(300);

  for (const [name, data] of Object.entries({ long, short })) {
    it(`has each copy of a ${name} picture, in the message and beside it, as Codex and Claude Code store it`, async () => {
      for (const [file, first, line, message] of [
        [codexThrice(data), 'images', 1, 0],
        [claudeThrice(data), 'media_type', 2, 2],
      ] as const) {
        const { weight, messages } = await indexOf(file);
        assert.ok(
          messages.some(({ parts }) => parts.some(({ kind }) => kind === 'media')),
          'its reader was asked',
        );
        assert.equal(timesIn(file, data), 3);
        assert.equal(weight.size, Buffer.byteLength(file));
        assert.deepEqual(weight.media, { count: 3, bytes: 3 * data.length });
        assert.deepEqual(weight.copies, { count: 2, bytes: 2 * data.length });
        const start = file.indexOf(data, file.indexOf(first));
        const place = { start, end: start + data.length, line };
        assert.deepEqual(weight.largest, [{ kind: 'media', mimeType: 'image/png', ...place, times: 3, bytes: 3 * data.length, message }]);
        assert.equal(weight.unseen, 0);
      }
    });
  }

  for (const format of FORMATS) {
    it(`counts what stands in the file, no less and no more: ${format}`, async () => {
      const [one, other] = [image(Buffer.from(short, 'base64')), image(Buffer.concat([png(8, 8), noise(90_000)]))];
      const turns: Turn[] = [
        { user: [text('See:'), one] },
        { assistant: 'Wait.', calls: ['call_1'] },
        { result: 'call_1', pieces: [other] },
        { assistant: 'And?' },
        { user: [one, text('again')] },
      ];
      const file = WRITERS[format](turns);
      const { weight } = await indexOf(file);
      const data = [one, other].map((piece) => ('data' in piece ? piece.data : ''));
      const stands = data.map((each) => timesIn(file, each));
      const counted = stands.reduce((sum, times) => sum + times, 0);
      assert.ok(counted >= 3 || format === 'vscode-chat', 'the file has them');
      assert.equal(weight.media.count, counted);
      assert.equal(
        weight.media.bytes,
        data.reduce((sum, each, at) => sum + each.length * (stands[at] ?? 0), 0),
      );
      assert.equal(weight.copies.count, counted - stands.filter((times) => times > 0).length);
    });
  }

  it('has media in lines that no reader understands, and in one that is cut off', async () => {
    const whole = claudeThrice(short);
    const other = ofLines({ what: 'nobody knows', blob: short }, { list: [[[short]]] });
    assert.equal((await indexOf(whole + other)).weight.media.count, 5);
    const { weight, broken } = await indexOf(whole + `{"a": 1,, "b": "${short}"}\n{"c": "${long}", "d": "${long.slice(0, 400)}`);
    assert.equal(broken.length, 2);
    assert.deepEqual([weight.media.count, weight.copies.count], [6, 3]);
  });

  it('has what a reader knows to be a medium and nobody else does', async () => {
    const plain = base64(Buffer.from('Only words, and no signature at all, so often that it is long enough to be looked at.'));
    const source = { type: 'base64', media_type: 'text/plain', data: plain };
    const block = { type: 'document', source };
    const body = JSON.stringify({ max_tokens: 9, messages: [{ role: 'user', content: [block, block] }] });
    const { weight } = await indexOf(body);
    assert.deepEqual([weight.media, weight.copies.count], [{ count: 2, bytes: 2 * plain.length }, 1]);
    assert.equal(weight.largest[0]?.mimeType, 'text/plain');
  });

  it('takes no signature of a thought, no digest and no text for a medium', async () => {
    const thought = base64(noise(90_000));
    const lines = ofLines(
      { type: 'response_item', payload: { type: 'reasoning', summary: [], encrypted_content: thought } },
      { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: `See ${short}` }] } },
      { type: 'event_msg', payload: { digest: 'c0ffee'.repeat(20), address: `data:text/plain,${'word'.repeat(40)}` } },
    );
    const { weight } = await indexOf(lines);
    assert.deepEqual(weight.media, { count: 0, bytes: 0 });
    assert.deepEqual(
      weight.largest.map(({ kind, bytes, line }) => ({ kind, bytes, line })),
      [{ kind: 'text', bytes: thought.length, line: 0 }],
      'a long text weighs too',
    );
  });

  it('counts base64 as it is written, with its escapes, as the same content', async () => {
    const escaped = long.replaceAll('/', '\\/');
    assert.ok(escaped.length > long.length);
    const file = codexThrice(long) + `{"type":"event_msg","payload":{"image":"data:image\\/png;base64,${escaped}"}}\n`;
    const { weight } = await indexOf(file);
    assert.deepEqual(weight.copies, { count: 3, bytes: 2 * long.length + escaped.length });
  });

  it('is the same in whatever pieces the file comes', async () => {
    const file = Buffer.from(codexThrice(short) + claudeThrice(long));
    const expected = (await indexOf(file.toString())).weight;
    for (const size of [1, 7, 4096]) {
      const { weight } = await collectIndex(new ConversationIndexer().read(chunksOf(file, size)));
      assert.deepEqual(weight, expected);
    }
  });

  it('grows with a file that is appended to, counting nothing again', async () => {
    const whole = Buffer.from(codexThrice(short) + ofLines({ type: 'event_msg', payload: { image: short } }));
    for (const cut of [whole.indexOf('"response_item"'), whole.lastIndexOf('{"type":"event_msg"'), whole.length - 100]) {
      const indexer = new ConversationIndexer();
      const before = await collectIndex(indexer.read(chunksOf(whole.subarray(0, cut), 1000)));
      const from = before.followFrom?.offset ?? assert.fail('it can be read on');
      const after = await collectFollowed(before, indexer.follow(chunksOf(whole.subarray(from), 1000)));
      assert.deepEqual(after?.weight, (await indexOf(whole.toString())).weight, `cut at ${cut}`);
      assert.ok(after && before.weight.media.bytes < after.weight.media.bytes);
      assert.equal(after.weight.media.count, 4);
    }
  });

  it('names a few of the largest contents, by all the bytes that they take', async () => {
    const sizes = [100, 900, 300, 700, 500, 1100, 400];
    const file = ofLines(...sizes.map((size) => ({ blob: picture(size) })), { blob: picture(500) }, { blob: picture(500) });
    const { weight } = await indexOf(file);
    assert.deepEqual(
      weight.largest.map(({ times, line }) => ({ times, line })),
      [4, 5, 1, 3, 6].map((line) => ({ times: line === 4 ? 3 : 1, line })),
    );
    assert.equal(weight.largest.length, MOST_HEAVY);
  });

  it('keeps so many contents and no more, and says what it does not know of the rest', () => {
    const weigher = new Weigher();
    const string = (at: number) => ({ start: at * 10, end: at * 10 + 8, line: at, medium: { hash: String(at) } });
    weigher.add(Array.from({ length: MAX_WEIGHED_MEDIA + 3 }, (_, at) => string(at)));
    weigher.add([string(0)]);
    const { media, copies, unseen } = weigher.weight(1);
    assert.deepEqual([media.count, copies.count, unseen], [MAX_WEIGHED_MEDIA + 4, 1, 3 * 8]);
  });

  it('says how much of a JSON text it passed over', async () => {
    const inner = (count: number) =>
      JSON.stringify([
        { role: 'user', parts: Array.from({ length: count }, (_, at) => ({ type: 'blob', content: picture(50_000 + at) })) },
      ]);
    const span = (count: number) => ofLines({ name: 'chat', attributes: { 'gen_ai.input.messages': inner(count) } });
    const few = await indexOf(span(3));
    assert.deepEqual([few.weight.media.count, few.weight.unseen], [3, 0]);
    const many = await indexOf(span(100));
    const { media, unseen } = many.weight;
    assert.ok(media.count < 100 && media.count > 50 && unseen > 0, `${media.count} ${unseen}`);
    assert.ok(media.bytes + unseen >= 99 * picture(50_000).length);
  });
});

describe('The finding media_stored_repeatedly', () => {
  const check = async (file: string) => checkConversation(await indexOf(file), { api: 'anthropic', capabilities: null });
  /** Base64 of so many characters: a picture with noise behind. */
  const ofLength = (characters: number): string => picture((characters / 4) * 3 - png(20, 10).length);

  it('is told once of a file, with the bytes and the number of copies, and fails no request', async () => {
    const data = ofLength(MEBIBYTE / 2);
    assert.equal(data.length, MEBIBYTE / 2);
    const { findings, goesThrough } = await check(claudeThrice(data));
    const found = findings.filter(({ code }) => code === 'media_stored_repeatedly');
    assert.deepEqual(found, [
      {
        code: 'media_stored_repeatedly',
        severity: 'info',
        params: { bytes: MEBIBYTE, copies: 2, canSlim: 1 },
        source: 'the file itself',
        address: null,
      },
    ]);
    assert.ok(goesThrough);
    assert.ok(!findings.some(({ code }) => code === 'stored_twice'), 'nothing is sent twice');
    const [finding] = found;
    assert.equal(
      finding && formatSentence(conversationSentence({ ...finding, params: readableParams(finding) })),
      'Images and files are stored in this file more than once: 2 copies, 1.0 MB. Slimming keeps one of each, in a folder next to the file.',
    );
  });

  it('is not told of less than a mebibyte, nor of much that is different', async () => {
    const codes = async (file: string) => (await check(file)).findings.map(({ code }) => code);
    assert.ok(!(await codes(claudeThrice(ofLength(MEBIBYTE / 2 - 4)))).includes('media_stored_repeatedly'));
    const [one, other] = [ofLength(3 * MEBIBYTE), ofLength(3 * MEBIBYTE + 4)];
    const turns: Turn[] = [one, other].map((data) => ({ user: [{ type: 'image/png', data }] }));
    assert.ok(!(await codes(WRITERS.codex(turns))).includes('media_stored_repeatedly'));
  });
});
