import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rename, symlink, truncate, utimes } from 'node:fs/promises';
import path from 'node:path';
import { readSessionFacts } from '../../../src/core/conversation/session-facts.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import {
  encodedFolder,
  findSessions,
  type SessionDatabases,
  type SessionInDatabase,
  hasSessionFolder,
  type FoundSessions,
  isWithin,
  type Program,
  PROGRAMS,
  sessionFolders,
  workingFolder,
} from '../../../src/core/conversation/sessions.ts';
import { directCompute } from '../../../src/core/io/compute.ts';
import { SESSION_END_BYTES } from '../../../src/core/io/limits.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { image, text, type Turn, WRITERS } from '../../support/conversations.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { png } from '../../support/media-bytes.ts';
import { temporaryFolder, type Tree } from '../../support/temporary-folder.ts';

/** Sessions of the programs themselves, made by `npm run programs`. */
const SESSIONS = path.resolve(import.meta.dirname, '../../fixtures/sessions');

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const claudeLine = (cwd: string, words = 'Hello'): string =>
  `${JSON.stringify({ parentUuid: null, cwd, sessionId: 's', type: 'user', message: { role: 'user', content: words }, uuid: 'u' })}\n`;
const codexLine = (cwd: string): string => `${JSON.stringify({ timestamp: 't', type: 'session_meta', payload: { id: 'i', cwd } })}\n`;
const clineTask = (cwd: string): string =>
  JSON.stringify([
    {
      role: 'user',
      content: [
        { type: 'text', text: '<task>\nPaint it\n</task>' },
        { type: 'text', text: `<environment_details>\n# VSCode Open Tabs\na\n\n# Current Working Directory (${cwd}) Files\na\n` },
      ],
    },
  ]);

