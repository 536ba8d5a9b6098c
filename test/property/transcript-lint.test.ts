import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatPath } from '../../src/core/transcript/finding.ts';
import { base64, findingsIn, findingsWithWindow, noise, png, pythonLiteral, textOf } from '../support/transcripts.ts';
import { runs } from '../support/effort.ts';

/** Words, escapes, characters of every length, and pieces that look a little like what is looked for. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'hello world',
    '\n',
    '\\',
    '"',
    "b'",
    "'",
    '[1,2,3',
    '{"a":',
    'data:image/png;base64,',
    'QUJD'.repeat(20),
    '你好',
    '😀',
    '/usr/local/lib',
    ';base64,',
    '\r\n',
    '==',
  ),
);
const prose = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '));
const quiet = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    prose,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.nat(255), { maxLength: 120 }),
    tie('object'),
    tie('array'),
  ),
  object: fc.dictionary(
    fc.oneof(fc.constantFrom('text', 'content', 'type', 'output', 'data', 'result', 'url', '键'), fc.string({ maxLength: 12 })),
    tie('value'),
    { maxKeys: 5 },
  ),
  array: fc.array(tie('value'), { maxLength: 5 }),
}));
const json = fc.tuple(quiet.value, fc.constantFrom(undefined, 2)).map(([value, indent]) => JSON.stringify(value, null, indent));
const lines = fc
  .array(
    json.map((text) => text.replace(/\n */g, '')),
    { maxLength: 5 },
  )
  .map((all) => all.join('\n'));

/** Something to be found, as it is written into a text. */
const planted = fc.oneof(
  fc.tuple(fc.integer({ min: 200, max: 3000 }), fc.nat()).map(([length, seed]) => base64(png(length, seed))),
  fc.tuple(fc.integer({ min: 200, max: 3000 }), fc.nat()).map(([length, seed]) => `data:image/png;base64,${base64(png(length, seed))}`),
  fc.tuple(fc.integer({ min: 900, max: 3000 }), fc.nat()).map(([length, seed]) => base64(noise(length, seed))),
  fc.tuple(fc.integer({ min: 70, max: 500 }), fc.nat()).map(([length, seed]) => `[${[...png(length, seed)].join(',')}]`),
);
/** Ends a word, and is no quote of another notation. */
const border = fc.constantFrom(' ', ': ', '(', '<', '> ', '\t', ' 图');

/** A random value with a text planted at a random place of it, and its path. */
const transcript = fc
  .tuple(quiet.value, quiet.value, prose, prose, border, border, planted, fc.constantFrom('text', 'content', 'output'), fc.boolean())
  .map(([one, two, before, after, left, right, secret, key, isPretty]) => {
    const value = { messages: [one, { role: 'tool', [key]: `${before}${left}${secret}${right}${after}` }, two] };
    return { text: JSON.stringify(value, null, isPretty ? 1 : undefined), secret, path: `messages[1].${key}` };
  });

/** A list that is no list of bytes: one of its numbers is none, or it ends too early. */
const brokenList = fc
  .tuple(fc.integer({ min: 70, max: 300 }), fc.nat(), fc.constantFrom('300', '-1', '1.5', 'null', '"x"', '1e2', '[]'), fc.boolean())
  .map(([length, seed, wrong, isLast]) => `[${[...png(length, seed)].join(',')},${wrong}${isLast ? '' : ',1,2'}]`);
/** JSON with all of it: in texts, in texts within texts, and as values. */
const fixable = fc
  .tuple(
    quiet.value,
    fc.array(fc.oneof(planted, brokenList), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('text', 'data', 'arguments'),
    fc.constantFrom(undefined, 2),
    fc.boolean(),
  )
  .map(([one, secrets, key, indent, isNested]) => {
    const values = secrets.map((secret): unknown =>
      secret.startsWith('[') ? { [key]: JSON.parse(secret) as unknown } : { [key]: secret },
    );
    const whole = JSON.stringify({ messages: [one, ...values], text: secrets.join(' ') }, null, indent);
    return isNested ? JSON.stringify({ content: whole }) : whole;
  });

const pool = fc.oneof(
  transcript.map(({ text }) => text),
  json,
  lines,
  fc.tuple(lines, planted, lines).map((parts) => parts.join('\nlog ')),
  fc.integer({ min: 100, max: 3000 }).map((length) => `log ${pythonLiteral(png(length))} end`),
);

describe('the transcript lint, for any text', () => {
  it('finds what is planted in any JSON, with exactly its range and path', async () => {
    await fc.assert(
      fc.asyncProperty(transcript, async ({ text, secret, path }) => {
        const found = (await findingsIn(text)).filter((finding) => formatPath(finding.path) === path);
        assert.deepEqual(
          found.map((finding) => textOf(finding, text)),
          [secret],
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  it('leaves JSON what it is when anything that may be replaced is', async () => {
    let [texts, replaced] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fixable, async (text) => {
        texts++;
        for (const { offset, length, quote, isWhole } of await findingsIn(text)) {
          if (!isWhole) continue;
          const bytes = Buffer.from(text);
          JSON.parse(`${bytes.subarray(0, offset).toString()}${quote}artifact:1${quote}${bytes.subarray(offset + length).toString()}`);
          replaced++;
        }
      }),
      { numRuns: runs(1000) },
    );
    assert.ok(replaced > texts, `${replaced} replaced in ${texts} texts`);
  });

  it('finds nothing in JSON without', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, lines), async (text) => {
        assert.deepEqual(await findingsIn(text), []);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('finds the same however the text is cut, and whatever the window holds', async () => {
    await fc.assert(
      fc.asyncProperty(pool, fc.integer({ min: 1024, max: 6000 }), fc.array(fc.nat(), { maxLength: 12 }), async (text, block, cuts) => {
        const bytes = new TextEncoder().encode(text);
        assert.deepEqual(await findingsWithWindow(bytes, block, cuts), await findingsIn(bytes));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('says positions as an editor counts them', async () => {
    await fc.assert(
      fc.asyncProperty(transcript, async ({ text }) => {
        for (const finding of await findingsIn(text)) {
          const rows = text.split('\n');
          assert.equal(finding.start.line, Buffer.from(text).subarray(0, finding.offset).toString().split('\n').length - 1);
          if (finding.start.line === finding.end.line)
            assert.equal(rows[finding.start.line]?.slice(finding.start.column, finding.end.column), textOf(finding, text));
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('does not fail on any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 300 }),
            piece.map((text) => Buffer.from(text)),
            planted.map((text) => Buffer.from(text)),
          ),
        ),
        async (parts) => {
          const bytes = Buffer.concat(parts);
          for (const { offset, length } of await findingsIn(bytes)) assert.ok(offset >= 0 && length > 0 && offset + length <= bytes.length);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});
