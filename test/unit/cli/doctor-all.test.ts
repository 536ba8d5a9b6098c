import assert from 'node:assert/strict';
import { realpath, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { encodedFolder } from '../../../src/core/conversation/sessions.ts';
import { cli } from '../../support/command-line.ts';
import { image, text, type Turn, WRITERS } from '../../support/conversations.ts';
import { png, webp } from '../../support/media-bytes.ts';
import type { Ended } from '../../support/programs.ts';
import { claudeThrice } from '../../support/stored-thrice.ts';
import { plant, temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, noise } from '../../support/transcripts.ts';

const good: Turn[] = [{ user: [text('Is it \u001b[31mred?'), image(png(20, 20))] }, { assistant: 'No.' }];
const bad: Turn[] = [{ user: [image(webp(20, 20), 'image/png')] }, { assistant: 'Yes.' }];
const uuid = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

describe('agent-artifacts doctor --all', function () {
  this.timeout(60_000);
  let folder: string;
  let home: string;
  let projects: string;

  beforeEach(async () => {
    folder = await realpath(await temporaryFolder());
    home = await realpath(await temporaryFolder());
    projects = `.claude/projects/${encodedFolder(folder)}`;
  });

  const session = (turns: readonly Turn[]): string => WRITERS['claude-code'](turns).replaceAll('"/project"', JSON.stringify(folder));
  const doctor = (...args: string[]): Promise<Ended> =>
    cli(['doctor', '--all', ...args], {
      folder,
      home,
    });

  it('without a program says which there are and where, reads nothing and ends with 2', async () => {
    await plant(home, { [`${projects}/${uuid(1)}.jsonl`]: session(bad) });
    const { code, stdout, stderr } = await doctor();
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /--program claude-code +Claude Code, in .*projects$/m);
    assert.match(stderr, /--program codex +Codex, in .*sessions and .*archived_sessions$/m);
    assert.match(
      (await doctor('--program', 'cline')).stderr,
      /Unknown program "cline"\. Known: claude-code, codex, copilot-cli, gemini-cli, qwen-code, pi, opencode, kilo\./,
    );
  });

  it('prints a line for each session of this folder, the worst first, and ends with 1', async () => {
    await plant(home, {
      [`${projects}/${uuid(1)}.jsonl`]: session(good),
      [`${projects}/${uuid(2)}.jsonl`]: session(bad),
      [`${projects}/${uuid(3)}.jsonl`]: '{"type":"queue-operation","sessionId":"s"}\n',
      [`.claude/projects/-elsewhere/${uuid(4)}.jsonl`]: WRITERS['claude-code'](bad),
      '.codex/sessions/2026/11/22/rollout-a.jsonl': WRITERS.codex(good).replaceAll('"/project"', JSON.stringify(folder)),
    });
    const later = new Date(Date.now() + 5_000);
    await utimes(path.join(home, projects, `${uuid(1)}.jsonl`), later, later);
    const { code, stdout, stderr } = await doctor('--program', 'claude-code', '--program', 'codex');
    assert.deepEqual([code, stderr], [1, '']);
    const [heading, ...lines] = stdout.trimEnd().split('\n');
    assert.match(heading ?? '', /^NEXT REQUEST +FINDINGS +CHANGED +PROGRAM +MODEL +TITLE +FILE +WHY$/);
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', new RegExp(`^fails at message 1 .* Claude Code .*${uuid(2)}\\.jsonl +Declared as image/png`));
    assert.match(lines[1] ?? '', new RegExp(`^goes through .* Claude Code .* A session .*${uuid(1)}\\.jsonl$`));
    assert.match(lines[2] ?? '', /^goes through .* Codex .*Is it \\x1b\[31mred\?/);
    const json = JSON.parse((await doctor('--program', 'claude-code', '--json')).stdout) as {
      sessions: { goesThrough: boolean; title: string; turns: number }[];
    };
    assert.deepEqual(
      json.sessions.map(({ goesThrough, title, turns }) => ({ goesThrough, title, turns })),
      [
        { goesThrough: false, title: 'A session', turns: 1 },
        { goesThrough: true, title: 'A session', turns: 1 },
      ],
    );
  });

  it('lists the heaviest first with --sort size, with what of each is media and copies', async () => {
    const data = base64(Buffer.concat([png(20, 20), noise(60_000)]));
    await plant(home, {
      [`${projects}/${uuid(1)}.jsonl`]: session(bad),
      [`${projects}/${uuid(2)}.jsonl`]: claudeThrice(data).replaceAll('"/project"', JSON.stringify(folder)),
      [`${projects}/${uuid(3)}.jsonl`]: session([...good, { user: [text('word '.repeat(10_000))] }, { assistant: 'Yes.' }]),
    });
    const { code, stdout } = await doctor('--program', 'claude-code', '--sort', 'size');
    assert.equal(code, 1, 'the order changes nothing');
    const [heading, ...lines] = stdout.trimEnd().split('\n');
    assert.match(heading ?? '', /^ *SIZE +MEDIA +COPIES +NEXT REQUEST /);
    assert.deepEqual(
      lines.map((line) => /-00000000000(\d)\.jsonl/.exec(line)?.[1]),
      ['2', '3', '1'],
    );
    assert.match(lines[0] ?? '', /^ *23\d\.\d KB +23\d\.\d KB +15\d\.\d KB +goes through /);
    const { sessions } = JSON.parse((await doctor('--program', 'claude-code', '--sort', 'size', '--json')).stdout) as {
      sessions: { size: number; weight: { size: number; copies: object } }[];
    };
    assert.deepEqual(sessions[0]?.weight.copies, { count: 2, bytes: 2 * data.length });
    assert.ok(sessions.every(({ size, weight }, at) => size === weight.size && size >= (sessions[at + 1]?.size ?? 0)));
  });

  it('knows no other order, and none of a single file', async () => {
    const other = await doctor('--program', 'claude-code', '--sort', 'name');
    assert.deepEqual([other.code, other.stdout], [2, '']);
    assert.match(other.stderr, /Unknown order "name"\. Known: size\./);
    assert.match((await cli(['doctor', 'a.jsonl', '--sort', 'size'], { folder, home })).stderr, /--sort works only with --all\./);
  });

  it('ends with 0 when all go through, and when there are none', async () => {
    assert.deepEqual(await doctor('--program', 'claude-code').then(({ code, stdout }) => [code, stdout]), [
      0,
      'No sessions that these programs started in this folder. To check session files that lie here: agent-artifacts doctor .\n',
    ]);
    await plant(home, { [`${projects}/${uuid(1)}.jsonl`]: session(good) });
    assert.equal((await doctor('--program', 'claude-code')).code, 0);
  });

  it('says that a link leads out of the program’s folder and does not follow it; ends with 2 when a folder cannot be read', async () => {
    await plant(home, { [`${projects}/${uuid(1)}.jsonl`]: session(good), '.codex/sessions': 'a file', 'secret.jsonl': session(bad) });
    await symlink(path.join(home, 'secret.jsonl'), path.join(home, projects, `${uuid(2)}.jsonl`));
    const linked = await doctor('--program', 'claude-code');
    assert.equal(linked.code, 0);
    assert.match(linked.stderr, /^Claude Code: links that lead out of its folder and were not followed: 1$/m);
    assert.equal((await doctor('--program', 'codex')).code, 2);
  });

  it('finds the session that keeps what a server said, and says where there is none', async () => {
    const said =
      '400 {"type":"error","error":{"message":"messages.41.content.0: image exceeds 5 MB maximum: 8164180 bytes > 5242880 bytes"}}';
    const kept = session(bad) + `${JSON.stringify({ type: 'system', content: `API Error: ${said}` })}\n`;
    await plant(home, {
      [`${projects}/${uuid(1)}.jsonl`]: session(bad),
      [`${projects}/${uuid(2)}.jsonl`]: kept,
      [`${projects}/${uuid(3)}.jsonl`]: session(good),
    });
    const found = await doctor('--program', 'claude-code', '--error', `API Error: ${said}`, '--json');
    assert.equal(found.code, 1);
    assert.deepEqual(
      (JSON.parse(found.stdout) as { sessions: { file: string }[] }).sessions.map(({ file }) => path.basename(file)),
      [`${uuid(2)}.jsonl`],
    );
    const none = await doctor('--program', 'claude-code', '--error', 'messages.0: some other message of a server');
    assert.deepEqual([none.code, none.stdout], [2, '']);
    assert.match(none.stderr, /\[part_unknown\]/);
  });

  it('refuses what is about one file', async () => {
    for (const args of [['--fix', 'all'], ['--error', 'too short'], ['--undo'], ['--dry-run'], ['a.jsonl']]) {
      assert.equal((await doctor('--program', 'codex', ...args)).code, 2, args.join(' '));
    }
    assert.match((await cli(['doctor'])).stderr, /Name a file, or use --all\./);
    assert.match((await cli(['doctor', 'a.jsonl', '--program', 'codex'])).stderr, /--program works only with --all\./);
  });
});
