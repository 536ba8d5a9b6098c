import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { MessageLines, type LongMessage } from '../../../src/mcp/stdio-transport.ts';
import { runs } from '../../support/effort.ts';

async function passed(chunks: readonly string[], limit: number): Promise<{ lines: string[]; long: LongMessage[] }> {
  const long: LongMessage[] = [];
  const lines: string[] = [];
  for await (const line of Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(
    new MessageLines(limit, (message) => long.push(message)),
  ))
    lines.push(String(line));
  return { lines, long };
}

describe('The lines of an MCP client', () => {
  it('come whole, however they were cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 30 }), { maxLength: 10 }),
        fc.array(fc.nat(300), { maxLength: 10 }),
        async (texts, cuts) => {
          const whole = texts.map((text) => `${text.replaceAll('\n', ' ')}\n`).join('');
          const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length])].sort((a, b) => a - b);
          const { lines, long } = await passed(
            places.slice(1).map((end, at) => whole.slice(places[at], end)),
            1000,
          );
          assert.deepEqual([lines.join(''), long.length], [whole, 0]);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('[E-5] above the limit are told with the id of the request, wherever it stands, and what follows is passed on', async () => {
    const filler = 'x'.repeat(500);
    const message = (before: string, after: string): string =>
      `{${before}"params":{"id":99,"list":[1,{"id":98}],"text":"\\"id\\":97,${filler}"}${after}}\n`;
    const texts = [
      message('"id":7,"method":"x",', ''),
      message('', ',"method":"tools/call","id" : "a\\"b"'),
      message('"method":"x",', ''),
      message('"id":7,"result":{"method":"x"},', ''),
      message('"method":"x","id":{"id":3},', ''),
      `${filler}${filler}`,
      '\n{"id":1}\n',
    ];
    const { lines, long } = await passed(
      texts.flatMap((text) => text.match(/[^]{1,17}/g) ?? []),
      300,
    );
    assert.deepEqual(
      long.map(({ requestId }) => requestId),
      [7, 'a"b', null, null, null, null],
    );
    assert.equal(lines.join(''), '{"id":1}\n');
  });
});
