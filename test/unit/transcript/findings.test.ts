import assert from 'node:assert/strict';
import { formatPath } from '../../../src/core/transcript/finding.ts';
import { base64, findingsIn, noise, png, pythonLiteral, textOf } from '../../support/transcripts.ts';

const image = base64(png());
const url = `data:image/png;base64,${image}`;

/** The only finding in a text; its range must be exactly `expected`. */
async function only(text: string, expected: string) {
  const findings = await findingsIn(text);
  assert.equal(findings.length, 1, JSON.stringify(findings.map(({ code, offset, length }) => [code, offset, length])));
  const [found] = findings;
  assert.ok(found);
  assert.equal(textOf(found, text), expected);
  return found;
}

describe('The transcript lint', () => {
  it('finds a data URL in a text field: what it is, where, its size and cost', async () => {
    const text = `[\n  {"role": "user",\n   "content": "你好 😀 look: ${url} nice"}\n]`;
    const found = await only(text, url);
    assert.equal(found.code, 'data_url_in_text');
    assert.equal(found.mimeType, 'image/png');
    assert.equal(found.declaredMimeType, 'image/png');
    assert.equal(found.size, 600);
    assert.equal(found.characters, url.length);
    assert.equal(found.tokens, Math.round(url.length / 1.45));
    assert.equal(formatPath(found.path), '[0].content');
    const column = (text.split('\n')[2] ?? '').indexOf(url);
    assert.deepEqual(found.start, { line: 2, column });
    assert.deepEqual(found.end, { line: 2, column: column + url.length });
  });

  it('finds bare base64 and base64url, with and without padding, in every text field', async () => {
    for (const bytes of [png(600), png(601), png(602)]) {
      for (const written of [base64(bytes), base64(bytes).replace(/=+$/, ''), Buffer.from(bytes).toString('base64url')]) {
        for (const wrap of [
          (value: string) => ({ role: 'tool', tool_call_id: 'a', content: value }),
          (value: string) => ({ type: 'function_call_output', output: `Result: ${value}` }),
          (value: string) => ({ content: [{ type: 'tool_result', content: [{ type: 'text', text: value }] }] }),
          (value: string) => ({ parts: [{ functionResponse: { name: 'shot', response: { picture: value } } }] }),
          (value: string) => ({ content: [{ type: 'tool_use', id: 'x', name: 'save', input: { bytes: value } }] }),
          (value: string) => ({ message: { tool_calls: [{ function: { arguments: JSON.stringify({ picture: value }) } }] } }),
        ]) {
          const text = JSON.stringify(wrap(written));
          const found = await only(text, written);
          assert.equal(found.code, 'base64_in_text');
          assert.equal(found.mimeType, 'image/png');
          assert.equal(found.declaredMimeType, undefined);
          assert.equal(found.size, bytes.length);
        }
      }
    }
  });

  it("tells a media part that was turned into a string, in JSON and in Python's notation", async () => {
    const part = [{ type: 'image_url', image_url: { url } }];
    const once = JSON.stringify({ role: 'tool', content: JSON.stringify(part) });
    assert.equal((await only(once, url)).code, 'media_as_json_text');
    const twice = JSON.stringify({ body: once });
    assert.equal((await only(twice, url)).code, 'media_as_json_text');
    const source = JSON.stringify({
      role: 'tool',
      content: JSON.stringify([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } }]),
    });
    assert.equal((await only(source, image)).code, 'media_as_json_text');
    const python = JSON.stringify({ role: 'tool', content: `[{'type': 'image_url', 'image_url': {'url': '${url}'}}]` });
    assert.equal((await only(python, url)).code, 'media_as_json_text');
  });

  it('finds bytes as a list of numbers, and says which quotes a string in its place needs', async () => {
    const bytes = png(200);
    const list = `[${[...bytes].join(',')}]`;
    const buffer = await only(JSON.stringify({ image: { type: 'Buffer', data: [...bytes] }, more: 1 }), list);
    assert.deepEqual([buffer.code, buffer.mimeType, buffer.size, buffer.quote], ['byte_list_in_text', 'image/png', 200, '"']);
    assert.equal(formatPath(buffer.path), 'image.data');
    const nested = await only(JSON.stringify({ content: JSON.stringify({ type: 'Buffer', data: [...bytes] }) }), list);
    assert.equal(nested.quote, '\\"');
    const spaced = `[${[...bytes].join(', ')}]`;
    assert.equal((await only(`2026-11-22 INFO result=${spaced}\n`, spaced)).code, 'byte_list_in_text');
    const pretty = JSON.stringify({ a: [...bytes] }, null, 2);
    const inLines = await only(pretty, pretty.slice(pretty.indexOf('['), pretty.indexOf(']') + 1));
    assert.deepEqual(
      [inLines.start, inLines.end],
      [
        { line: 1, column: 7 },
        { line: 202, column: 3 },
      ],
    );
    const prettyText = JSON.stringify({ content: pretty });
    const escaped = await only(prettyText, prettyText.slice(prettyText.indexOf('['), prettyText.indexOf(']') + 1));
    assert.equal(escaped.size, 200);
  });

  it('tells a list that breaks as far as it goes, as one that must not be replaced', async () => {
    const good = [...png(100)].join(',');
    assert.equal((await only(`{"data":[${good}]}`, `[${good}]`)).isWhole, true);
    for (const rest of [',300,1]}', ',-1,1]}', ',1.5,1]}', ',null]}', ',1', '']) {
      const [found, ...more] = await findingsIn(`{"data":[${good}${rest}`);
      assert.deepEqual([found?.code, found?.isWhole, more.length], ['byte_list_in_text', false, 0], rest);
    }
  });

  it('finds bytes as Python prints them', async () => {
    const literal = pythonLiteral(png(2000));
    assert.equal((await only(`DEBUG tool returned ${literal}\nnext`, literal)).code, 'bytes_literal_in_text');
    const text = JSON.stringify({ role: 'tool', content: `Result: ${literal}` });
    const found = await only(text, JSON.stringify(literal).slice(1, -1));
    assert.deepEqual([found.mimeType, found.size], ['image/png', 2000]);
  });

  it('reads through escapes: slashes, \\u002b, and line breaks of MIME', async () => {
    const php = image.replaceAll('/', '\\/').replaceAll('+', '\\u002b').replaceAll('=', '\\u003d');
    assert.equal((await only(`{"text":"data:image\\/png;base64,${php}"}`, `data:image\\/png;base64,${php}`)).size, 600);
    for (const lineBreak of ['\n', '\r\n']) {
      const mime = (image.match(/.{1,76}/g) ?? []).join(lineBreak);
      const inJson = JSON.stringify(mime).slice(1, -1);
      assert.equal((await only(JSON.stringify({ text: mime }), inJson)).size, 600);
      assert.equal((await only(JSON.stringify({ text: `${mime}${lineBreak}Done.` }), inJson)).size, 600);
      const log = await only(`shot:\n${mime}${lineBreak}done\n`, mime);
      assert.equal(log.size, 600);
      assert.equal(log.start.line, 1);
      assert.equal(log.end.line, mime.split('\n').length);
    }
  });

  it('finds base64 in a log, JSON or not', async () => {
    assert.equal((await only(`2026-11-22 12:00:00 INFO tool said ${url}, ok\n`, url)).code, 'data_url_in_text');
    assert.equal((await only(`payload=${image}`, image)).code, 'base64_in_text');
    const record = `2026-11-22 INFO body={"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url}"}},{"type":"text","text":"${url}"}]}]}\n`;
    const findings = await findingsIn(record);
    assert.deepEqual(
      findings.map(({ path }) => formatPath(path)),
      ['messages[0].content[1].text'],
    );
  });

  it('finds base64 in the fields of a log, whatever their names, alone on a line or behind words', async () => {
    for (const name of ['payload', 'image', 'data', 'url', 'attachment', 'b64', 'foo']) {
      for (const value of [url, image]) {
        const record = JSON.stringify({ level: 'debug', [name]: value, took: 12 });
        for (const text of [`${record}\n`, `10:04:12 DEBUG sent ${record} in 3 s\n`]) await only(text, value);
      }
    }
    await only(`DEBUG request ${JSON.stringify({ tool: { arguments_read: { drawing: url } } })}\n`, url);
  });

  it('leaves what a line of a log says to be media, and what programs keep deep in their records', async () => {
    const part = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } };
    for (const record of [part, { data: image, type: 'image' }, { image_url: { url } }, { model: 'llava', images: [image] }]) {
      const text = JSON.stringify(record);
      assert.deepEqual([await findingsIn(`${text}\n`), await findingsIn(`DEBUG body: ${text}\n`)], [[], []], text);
    }
    assert.deepEqual(await findingsIn(`${JSON.stringify({ toolUseResult: { file: { base64: image }, kept: { copy: image } } })}\n`), []);
  });

  it('finds base64 of text, and of data nobody knows once it is long', async () => {
    const words = base64(new TextEncoder().encode('The quick brown fox jumps over the lazy dog. '.repeat(10)));
    assert.equal((await only(JSON.stringify({ text: words }), words)).mimeType, 'text/plain');
    const short = base64(noise(300));
    assert.deepEqual(await findingsIn(JSON.stringify({ text: short })), []);
    const long = base64(noise(900));
    assert.equal((await only(JSON.stringify({ text: long }), long)).mimeType, undefined);
  });

  it('names the declared type and the detected one where they differ', async () => {
    const text = JSON.stringify({ text: `data:image/jpeg;base64,${image}` });
    const [found] = await findingsIn(text);
    assert.deepEqual([found?.declaredMimeType, found?.mimeType], ['image/jpeg', 'image/png']);
  });
});
