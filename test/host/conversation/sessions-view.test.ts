import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { encodedFolder, type Program, PROGRAMS } from '../../../src/core/conversation/sessions.ts';
import { type Compute, directCompute } from '../../../src/core/io/compute.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { chooseSession } from '../../../src/host/conversation/conversations.ts';
import { compareVersions, compareArtifactWithWorkspace, goToArtifactMessage } from '../../../src/host/conversation/artifact-lines.ts';
import {
  artifactLinesIn,
  compareLines,
  copyLineReferences,
  draggedLines,
  exportLines,
} from '../../../src/host/conversation/line-commands.ts';
import type { SessionArtifactNode, SessionNode } from '../../../src/host/conversation/session-nodes.ts';
import { ARTIFACTS_PAGE, SESSIONS_PAGE, SessionsTree } from '../../../src/host/conversation/sessions-tree.ts';
import { SessionGalleries } from '../../../src/host/conversation/session-galleries.ts';
import { PartFiles } from '../../../src/host/conversation/part-files.ts';
import { PART_SCHEME } from '../../../src/host/preview/file-source.ts';
import { ShownPrograms } from '../../../src/host/conversation/shown-programs.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { setDragged } from '../../../src/host/screen/dragged-rows.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { writingSession } from '../../support/writing-session.ts';
import { formatSize } from '../../../src/core/content/size.ts';
import { png } from '../../support/media-bytes.ts';
import { brokenSession } from '../../support/broken-session.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { plant, temporaryFolder } from '../../support/temporary-folder.ts';
import { agentRoot } from '../agents/agents-fixture.ts';
import { rootsOf } from '../artifacts/tree-fixture.ts';
import { GalleryPage } from '../gallery-page.ts';
import { answering as answeringWindow } from '../preview/fake-panel.ts';
import { HOSTILE } from '../screen/recorded-screen.ts';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const line = (cwd: string, words: string): string =>
  `${JSON.stringify({ parentUuid: null, cwd, sessionId: 's', type: 'user', message: { role: 'user', content: words }, uuid: 'u' })}\n`;

/** A store of the workspace's memory, and the answer a person gives to the next question. */
function memory() {
  const values = new Map<string, unknown>();
  return {
    values,
    get: (key: string) => values.get(key) as never,
    update: async (key: string, value: unknown) => void (value === undefined ? values.delete(key) : values.set(key, value)),
  };
}

/** Answers the dialogs of some work, and gives what they said. */
async function answering(answer: string | undefined, work: () => Promise<unknown>): Promise<string[]> {
  const original = vscode.window.showWarningMessage;
  const said: string[] = [];
  vscode.window.showWarningMessage = (async (text: string, options: vscode.MessageOptions) => {
    said.push(text, options.detail ?? '');
    return answer;
  }) as never;
  try {
    await work();
  } finally {
    vscode.window.showWarningMessage = original;
  }
  return said;
}

