import assert from 'node:assert/strict';
import { directCompute as compute } from '../../../src/core/io/compute.ts';
import { receiveContents } from '../../../src/core/receive/receive-contents.ts';
import { outcomeOfContent, WIRE_APIS, type WireApi } from '../../../src/core/wire/verdict.ts';
import { samples } from '../../support/samples.ts';

describe('What a model receives of several contents', () => {
  const service = {
    id: 's',
    name: 's',
    baseURL: 'http://127.0.0.1:9/v1',
    model: 'gpt-5.2',
    api: 'openai-chat',
    capabilities: { input: ['text', 'vision', 'audio', 'video', 'file'], output: ['text'] },
  } as const;
  const film = { content: samples.mp4, name: 'a.mp4' };
  const bitmap = { content: samples.bmp, name: 'a.bmp' };

  it('[28] is refused as a whole when one is refused, whatever becomes of the others', async () => {
    for (const contents of [[film, bitmap], [bitmap, film], [bitmap]]) {
      const { goesThrough, state, contents: each } = await receiveContents(contents, service, { as: 'attachment', compute });
      assert.deepEqual([goesThrough, state], [false, 'refused']);
      const verdicts = each.flatMap(({ verdict }) => verdict ?? []);
      assert.equal(outcomeOfContent(verdicts), 'rejected');
    }
  });

  it('[28] has each its own content, though two have one name', async () => {
    const contents = ['first', 'second', 'third'].map((content) => ({ content, name: 'a.txt' }));
    const { body, contents: each } = await receiveContents(contents, service, { as: 'attachment', compute });
    for (const { content } of contents) assert.equal(JSON.stringify(body).split(`"${content}"`).length, 2, content);
    assert.deepEqual(
      each.map(({ name }) => name),
      ['a.txt', 'a.txt', 'a.txt'],
    );
  });

  it('[28] costs as much as its text where a text file is sent as text, alone, beside others, and read by a tool', async () => {
    const gemini = { ...service, model: 'gemini-3-pro-preview', api: 'gemini' } as const;
    const file = {
      content: new TextEncoder().encode(JSON.stringify(Array(2000).fill('word'))),
      name: 'a.bin',
      mimeType: 'application/json',
    };
    const tokens = async (contents: (typeof file)[], as: 'tool' | 'attachment'): Promise<number> =>
      (await receiveContents(contents, gemini, { as, text: 'See.', compute })).tokens?.low ?? 0;
    const alone = await tokens([file], 'attachment');
    assert.ok(alone > 2000, String(alone));
    assert.ok((await tokens([file, { ...file, name: 'b.bin' }], 'attachment')) > 2 * 2000);
    assert.ok((await tokens([file], 'tool')) > 2000);
  });

  it('[28] is refused where a file is an image and the model takes files but no images, by every API', async () => {
    const image = { content: samples.png, name: 'a.bin' };
    const received = async (api: WireApi, ...input: string[]): Promise<unknown[]> => {
      const taker = { ...service, api, capabilities: { input: ['text', ...input], output: ['text'] } };
      const { goesThrough, state, contents } = await receiveContents(image, taker, { as: 'attachment', compute });
      return [goesThrough, state, contents[0]?.verdict?.rule];
    };
    // over MCP nothing is attached
    for (const api of WIRE_APIS.filter((each) => each !== 'mcp')) {
      assert.deepEqual(await received(api, 'file'), [false, 'refused', 'image_not_seen'], api);
      assert.equal((await received(api, 'file', 'vision'))[0], true, api);
    }
    const { because } = await receiveContents(
      image,
      { ...service, capabilities: { input: ['file'], output: ['text'] } },
      { as: 'attachment', compute },
    );
    assert.match(because ?? '', /^The file is an image \(image\/png\), which OpenAI Chat Completions takes as nothing else/);
  });

  it('is left out alone where the API has no place for it', async () => {
    const { goesThrough, state } = await receiveContents([film], service, { as: 'attachment', compute });
    assert.deepEqual([goesThrough, state], [true, 'dropped']);
  });
});
