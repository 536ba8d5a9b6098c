import assert from 'node:assert/strict';
import fsp, { symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { cli } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, png } from '../../support/transcripts.ts';

const pasted = `{"role":"tool","content":"data:image/png;base64,${base64(png(3000))}"}\n`;
const session = (answer: string) => ({ model: 'claude-opus-4-8', messages: [{ role: 'user', content: answer }] });

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
      'linked/': '',
      'damaged/cut.json': JSON.stringify(session('Hello')).slice(0, 60),
      'damaged/zeros.jsonl': new Uint8Array(300),
      'damaged/nothing.jsonl': '',
      'notes.md': '# Notes\n\nNothing of the kind.\n',
      'commented/tsconfig.json': '{\n  // the newest\n  "compilerOptions": { "strict": true, }\n}\n',
      'empty/': '',
      'rotated/app.log.1': pasted,
      'rotated/app.log-20261128': pasted,
      'rotated/a.log.2026-11-28': pasted,
      'rotated/app.log.2.gz': gzipSync(pasted),
      'rotated/app.log.3.gz': gzipSync(pasted),
      'rotated/all.har': '{}',
      'rotated/README': 'Logs',
      'some/run.log': pasted,
      'some/in/locked/run.log': pasted,
    });
    await symlink(path.join(folder, 'outside'), path.join(folder, 'logs/link'));
    await symlink(path.join(folder, 'outside/run.jsonl'), path.join(folder, 'linked/pod.jsonl'));
    await symlink(path.join(folder, 'outside/run.jsonl'), path.join(folder, 'linked/same.jsonl'));
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

  it('is walked through links to files, each file once, and says that it does not follow links to folders', async () => {
    const linked = await cli(['lint', 'linked', 'outside/run.jsonl'], { folder });
    assert.equal(linked.code, 1);
    assert.deepEqual(linked.stdout.match(/^[^:]+/gm), ['linked/pod.jsonl']);
    assert.match(linked.stderr, /^1 file, 1 finding/m);
    assert.match(
      (await cli(['lint', 'logs'], { folder })).stderr,
      /^logs: 1 link to a folder not followed\. 1 file of other types not read/m,
    );
  });

  it('with a session of which nothing can be read is not clean', async () => {
    const { code, stderr } = await cli(['doctor', 'damaged'], { folder });
    assert.equal(code, 2);
    assert.match(stderr, /^damaged\/cut\.json is not a conversation .* cut off or damaged\. \[damaged\]$/m);
    assert.match(stderr, /^damaged\/zeros\.jsonl is not a conversation .* \[damaged\]$/m);
    assert.match(stderr, /^Skipped, not a conversation: damaged\/nothing\.jsonl\.$/m);
    const note = await cli(['doctor', 'notes.md'], { folder });
    assert.deepEqual([note.code, note.stderr], [2, 'notes.md is not a conversation in a known format. [not_a_conversation]\n']);
    const { stdout } = await cli(['doctor', 'damaged', '--sarif'], { folder });
    assert.match(stdout, /"executionSuccessful": false/);
    const commented = await cli(['doctor', 'commented'], { folder });
    assert.deepEqual([commented.code, commented.stderr], [0, 'Skipped, not a conversation: commented/tsconfig.json.\n']);
  });

  it('is walked by doctor: conversations, the others are passed over', async () => {
    const { code, stdout, stderr } = await cli(['doctor', 'sessions'], { folder });
    assert.equal(code, 1, stdout);
    assert.match(stdout, /sessions\/2026\/empty\.jsonl[\s\S]*sessions\/good\.json/);
    assert.doesNotMatch(stdout, /settings/);
    assert.match(stderr, /^Skipped, not a conversation: sessions\/settings\.json\.$/m);
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
  });

  it('that holds nothing of the kind is said to, and fails nothing: a name that is misspelt does', async () => {
    const empty = await cli(['lint', 'empty'], { folder });
    assert.deepEqual([empty.code, empty.stdout], [0, '']);
    assert.match(empty.stderr, /^empty: There are no transcripts or logs below it \(\.json, .*\.txt\)\.\n0 files, 0 findings\.\n$/);
    const others = await cli(['doctor', 'nothing'], { folder });
    assert.deepEqual([others.code, others.stdout], [0, '']);
    await writeFile(path.join(folder, 'nothing/picture.png.1'), '');
    const rotated = await cli(['doctor', 'nothing'], { folder });
    assert.match(rotated.stderr, / 2 files of other types not read: 2 \.png\.\n$/);
    assert.equal(others.stderr, 'nothing: There are no sessions below it (.jsonl, .json). 1 file of other types not read: 1 .png.\n');
    assert.deepEqual(JSON.parse((await cli(['doctor', 'nothing', '--json'], { folder })).stdout), { files: [] });
    for (const command of ['lint', 'doctor']) assert.equal((await cli([command, 'missing'], { folder })).code, 2);
  });

  it('is walked for rotated logs too, and what else it holds is said once', async () => {
    const { code, stdout, stderr } = await cli(['lint', 'rotated'], { folder });
    assert.equal(code, 1);
    assert.deepEqual(stdout.match(/^[^:]+/gm), ['rotated/a.log.2026-11-28', 'rotated/app.log-20261128', 'rotated/app.log.1']);
    assert.match(stderr, /^rotated: 4 files of other types not read: 2 \.gz, 1 without an ending, 1 \.har\.\n3 files, 3 findings/);
  });

  it('does not count a packed file as clean, a file or standard input', async () => {
    const packed = gzipSync(pasted);
    await writeFile(path.join(folder, 'run.log'), packed);
    const { code, stderr } = await cli(['lint', 'rotated/app.log.2.gz', 'run.log', 'logs/run.jsonl'], { folder });
    assert.equal(code, 2);
    assert.match(stderr, /^rotated\/app\.log\.2\.gz: A packed file is not read \(application\/gzip\)\. Unpack it first\. \[packed\]$/m);
    assert.match(stderr, /3 files, 1 finding, .*, 2 unreadable\.\n$/);
    assert.match((await cli(['lint', '-'], { input: packed })).stderr, /\[packed\]/);
  });

  describe('with a folder inside that cannot be listed', () => {
    // Whoever runs the tests may be allowed to read everything.
    before(() => {
      const { readdir } = fsp;
      mock.method(fsp, 'readdir', (place: string, options: object) =>
        place.endsWith('locked') ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })) : readdir(place, options as never),
      );
      syncBuiltinESMExports();
    });
    after(() => {
      mock.restoreAll();
      syncBuiltinESMExports();
    });

    it('is read beside it: its path is told, and the exit code is 2', async () => {
      const { code, stdout, stderr } = await cli(['lint', 'some//'], { folder });
      assert.equal(code, 2);
      assert.match(stdout, /^some\/run\.log:1:/);
      assert.equal(stdout.trim().split('\n').length, 1);
      assert.match(stderr, /^some\/in\/locked: .*\[permission_denied\]\n1 file, 1 finding, .*, 1 unreadable\.\n$/);
      const doctor = await cli(['doctor', 'some'], { folder });
      assert.equal(doctor.code, 2);
      assert.match(doctor.stderr, /^some\/in\/locked: .*\[permission_denied\]$/m);
    });

    it('is valid JSON', async () => {
      const linted = JSON.parse((await cli(['lint', 'some', '--json'], { folder })).stdout) as {
        files: { file: string; error?: object }[];
      };
      assert.deepEqual(
        linted.files.map(({ file, error }) => [file, error !== undefined]),
        [
          ['some/in/locked', true],
          ['some/run.log', false],
        ],
      );
      const examined = JSON.parse((await cli(['doctor', 'some', '--json'], { folder })).stdout) as { files: unknown[] };
      assert.equal(examined.files.length, 1);
    });
  });

  it('is valid JSON where it holds too many files', async () => {
    const { readdir } = fsp;
    const many = Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}.log`, isDirectory: () => false, isFile: () => true }));
    mock.method(fsp, 'readdir', (place: string, options: object) =>
      place.endsWith('empty') ? Promise.resolve(many) : readdir(place, options as never),
    );
    syncBuiltinESMExports();
    try {
      const { code, stdout } = await cli(['lint', 'empty', 'outside', '--json'], { folder });
      assert.equal(code, 2);
      const { files } = JSON.parse(stdout) as { files: { file: string; error?: { code: string } }[] };
      assert.deepEqual(
        files.map(({ file, error }) => [file, error?.code]),
        [
          ['empty', 'too_many_files'],
          ['outside/run.jsonl', undefined],
        ],
      );
    } finally {
      mock.restoreAll();
      syncBuiltinESMExports();
    }
  });
});
