import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { A_FILE, COMMANDS } from '../../../src/cli/commands.ts';
import { runCli } from '../../../src/cli/run.ts';
import { Terminal } from '../../../src/cli/terminal.ts';
import { type Compute, countBytes, directCompute } from '../../../src/core/io/compute.ts';
import { itWhenThorough } from '../../support/effort.ts';
import { brokenSession } from '../../support/broken-session.ts';
import { cli } from '../../support/command-line.ts';
import { commandsIn } from '../../tooling/man-page.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** How many bytes of a file are indexed as a conversation where it stands alone. */
async function bytesIndexed(file: string, folder: string): Promise<number> {
  let bytes = 0;
  const compute: Compute = {
    run: (...args) => directCompute.run(...args),
    stream: (task, chunks, ...args) =>
      directCompute.stream(
        task,
        countBytes(chunks, (count) => (bytes = count)),
        ...args,
      ),
  };
  const stream = new PassThrough().resume();
  const terminal = new Terminal({ stdin: stream, stdout: stream, stderr: stream }, {});
  assert.equal(await runCli([file], terminal, { folder, home: folder, env: {} }, compute), 0);
  return bytes;
}

describe('A command line as a person types it', () => {
  it('that is nothing but the program shows the help, with examples', async () => {
    const [bare, asked, word] = [await cli([]), await cli(['--help']), await cli(['help'])];
    assert.deepEqual([bare.code, bare.stderr], [0, '']);
    assert.match(bare.stdout, /^Usage: agent-artifacts COMMAND[\s\S]*\nExamples:\n( {2}agent-artifacts .+\n){3}/);
    assert.deepEqual([asked.stdout, word.stdout], [bare.stdout, bare.stdout]);
  });

  it('that asks for the help of a command gets it, before and behind its name', async () => {
    const [before, behind] = [await cli(['help', 'doctor']), await cli(['doctor', '--help'])];
    assert.deepEqual([before.code, before.stdout], [0, behind.stdout]);
    assert.match(before.stdout, /^Usage: agent-artifacts doctor/);
  });

  it('that asks for the help of any command sees examples that the command takes', async () => {
    for (const name of commandsIn((await cli(['--help'])).stdout).filter((each) => each !== 'mcp')) {
      const { stdout } = await cli(['help', name]);
      const [, examples = ''] = /\nExamples:\n((?: {2}.+\n)+)/.exec(stdout) ?? [];
      const lines = examples
        .trim()
        .split('\n')
        .flatMap((line) => line.split(/ (?:\||&&|>) /));
      const own = lines
        .map((line) => line.trim().split(' '))
        .filter(([program, command]) => program === 'agent-artifacts' && command === name);
      assert.notEqual(own.length, 0, name);
      for (const [, ...words] of own) {
        const { code, stderr } = await cli([...words, '--help']);
        assert.deepEqual([code, stderr], [0, ''], words.join(' '));
      }
    }
  });

  it('that asks for help on a terminal gets lines no wider than it but for command lines, with every word', async () => {
    const names = commandsIn((await cli(['--help'])).stdout);
    for (const args of [['--help'], ...names.map((name) => ['help', name])]) {
      const { stdout: whole } = await cli(args);
      for (const columns of [60, 80]) {
        const { stdout } = await cli(args, { isTTY: true, columns });
        const wide = stdout.split('\n').filter((line) => line.length > columns && !/^ {2}(?:agent-artifacts|cat) /.test(line));
        assert.deepEqual(wide, [], args.join(' '));
        assert.deepEqual(stdout.split(/\s+/), whole.split(/\s+/), args.join(' '));
      }
    }
  });

  it('that asks for help gets sentences that end where another begins, and none that is broken in the middle', async () => {
    for (const args of [['--help'], ...commandsIn((await cli(['--help'])).stdout).map((name) => ['help', name])]) {
      const lines = (await cli(args)).stdout.split('\n');
      for (const [at, line] of lines.entries()) {
        // Lines in the second column are joined; the others stay lines.
        if (/^ {10,}(?:[A-Z][a-z]|[a-z]+: )/.test(line)) assert.match(lines[at - 1] ?? '', /[.;]$/, line);
        assert.doesNotMatch(line, /^(?: {2})?(?!agent-artifacts|cat )[a-z]+ (?! )[^|]*\.$/);
      }
    }
  });

  it('that is read on a terminal that does not know its width is not wrapped', async () => {
    const folder = await temporaryFolder({ 'note.md': '# Note\n' });
    const unknown = { folder, isTTY: true, columns: 0 };
    assert.equal((await cli(['help', 'doctor'], unknown)).stdout, (await cli(['help', 'doctor'])).stdout);
    assert.equal((await cli(['note.md'], unknown)).stdout, (await cli(['note.md'], { ...unknown, columns: 9999 })).stdout);
  });

  it('that gives the server an option of every command, or a misspelt one, is answered as any command', async () => {
    const help = await cli(['mcp', '--help']);
    assert.equal((await cli(['--no-color', 'mcp', '--help'])).stdout, help.stdout);
    const { code, stderr } = await cli(['mcp', '--hlep']);
    assert.equal(code, 2);
    assert.equal(stderr, 'agent-artifacts: Unknown option "--hlep". Did you mean "--help"?\nTry: agent-artifacts mcp --help\n');
  });

  it('that asks for the help of a command with a command line of its own gets that one', async () => {
    for (const name of ['mcp', 'completion']) {
      const [before, behind] = [await cli(['help', name]), await cli([name, '--help'])];
      assert.deepEqual([before.code, before.stderr], [0, '']);
      assert.match(before.stdout, new RegExp(`^Usage: agent-artifacts ${name} `));
      assert.equal(behind.stdout, before.stdout);
    }
  });

  it('that misspells a command is told which one is probably meant', async () => {
    for (const args of [['docter'], ['help', 'docter']]) {
      const { code, stderr } = await cli(args);
      assert.deepEqual([code, stderr.split('\n')[0]], [2, 'agent-artifacts: Unknown command "docter". Did you mean "doctor"?']);
    }
    assert.equal((await cli(['zzzzzz'])).stderr.split('\n')[0], 'agent-artifacts: "zzzzzz" is neither a command nor a file.');
    assert.equal((await cli(['help', 'zzzzzz'])).stderr.split('\n')[0], 'agent-artifacts: Unknown command "zzzzzz".');
  });

  it('that tries another word for a command is told which one does it', async () => {
    for (const [word, meant] of [
      ['ls', 'list'],
      ['models', 'services'],
      ['price', 'route'],
      ['check', 'doctor'],
      ['fix', 'doctor'],
      ['version', '--version'],
    ] as const)
      for (const args of [[word], ['help', word]])
        assert.equal((await cli(args)).stderr.split('\n')[0], `agent-artifacts: Unknown command "${word}". Did you mean "${meant}"?`);
  });

  it('that asks for the help of a file alone sees its option', async () => {
    const { stdout } = await cli(['note.md', '--help']);
    assert.match(stdout, /\nOptions:\n {2}--model NAME /);
  });

  it('that is a conversation alone says what is wrong with it, as doctor does', async () => {
    const folder = await temporaryFolder({ 'session.jsonl': brokenSession() });
    const [alone, doctor] = [await cli(['session.jsonl'], { folder }), await cli(['doctor', 'session.jsonl'], { folder })];
    assert.equal(doctor.code, 1);
    assert.deepEqual([alone.code, alone.stdout], [doctor.code, doctor.stdout]);
  });

  it('that is another file alone compares what the newest models receive of it', async () => {
    const folder = await temporaryFolder({ 'notes.md': '# Notes\n' });
    const { code, stdout, stderr } = await cli(['notes.md'], { folder });
    assert.deepEqual([code, stderr], [0, '']);
    for (const model of [/gpt-\d/, /claude-opus-\d/, /gemini-\d/]) assert.match(stdout, model);
    const one = await cli(['notes.md', '--model', 'gpt-5.2'], { folder });
    assert.equal(one.stdout, (await cli(['route', 'notes.md', '--model', 'gpt-5.2'], { folder })).stdout);
  });

  for (const [name, line] of [
    ['plain.log', '2026-11-29T10:00:00Z [INFO] {"request": 1} handled\n'],
    ['json.log', `${JSON.stringify({ level: 30, time: 1_793_000_000_000, msg: 'handled' })}\n`],
  ] as const)
    itWhenThorough(`that is a log alone is not read to its end to learn that it is no conversation: ${name}`, async () => {
      const folder = await temporaryFolder({ [name]: line.repeat(25_000) });
      const read = await bytesIndexed(name, folder);
      assert.ok(read <= 1024 * 1024, `${read} bytes`);
      assert.equal((await cli([name], { folder })).stdout, (await cli(['route', name], { folder })).stdout);
    });

  itWhenThorough('that is a conversation alone is read whole, however late its first message stands', async () => {
    const tools = Array.from({ length: 3000 }, (_, at) => ({ name: `tool_${at}`, description: 'x'.repeat(500) }));
    const folder = await temporaryFolder({ 'body.json': { model: 'claude-opus-4-5', tools, messages: [{ role: 'user', content: '' }] } });
    const [alone, doctor] = [await cli(['body.json'], { folder }), await cli(['doctor', 'body.json'], { folder })];
    assert.deepEqual([alone.code, alone.stdout], [doctor.code, doctor.stdout]);
    assert.match(alone.stdout, /message/);
  });

  it('that is several files alone is what models receive of them in one message', async () => {
    const folder = await temporaryFolder({ 'a.md': '# A\n', 'b.md': '# B\n' });
    for (const models of [[], ['--model', 'gpt-5.2']]) {
      const [alone, route] = [
        await cli(['a.md', 'b.md', ...models], { folder }),
        await cli(['route', 'a.md', 'b.md', ...models], { folder }),
      ];
      assert.deepEqual([alone.code, alone.stdout, alone.stderr], [0, route.stdout, '']);
    }
    for (const before of [[], ['route']]) {
      const { code, stderr } = await cli([...before, ...Array.from({ length: 51 }, () => 'a.md')], { folder });
      assert.equal(code, 2);
      assert.match(stderr, /^agent-artifacts: At most 50 files make one message; there are 51\.$/m);
    }
  });

  it('that is a folder or standard input is told which commands take it', async () => {
    const folder = await temporaryFolder({ 'logs/': '' });
    for (const before of [[], ['route'], ['show']]) {
      const named = await cli([...before, 'logs'], { folder });
      assert.equal(named.code, 1);
      assert.match(
        named.stderr,
        /logs is a folder: name a file in it\. "lint" and "doctor" go through all files below a folder\. \[not_a_file\]/,
      );
      const input = await cli([...before, '-'], { folder });
      assert.equal(input.code, 2);
      assert.match(input.stderr, /^agent-artifacts: Standard input is not taken here: name a file\. "lint -" and "doctor -" read it\.$/m);
    }
  });

  it('that is a reference alone shows the artifact, in each of its spellings', async () => {
    const root = await temporaryFolder({ 'artifacts/14.txt': 'fourteen', 'workspaces/main/a.md': '# A\n' });
    for (const ref of ['artifact:14', 'artifact:///14', 'artifact:ws:main:YS5tZA', 'ws:main:YS5tZA', 'artifact:///ws%3Amain%3AYS5tZA']) {
      const { code, stdout, stderr } = await cli([ref, '--root', root]);
      assert.deepEqual([code, stdout, stderr], [0, ref.includes('14') ? 'fourteen' : '# A\n', ''], ref);
    }
    const { code, stderr } = await cli(['14', '--root', root]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^agent-artifacts: "14" is taken for the ID of an artifact: write artifact:14 for the artifact, \.\/14 for a file\.\n/,
    );
  });

  it('that has options before the command means the same', async () => {
    const folder = await temporaryFolder({ 'note.md': '# Note\n' });
    for (const [args, behind] of [
      [
        ['--model', 'claude-opus-4-5', 'note.md'],
        ['note.md', '--model', 'claude-opus-4-5'],
      ],
      [
        ['--model', 'gpt-5.2', 'route', 'note.md'],
        ['route', 'note.md', '--model', 'gpt-5.2'],
      ],
      [
        ['--service', 'x', 'route', 'note.md'],
        ['route', 'note.md', '--service', 'x'],
      ],
      [
        ['--language', 'zh', 'help', 'route'],
        ['help', 'route'],
      ],
      [
        ['--no-color', 'completion', 'bash'],
        ['completion', 'bash'],
      ],
    ] as const) {
      const [before, after] = [await cli(args, { folder }), await cli(behind, { folder })];
      assert.deepEqual([before.code, before.stdout, before.stderr], [after.code, after.stdout, after.stderr], args.join(' '));
    }
    assert.equal((await cli(['--model', 'gpt-5.2', 'route', 'note.md'], { folder })).code, 0);
    const { code, stderr } = await cli(['--model', 'gpt-5.2']);
    assert.deepEqual([code, stderr.split('\n')[0]], [2, 'agent-artifacts: --model needs a command or a file.']);
  });

  it('finds its command by options that take a value in every command or in none', () => {
    const types = new Map<string, string>();
    for (const { options } of [...COMMANDS.values(), A_FILE])
      for (const [name, { type }] of Object.entries(options)) {
        assert.equal(types.get(name) ?? type, type, name);
        types.set(name, type);
      }
  });

  it('that asks for the help of a command by its old name, or with a wrong option, is helped', async () => {
    const [old, today] = [await cli(['help', 'encode']), await cli(['help', 'ids'])];
    assert.deepEqual([old.code, old.stdout, old.stderr], [0, today.stdout, 'agent-artifacts: "encode" is "ids" now.\n']);
    for (const args of [
      ['help', '--foo'],
      ['completion', '--foo', 'bash'],
    ]) {
      const { code, stderr } = await cli(args);
      assert.deepEqual([code, stderr.split('\n')[0]], [2, 'agent-artifacts: Unknown option "--foo".']);
    }
  });

  it('that is a file that is not there says so', async () => {
    const { code, stderr } = await cli(['nothing.png'], { folder: await temporaryFolder() });
    assert.equal(code, 1);
    assert.match((await cli(['--help'])).stdout, /^Exit codes: .* 2 a file cannot be read \(1 for FILE alone\)\.$/m);
    assert.match(stderr, /nothing\.png/);
  });
});
