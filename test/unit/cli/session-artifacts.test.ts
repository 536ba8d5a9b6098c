import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { image, text, type Turn, WRITERS } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import type { Ended } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const picture = png(20, 20);
const turns: readonly Turn[] = [
  { user: [text('What is it?'), image(picture)] },
  { assistant: 'I look.', calls: ['call_1'] },
  { result: 'call_1', pieces: [text('Seen.'), image(picture)] },
];

interface Listed {
  readonly artifacts: readonly { readonly id: string; readonly ref: string; readonly versions?: readonly { readonly size?: number }[] }[];
  readonly total: number;
  readonly next?: string;
}

describe('The artifacts of a session on the command line', function () {
  this.timeout(60_000);
  let folder: string;
  const run = (...args: string[]): Promise<Ended> => cli(args, { folder });
  const listed = async (...args: string[]): Promise<Listed> => JSON.parse((await run('list', ...args, '--json')).stdout) as Listed;
  const written = (name: string): string => path.resolve('test/fixtures/sessions/written', `${name}.jsonl`);

  beforeEach(async () => {
    folder = await temporaryFolder();
    await writeFile(path.join(folder, 's.jsonl'), WRITERS['claude-code'](turns));
    await copyFile(written('claude-code'), path.join(folder, 'w.jsonl'));
  });

  it('are listed, a picture once with the messages it stands in', async () => {
    const { code, stdout, stderr } = await run('list', 's.jsonl');
    const [heading, row, ...others] = stdout.trimEnd().split('\n');
    assert.equal(code, 0);
    assert.match(heading ?? '', /^ID +KIND +TYPE +SIZE +MESSAGES +TIME \(UTC\)$/);
    assert.match(row ?? '', /^[0-9a-f]+-\d+ +image +image\/png +\d+ B +1, 3 +2026-11-01 10:00:00$/);
    assert.deepEqual(others, []);
    assert.match(stderr, /^To save one: agent-artifacts show '?s\.jsonl#[0-9a-f]+-\d+'? --output FILE\n$/);
  });

  it('are not those of a folder, which may be a data root', async () => {
    await mkdir(path.join(folder, '-demo'));
    const { code, stderr } = await cli(['list', '--', '-demo'], { folder });
    const command = 'agent-artifacts list --root ./-demo';
    assert.deepEqual(
      [code, stderr],
      [1, `agent-artifacts: -demo is a folder, not a session. If it is a data root: ${command} [not_a_file]\n`],
    );
    const conversation = await cli(['conversation', './-demo'], { folder });
    assert.match(conversation.stderr, /^\.\/-demo: /);
  });

  it('are listed for programs, with places and versions, in pages', async () => {
    const { artifacts, total, next } = await listed('w.jsonl');
    assert.deepEqual([total, next, artifacts.length], [1, undefined, 1]);
    const [file] = artifacts;
    assert.equal(file?.ref, `w.jsonl#${file?.id}`);
    assert.deepEqual(
      file?.versions?.map(({ size }) => size),
      [68, 66, 32],
    );
    const two = [...turns, { user: [image(png(5, 5))] }];
    await writeFile(path.join(folder, 'two.jsonl'), WRITERS.pi(two));
    const first = await listed('two.jsonl', '--limit', '1');
    assert.deepEqual([first.total, first.artifacts.length, first.next], [2, 1, first.artifacts[0]?.id]);
    const second = await listed('two.jsonl', '--after', first.next ?? '');
    assert.deepEqual([second.artifacts.length, second.next], [1, undefined]);
    assert.notEqual(second.artifacts[0]?.id, first.next);
    for (const typed of ['no/such.jsonl', path.join(folder, 'no/such.jsonl')]) {
      const { stderr } = await run('list', typed);
      assert.ok(stderr.startsWith(`agent-artifacts: ${typed}: `), stderr);
    }
    assert.match((await run('list', 'two.jsonl', '--after', 'abc')).stderr, /has no artifact abc\. \[artifact_not_found\]/);
  });

  it('are saved byte for byte, and never over a file that is there', async () => {
    const [found] = (await listed('s.jsonl')).artifacts;
    const saved = path.join(folder, 'out.png');
    const { code, stdout, stderr } = await run('show', found?.ref ?? '', '-o', 'out.png');
    assert.deepEqual([code, stdout, stderr], [0, '', '']);
    assert.ok((await readFile(saved)).equals(Buffer.from(picture)));
    await writeFile(saved, 'mine');
    const again = await run('show', found?.ref ?? '', '-o', 'out.png');
    assert.deepEqual([again.code, again.stderr], [1, 'agent-artifacts: out.png already exists; nothing was written. [already_exists]\n']);
    assert.match((await run('show', `${found?.ref}@2`)).stderr, /is of the messages, and has no versions\. \[artifact_not_found\]/);
    assert.match((await run('show', found?.ref ?? '', '-o', 'new/')).stderr, /--output new\/ ends as a folder does: name a file in it\./);
    assert.equal(await readFile(saved, 'utf8'), 'mine');
    const itself = await run('show', found?.ref ?? '', '-o', 's.jsonl');
    assert.equal(itself.code, 1);
    assert.equal(await readFile(path.join(folder, 's.jsonl'), 'utf8'), WRITERS['claude-code'](turns));
  });

  it('are shown in each version, the last by default; what is not certain is refused', async () => {
    const [file] = (await listed('w.jsonl')).artifacts;
    assert.equal((await run('show', `${file?.ref}`)).stdout, '# Planted notes\n\nPlanted again.\n');
    assert.match((await run('show', `${file?.ref}@2`)).stdout, /^# Planted notes\n\nPlanted line 1\.\n/);
    assert.match((await run('show', `${file?.ref}@9`)).stderr, /has 3 versions, and no version 9\. \[artifact_not_found\]$/m);
    await copyFile(written('pi'), path.join(folder, 'p.jsonl'));
    assert.match((await run('show', `p.jsonl#${file?.id}@2`)).stderr, /not certain\. It is known of versions 1, 3\. \[content_unknown\]$/m);
    for (const id of ['0', 'nope', 'nope@2', 'nope@0'])
      assert.match((await run('show', `w.jsonl#${id}`)).stderr, /w\.jsonl has no artifact (?:0|nope)\. \[artifact_not_found\]/, id);
  });

  it('are routed as any file is', async () => {
    const [found] = (await listed('s.jsonl')).artifacts;
    const { code, stdout } = await run('route', found?.ref ?? '', '--model', 'gpt-5.2');
    assert.equal(code, 0);
    assert.match(stdout, /image/);
  });

  it('are of a file with such a name only where there is none', async () => {
    await writeFile(path.join(folder, 's.jsonl#1'), 'a file of its own');
    assert.equal((await run('show', 's.jsonl#1')).stdout, 'a file of its own');
  });

  it('have names that command no terminal and are no paths', async () => {
    const hostile = { file_path: '/etc/\u001b]0;owned\u0007\n::error::x/..\\..\\evil\u202e.md', content: 'x' };
    const lines = [
      { type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Write', input: hostile }] } },
      { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] } },
    ];
    const session = lines.map((line, at) => JSON.stringify({ sessionId: 's', uuid: `u${at}`, ...line })).join('\n');
    await writeFile(path.join(folder, 'h.jsonl'), session);
    const before = await readdir(folder);
    const { stdout } = await run('list', 'h.jsonl');
    assert.doesNotMatch(stdout, /[\u001b\u0007\u202e]|^::/m);
    assert.match(stdout, /\\x1b\]0;owned\\x07\\x0a/);
    const [file] = (await listed('h.jsonl')).artifacts;
    assert.equal((await run('show', file?.ref ?? '', '-o', 'evil.txt')).code, 0);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => !before.includes(name)),
      ['evil.txt'],
    );
  });

  it('are followed by the files that the program keeps beside the session', async () => {
    const id = '97b0acfd-5eeb-4e8e-9f41-515277b0bf03';
    await mkdir(path.join(folder, id, 'tool-results'), { recursive: true });
    await copyFile(path.join(folder, 's.jsonl'), path.join(folder, `${id}.jsonl`));
    const kept = path.join(folder, id, 'tool-results/long.txt');
    await writeFile(kept, 'a long result');
    const { stdout } = await run('list', `${id}.jsonl`);
    assert.match(
      stdout,
      new RegExp(
        `^BESIDE THE SESSION +SIZE +TIME \\(UTC\\) +FILE\\ntool-results/long\\.txt +13 B +\\d.*${id}/tool-results/long\\.txt$`,
        'm',
      ),
    );
    const { beside } = JSON.parse((await run('list', `${id}.jsonl`, '--json')).stdout) as { beside: { path: string; name: string }[] };
    assert.deepEqual(
      beside.map((each) => [each.name, path.basename(each.path)]),
      [['tool-results/long.txt', 'long.txt']],
    );
    assert.equal((await run('show', beside[0]?.path ?? '')).stdout, 'a long result');
    assert.equal((await run('list', 's.jsonl')).stdout.includes('BESIDE'), false);
  });

  it('of Antigravity are the documents of a conversation, with their versions', async () => {
    const id = '97b0acfd-5eeb-4e8e-9f41-515277b0bf03';
    const brain = path.join(folder, 'brain');
    await mkdir(path.join(brain, id), { recursive: true });
    for (const name of ['-rf.md', 'task.md', 'task.md.resolved.0', 'task.md.resolved.1', 'task.md.metadata.json', 'shot\u202e.png'])
      await writeFile(path.join(brain, id, name), name);
    const { stdout } = await run('list', `brain/${id}`);
    assert.match(stdout, /^NAME +VERSION +SIZE +TIME \(UTC\) +FILE\n-rf\.md .*\nshot\\u202e\.png +\d/);
    assert.match(
      stdout,
      new RegExp(`\\ntask\\.md +7 B +\\S+ \\S+ +.*/brain/${id}/task\\.md\\n +1 +18 B .*\\n +2 +18 B .*resolved\\.1\\n$`),
    );
    const { documents, next } = JSON.parse((await run('list', `brain/${id}`, '--after', 'shot\u202e.png', '--json')).stdout) as {
      documents: { name: string; versions: { number: number; path: string }[] }[];
      next?: string;
    };
    const [task] = documents;
    assert.deepEqual([documents.length, task?.name, task?.versions.map(({ number }) => number), next], [1, 'task.md', [1, 2], undefined]);
    assert.equal((await run('show', task?.versions[0]?.path ?? '')).stdout, 'task.md.resolved.0');
    assert.match((await run('list', `brain/${id}`, '--limit', '1')).stderr, /^1 of 3\. Continue with --after=-rf\.md\n/);
    assert.match((await run('list', `brain/${id}`, '--limit', '1', '--after=-rf.md')).stdout, /shot/);
    const link = '00000000-0000-4000-8000-000000000001';
    await symlink(path.join(brain, id), path.join(brain, link));
    assert.equal((await run('list', `brain/${link}`)).stdout, stdout);
  });

  it('of Antigravity are found by the conversations in its folder, by the headings of their documents', async () => {
    const brain = path.join(folder, 'brain');
    const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    for (const [at, id] of ids.entries()) {
      await mkdir(path.join(brain, id), { recursive: true });
      await writeFile(path.join(brain, id, 'task.md'), `# Title ${at}\u202e\n`);
      await utimes(path.join(brain, id), 1_700_000_000 + at, 1_700_000_000 + at);
    }
    await mkdir(path.join(folder, 'elsewhere'));
    await symlink(path.join(folder, 'elsewhere'), path.join(brain, '00000000-0000-4000-8000-000000000003'));
    const { stdout, stderr } = await run('list', 'brain');
    assert.equal(stderr, 'Links that lead out of the folder and were not followed: 1\n');
    assert.match(
      stdout,
      /^CONVERSATION +FOLDER CHANGED \(UTC\) +TITLE\nbrain\/\S+02 +2023-11-14 \S+ +Title 1\\u202e\nbrain\/\S+01 .*Title 0/,
    );
    const first = await run('list', 'brain', '--limit', '1');
    assert.match(first.stderr, /\n1 of 2\. Continue with --after=\S+02\n$/);
    const { conversations, next } = JSON.parse((await run('list', 'brain', '--after', ids[1] ?? '', '--json')).stdout) as {
      conversations: { path: string; title: string }[];
      next?: string;
    };
    assert.deepEqual([conversations.map((each) => each.path), next], [[`brain/${ids[0]}`], undefined]);
    assert.match((await run('list', 'brain', '--after', 'x')).stderr, /\[session_not_found\]/);
    await mkdir(path.join(folder, 'empty/brain'), { recursive: true });
    assert.match((await run('list', 'empty/brain')).stderr, /is a folder, not a session/);
  });

  it('are of sessions alone', async () => {
    await writeFile(path.join(folder, 'a.txt'), 'no session');
    assert.match((await run('list', 'a.txt')).stderr, /a\.txt is not a conversation in a known format\. \[not_a_conversation\]/);
    assert.match((await run('list', 'none.jsonl')).stderr, /\[not_found\]/);
    const { code, stderr } = await run('list', 's.jsonl', '--workspace', 'x');
    assert.deepEqual([code, stderr.split('\n')[0]], [2, 'agent-artifacts: --workspace works on a data root, not on a session.']);
  });
});
