import assert from 'node:assert/strict';
import { directCompute as compute } from '../../../src/core/io/compute.ts';
import { receiveContents } from '../../../src/core/receive/receive-contents.ts';
import { outcomeOfContent } from '../../../src/core/wire/verdict.ts';
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
    const { goesThrough, state } = await receiveContents([film], service, { as: 'attachment', compute });
    assert.deepEqual([goesThrough, state], [true, 'dropped']);
  });
});
