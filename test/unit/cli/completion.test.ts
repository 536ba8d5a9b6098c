import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cli } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** What bash offers for the last of some words. */
async function offeredByBash(script: string, words: readonly string[], folder: string): Promise<readonly string[]> {
  const ask = `${script}
COMP_WORDS=(agent-artifacts "$@")
COMP_CWORD=$#
_agent_artifacts
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', ask, 'bash', ...words], { cwd: folder });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('The completion of a shell', () => {
  it('offers commands, then the options of the command, in bash', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await temporaryFolder({ 'a.png': '' });
    const { code, stdout } = await cli(['completion', 'bash']);
    assert.equal(code, 0);
    assert.deepEqual(await offeredByBash(stdout, ['do'], folder), ['doctor']);
    assert.deepEqual(await offeredByBash(stdout, ['route', '--th'], folder), ['--through']);
    assert.ok((await offeredByBash(stdout, ['list', '--'], folder)).includes('--root'));
    assert.deepEqual(await offeredByBash(stdout, ['route', 'a'], folder), [], 'files are offered by bash itself');
  });

  it('offers the words that an option or a command takes, in bash', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await temporaryFolder();
    const { stdout } = await cli(['completion', 'bash']);
    const offered = (...words: readonly string[]) => offeredByBash(stdout, words, folder);
    assert.deepEqual(await offered('route', 'a.png', '--as', ''), ['tool', 'attachment']);
    assert.deepEqual(await offered('route', '--expect', 'im'), ['image']);
    assert.deepEqual(await offered('route', '--api', 'openai-r'), ['openai-responses']);
    assert.deepEqual(await offered('doctor', '--fix', 'sh'), ['shrink']);
    assert.deepEqual(await offered('list', '--language', ''), ['zh', 'en']);
    assert.ok((await offered('export', '--format', '')).includes('litellm'));
    assert.deepEqual(await offered('help', 'do'), ['doctor']);
    assert.deepEqual(await offered('completion', ''), ['bash', 'zsh', 'fish', 'powershell']);
    assert.deepEqual(await offered('show', 'help', ''), []);
  });

  it('offers them in each shell', async () => {
    for (const [shell, line] of [
      ['zsh', /^ {4}'route --as'\) compadd -- tool attachment; return ;;$/m],
      ['fish', /^complete .*_from route' -l as -x -a 'tool attachment'$/m],
      ['powershell', /^ {4}'route --as' = @\('tool', 'attachment'\)$/m],
    ] as const)
      assert.match((await cli(['completion', shell])).stdout, line);
  });

  it('names every command that the help names, in each shell', async () => {
    const { stdout: help } = await cli(['--help']);
    const names = [...(help.split('Commands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name ?? '');
    assert.ok(names.length > 15, names.join());
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
      const { stdout } = await cli(['completion', shell]);
      const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(stdout));
      assert.deepEqual(missing, [], shell);
      assert.match(stdout, /(?:--|-l )through/);
    }
  });

  it('is refused for another shell, with those that are known', async () => {
    for (const args of [['completion'], ['completion', 'bash', 'zsh']]) {
      const { code, stderr } = await cli(args);
      assert.equal(code, 2);
      assert.match(stderr, /^agent-artifacts: Usage: agent-artifacts completion bash\|zsh\|fish\|powershell/);
    }
    const { code, stderr } = await cli(['completion', 'tcsh']);
    assert.deepEqual([code, stderr.split('\n')[0]], [2, 'agent-artifacts: Unknown shell "tcsh". Known: bash, zsh, fish, powershell.']);
  });
});
