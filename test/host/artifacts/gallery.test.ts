import assert from 'node:assert/strict';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FileSystem } from '../../../src/core/io/file-system.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import { Galleries } from '../../../src/host/artifacts/gallery/galleries.ts';
import type { TreeNode } from '../../../src/host/artifacts/nodes.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { type GalleryTile, MAX_PICTURE_BYTES } from '../../../src/shared/gallery-protocol.ts';
import { GalleryPage } from '../gallery-page.ts';
import { answering } from '../preview/fake-panel.ts';
import { rootsOf, type ScriptedRoots, storeLines, temporaryRoot, type TemporaryRoot, workspaceLines } from './tree-fixture.ts';

describe('a gallery', () => {
  let root: TemporaryRoot;
  let roots: ScriptedRoots;
  let tree: ArtifactTree;
  let galleries: Galleries;
  let pages: GalleryPage[];
  /** Bytes of contents that the extension host reads. */
  let bytesRead: number;

  beforeEach(async () => {
    root = await temporaryRoot('empty');
    await root.put(1, { name: 'notes', content: `# Notes\r\n${'A long line. '.repeat(900)}\n`, extension: '.md', type: 'text/markdown' });
    await root.put(2, { name: 'big', content: 'x'.repeat(300), extension: '.png', type: 'image/png' });
    await root.put(3, { name: 'drawing', content: '<svg/>', extension: '.svg', type: 'image/svg+xml' });
    await root.put(4, { name: 'a sound', content: 'x', extension: '.mp3', type: 'audio/mpeg' });
    await root.put(5, { name: 'an image', content: 'xx', extension: '.png', type: 'image/png' });
    const workspace = path.join(root.workspaces, 'agent');
    await mkdir(path.join(workspace, 'z'), { recursive: true });
    for (const [name, size] of Object.entries({ 'a.txt': 1, 'b.png': 3, 'c.txt': 2, 'z/d.txt': 9 }))
      await writeFile(path.join(workspace, name), 'x'.repeat(size));
    roots = rootsOf([root.root]);
    tree = new ArtifactTree({ roots, logger: silentLogger });
    pages = [];
    bytesRead = 0;
    const fileSystems = new FileSystems();
    galleries = new Galleries({
      roots,
      tree,
      fileSystems: {
        for: (uri) => {
          const files = fileSystems.for(uri);
          return { ...files, fs: counted(files.fs, (bytes) => (bytesRead += bytes)) };
        },
      },
      extensionUri: vscode.Uri.file('/extension'),
      logger: silentLogger,
      createPanel: () => {
        const page = new GalleryPage();
        pages.push(page);
        return page as unknown as vscode.WebviewPanel;
      },
    });
  });
  afterEach(async () => {
    galleries.dispose();
    tree.dispose();
    await root.remove();
  });

  async function open(kind: 'store' | 'workspace'): Promise<GalleryPage> {
    const [store, workspaces] = await tree.getChildren();
    const node: TreeNode | undefined = kind === 'store' ? store : (await tree.getChildren(workspaces))[0];
    await galleries.open(node);
    const page = pages.at(-1) ?? assert.fail();
    page.ask({ type: 'ready' });
    await page.state();
    return page;
  }
  const names = (tiles: readonly GalleryTile[]): string[] => tiles.map(({ name }) => name);

  it('has the artifacts of the store in the order of the tree, with its facts, and reads nothing of their contents', async () => {
    const page = await open('store');
    assert.equal(page.title, `Gallery: ${root.root.name}`);
    const lines = await storeLines(tree);
    const tiles = await page.tiles();
    assert.deepEqual(
      tiles.map(({ name, facts }) => [name, facts]),
      lines.map(({ label, description }) => [label, description.replace(/ · \d$/, '')]),
      'all but the id, for which there is no room',
    );
    assert.deepEqual(
      tiles.map(({ spoken }) => spoken),
      lines.map(({ spoken }) => spoken),
    );
    assert.deepEqual(
      root.opened.filter((name) => !name.endsWith('.meta')),
      [],
    );
    assert.equal(bytesRead, 0);
  });

  it('reads two kilobytes of a text that comes near the screen and nothing of an image, whose address it gives', async () => {
    const page = await open('store');
    const tiles = await page.tiles();
    assert.deepEqual(
      tiles.map(({ name, hasLook }) => [name, hasLook]),
      [
        ['an image', true],
        ['a sound', false],
        ['drawing', true],
        ['big', true],
        ['notes', true],
      ],
    );
    const text = await page.look('1');
    assert.ok(text.kind === 'text' && text.text.startsWith('# Notes\nA long line. A') && text.text.length < 80);
    assert.equal(bytesRead, 2048);
    const picture = await page.look('2');
    assert.ok(
      picture.kind === 'picture' && picture.format === 'image' && picture.uri.includes('/artifacts/2.png?'),
      JSON.stringify(picture),
    );
    const drawing = await page.look('3');
    assert.ok(drawing.kind === 'picture' && drawing.format === 'svg');
    assert.equal(bytesRead, 2048);
  });

  it('a link that leads outside, what is gone and what is too large have a mark with the reason', async () => {
    const page = await open('store');
    await page.tiles();
    await rm(path.join(root.artifacts, '1.md'));
    await symlink('/etc/hostname', path.join(root.artifacts, '1.md'));
    await rm(path.join(root.artifacts, '2.png'));
    await truncate(path.join(root.artifacts, '5.png'), MAX_PICTURE_BYTES + 1);
    const reasons = [];
    for (const id of ['1', '2', '5']) {
      const look = await page.look(id);
      reasons.push(look.kind === 'mark' ? look.reason : look.kind);
    }
    assert.match(reasons[0] ?? '', /outside/);
    assert.match(reasons[1] ?? '', /not exist/);
    assert.equal(reasons[2], 'The file is too large to be shown as a picture here.');
    assert.equal(bytesRead, 0);
  });

  it('follows the order and the filter of the tree, and the files on disk', async () => {
    const page = await open('store');
    const { revision } = await page.state();
    tree.order = 'name';
    await page.state((state) => state.revision > revision);
    assert.deepEqual(names(await page.tiles()), ['a sound', 'an image', 'big', 'drawing', 'notes']);
    tree.setFilter({ text: 'an', kinds: new Set(['image']) });
    const filtered = await page.state(({ filter }) => filter !== null);
    assert.equal(filtered.filter, '“an” · Images');
    assert.deepEqual(names(await page.tiles()), ['an image']);
    tree.setFilter(undefined);
    tree.order = 'newest';
    await page.state(({ filter, count }) => filter === null && count === 5);
    await root.put(6, { name: 'late' });
    roots.artifactsChanged.fire(root.root);
    await page.state(({ count }) => count === 6);
    assert.equal(names(await page.tiles())[0], 'late');
  });

  it('of a filter in the order of the newest it finds as much as the page asks for', async () => {
    for (let id = 10; id < 460; id++) await root.put(id, { name: `page ${id}` });
    tree.setFilter({ text: 'page', kinds: new Set() });
    const page = await open('store');
    const first = await page.state();
    assert.deepEqual([first.count, first.isWhole], [200, false]);
    assert.deepEqual(names(await page.tiles(400, 500)).length, 50);
    assert.equal(names(await page.tiles(440, 500))[9], 'page 10');
  });

  it('has the files of a workspace as the tree has them when all folders are open, and its broken ones with the reason', async () => {
    await symlink('/etc/hostname', path.join(root.workspaces, 'agent/outside.txt'));
    const page = await open('workspace');
    assert.equal(page.title, 'Gallery: agent');
    const inTree = [...(await workspaceLines(tree)).values()].filter(({ node }) => node.kind === 'artifact' || node.kind === 'problem');
    const tiles = await page.tiles();
    assert.deepEqual(
      names(tiles),
      inTree.map(({ label }) => label),
    );
    assert.match(tiles.find(({ name }) => name === 'outside.txt')?.facts ?? '', /outside/);
    assert.equal(tiles[0]?.spoken.split(',')[0], 'agent/z/d.txt');
    tree.order = 'size';
    const { revision } = await page.state();
    await page.state((state) => state.revision > revision);
    assert.deepEqual(names(await page.tiles()).slice(0, 4), ['d.txt', 'b.png', 'c.txt', 'a.txt']);
  });

  it('runs the commands of the tree on what is selected', async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
    await vscode.env.clipboard.writeText('');
    const page = await open('store');
    const [first, , third] = await page.tiles();
    page.ask({ type: 'run', action: 'copyReference', ids: [first?.id, third?.id, 'none of ours'] });
    for (let turn = 0; turn < 200 && (await vscode.env.clipboard.readText()) === ''; turn++) await page.tiles();
    assert.equal(await vscode.env.clipboard.readText(), 'artifact:5\nartifact:3');
  });

  it('is one for each store and workspace; from the palette a person chooses which, and it goes with its root', async () => {
    const store = await open('store');
    await open('store');
    assert.deepEqual([pages.length, store.revealed], [1, 1]);
    const shown: string[] = [];
    await answering(
      'showQuickPick',
      async (items: readonly vscode.QuickPickItem[]) => {
        shown.push(...items.map(({ label }) => label));
        return items[1];
      },
      () => galleries.open(undefined),
    );
    assert.deepEqual(shown, ['Store', 'agent']);
    assert.equal(pages[1]?.title, 'Gallery: agent');
    let closed = 0;
    for (const page of pages) page.onDidDispose(() => closed++);
    roots.roots = [];
    roots.changed.fire();
    assert.equal(closed, 2);
  });

  it('of a large store the last screen is there without those before it', async () => {
    for (let id = 10; id < 1010; id++) await root.put(id, { name: `page ${id}` });
    const page = await open('store');
    assert.equal((await page.state()).count, 1005);
    root.opened.length = 0;
    const tiles = await page.tiles(995, 1005);
    assert.deepEqual([tiles.length, tiles.at(-1)?.name], [10, 'notes']);
    assert.deepEqual([...new Set(root.opened)].sort(), [1, 10, 11, 12, 13, 14, 2, 3, 4, 5].map((id) => `${id}.meta`).sort());
  });
});

function counted(fs: FileSystem, tell: (bytes: number) => void): FileSystem {
  return new Proxy(fs, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (property !== 'readFile') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      return async (...parameters: Parameters<FileSystem['readFile']>) => {
        const bytes = await target.readFile(...parameters);
        tell(bytes.length);
        return bytes;
      };
    },
  });
}
