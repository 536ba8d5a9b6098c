import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { base64, findingsIn, noise, png } from '../../support/transcripts.ts';

const image = base64(png(3000));
const url = `data:image/png;base64,${image}`;

/** Asserts that nothing is found in a value, written in every way. */
async function nothingIn(value: unknown): Promise<void> {
  for (const text of [
    JSON.stringify(value),
    JSON.stringify(value, null, 2),
    `${JSON.stringify(value)}\n${JSON.stringify(value)}\n`,
    `12:00 DEBUG request ${JSON.stringify(value)}\n`,
  ]) {
    assert.deepEqual(
      (await findingsIn(text)).map(({ code, path }) => [code, path]),
      [],
    );
  }
}

describe('The transcript lint leaves alone', () => {
  it('media where each API takes it', async () => {
    const user = (content: unknown) => ({ model: 'm', messages: [{ role: 'user', content }] });
    await nothingIn(
      user([
        { type: 'text', text: 'look' },
        { type: 'image_url', image_url: { url, detail: 'high' } },
        { type: 'input_audio', input_audio: { data: image, format: 'wav' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: url } },
      ]),
    );
    await nothingIn({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: url },
            { type: 'input_file', filename: 'a', file_data: url },
          ],
        },
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: url }] },
      ],
    });
    await nothingIn(
      user([
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: image } }],
        },
      ]),
    );
    await nothingIn({
      contents: [
        {
          role: 'user',
          parts: [
            { inlineData: { mimeType: 'image/png', data: image } },
            { inline_data: { mime_type: 'image/png', data: image } },
            { functionResponse: { name: 'f', response: { ok: true }, parts: [{ inlineData: { mimeType: 'image/png', data: image } }] } },
          ],
        },
      ],
    });
    await nothingIn({ model: 'llava', messages: [{ role: 'user', content: 'what is it?', images: [image, image] }] });
    await nothingIn({
      content: [
        { type: 'image', data: image, mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'a:b', blob: image } },
      ],
    });
    await nothingIn({ messages: [{ content: [{ image: { format: 'png', source: { bytes: image } } }] }] });
    await nothingIn({
      role: 'user',
      content: [
        { type: 'file', file: { filename: 'a.png', mimeType: 'image/png', data: image } },
        { type: 'image', image },
      ],
    });
  });

  it('what models make, whichever comes first, its type or its data', async () => {
    await nothingIn({ output: [{ type: 'image_generation_call', status: 'completed', result: image }] });
    await nothingIn({ output: [{ result: image, type: 'image_generation_call' }] });
    await nothingIn({ type: 'response.output_audio.delta', delta: image });
    await nothingIn({ data: [{ b64_json: image }] });
  });

  it("the same fields in Python's notation in a log", async () => {
    assert.deepEqual(await findingsIn(`DEBUG {'role': 'user', 'content': [{'type': 'image_url', 'image_url': {'url': '${url}'}}]}\n`), []);
  });

  it('what models want back as it is: signatures and encrypted reasoning', async () => {
    await nothingIn({
      content: [
        { type: 'thinking', thinking: 'hm', signature: base64(noise(2000)) },
        { type: 'redacted_thinking', data: base64(noise(2000)) },
      ],
    });
    await nothingIn({
      output: [{ type: 'reasoning', encrypted_content: base64(noise(3000)) }],
      parts: [{ text: 'a', thoughtSignature: base64(noise(900)) }],
    });
  });

  it('hashes, hexadecimal dumps, tokens, keys and certificates in text', async () => {
    const sha = createHash('sha512').update('a').digest('hex');
    const jwt = [
      { alg: 'RS256', typ: 'JWT', kid: 'k'.repeat(300) },
      { sub: '1234', scope: 'read '.repeat(80) },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const der = publicKey.replace(/-----[^-]+-----|\n/g, '');
    const ssh = Buffer.concat([Buffer.from([0, 0, 0, 7]), Buffer.from('ssh-rsa'), noise(270)]).toString('base64');
    for (const text of [
      sha,
      Array.from({ length: 20 }, () => sha).join('\n'),
      Buffer.from(noise(5000)).toString('hex'),
      Buffer.from(noise(5000)).toString('hex').toUpperCase(),
      `Bearer ${jwt}.${base64(noise(256))}`,
      publicKey,
      privateKey,
      der,
      `ssh-rsa ${ssh} me@here`,
    ]) {
      await nothingIn({ role: 'tool', content: text });
      assert.deepEqual(await findingsIn(`token: ${text}\n`), []);
    }
  });

  it('words: paths, identifiers, constants, rules of dashes, code without spaces', async () => {
    const path = '/usr/local/lib/node_modules/some-package/dist/components/'.repeat(8);
    for (const text of [
      path,
      'getElementByIdAndClassName'.repeat(20),
      'SOME_LONG_CONSTANT_'.repeat(30),
      '-'.repeat(1000),
      '_'.repeat(1000),
      'A'.repeat(5000),
      'abc123'.repeat(100),
      '0123456789'.repeat(100),
      'for(i=0;i<n;i++){a[i]=b(i)+c;}'.repeat(100),
      'apple\nbanana\ncherry\n'.repeat(100),
    ]) {
      await nothingIn({ role: 'tool', content: text });
    }
  });

  it('lists of numbers that are no file, keys, and base64 in fields that are no text', async () => {
    await nothingIn({
      content: 'a',
      tokens: Array.from({ length: 500 }, (_, n) => n % 256),
      vector: Array.from({ length: 500 }, (_, n) => n / 7),
    });
    await nothingIn({ [image]: 'a key' });
    await nothingIn({ cells: [{ outputs: [{ data: { 'image/png': image } }] }], buffers: [{ uri: url }], icon: url });
  });
});