describe('finding sessions of other programs', () => {
  const fs = new NodeFileSystem();

  async function find(
    program: Program,
    home: string,
    folders: readonly string[],
    { variables = {}, on = fs }: { variables?: Readonly<Record<string, string>>; on?: CountingFileSystem | NodeFileSystem } = {},
  ): Promise<FoundSessions> {
    const variable = (name: string): string | undefined => variables[name];
    return findSessions(on, sessionFolders(program, { fs: on, folder: home, variable, storage: path.join(home, 'storage') }), folders);
  }

  /** The names of the last two folders and the file. */
  const ends = (files: FoundSessions['here']): string[] => files.map(({ location }) => location.split(path.sep).slice(-2).join('/'));

  it('Claude Code: by the folder’s name, and by what the session says where two folders have one name; newest first', async () => {
    const project = encodedFolder('/work/my-app');
    const home = await temporaryFolder({
      [`.claude/projects/${project}/${uuid(1)}.jsonl`]: claudeLine('/work/my-app'),
      [`.claude/projects/${project}/${uuid(2)}.jsonl`]: claudeLine('/work/my/app'),
      [`.claude/projects/${project}/${uuid(3)}.jsonl`]: '{"type":"summary","summary":"Without a folder","leafUuid":"x"}\n',
      [`.claude/projects/${project}/${uuid(4)}.jsonl`]: '',
      [`.claude/projects/${project}/${uuid(1)}/subagents/${uuid(5)}.jsonl`]: claudeLine('/work/my-app'),
      [`.claude/projects/${project}/agent-1234.jsonl`]: claudeLine('/work/my-app'),
      [`.claude/projects/${project}-src/${uuid(6)}.jsonl`]: claudeLine('/work/my-app/src'),
      [`.claude/projects/-elsewhere/${uuid(7)}.jsonl`]: claudeLine('/elsewhere'),
    });
    const old = new Date(Date.now() - 60_000);
    await utimes(path.join(home, '.claude/projects', project, `${uuid(1)}.jsonl`), old, old);
    const found = await find('claude-code', home, ['/work/my-app']);
    assert.equal(ends(found.here).at(-1), `${project}/${uuid(1)}.jsonl`);
    assert.deepEqual(ends(found.here).sort(), [
      `${project}-src/${uuid(6)}.jsonl`,
      `${project}/${uuid(1)}.jsonl`,
      `${project}/${uuid(3)}.jsonl`,
    ]);
    assert.deepEqual(ends(found.others).sort(), [`${project}/${uuid(2)}.jsonl`, `-elsewhere/${uuid(7)}.jsonl`].sort());
  });

  it('reads nothing of Claude Code’s other folders, and of the rest only the beginning', async () => {
    const project = encodedFolder('/work');
    const home = await temporaryFolder({
      [`.claude/projects/${project}/${uuid(1)}.jsonl`]: claudeLine('/work') + 'x'.repeat(1_000_000),
      [`.claude/projects/-elsewhere/${uuid(2)}.jsonl`]: claudeLine('/elsewhere'),
    });
    const counting = new CountingFileSystem();
    await find('claude-code', home, ['/work'], { on: counting });
    assert.deepEqual(ends(counting.locations('readFile').map((location) => ({ location, size: 0, mtime: 0 }))), [
      `${project}/${uuid(1)}.jsonl`,
    ]);
    assert.ok(counting.bytes <= 16 * 1024, `${counting.bytes} bytes`);
    assert.deepEqual(counting.writes, []);
  });

  it('Codex: by the working folder in the first line, also of archived ones', async () => {
    const home = await temporaryFolder({
      '.codex/sessions/2026/11/22/rollout-a.jsonl': codexLine('/work'),
      '.codex/sessions/2026/11/21/rollout-b.jsonl': codexLine('/other'),
      '.codex/sessions/2026/11/notes.txt': 'x',
      '.codex/archived_sessions/rollout-c.jsonl': codexLine('/work/'),
    });
    const found = await find('codex', home, ['/work']);
    assert.deepEqual(ends(found.here).sort(), ['22/rollout-a.jsonl', 'archived_sessions/rollout-c.jsonl']);
    assert.deepEqual(ends(found.others), ['21/rollout-b.jsonl']);
  });

  it('Copilot CLI, Qwen Code and pi: by the working folder at the beginning; Gemini CLI by the file beside its chats', async () => {
    const home = await temporaryFolder({
      '.copilot/session-state/a/events.jsonl': '{"type":"session.start","data":{"producer":"copilot-agent","context":{"cwd":"/work"}}}\n',
      '.copilot/session-state/b/events.jsonl': '{"type":"session.start","data":{"producer":"copilot-agent","context":{"cwd":"/other"}}}\n',
      '.copilot/session-state/a/workspace.yaml': 'cwd: /work\n',
      [`.qwen/projects/-work/chats/${uuid(1)}.jsonl`]: claudeLine('/work'),
      '.qwen/projects/-work/chats/notes.jsonl': claudeLine('/work'),
      '.pi/agent/sessions/--work--/2026_a.jsonl': '{"type":"session","version":3,"id":"a","cwd":"/work"}\n',
      '.gemini/tmp/work/.project_root': '/work\n',
      '.gemini/tmp/work/chats/session-1.jsonl': '{"sessionId":"s"}\n',
      '.gemini/tmp/other/.project_root': '/other',
      '.gemini/tmp/other/chats/session-2.json': '{"sessionId":"s"}',
      '.gemini/tmp/bin/rg': 'x',
    });
    const found = async (program: Program) => {
      const { here, others, unreadable } = await find(program, home, ['/work']);
      assert.equal(unreadable, 0);
      return [ends(here), ends(others)];
    };
    assert.deepEqual(await found('copilot-cli'), [['a/events.jsonl'], ['b/events.jsonl']]);
    assert.deepEqual(await found('qwen-code'), [[`chats/${uuid(1)}.jsonl`], []]);
    assert.deepEqual(await found('pi'), [['--work--/2026_a.jsonl'], []]);
    assert.deepEqual(await found('gemini-cli'), [['chats/session-1.jsonl'], ['chats/session-2.json']]);
  });

  it('the Cline family: by what the model was told of the working folder', async () => {
    const home = await temporaryFolder({
      'storage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json': clineTask('/work'),
      'storage/saoudrizwan.claude-dev/tasks/2/api_conversation_history.json': clineTask('c:/Users/x/app (1)'),
      'storage/saoudrizwan.claude-dev/tasks/3/ui_messages.json': '[]',
      '.cline/data/tasks/4/api_conversation_history.json': clineTask('/work'),
      'storage/rooveterinaryinc.roo-cline/tasks/5/api_conversation_history.json': clineTask('/work'),
    });
    const found = await find('cline', home, ['/work']);
    assert.deepEqual(ends(found.here).sort(), ['1/api_conversation_history.json', '4/api_conversation_history.json']);
    assert.equal((await find('cline', home, ['C:\\Users\\X\\app (1)'])).here.length, 1);
    assert.equal((await find('roo-code', home, ['/work'])).here.length, 1);
    assert.equal((await find('kilo-code', home, ['/work'])).here.length, 0);
  });

  it('VS Code Chat: by the folder of the workspace that the chats are kept for, not by what is said in them', async () => {
    const chat = '{"sessionId":"s","requests":[],"cwd":"/work"}';
    const home = await temporaryFolder({
      'workspaceStorage/aaa/workspace.json': '{"folder":"file:///work/my%20app"}',
      'workspaceStorage/aaa/chatSessions/1.json': chat,
      'workspaceStorage/aaa/chatSessions/2.jsonl': chat,
      'workspaceStorage/aaa/chatSessions/2.txt': chat,
      'workspaceStorage/bbb/workspace.json': '{"folder":"file:///c%3A/Work"}',
      'workspaceStorage/bbb/chatSessions/3.json': chat,
      'workspaceStorage/ccc/chatSessions/4.json': chat,
      'workspaceStorage/ddd/workspace.json': '{"workspace":"file:///work/my%20app"}',
      'workspaceStorage/ddd/chatSessions/5.json': chat,
      'workspaceStorage/eee/workspace.json': '{"folder":"vscode-remote://x/work/my app"}',
      'workspaceStorage/eee/chatSessions/6.json': chat,
      'storage/emptyWindowChatSessions/7.json': chat,
    });
    const counting = new CountingFileSystem();
    const found = await find('vscode-chat', home, ['/work/my app'], { on: counting });
    assert.deepEqual(ends(found.here).sort(), ['chatSessions/1.json', 'chatSessions/2.jsonl']);
    assert.equal(found.others.length, 5);
    assert.equal((await find('vscode-chat', home, ['C:\\work'])).here.length, 1);
    assert.ok(!counting.locations('readFile').some((location) => location.includes('chatSessions')));
    assert.deepEqual(sessionFolders('vscode-chat', { fs, folder: home, variable: () => undefined }), []);
  });

  it('opencode and Kilo: what their database lists, those of the folder apart, without what agents began', async () => {
    const home = await temporaryFolder({ '.local/share/opencode/opencode.db': 'x', 'data/kilo/kilo.db': 'x' });
    const row = (id: string, folder: string, mtime: number, isOfAgent = false): SessionInDatabase => ({
      location: `db#${id}`,
      size: 1,
      folder,
      mtime,
      isOfAgent,
    });
    const asked: string[] = [];
    const databases: SessionDatabases = {
      sessionsOf: async (location) => {
        asked.push(path.relative(home, location).split(path.sep).join('/'));
        if (location.endsWith('kilo.db')) throw new CodedError('sqlite_missing');
        return [row('a', '/work', 1), row('b', '/work/sub', 2), row('c', '/other', 3), row('d', '/work', 4, true)];
      },
    };
    const findIn = (program: Program, data?: string): Promise<FoundSessions> =>
      findSessions(
        fs,
        sessionFolders(program, { fs, folder: home, variable: (name) => (name === 'XDG_DATA_HOME' ? data : undefined), databases }),
        ['/work'],
      );
    const { here, others, problem } = await findIn('opencode');
    assert.deepEqual([here.map(({ location }) => location), others.map(({ location }) => location)], [['db#b', 'db#a'], ['db#c']]);
    assert.equal(problem, undefined);
    assert.deepEqual((await findIn('kilo', path.join(home, 'data'))).problem, { code: 'sqlite_missing', params: {} });
    assert.deepEqual(asked, ['.local/share/opencode/opencode.db', 'data/kilo/kilo.db']);
    assert.deepEqual((await findIn('kilo')).problem, undefined);
    assert.deepEqual(sessionFolders('opencode', { fs, folder: home, variable: () => undefined }), []);
  });

  it('opencode and Kilo: databases of other channels, and the one that their variable names', async () => {
    const files = ['opencode.db', 'opencode-dev.db', 'opencode.db-wal', 'other.db', 'opencode-dev.db.bak'];
    const home = await temporaryFolder(Object.fromEntries(files.map((name) => [`.local/share/opencode/${name}`, 'x'])));
    const fs = new NodeFileSystem();
    const databasesOf = async (value: string | undefined): Promise<readonly string[]> => {
      const asked: string[] = [];
      const databases = {
        sessionsOf: (location: string) => {
          asked.push(path.relative(home, location).split(path.sep).join('/'));
          return Promise.resolve([]);
        },
      };
      const variable = (name: string) => (name === 'OPENCODE_DB' ? value : undefined);
      await findSessions(fs, sessionFolders('opencode', { fs, folder: home, variable, databases }), ['/work']);
      return asked.sort();
    };
    assert.deepEqual(await databasesOf(undefined), ['.local/share/opencode/opencode-dev.db', '.local/share/opencode/opencode.db']);
    assert.deepEqual(await databasesOf('other.db'), ['.local/share/opencode/other.db']);
    assert.deepEqual(await databasesOf(path.join(home, '.local/share/opencode/other.db')), ['.local/share/opencode/other.db']);
    assert.deepEqual(await databasesOf(':memory:'), []);
  });

  it('takes a program for installed by the folder of its sessions; VS Code Chat by that of the open workspace', async () => {
    const home = await temporaryFolder({
      '.qwen/projects': 'a file',
      '.pi/agent/sessions/x/1.jsonl': '',
      'workspaceStorage/aaa/workspace.json': '{}',
      'workspaceStorage/bbb/chatSessions/1.json': '',
    });
    const installed = async (workspace?: string): Promise<Program[]> => {
      const workspaceStorage = workspace && path.join(home, 'workspaceStorage', workspace);
      const places = { fs, folder: home, variable: () => undefined, storage: path.join(home, 'storage'), workspaceStorage };
      const all = await Promise.all(PROGRAMS.map(async (program) => ((await hasSessionFolder(program, places)) ? [program] : [])));
      return all.flat();
    };
    assert.deepEqual(await installed(), ['pi']);
    assert.deepEqual(await installed('aaa'), ['pi']);
    assert.deepEqual(await installed('bbb'), ['pi', 'vscode-chat']);
  });

  it('finds the folders of documents that Antigravity and its command line keep, of whichever folder; nothing in them is read', async () => {
    const home = await temporaryFolder({
      [`.gemini/antigravity/brain/${uuid(1)}/task.md`]: '# One',
      [`.gemini/antigravity-cli/brain/${uuid(2)}/task.md`]: '# Two',
      '.gemini/antigravity/brain/notes/task.md': 'not named as a conversation',
      [`.gemini/antigravity/brain/${uuid(3)}`]: 'a file',
      [`elsewhere/${uuid(4)}/task.md`]: 'outside',
    });
    await symlink(path.join(home, 'elsewhere', uuid(4)), path.join(home, '.gemini/antigravity/brain', uuid(4)));
    const counting = new CountingFileSystem();
    const { here, others, links } = await find('antigravity', home, [path.join(home, '.gemini')], { on: counting });
    assert.deepEqual(here, []);
    assert.deepEqual(others.map(({ location }) => path.relative(path.join(home, '.gemini'), location)).sort(), [
      `antigravity-cli/brain/${uuid(2)}`,
      `antigravity/brain/${uuid(1)}`,
    ]);
    assert.equal(links, 1);
    assert.deepEqual(counting.locations('readFile'), []);
  });

  it('respects CLAUDE_CONFIG_DIR and CODEX_HOME', async () => {
    const other = await temporaryFolder({
      [`claude/projects/-work/${uuid(1)}.jsonl`]: claudeLine('/work'),
      'codex/sessions/2026/11/22/rollout-a.jsonl': codexLine('/work'),
    });
    const home = await temporaryFolder();
    const variables = { CLAUDE_CONFIG_DIR: path.join(other, 'claude'), CODEX_HOME: path.join(other, 'codex') };
    assert.equal((await find('claude-code', home, ['/work'], { variables })).here.length, 1);
    assert.equal((await find('codex', home, ['/work'], { variables })).here.length, 1);
  });

  it('finds nothing where the program never ran, and says when its folder cannot be read', async () => {
    const home = await temporaryFolder({ '.codex/sessions': 'a file' });
    assert.deepEqual(await find('claude-code', home, ['/work']), { here: [], others: [], isCut: false, links: 0, unreadable: 0 });
    assert.equal((await find('codex', home, ['/work'])).problem?.code, 'not_a_directory');
    const denied = new CountingFileSystem(({ location }) => {
      if (location.endsWith('projects')) throw Object.assign(new Error('no'), { code: 'EACCES' });
    });
    assert.equal((await find('claude-code', home, ['/work'], { on: denied })).problem?.code, 'io_failed');
    if (process.getuid?.() === 0) return;
    await mkdir(path.join(home, '.claude/projects/-work'), { recursive: true });
    await chmod(path.join(home, '.claude/projects/-work'), 0o000);
    assert.equal((await find('claude-code', home, ['/work'])).unreadable, 1);
    await chmod(path.join(home, '.claude'), 0o000);
    assert.equal((await find('claude-code', home, ['/work'])).problem?.code, 'permission_denied');
    await chmod(path.join(home, '.claude'), 0o700);
    await chmod(path.join(home, '.claude/projects/-work'), 0o700);
  });

  it('follows ~/.claude where it is a link; a session or folder that leads out of it is counted, not read', async () => {
    const outside = await temporaryFolder({ 'secret.jsonl': claudeLine('/work'), [`folder/${uuid(9)}.jsonl`]: claudeLine('/work') });
    const home = await temporaryFolder({ [`.claude/projects/-work/${uuid(1)}.jsonl`]: claudeLine('/work') });
    await rename(path.join(home, '.claude'), path.join(home, 'dotfiles'));
    await symlink(path.join(home, 'dotfiles'), path.join(home, '.claude'));
    const projects = path.join(home, 'dotfiles/projects');
    await symlink(path.join(outside, 'secret.jsonl'), path.join(projects, '-work', `${uuid(2)}.jsonl`));
    await symlink(path.join(projects, '-work', `${uuid(1)}.jsonl`), path.join(projects, '-work', `${uuid(3)}.jsonl`));
    await symlink(path.join(outside, 'folder'), path.join(projects, '-work-sub'));
    const counting = new CountingFileSystem();
    const found = await find('claude-code', home, ['/work'], { on: counting });
    assert.equal(found.links, 2);
    assert.deepEqual(ends(found.here), [`-work/${uuid(1)}.jsonl`]);
    assert.deepEqual(
      counting.locations('readFile').filter((location) => location.startsWith(outside)),
      [],
    );
  });

  it('cuts what is more than anybody has, and still has the sessions of the folder', async () => {
    const tree: Record<string, string> = { [`.claude/projects/-work/${uuid(1)}.jsonl`]: claudeLine('/work') };
    for (let number = 0; number < 5_100; number++) tree[`.claude/projects/-zoo/${uuid(number)}.jsonl`] = '{}';
    const home = await temporaryFolder(tree satisfies Tree);
    const found = await find('claude-code', home, ['/work']);
    assert.equal(found.here.length, 1);
    assert.equal(found.others.length, 4_999);
    assert.equal(found.isCut, true);
  }).timeout(60_000);

  it('stops when it is told to', async () => {
    const home = await temporaryFolder({ [`.claude/projects/-work/${uuid(1)}.jsonl`]: claudeLine('/work') });
    const abort = new AbortController();
    abort.abort();
    await assert.rejects(
      findSessions(fs, sessionFolders('claude-code', { fs, folder: home, variable: () => undefined }), ['/work'], abort.signal),
    );
  });

  it('compares folders by their names, not by the beginning of their text', () => {
    assert.equal(isWithin('/work', '/work'), true);
    assert.equal(isWithin('/work/', '/work/a'), true);
    assert.equal(isWithin('/work', '/work-evil'), false);
    assert.equal(isWithin('C:\\Work', 'c:/work/a'), true);
    assert.equal(isWithin('/work', '/WORK'), false);
  });

  it('[L-6] may be named with a million slashes', () => {
    const slashes = '/'.repeat(1_000_000);
    assert.equal(isWithin('/work', `/work${slashes}`), true);
    assert.equal(isWithin('/work', `${slashes}x`), false);
    assert.equal(isWithin(`C:${'\\'.repeat(1_000_000)}x`, `c:${slashes}`), false);
  });

  it('reads a working folder as JSON has it, and gives none for what is cut off', () => {
    const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
    assert.equal(workingFolder(bytes('{"cwd":"C:\\\\a \\"b\\"","x":1}')), 'C:\\a "b"');
    assert.equal(workingFolder(bytes('{"text":"\\"cwd\\":\\"/no\\""}')), undefined);
    assert.equal(workingFolder(bytes('{"cwd":"/wor')), undefined);
  });
});