describe('the Conversations view', () => {
  const disposables: vscode.Disposable[] = [];
  const here = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const project = `.claude/projects/${encodedFolder(here)}`;

  afterEach(() => vscode.Disposable.from(...disposables.splice(0)).dispose());

  async function view(
    tree: Readonly<Record<string, string>> = {},
    { roots = [], files = true }: { roots?: OpenRoot[]; files?: boolean } = {},
  ) {
    const folder = await temporaryFolder(tree);
    const fs = new CountingFileSystem();
    const home = files ? { fs, folder, variable: () => undefined, storage: path.join(folder, 'storage') } : undefined;
    const remembered = memory();
    const programs = new ShownPrograms(remembered, home);
    const visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
    const collapse = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<SessionNode>>();
    const shown = { visible: true, onDidChangeVisibility: visibility.event, onDidCollapseElement: collapse.event };
    const fileSystems = new FileSystems();
    const indexed: string[] = [];
    const compute: Compute = {
      ...directCompute,
      stream: (task, chunks, input, options) => {
        // That of a check has a key.
        if (task.name === 'index-conversation' && !options?.key) indexed.push(task.name);
        return directCompute.stream(task, chunks, input, options);
      },
    };
    const parts = new PartFiles(fileSystems);
    const told: (SessionNode[] | undefined)[] = [];
    const sessions = new SessionsTree(
      { roots: rootsOf(roots), fileSystems, compute, programs, home, parts: async () => parts },
      shown,
      (nodes) => told.push(nodes),
    );
    const pages: GalleryPage[] = [];
    const previewed: vscode.Uri[][] = [];
    const galleries = new SessionGalleries({
      tree: sessions,
      programs,
      fileSystems,
      preview: { showFiles: async (uris) => previewed.push([...uris]) },
      extensionUri: vscode.Uri.file('/extension'),
      logger: silentLogger,
      createPanel: () => {
        const page = new GalleryPage();
        pages.push(page);
        return page as unknown as vscode.WebviewPanel;
      },
    });
    disposables.push(galleries, sessions, programs, visibility, collapse, parts);
    return { folder, fs, programs, sessions, remembered, shown, visibility, collapse, parts, indexed, told, galleries, pages, previewed };
  }

  type View = Awaited<ReturnType<typeof view>>;

  /** All lines but those below sessions, which are folded up. */
  async function items(
    { sessions }: View,
    node?: SessionNode,
    depth = 0,
  ): Promise<{ node: SessionNode; item: vscode.TreeItem; depth: number }[]> {
    const all = [];
    for (const child of await sessions.getChildren(node)) {
      const below = child.kind === 'session' ? [] : await items({ sessions } as View, child, depth + 1);
      all.push({ node: child, item: await sessions.getTreeItem(child), depth }, ...below);
    }
    return all;
  }

  /** What a person reads, without ages. */
  async function lines(opened: View): Promise<string[]> {
    return (await items(opened)).map(({ item, depth }) => {
      const description = typeof item.description === 'string' ? item.description.replace(/^[^·]* ago( · )?|^now( · )?/, '') : '';
      return `${'  '.repeat(depth)}${String(item.label)}${description === '' ? '' : ` | ${description}`}`;
    });
  }

  const agree = ({ programs }: View, program = 'claude-code'): Promise<string[]> =>
    answering('Show Sessions', () => programs.show(program));

  it('reads nothing of any program before a person agreed; asking and declining read nothing either', async () => {
    const opened = await view({ [`${project}/${uuid(1)}.jsonl`]: line(here, 'Hello') });
    assert.deepEqual(await items(opened), []);
    const said = await answering(undefined, () => opened.programs.show('claude-code'));
    assert.equal(said[0], 'Show the sessions of Claude Code?');
    for (const name of ['projects', 'file-history', 'plans'])
      assert.ok(said[1]?.includes(path.join(opened.folder, '.claude', name)), said[1]);
    assert.match(said[1] ?? '', /nothing leaves this machine/);
    assert.deepEqual(await items(opened), []);
    assert.deepEqual(
      opened.fs.calls.filter(({ method }) => method !== 'stat'),
      [],
    );
    assert.deepEqual([...opened.remembered.values], []);
  });

  it('tells which programs are installed, by their folders alone, and only while it is empty', async () => {
    const opened = await view({
      [`${project}/${uuid(1)}.jsonl`]: line(here, 'Hello'),
      '.codex/archived_sessions/rollout-a.jsonl': line(here, 'Archived'),
      '.qwen/projects': 'a file',
    });
    const { executeCommand } = vscode.commands;
    const contexts = new Map<unknown, unknown>();
    vscode.commands.executeCommand = (async (_command: string, key: unknown, value: unknown) => void contexts.set(key, value)) as never;
    try {
      await opened.sessions.getChildren();
    } finally {
      vscode.commands.executeCommand = executeCommand;
    }
    const installed = [...contexts].filter(([, value]) => value === true).map(([key]) => key);
    assert.deepEqual(installed.sort(), ['agentArtifacts.isInstalled.claude-code', 'agentArtifacts.isInstalled.codex']);
    assert.equal(contexts.get('agentArtifacts.hasShownPrograms'), false);
    assert.equal(contexts.size, PROGRAMS.length + 1);
    assert.ok(opened.fs.calls.every(({ method, location }) => method === 'stat' && !/\.jsonl?$/.test(location)));
    await agree(opened);
    const { length } = opened.fs.locations('stat');
    await opened.sessions.getChildren();
    assert.equal(opened.fs.locations('stat').length, length);
  });

  it('[L-20] draws a line anew when its age is no longer true', async () => {
    const file = `${project}/${uuid(1)}.jsonl`;
    const opened = await view({ [file]: line(here, 'Some words') });
    const [now, written] = [Date.now(), new Date(Date.now() - 270_000)];
    await utimes(path.join(opened.folder, file), written, written);
    await agree(opened);
    const isSession = ({ node }: { node: SessionNode }): boolean => node.kind === 'session';
    const before = (await items(opened)).find(isSession);
    assert.match(String(before?.item.description), /^4 min ago/);
    const redrawn = async (): Promise<void> => {
      while (!opened.told.some((nodes) => nodes?.some(({ id }) => id === before?.node.id)))
        await new Promise((resolve) => setTimeout(resolve, 10));
      opened.told.length = 0;
    };
    // First because it was checked.
    await redrawn();
    const clock = Date.now;
    Date.now = () => now + 60_000;
    try {
      opened.visibility.fire({ visible: true });
      await redrawn();
      assert.match(String((await items(opened)).find(isSession)?.item.description), /^5 min ago/);
    } finally {
      Date.now = clock;
    }
  });

  it('after that shows those of this folder first, newest first, and others folded; writes nothing', async () => {
    const opened = await view({
      [`${project}/${uuid(1)}.jsonl`]: line(here, 'Older words'),
      [`${project}/${uuid(2)}.jsonl`]: line(here, `Newer\n${HOSTILE}`),
      [`.claude/projects/-elsewhere/${uuid(3)}.jsonl`]: line('/elsewhere', 'Far away'),
      '.codex/sessions/2026/11/22/rollout-a.jsonl': line(here, 'Not agreed to'),
    });
    const old = new Date(Date.now() - 3_600_000);
    await utimes(path.join(opened.folder, project, `${uuid(1)}.jsonl`), old, old);
    await agree(opened);
    assert.deepEqual(await lines(opened), [
      'Claude Code',
      '  Newer [x](command:workbench.action.terminal.new "y") $(trash) | 1 turn',
      '  Older words | 1 turn',
      '  Other Folders | 1',
      '    Far away | elsewhere · 1 turn',
      'Show Sessions of Another Program…',
    ]);
    const [, newer, , others] = await items(opened);
    assert.equal(others?.item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.equal(newer?.item.command?.command, 'agentArtifacts.openConversation');
    assert.equal((newer?.item.command?.arguments?.[0] as vscode.Uri).fsPath, path.join(opened.folder, project, `${uuid(2)}.jsonl`));
    const tooltip = newer?.item.tooltip as vscode.MarkdownString;
    assert.ok(!tooltip.value.includes('](command:') && tooltip.isTrusted !== true, tooltip.value);
    assert.deepEqual(opened.fs.writes, []);
    assert.deepEqual(
      opened.fs.calls.filter(({ location }) => location.includes('.codex')),
      [],
    );
    assert.deepEqual(Object.fromEntries(opened.remembered.values), {
      'agentArtifacts.shownPrograms': ['claude-code'],
      'agentArtifacts.shownPrograms.elsewhere': ['claude-code'],
    });
  });

  it('is empty again when a person takes it back, and reads nothing from then on', async () => {
    const opened = await view({ [`${project}/${uuid(1)}.jsonl`]: line(here, 'Hello') });
    await agree(opened);
    const [program] = await opened.sessions.getChildren();
    assert.equal((await items(opened)).length, 3);
    await opened.sessions.checked();
    await opened.programs.stop(program);
    const { length } = opened.fs.calls;
    assert.deepEqual(await items(opened), []);
    assert.deepEqual(await opened.sessions.getChildren(program), [{ kind: 'note', id: 'claude-code\nnone', note: 'none' }]);
    assert.deepEqual(
      opened.fs.calls.slice(length).filter(({ method }) => method !== 'stat'),
      [],
    );
    assert.deepEqual([...opened.remembered.values], []);
  });

  it('counts what is wrong with each in the background, as a badge, one after the other', async () => {
    const opened = await view({
      [`${project}/${uuid(1)}.jsonl`]: brokenSession().replaceAll('"/project"', JSON.stringify(here)),
      [`${project}/${uuid(2)}.jsonl`]: line(here, 'Fine'),
    });
    await agree(opened);
    await items(opened);
    await opened.sessions.checked();
    const broken = (await items(opened)).find(({ item }) => item.label === 'Fix the gateway')?.item;
    assert.match(broken?.accessibilityInformation?.label ?? '', /The next request fails: \d+ errors$/);
    assert.match((broken?.tooltip as vscode.MarkdownString).value, /Images and files: 21/);
    assert.match((broken?.tooltip as vscode.MarkdownString).value, /^Size: 4&#46;4 MB&#44; 4&#46;4 MB of it media\s*$/m);
    assert.match(String(broken?.description), / · claude-opus-4-5 · \d+ turns · ≈ [\d,]+ tokens · 21 media files$/);
    assert.equal(broken?.resourceUri?.scheme, 'agent-artifacts-session');
    const fine = (await items(opened)).find(({ item }) => item.label === 'Fine')?.item;
    assert.match(fine?.accessibilityInformation?.label ?? '', /The next request goes through$/);
  });

  it('checks nothing while nobody looks, and goes on when somebody does', async () => {
    const opened = await view({ [`${project}/${uuid(1)}.jsonl`]: line(here, 'Hello') });
    await agree(opened);
    const setVisible = (visible: boolean): void => {
      opened.shown.visible = visible;
      opened.visibility.fire({ visible });
    };
    setVisible(false);
    await items(opened);
    await opened.sessions.checked();
    const label = async (): Promise<string> =>
      (await items(opened)).find(({ node }) => node.kind === 'session')?.item.accessibilityInformation?.label ?? '';
    assert.doesNotMatch(await label(), /next request/);
    setVisible(true);
    await label();
    await opened.sessions.checked();
    assert.match(await label(), /next request/);
  });

  it('checks no more when a person stops it, until all are looked for again', async () => {
    const opened = await view({ [`${project}/${uuid(1)}.jsonl`]: line(here, 'Hello') });
    await agree(opened);
    const label = async (): Promise<string> => {
      const found = (await items(opened)).find(({ node }) => node.kind === 'session');
      await opened.sessions.checked();
      return (found && (await opened.sessions.getTreeItem(found.node)))?.accessibilityInformation?.label ?? '';
    };
    opened.sessions.stopChecking();
    assert.doesNotMatch(await label(), /next request/);
    opened.sessions.refresh();
    assert.doesNotMatch(await label(), /next request/);
    opened.sessions.lookAgain();
    assert.match(await label(), /next request goes through/);
  });

  it('gives the newest of all its lists to choose from', async () => {
    const opened = await view({
      [`${project}/${uuid(1)}.jsonl`]: line(here, 'Older'),
      [`${project}/${uuid(2)}.jsonl`]: line(here, 'Newer'),
    });
    assert.deepEqual(await opened.sessions.recent(), []);
    await agree(opened);
    const old = new Date(Date.now() - 3_600_000);
    await utimes(path.join(opened.folder, project, `${uuid(1)}.jsonl`), old, old);
    const recent = await opened.sessions.recent();
    assert.deepEqual(
      recent.map(({ label }) => label),
      ['Newer', 'Older'],
    );
    assert.ok(recent[0]?.uri.fsPath.endsWith(`${uuid(2)}.jsonl`));
  });

  it('shows many in pages, and says what was not followed or read', async () => {
    const tree: Record<string, string> = {};
    for (let number = 0; number < SESSIONS_PAGE + 5; number++) tree[`${project}/${uuid(number)}.jsonl`] = line(here, `Words ${number}`);
    const opened = await view({ ...tree, 'secret.jsonl': line(here, 'Secret') });
    await symlink(path.join(opened.folder, 'secret.jsonl'), path.join(opened.folder, project, `${uuid(999)}.jsonl`));
    await agree(opened);
    const [program] = await opened.sessions.getChildren();
    const first = await opened.sessions.getChildren(program);
    assert.deepEqual(first[0], { kind: 'note', id: 'claude-code\nlinks', note: 'links', count: 1 });
    const more = first.at(-1);
    assert.ok(more?.kind === 'more' && more.count === 5);
    assert.equal((await opened.sessions.getTreeItem(more)).label, 'Show 5 more…');
    opened.sessions.showMore(more);
    assert.equal((await opened.sessions.getChildren(program)).length, 1 + SESSIONS_PAGE + 5);
    assert.ok(!(await lines(opened)).some((each) => each.includes('Secret')));
  });

  it('says so when a program has no conversations, or its folder cannot be read', async () => {
    const opened = await view({ '.codex/sessions': 'a file' });
    await agree(opened);
    await agree(opened, 'codex');
    assert.deepEqual(await lines(opened), [
      'Claude Code',
      '  No sessions in this folder',
      'Codex',
      '  This is not a folder.',
      'Show Sessions of Another Program…',
    ]);
  });

  it('offers nothing where there are no local files', async () => {
    const opened = await view({}, { files: false });
    assert.deepEqual(await agree(opened), []);
    assert.deepEqual(await items(opened), []);
    opened.remembered.values.set('agentArtifacts.shownPrograms', ['claude-code', 'unknown', 7]);
    assert.deepEqual(await items(opened), []);
  });

  it('lists the conversations of agents by their names, with their models', async () => {
    const { root, remove } = await agentRoot('real');
    try {
      const opened = await view({}, { roots: [root] });
      const shown = (await lines(opened)).map((each) => each.replace(/ · \d+ turns?( · .*)?$/, '').replace(/\| [A-Z][^·]* · /, '| '));
      assert.equal(shown[0], `${root.name} | agents`);
      assert.deepEqual(shown.slice(1, -1).sort(), ['  analyst | 多模态模型', '  artist | 视觉模型', '  planner | 纯文本模型']);
      assert.equal(shown.at(-1), 'Show Sessions of a Program…');
      assert.deepEqual(opened.fs.calls, []);
    } finally {
      await remove();
    }
  });

  it('is drawn anew when a conversation is written', async () => {
    const opened = await view();
    await mkdir(path.join(opened.folder, project), { recursive: true });
    await agree(opened);
    await items(opened);
    const { length } = opened.told;
    await plant(opened.folder, { [`${project}/${uuid(1)}.jsonl`]: line(here, 'New words') });
    opened.sessions.refresh();
    while (opened.told.length === length) await new Promise((resolve) => setImmediate(resolve));
    assert.ok((await lines(opened)).includes('  New words | 1 turn'));
  });

  describe('below a session', () => {
    const file = `${project}/${uuid(1)}.jsonl`;
    const notes = path.join(here, 'planted/notes.md');
    const session = writingSession({ cwd: here, file: notes, contents: ['one\n', 'one\ntwo\n'] });

    afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

    /** A view with one session that was agreed to, and its line. */
    async function withSession(text: string): Promise<View & { node: SessionNode & { kind: 'session' } }> {
      const opened = await view({ [file]: text });
      await agree(opened);
      const node = (await items(opened)).map((each) => each.node).find((each) => each.kind === 'session');
      assert.ok(node?.kind === 'session');
      return { ...opened, node };
    }

    async function below(opened: View, node: SessionNode): Promise<string[]> {
      return (await items(opened, node)).map(
        ({ item, depth }) => `${'  '.repeat(depth)}${String(item.label)}${item.description ? ` | ${String(item.description)}` : ''}`,
      );
    }

    async function artifacts(opened: View, node: SessionNode): Promise<SessionArtifactNode[]> {
      return (await items(opened, node)).flatMap((each) => (each.node.kind === 'artifact' ? [each.node] : []));
    }

    it('are what it attached and wrote, a file with its versions, as read-only files', async () => {
      const { node, ...opened } = await withSession(session);
      assert.equal((await opened.sessions.getTreeItem(node)).collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
      const size = formatSize(png(30, 20).length);
      assert.deepEqual(await below(opened, node), [
        `PNG image | 30 × 20 · ${size}`,
        'notes.md | planted · 2 versions · 8 B',
        '  Version 1 | 4 B',
        '  Version 2 | 8 B',
      ]);
      const texts = (await artifacts(opened, node))
        .slice(1)
        .map(async ({ uri }) => uri && String(Buffer.from(await opened.parts.readFile(uri))));
      assert.deepEqual(await Promise.all(texts), ['one\ntwo\n', 'one\n', 'one\ntwo\n']);
      const values = (await items(opened, node)).map(({ item }) => item.contextValue);
      assert.deepEqual(values, [
        'sessionArtifact,content',
        'sessionArtifact,content,comparable,earlier',
        'sessionArtifact,content,comparable',
        'sessionArtifact,content,comparable,earlier',
      ]);
      assert.deepEqual(opened.fs.writes, []);
    });

    it('are followed by what the program keeps beside it, as the files that they are', async () => {
      const { node, ...opened } = await withSession(session);
      await plant(opened.folder, { [file.replace('.jsonl', '/tool-results/[long] result.txt')]: 'a long result' });
      const lines = await items(opened, node);
      const last = lines.at(-1);
      assert.ok(last?.node.kind === 'side');
      assert.deepEqual(
        [last.item.label, String(last.item.description).split(' · ').slice(0, 2), last.item.contextValue],
        ['[long] result.txt', ['tool-results', '13 B'], 'sideFile'],
      );
      assert.match((last.item.tooltip as vscode.MarkdownString).value, /\*\*&#91;long&#93; result&#46;txt\*\*/);
      const [uri] = (last.item.command?.arguments ?? []) as vscode.Uri[];
      assert.equal(uri && String(Buffer.from(await vscode.workspace.fs.readFile(uri))), 'a long result');
      assert.deepEqual(opened.fs.writes, []);
    });

    it('are followed by its plan and the states of its files, as copies that can be compared', async () => {
      const hash = 'fb94ff2fa40fc2fe';
      const copy = (version: number) => ({ backupFileName: `${hash}@v${version}`, version });
      const history = [
        { ...(JSON.parse(line(here, 'Plan')) as object), parentUuid: 'u', uuid: 'p', slug: 'a-plan' },
        { type: 'file-history-delta', trackingPath: 'planted/notes.md', backup: copy(1) },
        { type: 'file-history-snapshot', snapshot: { trackedFileBackups: { 'planted/notes.md': copy(2) } } },
      ];
      const { node, ...opened } = await withSession(session + history.map((each) => `${JSON.stringify(each)}\n`).join(''));
      const id = path.basename(file, '.jsonl');
      await plant(opened.folder, {
        [`.claude/file-history/${id}/${hash}@v1`]: 'one\n',
        [`.claude/file-history/${id}/${hash}@v2`]: 'one\ntwo\n',
        '.claude/plans/a-plan.md': '# A plan\n',
        '.claude/plans/another.md': 'of another session',
      });
      const shown = (await below(opened, node)).map((each) => each.replace(/ · (now|[^·]* ago)$/, ''));
      assert.deepEqual(shown.slice(-4), [
        'a-plan.md | plans · 9 B',
        'notes.md | file-history/planted · 2 versions · 8 B',
        '  Version 1 | 4 B',
        '  Version 2 | 8 B',
      ]);
      assert.equal((await items(opened, node)).at(-1)?.item.contextValue, 'sideFile,earlier');
    });

    it('are followed by its file history only where the question named its folder', async () => {
      const history = `.claude/file-history/${uuid(1)}/fb94ff2fa40fc2fe@v1`;
      const opened = await view({ [file]: session, [history]: 'before' });
      await opened.remembered.update('agentArtifacts.shownPrograms', ['claude-code']);
      const listed = async (): Promise<string[]> => {
        const node = (await items(opened)).map((each) => each.node).find((each) => each.kind === 'session');
        return (await below(opened, node ?? assert.fail())).filter((each) => each.includes('file-history'));
      };
      assert.deepEqual(await listed(), [], 'as it was remembered up to 0.4.0');
      await opened.programs.stop('claude-code');
      const said = await agree(opened);
      assert.ok(said[1]?.includes(path.join(opened.folder, '.claude/file-history')), said[1]);
      assert.equal((await listed()).length, 1);
    });

    it('is read when it is expanded, once while it stays as it is, and again after it was written to', async () => {
      const { node, ...opened } = await withSession(session);
      await opened.sessions.checked();
      // For its line.
      const { length } = opened.indexed;
      await opened.sessions.getTreeItem(node);
      assert.equal(opened.indexed.length, length);
      await below(opened, node);
      await below(opened, node);
      assert.equal(opened.indexed.length, length + 1);
      const longer = writingSession({ cwd: here, file: notes, contents: ['one\n', 'one\ntwo\n', 'three\n'] });
      await plant(opened.folder, { [file]: longer });
      opened.sessions.refresh();
      const again = (): Promise<SessionNode | undefined> =>
        items(opened).then((all) => all.map((each) => each.node).find((each) => each.kind === 'session'));
      const isListed = async (): Promise<boolean> => {
        const now = await again();
        return now !== undefined && (await below(opened, now)).includes('  Version 3 | 6 B');
      };
      while (!(await isListed())) await new Promise((resolve) => setImmediate(resolve));
      // Once more for its line, and once for what is below it.
      assert.equal(opened.indexed.length, length + 3);
    });

    it('nothing is listed of one that is folded up while it is read; expanded again, it is read', async () => {
      const { node, ...opened } = await withSession(session);
      const { length } = opened.indexed;
      const asked = opened.sessions.getChildren(node);
      while (opened.indexed.length === length) await new Promise((resolve) => setImmediate(resolve));
      opened.collapse.fire({ element: node });
      assert.deepEqual(await asked, []);
      assert.equal((await opened.sessions.getChildren(node)).length, 2);
    });

    it('says so when there are none, or why it cannot be read', async () => {
      const { node, ...opened } = await withSession(line(here, 'Hello'));
      assert.deepEqual(await below(opened, node), ['Nothing that this conversation attached, read or wrote is in its file.']);
      const gone = { ...node, file: { ...node.file, location: path.join(opened.folder, 'gone') }, uri: vscode.Uri.file('/gone.jsonl') };
      assert.deepEqual(await below(opened, gone), ['“gone.jsonl” does not exist.']);
    });

    it('shows names as the text they are, in one line', async () => {
      const name = `${HOSTILE.replaceAll('/', '')}\u202egnp.md`;
      const hostile = writingSession({ cwd: here, file: path.join(here, `a\nb/${name}`), contents: ['one\n'] });
      const { node, ...opened } = await withSession(hostile);
      const [, found] = await items(opened, node);
      assert.equal(found?.item.label, '[x](command:workbench.action.terminal.new "y") $(trash) gnp.md');
      assert.equal(found.item.description, 'a b · 4 B');
      const tooltip = found.item.tooltip as vscode.MarkdownString;
      assert.ok(!tooltip.value.includes('](command:') && !tooltip.value.includes('$(') && tooltip.isTrusted !== true, tooltip.value);
      assert.doesNotMatch(tooltip.value, /\u202e/);
    });

    it('shows many in pages', async () => {
      const contents = Array.from({ length: ARTIFACTS_PAGE + 5 }, (_, at) => `${at}\n`);
      const { node, ...opened } = await withSession(writingSession({ cwd: here, file: notes, contents }));
      const [, written] = await opened.sessions.getChildren(node);
      const versions = await opened.sessions.getChildren(written);
      const more = versions.at(-1);
      assert.ok(versions.length === ARTIFACTS_PAGE + 1 && more?.kind === 'more' && more.count === 5);
      opened.sessions.showMore(more);
      assert.equal((await opened.sessions.getChildren(written)).length, ARTIFACTS_PAGE + 5);
    });

    it('of Antigravity are its documents and pictures, in any folder, by the heading of one, with versions that are compared', async () => {
      const brain = `.gemini/antigravity/brain/${uuid(5)}`;
      const opened = await view({
        [`${brain}/implementation_plan.md`]: '# A [plan](command:x)\n',
        [`${brain}/implementation_plan.md.resolved.0`]: 'first\n',
        [`${brain}/implementation_plan.md.resolved.1`]: 'second\n',
        [`${brain}/page.png`]: 'a picture',
        [`.gemini/antigravity/brain/${uuid(6)}/.system_generated/logs/a.txt`]: 'hidden',
      });
      const said = await agree(opened, 'antigravity');
      assert.match(
        said[1] ?? '',
        /antigravity\/brain[^]*The beginnings of up to three documents of each listed conversation are read for its title/,
      );
      const found = await items(opened);
      const described = found.map(({ item, depth }) => {
        const facts = String(item.description ?? '')
          .split(' · ')
          .filter((each) => !/now|ago/.test(each));
        return [depth, String(item.label), ...facts, item.contextValue ?? ''].join('|');
      });
      assert.deepEqual(
        described
          .filter((each) => !each.startsWith('0|Show'))
          .slice(1)
          .sort(),
        [
          '1|00000000-0000-4000-8000-000000000006|documents',
          '1|A [plan](command:x)|documents',
          '2|No documents or pictures||',
          '2|implementation_plan.md|2 versions|22 B|sideFile',
          '2|page.png|9 B|sideFile',
          '3|Version 1|6 B|sideFile',
          '3|Version 2|7 B|sideFile,earlier',
        ],
      );
      const plan = found.find(({ node }) => node.kind === 'documents' && node.file.location.endsWith(uuid(5)));
      assert.match((plan?.item.tooltip as vscode.MarkdownString).value, /A &#91;plan&#93;/);
      const later = found.find(({ item }) => item.contextValue === 'sideFile,earlier')?.node;
      assert.ok(later?.kind === 'side');
      await compareVersions(later);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'implementation_plan.md: Version 1 ↔ 2');
      const texts = [input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText());
      assert.deepEqual(await Promise.all(texts), ['first\n', 'second\n']);
      assert.deepEqual(opened.fs.writes, []);
      await opened.programs.stop('antigravity');
      assert.ok(plan);
      const { length } = opened.fs.calls;
      assert.deepEqual(await opened.sessions.getChildren(plan.node), []);
      await opened.sessions.getTreeItem(plan.node);
      assert.equal(opened.fs.calls.length, length);
      assert.ok((await items(opened)).every(({ node }) => node.kind !== 'documents'));
    });

    /** The page of the gallery of a conversation. */
    async function gallery({ galleries, pages }: View, node: SessionNode): Promise<GalleryPage> {
      await galleries.open(node);
      const page = pages.at(-1) ?? assert.fail();
      page.ask({ type: 'ready' });
      await page.state();
      return page;
    }

    it('are the tiles of its gallery, with pictures and the first lines of texts, and are previewed, compared and referred to', async () => {
      const { node, ...opened } = await withSession(session);
      await plant(opened.folder, { [file.replace('.jsonl', '/tool-results/result.txt')]: 'a long result\nwith lines' });
      const page = await gallery(opened, node);
      const tiles = await page.tiles();
      assert.deepEqual(
        tiles.map(({ name, facts, icon }) => `${name} | ${facts.replace(/ · \S* ?(now|ago)$/, '')} | ${icon}`),
        [
          `PNG image | 30 × 20 · ${formatSize(png(30, 20).length)} | file-media`,
          'notes.md | planted · 2 versions · 8 B | markdown',
          'result.txt | tool-results · 24 B | file-text',
        ],
      );
      const [picture, notesTile, result] = tiles.map(({ id }) => id);
      const looks = await Promise.all([picture, notesTile, result].map((id) => page.look(id ?? '')));
      assert.deepEqual(looks.slice(1), [
        { kind: 'text', text: 'one\ntwo\n' },
        { kind: 'text', text: 'a long result\nwith lines' },
      ]);
      assert.ok(looks[0]?.kind === 'picture' && looks[0].format === 'image');
      const { path: place } = vscode.Uri.parse(looks[0].uri);
      const content = await opened.parts.readFile(vscode.Uri.from({ scheme: PART_SCHEME, path: place }));
      assert.deepEqual([...content], [...png(30, 20)]);
      assert.ok(page.webview.options.localResourceRoots?.some(({ scheme }) => scheme === PART_SCHEME));
      page.ask({ type: 'run', action: 'preview', ids: [picture, result] });
      page.ask({ type: 'run', action: 'copyReference', ids: [picture, notesTile, result] });
      const isCopied = async (): Promise<boolean> => (await vscode.env.clipboard.readText()).endsWith('result.txt');
      while (!(await isCopied())) await new Promise((resolve) => setImmediate(resolve));
      const [previewed] = opened.previewed;
      assert.deepEqual(
        previewed?.map(({ path: each }) => path.posix.basename(each)),
        ['message-1-part-1.png', 'result.txt'],
      );
      const references = (await vscode.env.clipboard.readText()).split('\n');
      assert.equal(references.length, 3);
      assert.ok(references[1]?.startsWith(`${path.join(opened.folder, file)}#`), references[1]);
      assert.equal(references[2], path.join(opened.folder, file.replace('.jsonl', '/tool-results/result.txt')));
      page.ask({ type: 'run', action: 'compare', ids: [notesTile, result] });
      const isCompared = (): boolean => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'notes.md ↔ result.txt';
      while (!isCompared()) await new Promise((resolve) => setImmediate(resolve));
      await opened.galleries.open(node);
      assert.deepEqual([opened.pages.length, page.revealed], [1, 1]);
      assert.deepEqual(opened.fs.writes, []);
    });

    it('its gallery shows what was written since, also while the view is hidden, and closes when a person takes it back', async () => {
      const { node, ...opened } = await withSession(session);
      const page = await gallery(opened, node);
      opened.shown.visible = false;
      opened.visibility.fire({ visible: false });
      const longer = writingSession({ cwd: here, file: notes, contents: ['one\n', 'one\ntwo\n', 'three\n'] });
      const isShown = async (): Promise<boolean> => {
        const { revision } = await page.state();
        // A newer reading has begun: this one has no answer.
        const tiles = await Promise.race([page.tiles(), page.state((state) => state.revision > revision).then(() => [])]);
        return tiles.some(({ facts }) => facts.includes('3 versions'));
      };
      while (!(await isShown())) {
        // VS Code tells of nothing that was written before it has begun to watch.
        await plant(opened.folder, { [file]: longer });
        await new Promise((resolve) => setTimeout(resolve, 1500));
      }
      const closed = new Promise<void>((resolve) => page.onDidDispose(() => resolve()));
      await opened.programs.stop('claude-code');
      await closed;
    });

    it('stays readable while the view shows it, though its gallery was closed and others are folded up', async () => {
      const more = Object.fromEntries([2, 3, 4, 5, 6].map((number) => [`${project}/${uuid(number)}.jsonl`, session]));
      const opened = await view({ [file]: session, ...more });
      await agree(opened);
      const nodes = (await items(opened)).flatMap((each) => (each.node.kind === 'session' ? [each.node] : []));
      const [first, ...others] = nodes;
      assert.ok(first && others.length === 5);
      const [picture] = await artifacts(opened, first);
      const page = await gallery(opened, first);
      page.dispose();
      for (const other of others) {
        await below(opened, other);
        opened.collapse.fire({ element: other });
      }
      assert.deepEqual([...(await opened.parts.readFile(picture?.uri ?? assert.fail()))], [...png(30, 20)]);
    });

    it('stays readable while its gallery is open, though it was asked for twice and is folded up', async () => {
      const more = Object.fromEntries([2, 3, 4, 5, 6].map((number) => [`${project}/${uuid(number)}.jsonl`, session]));
      const opened = await view({ [file]: session, ...more });
      await agree(opened);
      const nodes = (await items(opened)).flatMap((each) => (each.node.kind === 'session' ? [each.node] : []));
      const [first] = nodes;
      assert.ok(first);
      await Promise.all([opened.galleries.open(first), opened.galleries.open(first)]);
      await opened.galleries.open(first);
      assert.equal(opened.pages.length, 1);
      const page = opened.pages[0] ?? assert.fail();
      page.ask({ type: 'ready' });
      const [tile] = await page.tiles();
      for (const node of nodes) {
        await below(opened, node);
        opened.collapse.fire({ element: node });
      }
      const look = await page.look(tile?.id ?? '');
      assert.ok(look.kind === 'picture');
      const uri = vscode.Uri.parse(look.uri).with({ scheme: PART_SCHEME, authority: '', query: '' });
      assert.deepEqual([...(await opened.parts.readFile(uri))], [...png(30, 20)]);
    });

    it('versions are compared in their order, by their numbers', async () => {
      const { node, ...opened } = await withSession(session);
      const [, , first, second] = await artifacts(opened, node);
      assert.ok(first && second);
      await compareLines([second, first], { preview: { showFiles: async () => assert.fail('they are no pictures') } });
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'notes.md: Version 1 ↔ 2');
    });

    it('nothing is read for a gallery that is closed before its list is there', async () => {
      const { node, ...opened } = await withSession(session);
      await opened.sessions.checked();
      const { length } = opened.indexed;
      await opened.galleries.open(node);
      opened.pages[0]?.dispose();
      await opened.sessions.asOfNow(node);
      assert.equal(opened.indexed.length, length);
    });

    it('what cannot be done from its gallery is told', async () => {
      const { node, ...opened } = await withSession(session);
      const result = file.replace('.jsonl', '/tool-results/result.txt');
      await plant(opened.folder, { [result]: 'a long result' });
      const page = await gallery(opened, node);
      const tile = (await page.tiles()).at(-1);
      await rm(path.join(opened.folder, result));
      const target = vscode.Uri.file(path.join(await temporaryFolder(), 'copy.txt'));
      const told = new Promise<string>((resolve) => {
        const { showErrorMessage } = vscode.window;
        vscode.window.showErrorMessage = (async (words: string) => {
          vscode.window.showErrorMessage = showErrorMessage;
          resolve(words);
        }) as never;
      });
      await answeringWindow(
        'showSaveDialog',
        async () => target,
        async () => {
          page.ask({ type: 'run', action: 'export', ids: [tile?.id] });
          assert.match(await told, /does not exist/);
        },
      );
    });

    it('its gallery says why it cannot be read', async () => {
      const { node, ...opened } = await withSession('no session');
      const page = await gallery(opened, node);
      assert.equal((await page.state()).failure, 'This file is not a conversation in a known format.');
      await rm(path.join(opened.folder, file));
      opened.sessions.refresh();
      await page.state(({ failure }) => failure === 'The file does not exist.');
    });

    it('the gallery of a conversation of Antigravity has its documents once each, and its pictures', async () => {
      const brain = `.gemini/antigravity/brain/${uuid(5)}`;
      const opened = await view({ [`${brain}/task.md`]: '# A task\n', [`${brain}/task.md.resolved.0`]: 'x', [`${brain}/page.png`]: 'xx' });
      await agree(opened, 'antigravity');
      const node = (await items(opened)).find((each) => each.node.kind === 'documents')?.node;
      const page = await gallery(opened, node ?? assert.fail());
      assert.equal(page.title, 'Gallery: A task');
      const [picture, task] = await page.tiles();
      assert.deepEqual([picture?.name, task?.name], ['page.png', 'task.md']);
      assert.deepEqual(await page.look(task?.id ?? ''), { kind: 'text', text: '# A task\n' });
      const look = await page.look(picture?.id ?? '');
      assert.ok(look.kind === 'picture');
      assert.equal(vscode.Uri.parse(look.uri).path, path.join(opened.folder, brain, 'page.png'));
      await rm(path.join(opened.folder, brain, 'page.png'));
      await symlink('/etc/hostname', path.join(opened.folder, brain, 'page.png'));
      assert.equal((await page.look(picture?.id ?? '')).kind, 'mark', 'a link has taken its place');
    });

    it('can no longer be read once a person takes it back', async () => {
      const { node, ...opened } = await withSession(session);
      const [picture] = await artifacts(opened, node);
      assert.ok(picture?.uri);
      await opened.programs.stop('claude-code');
      assert.deepEqual(await opened.sessions.getChildren(node), []);
      await assert.rejects(opened.parts.readFile(picture.uri), { code: 'FileNotFound' });
    });

    it('versions are compared with each other and with the workspace', async () => {
      const { node, ...opened } = await withSession(session);
      const found = await artifacts(opened, node);
      const written = found[1];
      assert.ok(written);
      const compared = async (): Promise<string[]> => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        assert.ok(input instanceof vscode.TabInputTextDiff);
        return Promise.all([input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()));
      };
      await compareVersions(written);
      assert.deepEqual(await compared(), ['one\n', 'one\ntwo\n']);
      const place = vscode.Uri.file(notes);
      try {
        await vscode.workspace.fs.writeFile(place, Buffer.from('mine\n'));
        await compareArtifactWithWorkspace(written);
        assert.deepEqual(await compared(), ['one\ntwo\n', 'mine\n']);
      } finally {
        await vscode.workspace.fs.delete(vscode.Uri.file(path.dirname(notes)), { recursive: true });
      }
    });

    it('has references that the command line takes', async () => {
      const { node, ...opened } = await withSession(session);
      const [picture, , , second] = await artifacts(opened, node);
      assert.ok(picture && second);
      await copyLineReferences([picture, second]);
      const references = (await vscode.env.clipboard.readText()).split('\n');
      const location = path.join(opened.folder, file);
      assert.deepEqual(references, [`${location}#${picture.artifact.id}`, `${location}#${second.artifact.id}@2`]);
    });

    it('are dragged as files and as references, and several are exported with a list of what they are', async () => {
      const { node, ...opened } = await withSession(session);
      await plant(opened.folder, { [file.replace('.jsonl', '/tool-results/result.txt')]: 'a long result' });
      const lines = (await items(opened, node)).map((each) => each.node);
      const [picture, written, , , beside] = lines;
      assert.ok(picture?.kind === 'artifact' && written?.kind === 'artifact' && beside?.kind === 'side');
      const data = new vscode.DataTransfer();
      setDragged(data, draggedLines([node, picture, beside]));
      const references = [`${path.join(opened.folder, file)}#${picture.artifact.id}`, beside.uri.fsPath].join('\n');
      const dragged = ['text/uri-list', 'text/plain', 'application/vnd.agent-artifacts.references'].map(
        (type) => data.get(type)?.value as unknown,
      );
      assert.deepEqual(dragged, [[picture.uri, beside.uri].join('\r\n'), references, references]);
      const target = await temporaryFolder();
      const dependencies = { fileSystems: new FileSystems(), preview: { showFiles: async () => undefined } };
      await answeringWindow(
        'showOpenDialog',
        async () => [vscode.Uri.file(target)],
        () => exportLines(artifactLinesIn(picture, [picture, written, node, beside]), dependencies),
      );
      const exported = JSON.parse(await readFile(path.join(target, 'artifacts.json'), 'utf8')) as { artifacts: { file: string }[] };
      assert.deepEqual(
        exported.artifacts.map((each) => each.file),
        ['message-1-part-1.png', 'notes.md', 'result.txt'],
      );
      assert.deepEqual([...(await readFile(path.join(target, 'message-1-part-1.png')))], [...png(30, 20)]);
      assert.equal(await readFile(path.join(target, 'notes.md'), 'utf8'), 'one\ntwo\n');
    });

    it('leads to its message, of several to the one that is chosen', async () => {
      const { node, ...opened } = await withSession(session);
      const [picture, written] = await artifacts(opened, node);
      assert.ok(picture && written);
      const { executeCommand } = vscode.commands;
      const ran: unknown[][] = [];
      vscode.commands.executeCommand = (async (...call: unknown[]) => void ran.push(call)) as never;
      try {
        await goToArtifactMessage(picture);
        const choose = (listed: readonly vscode.QuickPickItem[]) => listed.find(({ label }) => label === 'Go to Message 4');
        await answeringWindow(
          'showQuickPick',
          async (listed: readonly vscode.QuickPickItem[]) => choose(listed),
          () => goToArtifactMessage(written),
        );
      } finally {
        vscode.commands.executeCommand = executeCommand;
      }
      assert.deepEqual(
        ran,
        [0, 3].map((message) => ['agentArtifacts.openConversation', node.uri, message]),
      );
    });
  });
});

describe('the conversation that a server’s message is about', () => {
  const said = 'API Error: 400 {"error":{"message":"messages.41.content.0: image exceeds 5 MB maximum: 8164180 bytes > 5242880 bytes"}}';
  const kept = `${JSON.stringify({ type: 'system', content: said })}\n`;

  async function sessions(contents: Readonly<Record<string, string>>) {
    const folder = await temporaryFolder(Object.fromEntries(Object.entries(contents).map(([name, text]) => [`${name}.jsonl`, text])));
    return Object.keys(contents).map((label) => ({ uri: vscode.Uri.file(path.join(folder, `${label}.jsonl`)), label, description: 'now' }));
  }
  const none = { shown: [], installed: async () => [], show: async () => undefined };

  it('is opened where it alone keeps the message', async () => {
    const recent = await sessions({ new: line('/', 'New'), failing: `${line('/', 'Failing')}${kept}` });
    const view = { tree: { recent: async () => recent }, programs: none };
    assert.equal((await chooseSession(view, said, new FileSystems()))?.path, recent[1]?.uri.path);
  });

  it('is asked for among the newest where several keep it, these first', async () => {
    const recent = await sessions({ new: line('/', 'New'), failing: `${line('/', 'Failing')}${kept}`, old: kept });
    const view = { tree: { recent: async () => recent }, programs: none };
    let offered: readonly vscode.QuickPickItem[] = [];
    await answeringWindow(
      'showQuickPick',
      async (items: readonly vscode.QuickPickItem[]) => void (offered = items),
      () => chooseSession(view, said, new FileSystems()),
    );
    assert.deepEqual(
      offered.map(({ label, description }) => [label, description]),
      [
        ['failing', 'has this message · now'],
        ['old', 'has this message · now'],
        ['new', 'now'],
        ['Choose a File…', undefined],
      ],
    );
  });

  it('is found in a program that is installed once a person agrees to have its sessions shown', async () => {
    const recent = await sessions({ failing: `${line('/', 'Failing')}${kept}` });
    const shown: Program[] = [];
    const programs = {
      shown,
      installed: async (): Promise<Program[]> => (shown.length > 0 ? [] : ['claude-code', 'codex']),
      show: async (program: unknown) => void shown.push(program as Program),
    };
    const view = { tree: { recent: async () => (shown.length > 0 ? recent : []) }, programs };
    const offered: string[] = [];
    const chosen = await answeringWindow(
      'showQuickPick',
      async (items: readonly vscode.QuickPickItem[]) => {
        offered.push(...items.map(({ label }) => label));
        return items[1];
      },
      () => chooseSession(view, said, new FileSystems()),
    );
    assert.deepEqual(offered, ['Choose a File…', 'Show Sessions of Claude Code…', 'Show Sessions of Codex…']);
    assert.deepEqual(shown, ['claude-code']);
    assert.equal(chosen?.path, recent[0]?.uri.path);
  });
});
