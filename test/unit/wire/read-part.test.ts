import assert from 'node:assert/strict';
import { CapabilityRouter } from '../../../src/core/routing/capability-router.ts';
import { readPart } from '../../../src/core/wire/turns.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { file } from '../../support/wire.ts';

const data = Buffer.from(Array.from({ length: 3001 }, (_, n) => (n * 197) % 256)).toString('base64');
const head = 'data:image/png;base64,';
const image = (url: string) => ({ type: 'image_url', image_url: { url } });
const isTaken = (part: object): boolean => {
  const item = readPart(part);
  return item.type === 'media' && item.isBase64;
};

describe('Base64 of a part from outside', () => {
  it('is taken when it is standard base64 from its first character to its last', () => {
    for (const text of ['', 'QQ==', 'QUI=', 'QUJD', data]) {
      assert.equal(isTaken(file('a.png', 'image/png', text)), true, text);
      assert.equal(isTaken(image(head + text)), true, text);
    }
  });

  it('is refused for a single wrong character, wherever it stands', () => {
    for (let at = 0; at < data.length; at++) {
      for (const wrong of ['-', '_', ' ', '\n', '=', '"', '\0', 'é', '\u0141', '\ud800']) {
        // padding may stand at the end
        if (wrong === '=' && at >= data.length - 2) continue;
        const text = data.slice(0, at) + wrong + data.slice(at + 1);
        assert.equal(isTaken(file('a.png', 'image/png', text)), false, `${JSON.stringify(wrong)} at ${at}`);
        assert.equal(readPart(image(head + text)).type, 'broken', `${JSON.stringify(wrong)} at ${at}`);
      }
    }
    for (const text of ['A', 'AA', 'AAA', '====', 'A===', 'AA==AA==', `${data.slice(0, -2)}AAA`, '%%%%'])
      assert.equal(isTaken(file('a.png', 'image/png', text)), false, text);
  });

  it('of 64 MB is told, though its middle is markup', () => {
    const large = 'A'.repeat(64 * 1024 * 1024);
    assert.equal(isTaken(file('a.png', 'image/png', large)), true);
    const hidden = `${large.slice(0, 20_000_000)}<script>${large.slice(20_000_008)}`;
    assert.equal(isTaken(file('a.png', 'image/png', hidden)), false);
    assert.equal(isTaken(image(head + hidden)), false);
  });

  it('is not looked at again when a router made or checked it', () => {
    const parts = [file('a.png', 'image/png', data), image(head + data)];
    for (const part of parts) assert.deepEqual(strings(readPart(part, true)), strings(readPart(part)));
  });
});

/** Without the function that decodes it. */
const strings = (item: object): object => JSON.parse(JSON.stringify(item)) as object;

describe('An attached text', () => {
  it('is the text its bytes say', async () => {
    for (const content of ['plain\n', '\ufeffwith a mark', '世界 😀', 'half \ud800 a pair', '']) {
      const artifact = { id: '1', isBinary: false, content, mimeType: 'text/plain', meta: { filename: 'a.txt' } };
      const router = new CapabilityRouter({
        serviceRegistry: { hasCapability: () => true, getServiceById: () => ({}) },
        artifactStore: { getArtifact: () => Promise.resolve(artifact as never) },
        contentAdapter: {} as never,
      });
      const { processedContent } = await router.routeContent({ attachments: [{ type: 'file', artifactRef: 'artifact:1' }] }, 's');
      assert.ok(Array.isArray(processedContent));
      const part = processedContent.find(({ type }) => type === 'file') as { type: 'file'; file: { data: string } };
      const decoded = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part.file.data, 'base64'));
      const { body } = toWire({ role: 'user', content: [part as never] }, 'anthropic');
      assert.match(JSON.stringify(body), /"type":"document"/);
      assert.ok(JSON.stringify(body).includes(JSON.stringify(decoded)));
    }
  });
});
