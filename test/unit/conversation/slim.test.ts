import assert from 'node:assert/strict';
import { readRecord, recordLine } from '../../../src/core/conversation/slim-edits.ts';
import { SMALLEST_SLIMMED } from '../../../src/core/conversation/slim-plan.ts';
import { isSlimmed } from '../../../src/core/conversation/slim-shapes.ts';
import { formatSize } from '../../../src/core/content/size.ts';
import { MAX_RECORD_BYTES } from '../../../src/core/io/limits.ts';
import { indexOf } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { restored, slimmed, slimPlanOf } from '../../support/slimmed.ts';
import { claudeThrice, codexThrice, ofLines } from '../../support/stored-thrice.ts';
import { base64, noise } from '../../support/transcripts.ts';

const bytes = Buffer.concat([png(20, 10), noise(90_000)]);
const data = base64(bytes);
const small = base64(Buffer.concat([png(20, 10), noise(100)]));
const url = `data:image/png;base64,${data}`;

/** A value in a line of a file. */
function valueAt(file: Uint8Array, line: number, ...path: readonly (string | number)[]): unknown {
  const written = Buffer.from(file).toString().split('\n')[line] ?? '';
  return path.reduce((value, step) => (value as Record<string | number, unknown>)[step], JSON.parse(written) as unknown);
}

