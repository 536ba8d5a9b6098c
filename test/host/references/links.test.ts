import assert from 'node:assert/strict';
import path from 'node:path';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { nearestFirst, openFromOutside, openReference } from '../../../src/host/references/open-reference.ts';
import { referenceAtCursor } from '../../../src/host/references/go-to-artifact.ts';
import type { DataRoots, OpenRoot } from '../../../src/host/roots/open-root.ts';
import { rootsOf, temporaryRoot, type TemporaryRoot } from '../artifacts/tree-fixture.ts';
import { HOSTILE } from '../screen/recorded-screen.ts';

const MAIN = 'ws:agent-coder-7f3a:c3JjL21haW4uanM';

/** The links VS Code gets of a document, each with its text and where it leads. */
async function linksOf(uri: vscode.Uri): Promise<[text: string, target: string | undefined][]> {
  const document = await vscode.workspace.openTextDocument(uri);
  const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 100);
  return links.map(({ range, target }) => [document.getText(range), target?.scheme === 'command' ? target.query : target?.toString()]);
}

describe('references in editors', () => {
  const here = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

  before(() => vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate());

  it('are links in a log, which lead to the preview', async () => {
    const file = vscode.Uri.file(path.join(here, 'links.log'));
    await writeFile(file.fsPath, `1 saved artifact:31 in 31 ms\n2 wrote ${MAIN}\n3 see artifact:///8.\n`);
    assert.deepEqual(await linksOf(file), [
      ['artifact:31', JSON.stringify(['artifact:31', file.toString()])],
      [MAIN, JSON.stringify([`artifact:${MAIN}`, file.toString()])],
      ['artifact:///8', JSON.stringify(['artifact:8', file.toString()])],
    ]);
    await vscode.workspace.fs.delete(file);
  });

  it('are links in every language, unsaved texts too', async () => {
    for (const language of ['markdown', 'python', 'json', 'plaintext']) {
      const { uri } = await vscode.workspace.openTextDocument({ language, content: '"artifact:31"' });
      assert.deepEqual(
        (await linksOf(uri)).map(([text]) => text),
        ['artifact:31'],
        language,
      );
    }
  });

  /** What VS Code would show where a document is pointed at, as Markdown. */
  async function hoverAt({ uri }: vscode.TextDocument, character: number): Promise<string> {
    const place = new vscode.Position(0, character);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, place);
    return hovers
      .flatMap(({ contents }) => contents)
      .map((content) => (typeof content === 'string' ? content : content.value))
      .join('\n');
  }

  it('say on hover what the model receives of the artifact, with its picture', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'log', content: 'saved artifact:31, artifact:999999999' });
    const shown = await hoverAt(document, 10);
    assert.match(shown, /^\*\*drawn by canvas\*\* · PNG image · .*640 × 400 pixels/);
    assert.match(shown, /tokens · /);
    assert.match(shown, /!\[\]\((data:image\/png;base64|file:)/);
    assert.match(shown, /\[Preview\]\(command:agentArtifacts\.internal\.openReference/);
    assert.match(await hoverAt(document, 25), /^There is no artifact 999999999 in the open data roots/);
    assert.equal(await hoverAt(document, 1), '');
  });

  it('say on hover of a picture with a hostile header what is known, and stop nothing meanwhile', async () => {
    const { dataRoots } = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as { dataRoots: DataRoots };
    await dataRoots.ready();
    const file = path.join(dataRoots.roots[0]?.layout.artifactsDir ?? '', '9801.jpg');
    // Segments of no length, millions of them: whoever walks through them one by one takes seconds.
    await writeFile(file, Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(8 * 1024 * 1024)]));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    try {
      const document = await vscode.workspace.openTextDocument({ language: 'log', content: 'artifact:9801' });
      const shown = await hoverAt(document, 3);
      assert.match(shown, /JPEG image · 8&#46;0 MB/);
      assert.doesNotMatch(shown, /!\[\]/, 'there is no picture');
    } finally {
      clearInterval(timer);
      await rm(file);
    }
    assert.ok(longest < 1000, `the extension host stood still for ${longest.toFixed(0)} ms`);
  });
});

