import assert from 'node:assert/strict';
import { brokenSession } from '../../support/broken-session.ts';
import { cli } from '../../support/command-line.ts';
import { commandsIn } from '../../tooling/man-page.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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
    for (const name of commandsIn((await cli(['--help'])).stdout).filter((each) => !['mcp', 'completion', 'help'].includes(each))) {
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

  it('that is a file that is not there says so', async () => {
    const { code, stderr } = await cli(['nothing.png'], { folder: await temporaryFolder() });
    assert.equal(code, 1);
    assert.match(stderr, /nothing\.png/);
  });
});