describe('A slimmed session', () => {
  for (const [format, file] of [
    ['codex', codexThrice(data)],
    ['claude-code', claudeThrice(data)],
  ] as const) {
    it(`has a description with a file in place of each copy of a picture, and is put back to the byte: ${format}`, async () => {
      const all = Buffer.from(file);
      const { plan, bytes: slim, entries, files } = await slimmed(all, format);
      assert.equal(plan.places.length, 3);
      assert.deepEqual([...files.values()].map(Buffer.from), [bytes], 'it is saved once, decoded');
      const [name = ''] = files.keys();
      assert.match(name, /^[0-9a-f]{64}\.png$/);
      const description = `[Removed from the conversation: image/png, 20 × 10, ${formatSize(bytes.length)}; saved as /media/${name}]`;
      assert.equal(slim.toString().split(description).length - 1, 3);
      assert.ok(!slim.includes(data.slice(0, 100)));
      assert.deepEqual(await restored({ bytes: slim, entries, files }), all);
      const index = await indexOf(slim);
      assert.equal(index.format, format);
      assert.deepEqual(index.broken, []);
      const before = await indexOf(all);
      assert.deepEqual(
        index.messages.map(({ role, id, parts }) => [role, id, parts.length]),
        before.messages.map(({ role, id, parts }) => [role, id, parts.length]),
      );
    });
  }

  it('has texts where the API has blocks, and strings where nothing is sent: Claude Code', async () => {
    const { bytes: slim } = await slimmed(Buffer.from(claudeThrice(data)), 'claude-code');
    const block = valueAt(slim, 2, 'message', 'content', 0, 'content', 0);
    const text = valueAt(slim, 2, 'message', 'content', 0, 'content', 0, 'text');
    assert.deepEqual(block, { type: 'text', text });
    const shown = { type: 'image', file: { base64: text, type: 'image/png', originalSize: 1 } };
    assert.deepEqual(valueAt(slim, 2, 'toolUseResult'), shown);
    assert.deepEqual(valueAt(slim, 3, 'request', 'messages', 0, 'content'), [block]);
  });

  it('has texts where the API has items, and strings where nothing is sent: Codex', async () => {
    const { bytes: slim } = await slimmed(Buffer.from(codexThrice(data)), 'codex');
    const text = valueAt(slim, 2, 'payload', 'content', 0, 'text');
    assert.deepEqual(valueAt(slim, 2, 'payload', 'content'), [{ type: 'input_text', text }]);
    assert.deepEqual(valueAt(slim, 1, 'payload', 'images'), [text]);
    assert.deepEqual(valueAt(slim, 3, 'payload', 'replacement_history'), [valueAt(slim, 2, 'payload')]);
  });

  it('reads what a person attached as a text that was read: Claude Code makes a block of it again and again', async () => {
    const file = { base64: data, type: 'image/png', originalSize: bytes.length };
    const attachment = { type: 'file', filename: '/project/"a".png', content: { type: 'image', file } };
    const { bytes: slim } = await slimmed(Buffer.from(ofLines({ type: 'attachment', sessionId: 's', attachment })), 'claude-code');
    const content = valueAt(slim, 0, 'attachment', 'content', 'file', 'content');
    assert.match(String(content), /^\[Removed from the conversation: image\/png/);
    const read = { filePath: '/project/"a".png', content, numLines: 1, startLine: 1, totalLines: 1 };
    assert.deepEqual(valueAt(slim, 0, 'attachment', 'content'), { type: 'text', file: read });
  });

  it('has what a model drew and files as texts of who said them: Codex', async () => {
    const drawn = { type: 'image_generation_call', id: 'ig_1', status: 'completed', revised_prompt: 'a cat', result: data };
    const content = [{ type: 'input_file', filename: 'a.pdf', file_data: url }];
    const output = [{ type: 'input_image', image_url: url, detail: 'high' }];
    const file = Buffer.from(
      ofLines(
        { type: 'response_item', payload: drawn },
        { type: 'response_item', payload: { type: 'message', role: 'assistant', content } },
        { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c', output } },
        { type: 'event_msg', payload: { type: 'image_generation_end', call_id: 'ig_1', result: data } },
      ),
    );
    const all = await slimmed(file, 'codex');
    const text = valueAt(all.bytes, 3, 'payload', 'result');
    const said = [{ type: 'output_text', text }];
    assert.deepEqual(valueAt(all.bytes, 0, 'payload'), { type: 'message', role: 'assistant', content: said });
    assert.deepEqual(valueAt(all.bytes, 1, 'payload', 'content'), said);
    assert.deepEqual(valueAt(all.bytes, 2, 'payload', 'output'), [{ type: 'input_text', text }]);
    assert.deepEqual(await restored(all), file);
  });

  it('keeps what is small, and what stands where its program may want it, and says why', async () => {
    assert.ok(small.length < SMALLEST_SLIMMED);
    const block = (base: string): object => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: base } });
    const file = ofLines(
      { type: 'user', sessionId: 's', uuid: 'a', message: { role: 'user', content: [block(small), block(data)] } },
      { type: 'user', sessionId: 's', uuid: 'b', message: { role: 'user', content: block(data) } },
      { type: 'other', blob: data },
      { type: 'other', messages: [{ content: [block(data)] }] },
    );
    const { places, staying } = await slimPlanOf(Buffer.from(`${file}{"cut": "${data}`), 'claude-code');
    assert.equal(places.length, 1);
    assert.deepEqual(staying, {
      small: { count: 1, bytes: small.length },
      large: { count: 0, bytes: 0 },
      place: { count: 3, bytes: 3 * data.length },
      broken: { count: 1, bytes: data.length },
      many: { count: 0, bytes: 0 },
    });
  });

  it('is put back to the byte however its base64 is written', async () => {
    const spellings = {
      plain: data,
      slashes: data.replaceAll('/', '\\/'),
      'one slash': data.replace('/', '\\/'),
      'unicode escapes': data.replaceAll('+', '\\u002B'),
      'URL alphabet': data.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      'no padding': base64(Buffer.concat([bytes, Buffer.from('!')])).replaceAll('=', ''),
    };
    for (const [name, written] of Object.entries(spellings)) {
      const file = `{"type":"response_item", "payload": {"type":"message","role":"user","content":[ {"type": "input_image" ,"image_url":"data:image\\/png;base64,${written}"}]}}`;
      const all = await slimmed(Buffer.from(file), 'codex');
      assert.equal(all.plan.places.length, 1, name);
      const picture = [...all.files].find(([each]) => each.endsWith('.png'))?.[1];
      assert.ok(picture && Buffer.from(picture).subarray(0, bytes.length).equals(bytes), name);
      assert.equal(all.files.size, name === 'plain' || name === 'slashes' ? 1 : 2, name);
      assert.equal((await restored(all)).toString(), file, name);
      assert.equal(valueAt(all.bytes, 0, 'type'), 'response_item');
    }
  });

  it('is put back to the byte where bytes beside a picture are no text', async () => {
    const [before, behind] = `{"type":"event_msg","payload":{"images":["x","${data}"],"a":"~"}}\n`.split('~') as [string, string];
    const part = Buffer.from(`{"type":"response_item","payload":{"content":[{"type":"input_image","a":"`);
    const rest = Buffer.from(`","image_url":"${url}"}]}}\n`);
    const file = Buffer.concat([Buffer.from(before), Buffer.of(0xff, 0xfe), Buffer.from(behind), part, Buffer.of(0xc3), rest]);
    const all = await slimmed(file, 'codex');
    assert.equal(all.plan.places.length, 2);
    assert.ok(all.bytes.length < 2000);
    assert.deepEqual(await restored(all), file);
  });

  it('is read though one line has thousands of pictures, of which a little is held', async () => {
    const long = base64(Buffer.concat([png(8, 8), noise(48_000)]));
    const item = JSON.stringify({ type: 'input_image', image_url: `data:image/png;base64,${long}` });
    const items = Array.from({ length: Math.ceil(MAX_RECORD_BYTES / item.length) + 1 }, () => item);
    const list = `[{"role":"user","content":[${items.join(',')}]}]`;
    const file = Buffer.from(`{"type":"compacted","payload":{"message":"","replacement_history":${list}}}\n`);
    assert.ok(file.length > MAX_RECORD_BYTES);
    const all = await slimmed(file, 'codex', 1024 * 1024);
    assert.equal(all.plan.places.length, items.length);
    assert.equal(all.files.size, 1);
    assert.ok(all.bytes.length < items.length * 300);
    assert.ok((await restored(all)).equals(file));
  });

  it('is of a program that goes on with it', () => {
    assert.ok(isSlimmed('codex') && isSlimmed('claude-code'));
    assert.ok(!isSlimmed('qwen-code') && !isSlimmed('anthropic') && !isSlimmed(null));
  });

  it('is put back only by what was written down as a whole, and by no name that leads elsewhere', () => {
    const file = `${'0'.repeat(64)}.png`;
    const entry = { start: 1, end: 9, file, around: ['', ''] as const };
    const summary = { size: 9, sha256: 'x', original: { size: 99, mark: 'm', sha256: '' }, backup: 'a.backup' };
    assert.deepEqual(readRecord(recordLine(entry) + recordLine(summary), 'r'), { entries: [entry], summary });
    const broken = [
      recordLine(entry),
      '',
      recordLine(entry) + recordLine(summary).trim(),
      recordLine({ ...entry, file: '../a.png' }) + recordLine(summary),
      recordLine({ ...entry, end: 10 }) + recordLine(summary),
      recordLine(entry) + recordLine(entry) + recordLine(summary),
      recordLine({ ...entry, end: 0 }) + recordLine(summary),
      recordLine(entry) + recordLine({ ...summary, backup: '../x' }),
    ];
    for (const each of broken) assert.throws(() => readRecord(each, 'r'), { code: 'changed_since_repair', params: { name: 'r' } }, each);
  });
});