describe('opening a reference', () => {
  let one: TemporaryRoot;
  let two: TemporaryRoot;
  let shown: string[];
  const preview = {
    show: async (root: OpenRoot, { id }: { readonly id: string }) => void shown.push(`${root === one.root ? 'one' : 'two'}: ${id}`),
  };

  before(async () => {
    one = await temporaryRoot('empty');
    two = await temporaryRoot('empty');
    await one.put(7, { name: 'seven of one' });
    await two.put(7, { name: 'seven of two' });
    await two.put(8, { name: HOSTILE });
  });
  beforeEach(() => (shown = []));
  after(async () => {
    await one.remove();
    await two.remove();
  });

  const open = (text: string, from?: vscode.Uri, rootId?: string) =>
    openReference({ roots: rootsOf([one.root, two.root]), preview }, text, from, rootId);

  it('takes the data root nearest to the text', async () => {
    await open('artifact:7', vscode.Uri.joinPath(two.root.folder, 'logs/run.log'));
    await open('artifact:7', vscode.Uri.joinPath(one.root.folder, 'run.log'));
    await open('artifact:7', undefined, two.root.id);
    await open('artifact:8', vscode.Uri.joinPath(one.root.folder, 'run.log'));
    assert.deepEqual(shown, ['two: 7', 'one: 7', 'two: 7', 'two: 8']);
    const beside = vscode.Uri.joinPath(two.root.folder, '../run.log');
    assert.deepEqual(nearestFirst([one.root, two.root], beside), [one.root, two.root]);
  });

  it('asks where two are equally near', async () => {
    const original = vscode.window.showQuickPick;
    const asked: string[] = [];
    const answer = async (items: readonly vscode.QuickPickItem[]) => {
      asked.push(...items.map(({ label }) => label));
      return items.at(-1);
    };
    Object.assign(vscode.window, { showQuickPick: answer });
    try {
      await open('artifact:7', vscode.Uri.file('/elsewhere/run.log'));
    } finally {
      Object.assign(vscode.window, { showQuickPick: original });
    }
    assert.deepEqual(asked, [one.root.name, two.root.name]);
    assert.deepEqual(shown, ['two: 7']);
  });

  it('says of what is not there, and of what is no reference, that it is so', async () => {
    const said: string[] = [];
    const original = [vscode.window.showInformationMessage, vscode.window.showWarningMessage];
    const take = async (text: string) => void said.push(text);
    Object.assign(vscode.window, { showInformationMessage: take, showWarningMessage: take });
    try {
      await open('artifact:999');
      await open(`ws:agent:${Buffer.from('a b').toString('base64url')}`);
      await open('artifact:../../etc/passwd');
      await open(`artifact:${'9'.repeat(10_000)}`);
    } finally {
      Object.assign(vscode.window, { showInformationMessage: original[0], showWarningMessage: original[1] });
    }
    assert.deepEqual(said, [
      'There is no artifact 999 in the open data roots.',
      'There is no file a b of the workspace agent in the open data roots.',
      'The name contains characters not allowed in an ID, such as a slash or a colon.',
      'The name contains characters not allowed in an ID, such as a slash or a colon.',
    ]);
    assert.deepEqual(shown, []);
  });

  describe('by a link from outside VS Code', () => {
    /** Follows such a link and answers the question. */
    async function follow(address: string, button?: string): Promise<string[]> {
      const said: string[] = [];
      const original = vscode.window.showWarningMessage;
      Object.assign(vscode.window, {
        showWarningMessage: async (text: string, options?: vscode.MessageOptions, ...buttons: string[]) => {
          said.push(text, ...(options?.detail ?? '').split('\n'));
          return buttons.find((each) => each === button);
        },
      });
      try {
        await openFromOutside({ roots: rootsOf([one.root, two.root]), preview }, vscode.Uri.parse(address, true));
      } finally {
        Object.assign(vscode.window, { showWarningMessage: original });
      }
      return said;
    }
    const ADDRESS = 'vscode://agent-artifacts.agent-artifacts';

    it('asks first, and then previews it', async () => {
      const said = await follow(`${ADDRESS}/artifact/8`);
      assert.equal(said[0], 'A link from outside VS Code asks to preview an artifact. Preview it?');
      assert.deepEqual(shown, []);
      await follow(`${ADDRESS}/artifact/8`, 'Preview');
      assert.deepEqual(shown, ['two: 8']);
      assert.ok(!said.join('\n').includes(']('), 'a name became a link');
    });

    it('asks which when several data roots have it', async () => {
      const name = path.basename(path.dirname(two.artifacts));
      await follow(`${ADDRESS}/artifact/7`, `Preview from ${name}`);
      assert.deepEqual(shown, ['two: 7']);
    });

    it('accepts nothing but a reference', async () => {
      const bad = [
        '',
        '/',
        '/artifact/',
        '/artifact/..%2f..%2fetc%2fpasswd',
        '/artifact/7/../8',
        '/artifact/7?root=/etc',
        '/artifact/7#command:x',
        '/file/etc/passwd',
        '/command/workbench.action.terminal.new',
        '/artifact/command:workbench.action.quit',
        '/artifact/file:%2f%2f%2fetc%2fpasswd',
        `/artifact/${'9'.repeat(10_000)}`,
      ];
      for (const each of bad) {
        const said = await follow(ADDRESS + each, 'Preview');
        assert.match(said[0] ?? '', /^A link from outside VS Code was not opened/, each);
      }
      assert.deepEqual(shown, []);
    });
  });
});

describe('what Go to Artifact begins with', () => {
  async function begins(content: string, from: number, to = from): Promise<string | undefined> {
    const document = await vscode.workspace.openTextDocument({ content });
    return referenceAtCursor({ document, selection: new vscode.Selection(0, from, 0, to) });
  }

  it('is the selection or the word at the cursor', async () => {
    assert.equal(await begins('saved artifact:31 in 8 ms', 10), 'artifact:31');
    assert.equal(await begins('saved artifact:31 in 8 ms', 21), '8');
    assert.equal(await begins('saved artifact:31 in 8 ms', 6, 17), 'artifact:31');
    assert.equal(await begins('id 31, name', 3, 5), '31');
    assert.equal(await begins('saved artifact:31 in 8 ms', 1), undefined);
    assert.equal(await begins('some words', 0, 10), undefined);
  });
});
