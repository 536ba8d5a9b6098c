import assert from 'node:assert/strict';
import { countBytes, directCompute } from '../../../src/core/io/compute.ts';
import { lintTask } from '../../../src/core/transcript/lint-task.ts';
import { lintTranscript } from '../../../src/core/transcript/lint-transcript.ts';
import { JsonContext } from '../../../src/core/transcript/text-field.ts';
import { TranscriptScanner } from '../../../src/core/transcript/transcript-scanner.ts';
import { decodeFinding } from '../../../src/core/transcript/decode-finding.ts';
import { base64, findingsIn, png, pythonLiteral, textOf } from '../../support/transcripts.ts';

const image = base64(png());
const url = `data:image/png;base64,${image}`;
const record = `{"role":"tool","content":"${url}"}`;

/** How often a file's worth of base64 is found. */
const urlsIn = async (text: string | Uint8Array): Promise<string[]> => (await findingsIn(text)).map((finding) => textOf(finding, text));

describe('A hostile transcript', function () {
  this.timeout(60_000);

  it('with an unterminated string spoils nothing behind the line', async () => {
    assert.deepEqual(
      await urlsIn(`{"role":"tool","content":"never ended\n${record}\n{"content":[{"type":"image_url","image_url":{"url":"${url}"}}]}\n`),
      [url],
    );
    assert.deepEqual(await urlsIn(`{"messages":[{"content":[{"a":"cut\n${record}\n`), [url]);
    assert.deepEqual(await urlsIn(`{"content":"${url}`), [url]);
  });

  it('with NULs and invalid UTF-8 is read on', async () => {
    const spoilt = Buffer.concat([
      Buffer.from('{"text":"'),
      Buffer.from([0, 0xff, 0xc0, 0xf8, 0x80, 0]),
      Buffer.from(` ${url} `),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]);
    assert.deepEqual(await urlsIn(spoilt), [url]);
    assert.deepEqual(await urlsIn(Buffer.alloc(100_000)), []);
    assert.deepEqual(await urlsIn(''), []);
  });

  it('nested without end keeps the way as far as it is followed', async () => {
    const deep = `${'[{"a":'.repeat(50_000)}{"text":"${url}"}${'}]'.repeat(50_000)}\n${record}\n`;
    assert.deepEqual(await urlsIn(deep), [url, url]);
  });

  it('of backslashes and quotes only ends in time', async () => {
    for (const text of [
      '\\'.repeat(2_000_000),
      '\\"'.repeat(1_000_000),
      '"'.repeat(2_000_000),
      "b'".repeat(1_000_000),
      '[1,'.repeat(700_000),
      `{"text":"${'\\\\'.repeat(1_000_000)}"}`,
    ]) {
      assert.deepEqual(await findingsIn(text), []);
    }
    assert.deepEqual(await urlsIn(`{"text":"${'\\\\'.repeat(300_001)}"}\n${record}`), [url]);
  });

  it('of one line of 100 MB is read without holding it', async () => {
    const filler = new TextEncoder().encode('lorem ipsum \\"dolor\\" sit 你好 '.repeat(32_768));
    const tail = new TextEncoder().encode(`${url}"}`);
    let peak = 0;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('{"content":"');
      for (let size = 0; size < 100_000_000; size += filler.length) {
        yield filler;
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
      }
      yield tail;
    }
    const before = process.memoryUsage().arrayBuffers;
    const found = [];
    for await (const finding of lintTranscript(chunks())) found.push(finding);
    assert.equal(found.length, 1);
    assert.equal(found[0]?.length, url.length);
    assert.deepEqual(found[0]?.path, ['content']);
    assert.equal(found[0]?.start.line, 0);
    assert.ok(peak - before < 50_000_000, `${peak - before} bytes`);
  });

  it('with base64 of 20 MB is told its whole size', async () => {
    const large = base64(png(15_000_000));
    const [found] = await findingsIn(`{"text":"${large}"}`, 1024 * 1024);
    assert.deepEqual([found?.size, found?.length, found?.offset], [15_000_000, large.length, 9]);
  });

  it('cut off in the midst of base64 is told what is left', async () => {
    for (const kept of [400, 401, 402, 403]) {
      const [found] = await findingsIn(`{"text":"${image.slice(0, kept)}`);
      assert.equal(found?.mimeType, 'image/png');
      assert.equal(found?.size, Math.floor((kept * 3) / 4));
    }
  });

  it('of results whose type is never read keeps only a few of them waiting', () => {
    const scanner = new TranscriptScanner();
    const told = scanner.push(new TextEncoder().encode(`{${`"result":"${image}",`.repeat(5000)}`));
    // a block of 256 KB is yet to be read
    assert.ok(told.length > 5000 - 256 - (256 * 1024) / image.length, `${told.length} told`);
    assert.equal(told.length + scanner.end().length, 5000);
  });

  it('of brackets behind such a result settles it once, not at every bracket', async () => {
    const own = Object.getOwnPropertyDescriptor(JsonContext.prototype, 'type');
    assert.ok(own?.get);
    const get = own.get;
    let asked = 0;
    Object.defineProperty(JsonContext.prototype, 'type', {
      ...own,
      get(this: JsonContext) {
        asked++;
        return get.call(this) as unknown;
      },
    });
    try {
      assert.deepEqual(await urlsIn(`{"result":"${image}","x":[${'{},'.repeat(10_000)}{}],"type":"image_generation_call"}`), []);
      assert.deepEqual(await urlsIn(`{"result":"${image}","x":[${'{},'.repeat(10_000)}{}],"type":"other"}`), [image]);
    } finally {
      Object.defineProperty(JsonContext.prototype, 'type', own);
    }
    assert.equal(asked, 2);
  });

  it('is given up when its reader turns away', async () => {
    const controller = new AbortController();
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new TextEncoder().encode(record);
    }
    await assert.rejects(
      async () => {
        const chunks = countBytes(endless(), (bytes) => {
          read = bytes;
          if (bytes > 5_000_000) controller.abort();
        });
        for await (const _ of directCompute.stream(lintTask, chunks, {}, { deadline: 1000, signal: controller.signal }));
      },
      { name: 'AbortError' },
    );
    assert.ok(read > 5_000_000 && read < 6_000_000);
  });
});

