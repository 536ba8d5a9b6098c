import assert from 'node:assert/strict';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { image, text, WRITERS } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { claudeThrice } from '../../support/stored-thrice.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, noise } from '../../support/transcripts.ts';

const picture = Buffer.concat([png(20, 10), noise(30_000)]);
const content = claudeThrice(base64(picture));

describe('agent-artifacts doctor --slim', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await temporaryFolder({
      'session.jsonl': content,
      'pi.jsonl': WRITERS.pi([{ user: [text('Look.'), image(picture)] }]),
      'plain.jsonl': WRITERS.codex([{ user: [text('Look.'), image(png(2, 2))] }]),
      'note.json': '{"a":1}',
    });
    file = path.join(folder, 'session.jsonl');
    const before = new Date(Date.now() - 60_000);
    for (const name of await fsp.readdir(folder)) await fsp.utimes(path.join(folder, name), before, before);
  });

  const names = async (): Promise<string[]> => (await fsp.readdir(folder)).sort();

  it('shows what would go and what it saves, and changes nothing: --dry-run', async () => {
    const before = await names();
    const { code, stdout } = await cli(['doctor', file, '--slim', '--dry-run']);
    assert.equal(code, 0);
    assert.match(stdout, /^Media +3 \(1 distinct\), 117\.\d KB$/m);
    assert.match(stdout, /^Slimmed +≈ \d\.\d KB$/m);
    assert.ok(stdout.includes(`${file}.media`));
    assert.match(stdout, /^Dry run: nothing was changed\.$/m);
    assert.doesNotMatch(stdout, /^Stay/m);
    assert.equal(await fsp.readFile(file, 'utf8'), content);
    assert.deepEqual(await names(), before);
  });

  it('takes the media out, names the backup, and puts them back with what was said since: --undo', async () => {
    const { sizeAfter } = JSON.parse((await cli(['doctor', file, '--slim', '--dry-run', '--json'])).stdout) as { sizeAfter: number };
    const { code, stdout } = await cli(['doctor', file, '--slim']);
    assert.equal(code, 0, stdout);
    const backup = (await names()).find((name) => name.includes('.backup-')) ?? '';
    assert.ok(
      stdout
        .replaceAll(/\s+/g, ' ')
        .includes(
          `The original is ${path.join(folder, backup)}. A program that still has the session open keeps writing there: close the program,`,
        ),
    );
    assert.equal((await fsp.stat(file)).size, sizeAfter);
    await fsp.rm(path.join(folder, backup));
    await fsp.appendFile(file, '{"type":"mode","sessionId":"s"}\n');
    const before = new Date(Date.now() - 60_000);
    await fsp.utimes(file, before, before);
    const undone = await cli(['doctor', file, '--undo']);
    const kept = (await names()).find((name) => name.includes('.slimmed-')) ?? '';
    assert.ok(
      undone.stdout.startsWith(`Put the media back into ${file}.\nThe slimmed session is ${path.join(folder, kept)}: `),
      undone.stdout,
    );
    assert.equal(await fsp.readFile(file, 'utf8'), `${content}{"type":"mode","sessionId":"s"}\n`);
    await fsp.rm(path.join(folder, kept));
    assert.deepEqual(await names(), ['note.json', 'pi.jsonl', 'plain.jsonl', 'session.jsonl']);
  });

  it('has its figures as JSON', async () => {
    const shown = JSON.parse((await cli(['doctor', file, '--slim', '--json'])).stdout) as Record<string, unknown>;
    const { size, sizeAfter, backup, ...rest } = shown;
    const nothing = { count: 0, bytes: 0 };
    assert.deepEqual(rest, {
      file,
      format: 'claude-code',
      media: { count: 3, different: 1, bytes: 3 * base64(picture).length },
      folder: `${file}.media`,
      stays: { small: nothing, large: nothing, place: nothing, broken: nothing, many: nothing },
    });
    assert.equal(size, content.length);
    assert.equal((await fsp.stat(file)).size, sizeAfter);
    assert.ok(String(backup).startsWith(`${file}.backup-`));
  });

  it('says what stays, and that nothing is left to slim', async () => {
    const plain = await cli(['doctor', path.join(folder, 'plain.jsonl'), '--slim']);
    assert.equal(plain.code, 0);
    assert.match(plain.stdout, /^Media +nothing to slim$/m);
    assert.match(plain.stdout, /^Stay +1 below 1\.0 KB \(\d+ B\)$/m);
    await cli(['doctor', file, '--slim']);
    const again = await cli(['doctor', file, '--slim']);
    assert.match(again.stdout, /^Media +nothing to slim$/m);
    assert.doesNotMatch(again.stdout, /Dry run|original/);
  });

  it('is what doctor says where a session has the same media again and again', async () => {
    const large = claudeThrice(base64(Buffer.concat([png(20, 10), noise(600_000)])));
    for (const [written, isSaid] of [
      [large, true],
      [content, false],
    ] as const) {
      await fsp.writeFile(file, written);
      const { stdout } = await cli(['doctor', file]);
      assert.equal(
        /^To take the media out of the file \(2\.3 MB\): agent-artifacts doctor .*session\.jsonl --slim --dry-run$/m.test(stdout),
        isSaid,
        stdout,
      );
    }
  });

  it('is refused for programs it was not tried with, and for what is no session', async () => {
    const pi = await cli(['doctor', path.join(folder, 'pi.jsonl'), '--slim']);
    assert.equal(pi.code, 2);
    assert.match(
      pi.stderr,
      /only sessions of Claude Code and Codex can be slimmed, because slimming has not been tested with other programs\. \[not_slimmed\]$/m,
    );
    const note = await cli(['doctor', path.join(folder, 'note.json'), '--slim']);
    assert.deepEqual([note.code, /\[not_a_conversation\]/.test(note.stderr)], [2, true]);
    const now = new Date();
    await fsp.utimes(file, now, now);
    const busy = await cli(['doctor', file, '--slim']);
    assert.deepEqual([busy.code, /\[busy\]/.test(busy.stderr)], [2, true]);
    assert.equal((await names()).length, 4);
  });

  it('goes with no option that is about the next request, and needs one file', async () => {
    for (const more of [['--fix', 'all'], ['--model', 'gpt-5.2'], ['--error', 'x'], ['--strict']]) {
      const { code, stderr } = await cli(['doctor', file, '--slim', ...more]);
      assert.equal(code, 2, more.join(' '));
      assert.match(stderr, new RegExp(`${more[0]} works only without --slim`));
    }
    for (const option of ['--dry-run', '--slim']) {
      const { code, stderr } = await cli(['doctor', file, '--undo', option]);
      assert.equal(code, 2, option);
      assert.match(stderr, new RegExp(`${option} works only without --undo`));
    }
    assert.match((await cli(['doctor', folder, '--slim'])).stderr, /--slim works only on one file/);
    assert.match((await cli(['doctor', '-', '--slim'])).stderr, /--slim needs a file/);
  });
});
