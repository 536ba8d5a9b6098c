import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { image, text as said, WRITERS } from '../../support/conversations.ts';
import { json, type ModelServer, said as answerTo, startModelServer } from '../../support/model-server.ts';
import { picture } from '../../support/pictures.ts';
import { builtCli, CLI } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, png } from '../../support/transcripts.ts';
import { TEST_KEY } from '../../support/verify.ts';

const FIXTURES = path.join(import.meta.dirname, '../../fixtures');
const pasted = `{"role":"tool","content":"look: data:image/png;base64,${base64(png(3000))}"}\n`;

/**
 * The built program, for what only a process shows: that each command finds all it loads in the bundles and beside them, that the process's
 * folder, environment, home and streams reach it, and what a signal or a reader that is gone does to it. What commands print is tested in
 * process.
 */
describe('The command line, as a process', function () {
  this.timeout(120_000);
  let folder: string;
  /** Made by the program itself. */
  let sample: string;
  let server: ModelServer;
  const at = (name: string): string => path.join(folder, name);

  before(async () => {
    server = await startModelServer((request, response) => json(response, 200, answerTo('openai-compatible', request.probe)));
    const large = await picture('image/png', 9000, 90);
    folder = await temporaryFolder({
      'session.jsonl': WRITERS['claude-code']([
        { user: [said('Look.')] },
        { assistant: 'I look.', calls: ['call_1'] },
        { result: 'call_1', pieces: [image(large)] },
      ]),
      'llmservices.json': { services: [{ id: 'live', model: 'm', baseURL: `${server.url}/v1`, apiKey: '${MY_KEY}' }] },
      'broken.json': '{ "services": [',
      'empty/': '',
    });
    const old = new Date(Date.now() - 60_000);
    await utimes(at('session.jsonl'), old, old);
    sample = at('sample');
    const { code, stdout, stderr } = await builtCli(['sample', 'sample'], { cwd: folder });
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(stdout.startsWith('Created a sample data root in sample\n'), stdout);
  });
  after(() => server.close());

  interface Case {
    readonly args: readonly string[];
    /** Where it is run. Default: in the sample data root, which it finds there. */
    readonly cwd?: () => string;
    readonly env?: NodeJS.ProcessEnv;
    readonly code?: number;
    readonly stdout: RegExp;
  }
  const outside = (): string => folder;
  const CASES: Readonly<Record<string, Case>> = {
    list: { args: ['list', '--json'], stdout: /"total": 15/ },
    show: { args: ['show', '1'], stdout: /^# / },
    ids: { args: ['ids', '1', '--file'], stdout: /[/\\]artifacts[/\\]1\.md\n$/ },
    'route, in the language of the environment': {
      args: ['route', '14', '--json'],
      env: { LC_ALL: 'zh_CN.UTF-8' },
      stdout: /\[无法读取\]/,
    },
    'route, with figures': { args: ['route', '14', '--service', 'gpt'], stdout: /^Tokens +≈ /m },
    services: { args: ['services'], stdout: /^gpt /m },
    validate: { args: ['validate', 'broken.json'], cwd: outside, code: 1, stdout: /broken\.json:1:\d+: error: Not valid JSON/ },
    'verify, with a key of the environment': {
      args: ['verify', 'live', '--yes', '--allow-host', '127.0.0.1', '--config', '..'],
      env: { MY_KEY: TEST_KEY },
      stdout: /^input\.text +yes +accepted /m,
    },
    conversation: { args: ['conversation', 'session.jsonl'], cwd: outside, stdout: /^3 +tool .* \[image\/png 9000 × 90, /m },
    'doctor, making an image smaller': {
      args: ['doctor', 'session.jsonl', '--fix', 'all'],
      cwd: outside,
      stdout: /^Message 3, part 1: PNG 9000 × 90 → 8000 × 80, /m,
    },
    'doctor, in the home of the person': { args: ['doctor', '--all'], code: 2, stdout: /^$/ },
    switch: { args: ['switch', 'session.jsonl', '--to', 'gpt-5.2'], cwd: outside, stdout: /^gpt-5\.2 .* goes through/m },
    infer: { args: ['infer', 'gpt-5.2'], stdout: /^Price +input \$/m },
    import: { args: ['import', path.join(FIXTURES, 'exchange/litellm.yaml')], stdout: /"services": \[/ },
    export: { args: ['export', '--format', 'litellm'], stdout: /^model_list:/m },
    agents: { args: ['agents', '--json'], stdout: /"id": / },
    mcp: { args: ['mcp', '--version'], stdout: /^\d+\.\d+\.\d+\n$/ },
    'an unknown one': { args: ['no-such-command'], code: 2, stdout: /^$/ },
  };

  for (const [name, { args, cwd, env = {}, code = 0, stdout }] of Object.entries(CASES)) {
    it(`runs ${name}`, async () => {
      const home = at('home');
      const ended = await builtCli(args, { cwd: cwd?.() ?? sample, env: { ...env, HOME: home, USERPROFILE: home } });
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stdout, stdout);
      if (args.includes('--all')) assert.ok(ended.stderr.includes(path.join(home, '.claude', 'projects')), ended.stderr);
    });
  }

  it('show: writes bytes to standard output as they are', async () => {
    const { bytes } = await builtCli(['show', '14', '--output', '-'], { cwd: sample });
    assert.deepEqual(bytes, await readFile(path.join(sample, 'data/runtime/artifacts/14.png')));
  });

  it('ends when it has said that npm is not there, and waits for no deadline of it', async () => {
    const empty = await temporaryFolder();
    const env = { PATH: empty, XDG_DATA_HOME: empty };
    const child = spawn(process.execPath, [CLI, 'catalogue', 'update'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(child, 'exit');
    assert.match(await text(child.stderr), /npm is not installed/);
    assert.deepEqual(await ended, [1, null]);
  });

  it('lint: reads standard input to its end', async () => {
    const child = spawn(process.execPath, [CLI, 'lint', '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.end(pasted.repeat(3000));
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    assert.deepEqual([code, stdout.split('\n').length], [1, 3001]);
  });

  describe('whose reader stops reading', () => {
    /** What it ends with, and says, once the reader has read one piece. */
    async function readBriefly(...args: readonly string[]): Promise<[number | null, string]> {
      const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.once('data', () => child.stdout.destroy());
      const [stderr, [code]] = (await Promise.all([text(child.stderr), once(child, 'close')])) as [string, [number | null]];
      return [code, stderr];
    }

    it('ends quietly, and well where nothing was wrong', async () => {
      const root = await temporaryFolder({ 'artifacts/1.txt': 'line\n'.repeat(2_000_000), 'workspaces/': '' });
      assert.deepEqual(await readBriefly('show', '1', '--root', root), [0, '']);
      assert.deepEqual(await readBriefly('show', '1', '--root', root, '--output', '-'), [0, '']);
    });

    it('ends with the exit code of what it found: a check does not pass for it', async () => {
      await writeFile(at('bad.log'), pasted.repeat(3000));
      const [code, stderr] = await readBriefly('lint', at('bad.log'));
      assert.equal(code, 1);
      assert.match(stderr, /^1 file, 3000 findings/);
      assert.equal((await readBriefly('lint', at('bad.log'), at('missing.log')))[0], 2);
      assert.equal((await readBriefly('lint', '--json', at('bad.log')))[0], 1);
    });
  });

  it('lint: holds little memory where findings stand thick', async () => {
    const record = `{"role":"tool","content":"data:image/png;base64,${base64(png(220))}"}\n`;
    const count = 120_000;
    await writeFile(at('thick.jsonl'), record.repeat(count));
    const printed = await open(at('thick.json'), 'w');
    const memory = pathToFileURL(path.join(import.meta.dirname, '../../bench/held-memory.mjs')).href;
    for (const options of [['--json'], []]) {
      const child = spawn(process.execPath, ['--max-old-space-size=24', '--import', memory, CLI, 'lint', ...options, at('thick.jsonl')], {
        stdio: ['ignore', printed.fd, 'ignore', 'pipe'],
      });
      const [told] = (await Promise.all([text(child.stdio[3] as Readable), once(child, 'close')])) as [string, unknown];
      const { rss } = JSON.parse(told) as { rss: number };
      // It ends by 24 MB where it holds what it prints, 31 MB; what is outside of that heap is in the whole, 131 to 151 MB.
      assert.ok(rss < 180_000_000, `${rss} bytes`);
    }
    await printed.close();
    assert.equal((await readFile(at('thick.json'), 'utf8')).match(/data_url_in_text/g)?.length, 2 * count);
  });

  it('lint: stops on Ctrl+C in the midst of a text without an end, with 130', async function () {
    if (process.platform === 'win32') this.skip();
    const child = spawn(process.execPath, [CLI, 'lint', '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    child.stdin.on('error', () => undefined);
    const feed = (): void => {
      while (child.stdin.writable && child.stdin.write(pasted.repeat(200)));
      child.stdin.once('drain', feed);
    };
    child.stdout.once('data', () => child.kill('SIGINT'));
    feed();
    assert.equal(await ended, 130);
  });

  it('verify: interrupted, it prints what is known, and what the server may have got though nobody waited for its answer', async function () {
    if (process.platform === 'win32') this.skip();
    const args = [CLI, 'verify', 'live', '--yes', '--allow-host', '127.0.0.1', '--root', sample, '--config', folder];
    const child = spawn(process.execPath, args, { env: { ...process.env, MY_KEY: TEST_KEY }, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('close', resolve));
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const { answer } = server;
    server.answer = (request, response) => {
      if (request.probe === 'vision') child.kill('SIGINT');
      else return answer(request, response);
    };
    try {
      assert.equal(await ended, 130);
    } finally {
      server.answer = answer;
    }
    assert.match(stdout, /^input\.text +yes +accepted /m);
    assert.match(
      stdout,
      /^input\.vision +no +unclear +\d+ ms +Cancelled before the answer arrived\. The server may have received the request; it may have cost money\.$/m,
    );
    assert.match(stdout, /^input\.audio +no +not sent +Cancelled\.$/m);
  });
});
