import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { shrinkImageTask } from '../../../src/core/content/shrink-image.ts';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import type { ConversationIndex, MediaPartOf } from '../../../src/core/conversation/conversation.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { textFindings } from '../../../src/core/conversation/text-findings.ts';
import { directCompute } from '../../../src/core/io/compute.ts';
import { lintTask } from '../../../src/core/transcript/lint-task.ts';
import type { TranscriptFinding } from '../../../src/core/transcript/finding.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { SavedMedia } from '../../../src/platform/saved-media.ts';
import { chunksOf, image, indexOf, otelSpan, repairedFile, requestOf, text, type Turn, WRITERS } from '../../support/conversations.ts';
import { jpeg, pdf, png, webp } from '../../support/media-bytes.ts';
import { answer } from '../../support/strict-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, noise } from '../../support/transcripts.ts';

/** What fails by a file that is sent as it is written, what is in its texts among it. */
async function examined(file: string, api: WireApi) {
  const index = await indexOf(file);
  const found: TranscriptFinding[] = [];
  for await (const each of directCompute.stream(lintTask, chunksOf(Buffer.from(file), 64 * 1024), {}, { deadline: 60_000 }))
    found.push(each);
  const texts = textFindings(index, found);
  const check = checkConversation(index, { api, capabilities: null }, texts);
  const errors = check.findings.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
  return { index, check, texts, errors };
}

async function repaired(file: string, api: WireApi): Promise<string> {
  const { index, check, texts } = await examined(file, api);
  return (await repairedFile(file, planRepairs(index, check, texts, { api }))).text;
}

const hello: Turn = { user: [text('Hello.')] };
const goOn: Turn[] = [{ assistant: 'Well.' }, { user: [text('Go on.')] }];

