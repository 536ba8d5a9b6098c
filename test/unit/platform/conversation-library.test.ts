import assert from 'node:assert/strict';
import { brokenSession } from '../../support/broken-session.ts';
import { image, WRITERS } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { base64 } from '../../support/transcripts.ts';
import { builtLibrary, type Library } from '../../support/library.ts';

type Asked = { readonly window?: number; readonly most?: number; readonly truncation?: string };

/** As a program uses the package. */
describe('conversations in the library', () => {
  const file = new TextEncoder().encode(brokenSession());
  const claude = { api: 'anthropic', model: 'claude-opus-4-5', capabilities: { input: ['text', 'vision'], output: ['text'] } } as const;
  let library: Library;

  before(async () => {
    library = await builtLibrary();
  });

  it('a session that fails is read, checked and repaired, and goes through then', async () => {
    const conversation = await library.Conversation.read(file);
    const check = conversation.check(claude);
    const [first] = check.findings;
    assert.deepEqual([conversation.index.format, check.goesThrough, first?.severity], ['claude-code', false, 'error']);
    assert.match(library.formatSentence(library.conversationSentence(first ?? assert.fail())), /^The request has 21 images/);
    const { bytes, repairs, images } = await conversation.repair(claude);
    assert.ok(images.length > 0 && images.every((image) => 'to' in image));
    assert.ok(repairs.length >= images.length);
    const repaired = await library.Conversation.read(bytes);
    assert.equal(repaired.check(claude).goesThrough, true);
    const { messages } = repaired.request(claude).body as { messages: unknown[] };
    assert.ok(messages.length > 0);
    assert.equal((await repaired.repair(claude)).bytes.length, bytes.length, 'nothing is left to repair');
  });

  it('a picture is one artifact with its places and bytes, and a file each time it is sent; and an ID or a version that there is not has none', async () => {
    const [picture, other] = [png(40, 40), png(9, 9)];
    const turns = [{ user: [image(picture), image(other)] }, { user: [image(picture)] }];
    const conversation = await library.Conversation.read(new TextEncoder().encode(WRITERS.anthropic(turns)));
    assert.deepEqual(
      conversation.files().map(({ way, sentAs, address }) => [way, sentAs, address.message, address.part]),
      [
        ['attached', 'media', 0, 0],
        ['attached', 'media', 0, 1],
        ['attached', 'media', 1, 0],
      ],
    );
    const { items, unread } = await conversation.artifacts();
    assert.equal(unread, 0);
    assert.deepEqual(
      items.map((item) => item.kind === 'file' || item.places.map(({ message, part }) => [message, part])),
      [
        [
          [0, 0],
          [1, 0],
        ],
        [[0, 1]],
      ],
    );
    assert.ok(Buffer.from(other).equals((await conversation.artifactBytes(items[1]?.id ?? '')) ?? new Uint8Array()));
    assert.equal(await conversation.artifactBytes('0'), undefined);
    await assert.rejects(conversation.artifactBytes(items[0]?.id ?? '', 0), { code: 'arguments_invalid' });
  });

  it('[28] a body for its own API passes unchanged, byte for byte, and says where its media are', async () => {
    const picture = png(40, 40);
    const data = base64(picture);
    for (const [format, api] of [
      ['anthropic', 'anthropic'],
      ['openai-chat', 'openai-chat'],
      ['openai-responses', 'openai-responses'],
      ['gemini', 'gemini'],
    ] as const) {
      const text = WRITERS[format]([{ user: [{ text: 'Look at \\u00e9.' }, image(picture)] }]).replace('{', '{ "own":1e2, ');
      const bytes = new TextEncoder().encode(text);
      const conversation = await library.Conversation.read(bytes);
      const to = { api, capabilities: null };
      conversation.check(to);
      const request = conversation.request(to);
      assert.deepEqual(Buffer.from(request.bytes ?? []).toString(), text);
      assert.deepEqual(request.body, JSON.parse(text));
      assert.deepEqual(
        request.verdicts.map(({ outcome, rule, message, part }) => [outcome, rule, message, part]),
        [0, 1].map((part) => ['sent', 'as_it_stands', 0, part]),
      );
      const [medium] = request.media;
      assert.equal(medium?.length, data.length);
      const value = medium.pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], request.body);
      assert.equal(String(value).slice(medium.start), data);
      assert.equal(library.bodySize(request), Buffer.byteLength(JSON.stringify(request.body)));
      const other = conversation.request({ api: api === 'anthropic' ? 'gemini' : 'anthropic', capabilities: null });
      assert.deepEqual([other.bytes, other.verdicts.some(({ rule }) => rule === 'as_it_stands')], [undefined, false]);
    }
  });

  it('[28] a request beyond the window that the catalogue knows of its model fails, and one that may fit does not', async () => {
    const checked = async (words: number, model: string, { window, most, ...more }: Asked): Promise<unknown[]> => {
      const input = Array.from({ length: 10 }, () => ({ role: 'user', content: 'the word '.repeat(words / 20) }));
      const { Conversation } = library;
      const conversation = await Conversation.read(new TextEncoder().encode(JSON.stringify({ model, input, ...more })));
      const to = {
        api: 'openai-responses',
        model,
        capabilities: null,
        ...(window !== undefined && { contextWindow: window }),
        ...(most !== undefined && { inputLimit: most }),
      } as const;
      const { findings, goesThrough } = conversation.check(to);
      return [goesThrough, ...findings.flatMap(({ code, severity }) => (code === 'context_exceeded' ? severity : []))];
    };
    // gpt-5-nano takes 272,000 of its 400,000 as input, gpt-4.1-nano a million
    const rows: readonly (readonly [expected: unknown[], words: number, model: string, asked?: Asked])[] = [
      [[false, 'error'], 600_000, 'gpt-5-nano'],
      [[true, 'warning'], 290_000, 'gpt-5-nano'],
      [[true], 260_000, 'gpt-5-nano'],
      [[true], 600_000, 'gpt-4.1-nano'],
      [[true, 'warning'], 600_000, 'gpt-5-nano', { truncation: 'auto' }],
      [[false, 'error'], 600_000, 'gpt-5-nano', { truncation: 'disabled' }],
      [[true], 600_000, 'gpt-5-nano', { window: 1_000_000 }],
      [[false, 'error'], 60_000, 'gpt-5-nano', { most: 50_000 }],
      [[true], 600_000, 'a-model-of-our-own'],
    ];
    for (const [expected, words, model, asked = {}] of rows)
      assert.deepEqual(await checked(words, model, asked), expected, JSON.stringify([words, model, asked]));
  });

  it('only the kinds that are asked for are made, and the bytes that were given stay', async () => {
    const before = Uint8Array.from(file);
    const conversation = await library.Conversation.read(file);
    const { repairs } = await conversation.repair(claude, { kinds: ['fill_text'] });
    assert.deepEqual([...new Set(repairs.map(({ kind }) => kind))], ['fill_text']);
    assert.deepEqual(file, before);
  });

  it('what is no conversation is refused with a code', async () => {
    for (const text of ['', '{"name": 1}', '\u0000'])
      await assert.rejects(library.Conversation.read(new TextEncoder().encode(text)), { code: 'not_a_conversation' }, text);
  });
});
