import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { McpConnection } from '../../support/mcp-connection.ts';
import { builtServer, serverHere } from '../../support/mcp-server.ts';
import { builtCli, type Ended, MCP, runNode } from '../../support/programs.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itWhenThorough } from '../../support/effort.ts';

type Told = Pick<Ended, 'code' | 'stdout' | 'stderr'>;

/** A server that refuses to start: in this process, and as it is built. */
async function mcp(args: readonly string[], folder?: string): Promise<Told> {
  const server = serverHere(args, folder === undefined ? {} : { folder });
  const code = await server.ended;
  return { code, stdout: String(server.stdout.read() ?? ''), stderr: String(server.stderr.read() ?? '') };
}
const builtMcp = (args: readonly string[], cwd?: string): Promise<Told> =>
  runNode(process.execPath, [MCP, ...args], cwd === undefined ? {} : { cwd });

describe('Starting the MCP server', function () {
  this.timeout(120_000);

  itWhenThorough('tells its options and its version on standard output', async () => {
    const help = await builtMcp(['--help']);
    assert.equal(help.code, 0);
    for (const option of ['--root', '--config', '--service', '--agent', '--read-only', '--allow-write', '--no-confirm', '--language'])
      assert.ok(help.stdout.includes(option), option);
    assert.match((await builtMcp(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('refuses a wrong command line with exit code 2, and says nothing on standard output', async () => {
    const root = await copyOfRealRoot();
    for (const args of [
      ['--nonsense'],
      ['--root'],
      ['--root', ''],
      [root],
      ['--root', root, '--language', 'fr'],
      ['--root', root, '--read-only', '--allow-write'],
    ]) {
      const { code, stdout, stderr } = await mcp(args);
      assert.equal(code, 2, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, /Try: node mcp\.mjs --help\n$/);
    }
    const { code, stdout, stderr } = await builtMcp(['--nonsense']);
    assert.deepEqual([code, stdout, stderr.includes('Try: node mcp.mjs --help')], [2, '', true]);
  });

  it('refuses a folder that is not there, a service and an agent that do not exist, with a code', async () => {
    const root = await copyOfRealRoot();
    const empty = await temporaryFolder();
    const cases: [string[], string, string?][] = [
      [['--root', path.join(root, 'no-such')], 'root_not_found'],
      [[], 'root_unknown', empty],
      [['--root', root, '--service', 'no-such'], 'service_unknown'],
      [['--root', root, '--agent', 'no-such'], 'agent_unknown'],
      [['--root', root, '--config', empty, '--service', 'text-model'], 'service_unknown'],
      [['--root', root, '--config', path.join(empty, 'no-such')], 'config_unknown'],
    ];
    for (const [args, expected, cwd] of cases) {
      const { code, stdout, stderr } = await mcp(args, cwd);
      assert.equal(code, 1, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, new RegExp(`error: ${expected}: `));
    }
    const { code, stdout, stderr } = await builtMcp([], empty);
    assert.deepEqual([code, stdout, stderr.includes('error: root_unknown: ')], [1, '', true]);
  });

  it('takes the folder of a configuration, or the file in it', async () => {
    const root = await copyOfRealRoot();
    for (const config of ['config', 'config/llmservices.json']) {
      const args = ['--root', root, '--config', path.join(root, config), '--service', 'text-model'];
      const connection = new McpConnection(serverHere(args));
      await connection.initialize();
      assert.equal((await connection.call('list_artifacts', { limit: 1 })).structuredContent['total'], 33, config);
      await connection.close();
    }
  });

  itWhenThorough('takes the current folder when it is a data root, and starts through the command line too', async () => {
    const root = await copyOfRealRoot();
    const connection = new McpConnection(builtServer([], { cwd: root }));
    await connection.initialize();
    assert.equal((await connection.call('list_artifacts', { limit: 1 })).structuredContent['total'], 33);
    assert.equal(await connection.close(), 0);
    assert.match((await builtCli(['mcp', '--help'])).stdout, /^Usage: agent-artifacts mcp \[options\]/);
    assert.equal((await builtCli(['mcp', '--root', root])).code, 0, 'without a client it ends at once');
  });

  it('starts while the configuration is broken, with text only', async () => {
    const root = await copyOfRealRoot();
    await writeFile(path.join(root, 'config/llmservices.json'), '{ "services": [');
    await writeFile(path.join(root, 'data/runtime/state/org.json'), '{');
    const connection = new McpConnection(serverHere(['--root', root, '--service', 'vision-model', '--agent', 'somebody']));
    await connection.initialize();
    assert.deepEqual(
      (await connection.call('get_artifact', { ref: '8' })).content.map(({ type }) => type),
      ['text'],
    );
    assert.equal(await connection.close(), 0);
    assert.match(connection.stderr, /llmservices\.json cannot be used/);
    assert.match(connection.stderr, /org\.json cannot be used/);
  });

  it('takes the services of another folder', async () => {
    const root = await copyOfRealRoot();
    const config = await temporaryFolder({
      'llmservices.json': { services: [{ id: 'eyes', capabilities: { input: ['text', 'vision'], output: ['text'] } }] },
    });
    const connection = new McpConnection(serverHere(['--root', root, '--config', config, '--service', 'eyes']));
    await connection.initialize();
    assert.deepEqual(
      (await connection.call('get_artifact', { ref: '8' })).content.map(({ type }) => type),
      ['text', 'image'],
    );
    assert.equal(await connection.close(), 0);
  });
});
