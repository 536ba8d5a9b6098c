import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SMALLEST_SLIMMED } from '../../src/core/conversation/slim-plan.ts';
import { byEffort, runs } from '../support/effort.ts';
import { indexOf } from '../support/conversations.ts';
import { jpeg, pdf, png } from '../support/media-bytes.ts';
import { restored, slimmed, slimPlanOf } from '../support/slimmed.ts';
import { base64, noise } from '../support/transcripts.ts';

/** Few pictures, so that the same one comes again. */
const PICTURES = [
  [png(20, 10), 'image/png'],
  [jpeg(9, 9), 'image/jpeg'],
  [pdf(1), 'application/pdf'],
].flatMap(([head, type]) =>
  [900, 4000].map((size) => ({ data: base64(Buffer.concat([head as Uint8Array, noise(size)])), type: type as string })),
);

const picture = fc.constantFrom(...PICTURES);
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\n', '"\\', '😀', '\u2028', 'data:image/png;base64,AAAA'),
);

const claudeLine = fc.oneof(
  fc.record({ it: picture, said: words }).map(({ it: { data, type }, said }) => {
    const block = {
      type: type === 'application/pdf' ? 'document' : 'image',
      source: { type: 'base64', media_type: type, data },
      title: said,
    };
    const result = { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: said }, block] };
    const toolUseResult = { type: 'image', file: { base64: data, type } };
    return { type: 'user', sessionId: 's', uuid: said, message: { role: 'user', content: [result, block] }, toolUseResult };
  }),
  picture.map(({ data, type }) => ({
    type: 'api-request-blob',
    sessionId: 's',
    hash: 'h',
    message: { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: type, data } }] },
  })),
  fc.record({ it: picture, said: words }).map(({ it: { data, type }, said }) => ({
    type: 'attachment',
    sessionId: 's',
    attachment: { type: 'file', filename: said, content: { type: 'image', file: { base64: data, type } } },
  })),
);

const codexLine = fc.oneof(
  fc.record({ it: picture, said: words }).map(({ it: { data, type }, said }) => {
    const url = `data:${type};base64,${data}`;
    const part =
      type === 'application/pdf' ? { type: 'input_file', filename: said, file_data: url } : { type: 'input_image', image_url: url };
    return { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: said }, part, part] } };
  }),
  picture.map(({ data, type }) => ({
    type: 'event_msg',
    payload: { type: 'user_message', images: [`data:${type};base64,${data}`], deep: [[[{ data }]]] },
  })),
  fc.array(picture, { maxLength: 4 }).map((all) => ({
    type: 'compacted',
    payload: {
      message: '',
      replacement_history: all.map(({ data, type }) => ({
        role: 'user',
        content: [{ type: 'input_image', image_url: `data:${type};base64,${data}` }],
      })),
    },
  })),
  picture.map(({ data }) => ({
    type: 'response_item',
    payload: { type: 'image_generation_call', id: 'i', status: 'completed', result: data },
  })),
);

const plainLine = fc.record({
  type: fc.constantFrom('user', 'response_item', 'event_msg'),
  sessionId: words,
  payload: fc.oneof(words, fc.jsonValue()),
});
const spelling = fc.constantFrom<(json: string) => string>(
  (json) => json,
  (json) => json,
  (json) => json.replaceAll('/', '\\/'),
  (json) => json.replace('/', '\\/'),
  (json) => json.replaceAll('+', '\\u002b'),
  (json) => json.replaceAll(',"', ' ,\t"').replaceAll('":', '" : '),
);
/** Cut off somewhere, or followed by what is no JSON. */
const breakage = fc.oneof(
  { weight: 8, arbitrary: fc.constant((line: string) => line) },
  fc.double({ min: 0, max: 1, noNaN: true }).map((share) => (line: string) => line.slice(0, Math.floor(line.length * share))),
  fc.constant((line: string) => `${line}}`),
);

function fileOf(line: fc.Arbitrary<object>): fc.Arbitrary<Buffer> {
  const written = fc
    .tuple(fc.oneof({ weight: 3, arbitrary: line }, plainLine), spelling, breakage)
    .map(([value, spell, broken]) => broken(spell(JSON.stringify(value))));
  return fc
    .tuple(fc.array(written, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\r\n', '\n\n'), fc.boolean())
    .map(([lines, feed, isEnded]) => Buffer.from(lines.join(feed) + (isEnded ? feed : '')));
}

const session = fc.oneof(
  fileOf(claudeLine).map((file) => ({ file, format: 'claude-code' as const })),
  fileOf(codexLine).map((file) => ({ file, format: 'codex' as const })),
);

describe('Slimmed sessions of any content', () => {
  it('are put back to the byte, are JSON where they were, and have none of what was planned to go', () =>
    fc.assert(
      fc.asyncProperty(session, fc.integer({ min: 1, max: 9000 }), async ({ file, format }, chunk) => {
        const all = await slimmed(file, format, chunk);
        assert.ok((await restored(all)).equals(file));
        const [before, after] = [file, all.bytes].map((bytes) => bytes.toString().split('\n'));
        assert.equal(after?.length, before?.length);
        for (const [at, line] of (before ?? []).entries()) assert.equal(isJson(after?.[at] ?? ''), isJson(line));
        const again = await slimPlanOf(all.bytes, format);
        assert.deepEqual(again.places, []);
        assert.deepEqual(again.staying, all.plan.staying);
        assert.deepEqual((await indexOf(all.bytes)).broken.length, (await indexOf(file)).broken.length);
      }),
      { numRuns: byEffort({ quick: 100, usual: 1000, soak: 20_000 }) },
    ));

  it('are planned alike whatever the chunks they come in', () =>
    fc.assert(
      fc.asyncProperty(session, fc.integer({ min: 1, max: 300 }), async ({ file, format }, chunk) => {
        const plan = await slimPlanOf(file, format);
        assert.deepEqual(await slimPlanOf(file, format, chunk), plan);
        for (const { data } of plan.places) assert.ok(data.end - data.start >= SMALLEST_SLIMMED);
      }),
      { numRuns: runs(100) },
    ));
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
