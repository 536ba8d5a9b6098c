import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cli } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A shell and what asks it, given the script and words, for what is offered for the last of these. */
const ASKED = {
  bash: `eval "$1"; shift
COMP_WORDS=(agent-artifacts "$@")
COMP_CWORD=$#
_agent_artifacts
printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Its own functions need a line editor: what the script gives them is printed.
  zsh: `script="$1"; shift
compdef() { }
compadd() { shift; print -rl -- "$@" }
compset() { }
_describe() { for each in $commands; do print -r -- "\${each%%:*}"; done }
_files() { print -rl -- *(N) }
eval "$script"
words=(agent-artifacts "$@") CURRENT=$(( $# + 1 )) PREFIX="\${@[-1]}"
_agent_artifacts | while read -r each; do [[ "$each" == "$PREFIX"* ]] && print -r -- "$each"; done; true`,
  fish: `eval "$argv[1]"
complete -C "agent-artifacts $argv[2..-1]" | string replace -r '\\t.*' ''; true`,
};

/** What a shell offers for the last of some words; undefined where it is not installed. */
async function offeredBy(shell: keyof typeof ASKED, words: readonly string[], folder: string): Promise<readonly string[] | undefined> {
  const { stdout: script } = await cli(['completion', shell]);
  const args = ['-c', ASKED[shell], ...(shell === 'fish' ? [] : [shell]), script, ...words];
  try {
    const { stdout } = await promisify(execFile)(shell, args, { cwd: folder, env: { ...process.env, HOME: folder } });
    return stdout.split('\n').filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

describe('The completion of a shell', function () {
  this.timeout(30_000);

  for (const shell of ['bash', 'zsh', 'fish'] as const)
    it(`offers commands, files, options and the words that they take, in ${shell}`, async function () {
      if (process.platform === 'win32') this.skip();
      const folder = await temporaryFolder({ 'a.png': '', 'session.jsonl': '' });
      if ((await offeredBy(shell, [''], folder)) === undefined) this.skip();
      const offered = async (...words: readonly string[]): Promise<string[]> => [...((await offeredBy(shell, words, folder)) ?? [])].sort();
      // bash offers files by itself where nothing else is.
      const files = shell === 'bash' ? [] : ['a.png', 'session.jsonl'];
      assert.deepEqual(await offered('do'), ['doctor']);
      assert.deepEqual(await offered('se'), ['services', 'session.jsonl']);
      assert.deepEqual(await offered('--root', 'demo', 'li'), ['lint', 'list']);
      assert.deepEqual(await offered('route', '--th'), ['--through']);
      assert.deepEqual(await offered('a.png', '--mo'), ['--model']);
      assert.deepEqual(await offered('mcp', '--a'), ['--agent', '--allow-write']);
      assert.deepEqual(await offered('route', 'list', '--wo'), []);
      assert.ok((await offered('show', '-')).includes('-o'));
      assert.ok((await offered('list', '--')).includes('--root'));
      assert.deepEqual(await offered('--language', ''), ['en', 'zh']);
      assert.deepEqual(await offered('list', '--language', ''), ['en', 'zh']);
      assert.deepEqual(await offered('route', 'a.png', '--as', ''), ['attachment', 'tool']);
      assert.deepEqual(await offered('route', '--expect', 'im'), ['image']);
      assert.deepEqual(await offered('route', '--api', 'openai-r'), ['openai-responses']);
      assert.deepEqual(await offered('doctor', '--fix', 'sh'), ['shrink']);
      assert.ok((await offered('export', '--format', '')).includes('litellm'));
      assert.deepEqual(await offered('catalogue', ''), ['export', 'reset', 'update']);
      assert.deepEqual(await offered('help', 'do'), ['doctor']);
      assert.deepEqual(await offered('completion', ''), ['bash', 'fish', 'powershell', 'zsh']);
      assert.deepEqual(await offered('show', 'help', ''), files);
      assert.deepEqual(await offered('--root', 's'), shell === 'bash' ? [] : ['session.jsonl']);
      if (shell === 'bash') assert.deepEqual(await offered('doctor', '--fix', 'shrink,des'), ['shrink,describe']);
    });

  it('has an entry for every command that the help names, in each shell', async () => {
    const { stdout: help } = await cli(['--help']);
    const names = [...(help.split('Commands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name ?? '');
    assert.ok(names.length > 15, names.join());
    for (const [shell, entry] of [
      ['bash', (name: string) => new RegExp(`compgen -W '(?:[^']* )?${name}[ ']`)],
      ['zsh', (name: string) => new RegExp(`^ +'${name}:`, 'm')],
      ['fish', (name: string) => new RegExp(` -a ${name} -d '`)],
      ['powershell', (name: string) => new RegExp(`^ +'${name}' = @\\('`, 'm')],
    ] as const) {
      const { stdout } = await cli(['completion', shell]);
      assert.deepEqual(
        names.filter((name) => !entry(name).test(stdout)),
        [],
        shell,
      );
      assert.match(stdout, /(?:--|-l )through/);
    }
    const { stdout } = await cli(['completion', 'powershell']);
    assert.match(stdout, /^ {4}'route --as' = @\('tool', 'attachment'\)$/m);
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