describe('what a list shows of a session', () => {
  const fs = new NodeFileSystem();
  const turns: Turn[] = [
    { user: [text('<environment_context>x</environment_context>')] },
    { user: [text('Look at\nthis')] },
    { assistant: 'Yes.', calls: ['c'] },
    { result: 'c', pieces: [image(png(9, 9))] },
    { user: [text('Good')] },
  ];

  async function facts(name: string, content: string, on: NodeFileSystem | CountingFileSystem = fs) {
    const folder = await temporaryFolder({ [name]: content });
    const location = path.join(folder, name);
    const { size, mtime } = await fs.stat(location);
    return readSessionFacts(on, { location, size, mtime }, { compute: directCompute });
  }

  it('its own title, else what the person said first; the model, and how often the person spoke', async () => {
    assert.deepEqual(await facts('a.jsonl', WRITERS['claude-code'](turns)), {
      title: 'A session',
      model: 'claude-opus-4-5',
      folder: '/project',
      turns: 2,
    });
    const codex = await facts('b.jsonl', WRITERS.codex(turns));
    assert.deepEqual([codex.title, codex.turns], ['Look at\nthis', 2]);
    const cline = await facts('c.json', clineTask('/work'));
    assert.deepEqual([cline.title, cline.folder, cline.turns], ['Paint it', '/work', 1]);
  });

  it('the same of the sessions that other programs wrote', async () => {
    const shown: unknown[] = [];
    for (const name of ['copilot-cli', 'gemini-cli', 'qwen-code', 'pi']) {
      const { title, model, turns } = await facts(`${name}.jsonl`, await readFile(path.join(SESSIONS, `${name}.jsonl`), 'utf8'));
      shown.push([name, title, model, turns]);
    }
    const title = 'Planted question one: what is in the picture? [[read planted.png]]';
    assert.deepEqual(shown, [
      ['copilot-cli', title, 'gpt-4o', 2],
      ['gemini-cli', title, 'gemini-2.5-pro', 2],
      ['qwen-code', title, 'gpt-4o', 2],
      ['pi', title, 'x', 2],
    ]);
  });

  it('reads both ends of a large session and no more', async () => {
    const filler = Array.from({ length: 40 }, () => claudeLine('/project', 'x'.repeat(50_000))).join('');
    const end = `${JSON.stringify({ type: 'assistant', sessionId: 's', uuid: 'z', message: { role: 'assistant', model: 'claude-last', content: 'Bye' } })}\n`;
    const counting = new CountingFileSystem();
    const read = await facts('a.jsonl', claudeLine('/project', 'First words') + filler + end, counting);
    assert.deepEqual(read, { title: 'First words', model: 'claude-last', folder: '/project' });
    assert.ok(counting.bytes <= 2 * SESSION_END_BYTES);
  });

  it('does with what there is of a document that is cut', async () => {
    const long: Turn[] = [{ user: [text('Begin')] }, { assistant: 'x'.repeat(400_000) }];
    assert.equal((await facts('a.json', WRITERS.cline(long))).title, 'Begin');
    assert.equal((await facts('agent-1.json', WRITERS.runtime(long))).title, 'Begin');
    assert.deepEqual(await facts('b.jsonl', '\u0000'.repeat(500)), { turns: 0 });
  });

  it('needs no more time for 2 GB', async () => {
    const folder = await temporaryFolder({ 'a.jsonl': claudeLine('/project', 'Large') });
    const location = path.join(folder, 'a.jsonl');
    await truncate(location, 2 ** 31);
    const counting = new CountingFileSystem();
    const { title } = await readSessionFacts(counting, { location, size: 2 ** 31, mtime: 0 }, { compute: directCompute });
    assert.equal(title, 'Large');
    assert.ok(counting.bytes <= 2 * SESSION_END_BYTES);
  });
});