describe('Rare causes of conversations that fail', () => {
  describe('a result without a call', () => {
    for (const [what, piece] of [
      ['a picture of another type', image(webp(20, 20), 'image/png')],
      ['what is no picture', image(Buffer.from('<html>502</html>'))],
      ['a picture that is too large', image(png(8001, 10))],
    ] as const) {
      it(`goes with ${what} in it`, async () => {
        const file = WRITERS.anthropic([hello, { assistant: 'Yes?' }, { result: 'call_1', pieces: [piece] }, ...goOn]);
        const after = await repaired(file, 'anthropic');
        assert.deepEqual((await examined(after, 'anthropic')).errors, []);
        assert.deepEqual(answer('anthropic', JSON.parse(after)), { status: 200, message: '' });
      });
    }

    it('is also a second one of the same call in the same message', async () => {
      const body = JSON.parse(
        WRITERS.anthropic([hello, { assistant: 'I look.', calls: ['c'] }, { result: 'c', pieces: [text('done')] }, ...goOn]),
      ) as { messages: { content: object[] }[] };
      const { content = [] } = body.messages[2] ?? {};
      content.push(...content);
      const file = JSON.stringify(body);
      assert.deepEqual((await examined(file, 'anthropic')).errors, ['result_without_call']);
      const after = JSON.parse(await repaired(file, 'anthropic')) as typeof body;
      assert.deepEqual(
        after.messages[2]?.content.map((block) => 'tool_use_id' in block),
        [true, false],
      );
    });

    it('is none where the request goes on from what the server keeps', async () => {
      const input = [{ type: 'function_call_output', call_id: 'c', output: 'done' }];
      const errors = async (kept: object): Promise<string[]> =>
        (await examined(JSON.stringify({ model: 'gpt-5.2', ...kept, input }), 'openai-responses')).errors;
      assert.deepEqual(await errors({ previous_response_id: 'resp_1' }), []);
      assert.deepEqual(await errors({ conversation: { id: 'conv_1' } }), []);
      assert.deepEqual(await errors({ previous_response_id: null }), ['result_without_call']);
      const contents = [{ role: 'user', parts: [{ functionResponse: { name: 'f', response: { result: 'done' } } }] }];
      assert.deepEqual((await examined(JSON.stringify({ contents, cachedContent: 'cachedContents/1' }), 'gemini')).errors, []);
    });

    it('is none among two of the same name, as Gemini has them; a missing one of two is found', async () => {
      const functionCall = { name: 'f', args: {} };
      const functionResponse = { name: 'f', response: { result: 'done' } };
      const body = (count: number): string =>
        JSON.stringify({
          contents: [
            { role: 'user', parts: [{ text: 'Look' }] },
            { role: 'model', parts: [{ functionCall }, { functionCall }] },
            { role: 'user', parts: Array.from({ length: count }, () => ({ functionResponse })) },
            { role: 'model', parts: [{ text: 'Well' }] },
            { role: 'user', parts: [{ text: 'Go on' }] },
          ],
        });
      assert.deepEqual((await examined(body(2), 'gemini')).errors, []);
      assert.deepEqual((await examined(body(1), 'gemini')).errors, ['call_without_result']);
      assert.deepEqual((await examined(body(3), 'gemini')).errors, ['result_without_call']);
    });
  });

  describe('a call without a result', () => {
    it('gets one by its whole id, however long', async () => {
      const id = `call_${'x'.repeat(300)}`;
      const after = await repaired(
        WRITERS['openai-chat']([hello, { assistant: 'I look.', calls: [id] }, { user: [text('Go on.')] }]),
        'openai-compatible',
      );
      assert.deepEqual((await examined(after, 'openai-compatible')).errors, []);
      assert.equal(answer('openai-chat', JSON.parse(after)).status, 200);
    });

    it('is repaired with the base64 in its arguments', async () => {
      const args = JSON.stringify({ content: base64(noise(3000)) });
      for (const format of ['openai-chat', 'openai-responses'] as const) {
        const file = WRITERS[format]([hello, { assistant: 'I write.', calls: ['c'] }, { user: [text('Go on.')] }]).replace(
          '"{\\"path\\":\\"a.png\\"}"',
          JSON.stringify(args),
        );
        const before = await examined(file, format);
        assert.deepEqual([before.errors, before.texts.length], [['call_without_result'], 1]);
        const after = await examined(await repaired(file, format), format);
        assert.deepEqual([after.errors, after.texts.length], [[], 0], format);
      }
    });
  });

  it('an answer without words, in a body that is sent as it is', async () => {
    for (const [words, said] of [
      ['', /must be non-empty/],
      [' \n', /non-whitespace/],
    ] as const) {
      for (const format of ['anthropic', 'cline'] as const) {
        const file: string = WRITERS[format]([hello, { assistant: words }, { user: [text('Go on.')] }]);
        const body = (json: string): unknown => (format === 'cline' ? { messages: JSON.parse(json) as unknown } : JSON.parse(json));
        assert.match(answer('anthropic', body(file)).message, said);
        assert.deepEqual((await examined(file, 'anthropic')).errors, ['part_rejected']);
        const after = await repaired(file, 'anthropic');
        assert.equal(answer('anthropic', body(after)).status, 200);
        assert.deepEqual((await examined(after, 'anthropic')).errors, []);
      }
    }
  });

  describe('media that are too many bytes together', () => {
    const MIB = 1024 * 1024;
    /** As if its media were as large as their places in the list say. */
    const withSizes = (index: ConversationIndex, sizes: readonly number[]): ConversationIndex => {
      let at = 0;
      const sized = (part: MediaPartOf): MediaPartOf => {
        const size = sizes[at++] ?? 0;
        const { start } = part.data;
        return { ...part, data: { start, end: start + Math.ceil((size * 4) / 3) }, facts: { ...part.facts, size } };
      };
      return {
        ...index,
        messages: index.messages.map((message) => ({
          ...message,
          parts: message.parts.map((part) => (part.kind === 'media' ? sized(part) : part)),
        })),
      };
    };
    const described = (index: ConversationIndex, api: WireApi, code: string): number[] => {
      const check = checkConversation(index, { api, capabilities: null });
      assert.ok(check.findings.some((finding) => finding.code === code && finding.severity === 'error'));
      return planRepairs(index, check, [], { api, kinds: ['describe'] }).map(({ address }) => address.part);
    };

    it('of documents, no picture is taken out', async () => {
      const document = { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${base64(pdf(1))}` };
      const picture = { type: 'input_image', image_url: `data:image/png;base64,${base64(png(10, 10))}` };
      const file = JSON.stringify({ model: 'gpt-5.2', input: [{ role: 'user', content: [picture, document, picture, document] }] });
      const index = withSizes(await indexOf(file), [5 * MIB, 27 * MIB, 5 * MIB, 27 * MIB]);
      assert.deepEqual(described(index, 'openai-responses', 'documents_too_large'), [1]);
    });

    it('of a request, nothing is taken out that the API has no place for', async () => {
      const inline = (mimeType: string, bytes: Uint8Array): object => ({ inlineData: { mimeType, data: base64(bytes) } });
      const parts = [inline('audio/mp3', noise(60)), inline('image/png', png(10, 10)), inline('image/png', png(11, 10))];
      const file = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Look' }, ...parts] }] });
      const index = withSizes(await indexOf(file), [9 * MIB, 7 * MIB, 7 * MIB]);
      const larger = withSizes(index, [9 * MIB, 13 * MIB, 13 * MIB]);
      assert.ok(
        !checkConversation(index, { api: 'anthropic', capabilities: null }).findings.some(({ code }) => code === 'request_too_large'),
      );
      assert.deepEqual(described(larger, 'anthropic', 'request_too_large'), [2, 3]);
    });
  });

  describe('where pictures are', () => {
    it('two of the same size on a line of Claude Code have each its own copy', async () => {
      const [one, other] = [Buffer.from(png(20, 20)), Buffer.from(webp(20, 20))];
      const length = Math.max(one.length, other.length);
      const blocks = [one, other].map((bytes) => {
        const data = base64(Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]));
        return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
      });
      const message = { role: 'user', content: blocks };
      const file = `${JSON.stringify({ type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message, toolUseResult: blocks })}\n`;
      const after = JSON.parse(await repaired(file, 'anthropic')) as { message: { content: unknown }; toolUseResult: typeof blocks };
      assert.deepEqual(
        after.toolUseResult.map(({ source }) => source.media_type),
        ['image/png', 'image/webp'],
      );
      assert.deepEqual(after.message.content, after.toolUseResult);
    });

    it('the base64 of a data URL begins behind parameters in any script', async () => {
      const data = base64(png(20, 20));
      const url = `data:image/png;name=файл.png;base64,${data}`;
      const file = JSON.stringify({ model: 'gpt-5.2', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] });
      const part = (await indexOf(file)).messages[0]?.parts[0];
      assert.ok(part?.kind === 'media' && part.type);
      const written = ({ start, end }: { start: number; end: number }): string => Buffer.from(file).subarray(start, end).toString();
      assert.deepEqual([written(part.data), written(part.type)], [data, 'image/png']);
    });
  });

  describe('base64 that JSON writes with escapes', () => {
    const bytes = Buffer.concat([jpeg(20, 20), noise(200_000)]);
    const turns: Turn[] = [{ user: [text('Look'), image(bytes, 'image/jpeg')] }];
    /** As libraries write them: Gson `=`, .NET `+`, PHP `/`. */
    const escapes = (json: string): string => json.replaceAll('=', '\\u003d').replaceAll('+', '\\u002B').replaceAll('/', '\\/');
    const files = {
      'openai-chat': escapes(WRITERS['openai-chat'](turns)),
      anthropic: escapes(WRITERS.anthropic(turns)),
      gemini: escapes(WRITERS.gemini(turns)),
      'openai-responses': escapes(otelSpan(turns, 'text', escapes)),
    } as const;
    const places = ({ messages }: ConversationIndex) =>
      messages.flatMap(({ parts, index: message }) =>
        parts.flatMap((each, part) => (each.kind === 'media' ? [{ address: { message, part }, part: each }] : [])),
      );

    for (const [api, file] of Object.entries(files) as [keyof typeof files, string][]) {
      for (const chunk of [7, 64 * 1024]) {
        it(`goes through as it is: ${api}, read by ${chunk}`, async () => {
          assert.ok(JSON.parse(file));
          const index = await indexOf(file, chunk);
          const [medium] = places(index);
          assert.deepEqual([medium?.part.isBase64, medium?.part.facts.size], [true, bytes.length]);
          const { findings } = checkConversation(index, { api, capabilities: null });
          assert.deepEqual(
            findings.filter(({ severity }) => severity === 'error'),
            [],
          );
          assert.ok(JSON.stringify(requestOf(file, index, api)).includes(base64(bytes)), 'the request has the base64 itself');
        });
      }

      it(`is saved and made smaller as what it is: ${api}`, async () => {
        const index = await indexOf(file);
        const [medium] = places(index);
        assert.ok(medium);
        const folder = await temporaryFolder({ 'a.json': file });
        const media = await SavedMedia.in(path.join(folder, 'media'));
        const [saved = ''] = await media.save(path.join(folder, 'a.json'), index, [medium.address]);
        assert.deepEqual(await readFile(saved), bytes);
        const { start, end } = medium.part.data;
        const input = {
          type: 'image/jpeg',
          base64: Buffer.from(file).subarray(start, end),
          limits: { side: 10 },
          mayBecomeJpeg: true,
        } as const;
        const smaller = await directCompute.run(shrinkImageTask, input, { deadline: 60_000 });
        const plain = await directCompute.run(shrinkImageTask, { ...input, base64: Buffer.from(base64(bytes)) }, { deadline: 60_000 });
        assert.deepEqual(smaller, plain);
      });
    }

    it('is none with another escape in it', async () => {
      const file = WRITERS['openai-chat'](turns);
      const data = base64(bytes);
      for (const escape of ['\\u0041\\n', '\\u00e9', '\\\\/', '\\t']) {
        const broken = file.replace(data, `${data.slice(0, 100_000)}${escape}${data.slice(100_000)}`);
        assert.equal(places(await indexOf(broken))[0]?.part.isBase64, false, escape);
      }
    });
  });

  describe('which messages are sent', () => {
    const sent = ({ messages, notSent }: ConversationIndex): string[] =>
      messages
        .filter(({ index }) => !notSent.has(index))
        .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.sample] : [])));

    it('all of a subagent, whose file is nothing but a sidechain', async () => {
      const main = WRITERS['claude-code']([hello, ...goOn]);
      const { index, errors } = await examined(main.replaceAll('"isSidechain":false', '"isSidechain":true'), 'anthropic');
      assert.deepEqual([sent(index), errors], [['Hello.', 'Well.', 'Go on.'], []]);
    });

    it('none of the turns that a person took back in Codex', async () => {
      const lines = WRITERS.codex([
        { user: [text('<environment_context>…')] },
        hello,
        { assistant: 'Yes?' },
        { user: [text('See:'), image(Buffer.from('<html>'))] },
        { assistant: 'I cannot.' },
        { user: [text('<turn_aborted>…')] },
      ]);
      const back = (num_turns: number): string =>
        `${JSON.stringify({ timestamp: '', type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns } })}\n`;
      assert.ok((await examined(lines, 'openai-responses')).errors.length > 0);
      const once = await examined(lines + back(1), 'openai-responses');
      assert.deepEqual([sent(once.index), once.errors], [['<environment_context>…', 'Hello.', 'Yes?'], []]);
      const again = WRITERS.codex([{ user: [text('Once more')] }]);
      assert.deepEqual(sent((await examined(lines + back(1) + again, 'openai-responses')).index).at(-1), 'Once more');
      assert.deepEqual(sent((await examined(lines + back(1) + again + back(2), 'openai-responses')).index), ['<environment_context>…']);
      assert.deepEqual(sent((await examined(lines + back(99), 'openai-responses')).index), ['<environment_context>…']);
    });
  });
});