describe('The bytes of a finding', () => {
  it('are those that were written, in every form', async () => {
    const bytes = png(1001);
    const encoded = base64(bytes);
    const mime = (encoded.match(/.{1,76}/g) ?? []).join('\r\n');
    const texts = [
      JSON.stringify({ text: `data:image/png;base64,${encoded}` }),
      JSON.stringify({ text: encoded }),
      JSON.stringify({ text: mime }),
      JSON.stringify({ text: JSON.stringify({ text: mime }) }),
      `log ${mime}\n`,
      `{"text":"${encoded.replaceAll('/', '\\/').replaceAll('+', '\\u002b').replaceAll('=', '\\u003d')}"}`,
      JSON.stringify({ text: Buffer.from(bytes).toString('base64url') }),
      JSON.stringify({ data: [...bytes] }),
      JSON.stringify({ text: JSON.stringify([...bytes], null, 2) }),
      `log ${pythonLiteral(bytes)}`,
      JSON.stringify({ text: pythonLiteral(bytes) }),
    ];
    for (const text of texts) {
      const [found, ...more] = await findingsIn(text);
      assert.ok(found && more.length === 0, text.slice(0, 60));
      assert.deepEqual(Buffer.from(decodeFinding(found.form, textOf(found, text))), Buffer.from(bytes), text.slice(0, 60));
      assert.equal(found.size, bytes.length);
    }
  });

  it('are refused when the text is no longer what it was', () => {
    assert.throws(() => decodeFinding('base64', 'not base64!'), { code: 'base64_invalid' });
    assert.throws(() => decodeFinding('byte_list', '[1,999]'), { code: 'base64_invalid' });
    assert.throws(() => decodeFinding('bytes_literal', "b'abc"), { code: 'base64_invalid' });
  });
});
