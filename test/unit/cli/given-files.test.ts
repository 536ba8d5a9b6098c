import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, png } from '../../support/transcripts.ts';

const pasted = `{"role":"tool","content":"data:image/png;base64,${base64(png(3000))}"}\n`;
const session = (answer: string) => ({ model: 'claude-opus-4-5', messages: [{ role: 'user', content: answer }] });

describe('a folder on the command line', () => {
  let folder: string;

  before(async () => {
    folder = await temporaryFolder({
      'logs/run.jsonl': pasted,
      'logs/deep/er/run.log': pasted,
      'logs/picture.png': png(100),
      'logs/node_modules/other.jsonl': pasted,
      'sessions/good.json': session('Hello'),
      'sessions/settings.json': { theme: 'dark' },
      'sessions/2026/empty.jsonl': session(''),
      'nothing/a.png': png(100),
      'outside/run.jsonl': pasted,
    });
    await symlink(path.join(folder, 'outside'), path.join(folder, 'logs/link'));
  });

  it('is walked by lint: transcripts and logs, without links and node_modules, named as the folder was', async () => {
    const { code, stdout } = await cli(['lint', 'logs/'], { folder });
    assert.equal(code, 1);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
      ['logs/deep/er/run.log', 'logs/run.jsonl'],
    );
  });

  it('is walked by doctor: conversations, the others are passed over', async () => {
    const { code, stdout, stderr } = await cli(['doctor', 'sessions'], { folder });
    assert.equal(code, 1, stdout);
    assert.match(stdout, /sessions\/2026\/empty\.jsonl[\s\S]*sessions\/good\.json/);
    assert.doesNotMatch(stdout, /settings/);
    assert.match(stderr, /^1 file skipped: not a conversation\.$/m);
  });

  it('is one object as JSON: a file each, and why one could not be read', async () => {
    const { code, stdout } = await cli(['doctor', 'sessions', 'missing.jsonl', '--json'], { folder });
    const { files } = JSON.parse(stdout) as { files: { file: string; findings?: unknown[]; error?: string }[] };
    assert.equal(code, 2);
    assert.deepEqual(
      files.map(({ file, findings, error }) => [file, findings === undefined ? error : findings.length]),
      [
        ['sessions/2026/empty.jsonl', 1],
        ['sessions/good.json', 0],
        ['missing.jsonl', 'not_found'],
      ],
    );
    const { stdout: alone } = await cli(['doctor', 'nothing', '--json'], { folder });
    assert.equal(typeof (JSON.parse(alone) as { error: string }).error, 'string');
  });

  it('that holds nothing of the kind is refused, and so is a file that is not there', async () => {
    const empty = await cli(['doctor', 'nothing'], { folder });
    assert.equal(empty.code, 2);
    assert.match(empty.stderr, /\[not_a_file\]/);
    assert.equal((await cli(['doctor', 'missing.jsonl'], { folder })).code, 2);
  });
});
