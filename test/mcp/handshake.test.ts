import assert from 'node:assert/strict';
import { McpConnection } from '../support/mcp-connection.ts';
import { builtServer } from '../support/mcp-server.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';

describe('The MCP server, spoken to by hand', () => {
  let root: string;

  before(async () => {
    root = await copyOfRealRoot();
  });

  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    it(`shakes hands in the revision ${version} and answers in it`, async () => {
      const connection = new McpConnection(builtServer(['--root', root, '--service', 'text-model']));
      const greeting = await connection.initialize(version);
      assert.equal(greeting['protocolVersion'], version);
      assert.equal((greeting['serverInfo'] as { name: string }).name, 'agent-artifacts');
      assert.deepEqual(Object.keys(greeting['capabilities'] as object).sort(), ['completions', 'resources', 'tools']);
      const { result } = await connection.request('tools/list');
      assert.equal((result?.['tools'] as unknown[]).length, 5);
      const answer = await connection.call('get_artifact', { ref: '1' });
      assert.equal(answer.content[0]?.type, 'text');
      assert.equal(await connection.close(), 0);
      assert.deepEqual(connection.strayLines, []);
      assert.equal(connection.stderr, '');
    });
  }

  it('answers the stateless revision 2026-07-28 without a handshake', async () => {
    const connection = new McpConnection(builtServer(['--root', root]));
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const { result, error } = await connection.request('tools/call', { name: 'get_artifact', arguments: { ref: '1' }, _meta });
    assert.equal(error, undefined);
    assert.equal((result?.['content'] as { type: string }[])[0]?.type, 'text');
    assert.equal(await connection.close(), 0);
  });

  it('ends by itself when the client closes its end before a word', async () => {
    const connection = new McpConnection(builtServer(['--root', root, '--service', 'text-model']));
    assert.equal(await connection.close(), 0);
    assert.equal(connection.stderr, '');
  });

  it('answers all that was asked before the client closes its end, as a pipe does', async () => {
    const connection = new McpConnection(builtServer(['--root', root]));
    const greeting = connection.initialize();
    const answers = [
      connection.request('tools/list'),
      connection.call('list_artifacts', { limit: 1 }),
      connection.call('get_artifact', { ref: '1' }),
    ];
    const code = connection.close();
    assert.equal((await greeting)['protocolVersion'], '2025-06-18');
    assert.equal((await Promise.all(answers)).length, 3);
    assert.equal(await code, 0);
  });

  it('goes on after lines that are no messages', async () => {
    const connection = new McpConnection(builtServer(['--root', root]));
    await connection.initialize();
    for (const line of ['', 'hello', '{"jsonrpc":"2.0"', '[1,2]', '{"jsonrpc":"2.0","id":{},"method":1}', '\u001b[2J'])
      connection.write(line);
    assert.equal((await connection.call('list_artifacts', { limit: 1 })).structuredContent['total'], 33);
    assert.equal(await connection.close(), 0);
    assert.ok(!connection.stderr.includes('\u001b'), 'nothing of it commands the terminal');
  });
});
