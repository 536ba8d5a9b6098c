import assert from 'node:assert/strict';
import type { ContentPart, ContentRouteResult, FilePart, ImageUrlPart } from '../../../src/core/routing/route-result.ts';
import { shortenMessage, shortenRoute } from '../../../src/core/routing/shortened-message.ts';
import type { ToolMessage } from '../../../src/core/routing/tool-message.ts';

describe('a message with its base64 shortened', () => {
  // The words have a character that JSON escapes.
  const words = (count: number): string => `("${count}" characters)`;
  const text: ContentPart = { type: 'text', text: 'A'.repeat(500) };
  const image = (data: string): ImageUrlPart => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } });
  const file = (data: string): FilePart => ({ type: 'file', file: { filename: 'a.pdf', mimeType: 'application/pdf', data } });
  const message = (...content: ContentPart[]): ToolMessage => ({ role: 'tool', tool_call_id: 'call', content });
  const large = Buffer.alloc(20 * 1024 * 1024, 'bytes').toString('base64');
  const short = `${large.slice(0, 40)}… ${words(large.length)}`;

  it('cuts 20 MiB in an image and in a file, and leaves all else', () => {
    const { value } = shortenMessage(message(text, image(large), file(large)), words);
    assert.deepEqual(value, message(text, image(short), file(short)));
  });

  it('knows by how many characters its JSON is shorter', () => {
    for (const data of [large, 'A'.repeat(120), 'A'.repeat(119), '']) {
      const whole = message(text, image(data), file(data));
      const { value, saved } = shortenMessage(whole, words);
      assert.equal(JSON.stringify(value).length + saved, JSON.stringify(whole).length, `${data.length} characters`);
    }
  });

  it('leaves short base64, addresses and messages of text as they are', () => {
    const address: ContentPart = { type: 'image_url', image_url: { url: `https://example.org/${'a'.repeat(500)}` } };
    for (const whole of [message(image('AAAA'), file('AAAA'), address), { ...message(), content: large }]) {
      assert.deepEqual(shortenMessage(whole, words), { value: whole, saved: 0 });
    }
  });

  it('is cut the same way in the result of a route', () => {
    const common = {
      contentType: 'binary',
      metadata: { id: '1' },
      reason: { rule: 'capability_present', acceptedCapabilities: [], lacksSignature: false },
    } as const;
    const asImage: ContentRouteResult = { ...common, routing: 'image_url', imageUrl: image(large) };
    const asFile: ContentRouteResult = { ...common, routing: 'file', file: file(large) };
    const asText: ContentRouteResult = { ...common, routing: 'text', content: large };
    assert.deepEqual(shortenRoute(asImage, words), { ...asImage, imageUrl: image(short) });
    assert.deepEqual(shortenRoute(asFile, words), { ...asFile, file: file(short) });
    assert.equal(shortenRoute(asText, words), asText);
  });
});
