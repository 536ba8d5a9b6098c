import assert from 'node:assert/strict';
import type { ContentRouteResult } from '../../../src/core/routing/route-result.ts';
import { formatArtifactToolResponse, formatLongToolResponse, knownAnswer } from '../../../src/core/routing/tool-message.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { calls } from '../../support/wire.ts';

const textResult = (content: string, metadata: object = { id: '1', filename: 'a.txt', left: undefined }): ContentRouteResult =>
  ({
    contentType: 'text',
    routing: 'text',
    content,
    metadata,
    reason: { rule: 'text', acceptedCapabilities: [], lacksSignature: false },
  }) as unknown as ContentRouteResult;
const TEXTS = ['', 'plain', '"quoted"\n\u2028 世界 😀 \ud800 half', `${'😀"'.repeat(400_000)}\udc00`];

describe('A long tool message', () => {
  it('is the very message of one that is written in one go', async () => {
    for (const text of TEXTS)
      assert.deepEqual(await formatLongToolResponse(textResult(text), 'c'), formatArtifactToolResponse(textResult(text), 'c'));
    const image = {
      contentType: 'image',
      routing: 'image_url',
      imageUrl: { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
      metadata: { id: '1' },
    } as unknown as ContentRouteResult;
    assert.deepEqual(await formatLongToolResponse(image, 'c'), formatArtifactToolResponse(image, 'c'));
  });

  it('gives Gemini the object that is in its JSON, without reading it again', async () => {
    for (const metadata of [
      { id: '1', left: undefined },
      { id: '1', $ref: 'x' },
      { id: '1', deep: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown },
    ]) {
      for (const text of TEXTS) {
        const [long, short] = [
          await formatLongToolResponse(textResult(text, metadata), 'c'),
          formatArtifactToolResponse(textResult(text, metadata), 'c'),
        ];
        assert.ok(knownAnswer(long));
        assert.equal(knownAnswer(short), undefined);
        assert.deepEqual(toWire([calls('c'), long], 'gemini').body, toWire([calls('c'), short], 'gemini').body);
      }
    }
  });

  it('is read from its JSON once somebody has put another text in its place', async () => {
    const message = await formatLongToolResponse(textResult('first'), 'c');
    const other = Object.assign(message, { content: '{"other":1}' });
    assert.match(JSON.stringify(toWire([calls('c'), other], 'gemini').body), /"response":\{"other":1\}/);
  });
});
