import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { MessageLines, MOST_WAITING, StdioTransport } from '../../../src/mcp/stdio-transport.ts';
import { itWhenThorough } from '../../support/effort.ts';
import { connect } from '../../support/mcp-connection.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';

/** A transport, what came of what was written to it, and its answers. */
async function transportOf(maxBytes: number): Promise<{
  input: PassThrough;
  taken: JSONRPCMessage[];
  errors: string[];
  answers: unknown[];
  transport: StdioTransport;
  end(): Promise<void>;
}> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const [taken, errors, answers]: [JSONRPCMessage[], string[], unknown[]] = [[], [], []];
  output.on('data', (line: Buffer) => answers.push(JSON.parse(line.toString())));
  const transport = new StdioTransport(input.pipe(new MessageLines(maxBytes, () => undefined)), output);
  transport.onmessage = (message) => void taken.push(message);
  transport.onerror = ({ message }) => void errors.push(message);
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  await transport.start();
  return {
    input,
    taken,
    errors,
    answers,
    transport,
    end: async () => {
      input.end();
      await closed;
    },
  };
}

async function settled(isDone: () => boolean): Promise<void> {
  while (!isDone()) await setImmediate();
}

describe('Messages of MCP over standard input', () => {
  itWhenThorough('[L-10] of more requests than may wait are refused, until some are answered or cancelled', async () => {
    const { input, taken, answers, transport, end } = await transportOf(10_000);
    const ask = (id: number | string): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
    const idsOf = (all: readonly unknown[]) => all.map((each) => (each as { id: unknown }).id);
    // One id many times is many requests.
    input.write(Array.from({ length: MOST_WAITING + 7000 }, (_, at) => ask(at % 2 === 0 ? 'same' : at)).join(''));
    await settled(() => taken.length + answers.length === MOST_WAITING + 7000);
    assert.equal(taken.length, MOST_WAITING);
    for (const answer of answers) assert.match(JSON.stringify(answer), /"code":-32000,"message":"1000 requests wait/);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}\n');
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"unknown"}}\n');
    input.write(ask('a') + ask('b') + ask('c'));
    await settled(() => idsOf(answers).includes('c'));
    assert.deepEqual(idsOf(taken).slice(-2), ['a', 'b']);
    await end();
  });

  it('[E-18] of a request that is none of MCP get an error with its id, of what has none an error with null, of a response none, and the next is read', async () => {
    const { input, taken, answers, errors, end } = await transportOf(10_000);
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}',
      '{"jsonrpc":"2.0","id":"two","method":"tools/list","params":null}',
      '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":5}',
      '{"jsonrpc":"2.0","id":4,"method":7}',
      '{"id":5,"method":"tools/list"}',
      '{"jsonrpc":"2.0","method":"notifications/initialized","params":[]}',
      'no JSON',
      '[]',
      '"text"',
      'null',
      '{"id":6,"result":5}',
      '{"jsonrpc":"2.0","id":7,"result":5}',
      '{"jsonrpc":"2.0","id":8,"error":"none"}',
      '{"jsonrpc":"2.0","id":8,"result":{},"params":[]}',
      '[{"jsonrpc":"2.0","id":9,"method":"ping"}]',
      '{"jsonrpc":"2.0","id":7,"method":"ping"}',
    ];
    input.write(`${lines.join('\n')}\n`);
    await end();
    assert.deepEqual(
      answers.map((answer) => {
        const { id, error } = answer as { id: unknown; error: { code: number } };
        return [id, error.code];
      }),
      [
        [1, -32602],
        ['two', -32602],
        [3, -32602],
        [4, -32600],
        [5, -32600],
        // no JSON; then what is no object, a batch among it
        [null, -32700],
        [null, -32600],
        [null, -32600],
        [null, -32600],
        [null, -32600],
      ],
    );
    assert.deepEqual(taken, [{ jsonrpc: '2.0', id: 7, method: 'ping' }]);
    assert.equal(errors.length, 15);
  });

  itWhenThorough('[E-5] of 50 MB in small chunks are read in time that grows with their length', async () => {
    const message = Buffer.from(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_artifact","arguments":{"ref":"${'x'.repeat(50_000_000)}"}}}\n`,
    );
    const { input, taken, end } = await transportOf(64 * 1024 * 1024);
    // 50,000 chunks: a copy of all that came before with each would be 1.2 TB, and would not end
    for (let at = 0; at < message.length; at += 1000) if (!input.write(message.subarray(at, at + 1000))) await once(input, 'drain');
    await end();
    assert.equal(taken.length, 1);
  });

  it('[E-18] reach the built server: params that are a list are refused, and the connection goes on', async function () {
    this.timeout(60_000);
    const connection = await connect(['--root', await copyOfRealRoot()]);
    const { error } = await connection.request('tools/list', [] as unknown as object);
    assert.equal(error?.code, -32602);
    assert.equal((await connection.request('tools/list')).error, undefined);
    for (const args of [[], 5, 'x'])
      assert.equal(
        (await connection.request('tools/call', { name: 'list_artifacts', arguments: args })).error?.code,
        -32602,
        JSON.stringify(args),
      );
  });
});
