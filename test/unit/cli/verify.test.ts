import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { canAsk, confirmOnTerminal } from '../../../src/cli/terminal.ts';
import { cli } from '../../support/command-line.ts';
import { json, said, startModelServer, type ModelServer } from '../../support/model-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { TEST_KEY } from '../../support/verify.ts';

/** The test server may get a key from a variable. */
const HERE = ['--allow-host', '127.0.0.1'];

describe('The command line and a live service', function () {
  this.timeout(120_000);
  let server: ModelServer;
  let root: string;
  let text: string;

  before(async () => {
    server = await startModelServer((request, response) => {
      if (request.probe === 'audio') json(response, 400, { error: { message: `no audio, ${request.headers.authorization}` } });
      else json(response, 200, said('openai-compatible', request.probe), { 'x-echo': request.headers.authorization ?? '' });
    });
    const gone = await startModelServer(() => undefined);
    await gone.close();
    const service = (id: string, fields: object): object => ({ id, model: 'm', baseURL: `${server.url}/v1`, ...fields });
    text = JSON.stringify({
      services: [
        service('a', { apiKey: TEST_KEY, capabilities: { input: ['text', 'audio'], output: ['text'] } }),
        service('env', { apiKey: '${MY_KEY}', capabilities: { input: ['text'], output: ['text'] } }),
        service('elsewhere', { apiKey: '${OPENAI_API_KEY}', baseURL: 'https://llm.invalid/v1' }),
        service('forged', {
          name: 'Mine\n\nKey: none',
          model: 'm\r\nHost: api.openai.com',
          apiKey: '${MY_KEY}',
          baseURL: `${server.url}/${TEST_KEY}/v1`,
        }),
        service('nowhere', { apiKey: TEST_KEY, baseURL: `${gone.url}/v1` }),
      ],
    });
    root = await temporaryFolder({ 'llmservices.json': text, 'artifacts/1.txt': '', 'workspaces/x/y': '' });
  });
  after(() => server.close());

  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => cli(['verify', ...args, '--root', root, '--config', root], { env });

  it('sends nothing before somebody agrees', async () => {
    const { code, stderr } = await run(['a']);
    assert.equal(code, 2);
    assert.ok(stderr.includes(`This sends up to 7 requests to ${server.url}/v1/chat/completions. Use --yes to agree.`), stderr);
    assert.deepEqual(server.requests, []);
  });

  it('prints what was accepted and refused, beside what is declared; the file stays as it is and no key is anywhere', async () => {
    const { code, stdout, stderr } = await run(['a', '--yes']);
    assert.equal(code, 1, 'a declared capability is refused');
    assert.match(stdout, /^CAPABILITY +DECLARED +RESULT +STATUS +TIME +DETAILS$/m);
    assert.match(stdout, /^input\.vision +no +accepted +200 +\d+ ms +The model answered\. "Red"$/m);
    assert.match(stdout, /^input\.audio +yes +refused +400 +\d+ ms +The server refused it\. "no audio, Bearer •••"$/m);
    assert.match(stdout, /^input\.audio is declared, but refused\.$/m);
    assert.match(stderr, /^Key: from llmservices\.json$/m);
    assert.equal(server.requests[0]?.headers.authorization, `Bearer ${TEST_KEY}`);
    assert.ok(!(stdout + stderr).includes(TEST_KEY.slice(3, 11)));
    assert.equal(await readFile(path.join(root, 'llmservices.json'), 'utf8'), text);
  });

  it('gives programs everything as JSON', async () => {
    const { code, stdout, stderr } = await run(['env', '--yes', '--json', ...HERE], { MY_KEY: TEST_KEY });
    assert.equal(code, 0, stderr);
    interface Given {
      readonly service: string;
      readonly results: readonly { readonly capability: string; readonly outcome: string; readonly words?: string }[];
      readonly changes: readonly unknown[];
    }
    const { service, results, changes } = JSON.parse(stdout) as Given;
    assert.deepEqual([service, results.length, changes.length], ['env', 7, 5]);
    assert.deepEqual(
      results.filter(({ outcome }) => outcome === 'refused').map(({ capability, words }) => [capability, words]),
      [['audio', 'no audio, Bearer •••']],
    );
    assert.match(stderr, /^Key: from the environment variable MY_KEY$/m);
    assert.ok(!(stdout + stderr).includes(TEST_KEY.slice(3, 11)));
  });

  it('takes the key from a variable that is named', async () => {
    const before = server.requests.length;
    const { code } = await run(['a', '--yes', '--key-env', 'OTHER', ...HERE], { OTHER: 'other-key' });
    assert.equal(code, 1);
    assert.equal(server.requests[before]?.headers.authorization, 'Bearer other-key');
    const { code: unset, stderr } = await run(['env', '--yes'], { MY_KEY: '' });
    assert.equal(unset, 1);
    assert.match(stderr, /The environment variable MY_KEY is not set\. \[variable_unset\]/);
  });

  it('sends a key of a known provider to another host only when that host is named', async () => {
    const env = { OPENAI_API_KEY: TEST_KEY };
    for (const args of [[], ['--allow-host', 'other.invalid'], ['--key-env', 'OPENAI_API_KEY']]) {
      const { code, stdout, stderr } = await run(['elsewhere', '--yes', ...args], env);
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(
        stderr.includes(
          'The OpenAI key in OPENAI_API_KEY would go to llm.invalid, which is not an address of OpenAI. Use --allow-host llm.invalid to allow it.',
        ),
        stderr,
      );
    }
    const { code, stdout, stderr } = await run(['elsewhere', '--yes', '--allow-host', 'LLM.invalid'], env);
    assert.equal(code, 1);
    assert.match(stdout, /Host not found\./);
    assert.match(stderr, /^The key belongs to OpenAI, but this is not an address of OpenAI: whoever runs llm\.invalid gets it\.$/m);
  });

  it('[E-3] sends a key from any variable without asking only to a host that is named, or that it is known to belong to', async () => {
    const before = server.requests.length;
    const env = { MY_KEY: TEST_KEY, OTHER: TEST_KEY };
    for (const args of [
      ['env'],
      ['env', '--allow-host', 'localhost'],
      ['env', '--allow-host', '127.0.0.10'],
      ['a', '--key-env', 'OTHER'],
    ]) {
      const { code, stdout, stderr } = await run([...args, '--yes'], env);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.ok(
        stderr.includes(' would go to 127.0.0.1, and is not known to belong there. Use --allow-host 127.0.0.1 to allow it.'),
        stderr,
      );
    }
    assert.equal(server.requests.length, before);
    assert.equal((await run(['env', '--yes', ...HERE], env)).code, 0);
    assert.equal(server.requests[before]?.headers.authorization, `Bearer ${TEST_KEY}`);
  });

  it('[E-3] says on lines of their own what is sent where, the key and the host first, whatever the configuration says', async () => {
    const { stderr } = await run(['forged', '--yes', ...HERE], { MY_KEY: TEST_KEY });
    assert.deepEqual(stderr.split('\n').slice(0, 6), [
      'The key in MY_KEY is sent to 127.0.0.1 and is not known to belong there: whoever runs 127.0.0.1 gets it.',
      'Key: from the environment variable MY_KEY',
      'Host: 127.0.0.1 (this machine)',
      `Address: ${server.url}/•••/v1/chat/completions`,
      'Service: “Mine Key: none”',
      'Model: “m Host: api.openai.com”',
    ]);
  });

  it('takes a wait of a fraction of a millisecond', async () => {
    const { stdout, stderr } = await run(['env', '--yes', '--timeout', '20.0001', ...HERE], { MY_KEY: TEST_KEY });
    assert.match(stdout, /^input\.text +yes +accepted /m, stderr);
  });

  it('fails when the service does not answer, is not known, or the wait makes no sense', async () => {
    const { code, stdout } = await run(['nowhere', '--yes']);
    assert.equal(code, 1);
    assert.match(stdout, /^input\.text +yes +unclear +\d+ ms +Nothing is listening at this address\.$/m);
    assert.equal((await run(['no-such', '--yes'])).code, 1);
    assert.equal((await run(['a', '--yes', '--timeout', 'soon'])).code, 2);
  });

  it('asks on a terminal, and takes nothing but a yes for one', async () => {
    const asked = async (answer: string | null): Promise<boolean> => {
      const [stdin, stderr] = [Object.assign(new PassThrough(), { isTTY: true }), Object.assign(new PassThrough(), { isTTY: true })];
      assert.equal(canAsk({ stdin, stderr }), true);
      const agreed = confirmOnTerminal('Send?', { stdin, stderr });
      stdin.end(answer ?? undefined);
      return agreed;
    };
    assert.deepEqual(await Promise.all(['y\n', 'YES\n', 'n\n', '\n', 'maybe yes\n', null].map(asked)), [
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    assert.equal(canAsk({ stdin: new PassThrough(), stderr: Object.assign(new PassThrough(), { isTTY: true }) }), false);
  });
});
