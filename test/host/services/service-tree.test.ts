import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RememberedPreviewService } from '../../../src/host/services/preview-service.ts';
import type { ServiceNode } from '../../../src/host/services/service-nodes.ts';
import { ServiceTree } from '../../../src/host/services/register.ts';
import { makeFolder, openRoot, rootsOf, type Folder } from './services-fixture.ts';

const SECRET = 'sk-do-not-show';
const TEXT = `{"services": [
  {"id": "a", "name": "[A](command:x) <b>", "model": "m-1", "apiKey": "${SECRET}", "baseURL": "https://user:${SECRET}@api.example.com/v1?key=${SECRET}",
   "headers": {"x": "${SECRET}"}, "capabilities": {"input": ["text", "vision"], "output": ["text"]}},
  {"id": "b", "capabilities": {"input": ["visoin"]}},
  {"id": "a"}
]}`;

/** What is remembered, without a disk. */
class Memory implements vscode.Memento {
  readonly #values = new Map<string, unknown>();
  keys(): readonly string[] {
    return [...this.#values.keys()];
  }
  get<T>(key: string, fallback?: T): T {
    return (this.#values.has(key) ? this.#values.get(key) : fallback) as T;
  }
  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }
}

describe('the Model Services view', () => {
  const folders: Folder[] = [];
  const open: vscode.Disposable[] = [];

  afterEach(async () => {
    vscode.Disposable.from(...open.splice(0)).dispose();
    for (const folder of folders.splice(0)) await folder.remove();
  });

  async function rootWith(text?: string) {
    const folder = await makeFolder();
    folders.push(folder);
    if (text !== undefined) await folder.write('llmservices.json', text);
    return { folder, root: await openRoot(folder.uri) };
  }

  function treeOf(roots: ReturnType<typeof rootsOf>) {
    const previewService = new RememberedPreviewService(new Memory());
    const tree = new ServiceTree(roots, previewService);
    open.push(previewService, tree);
    return { previewService, tree };
  }

  /** Every item of the view, with its depth. */
  async function allItems(
    tree: ServiceTree,
    node?: ServiceNode,
    depth = 0,
  ): Promise<{ item: vscode.TreeItem; node: ServiceNode; depth: number }[]> {
    const nodes = await tree.getChildren(node);
    const below = await Promise.all(
      nodes.map(async (child) => [
        { item: await tree.getTreeItem(child), node: child, depth },
        ...(await allItems(tree, child, depth + 1)),
      ]),
    );
    return below.flat();
  }

  const lines = (items: readonly { item: vscode.TreeItem; depth: number }[]): string[] =>
    items.map(({ item, depth }) => '  '.repeat(depth) + [item.label, item.description].filter(Boolean).join(' | '));

  it('shows every service with what it takes and what is wrong with it, left out ones too', async () => {
    const { root } = await rootWith(TEXT);
    const { tree } = treeOf(rootsOf(root));
    assert.deepEqual(lines(await allItems(tree)), [
      '[A](command:x) <b> | m-1 · text, vision',
      '  Input | text, vision',
      '  Output | text',
      '  Base URL | https://api.example.com/v1',
      'b | visoin',
      '  Input | visoin',
      '  Output | text',
      '  "visoin" is not a standard capability. Did you mean "vision"?',
      '  "text" is not listed in the inputs; text is sent to every model anyway.',
      'a | ignored',
      '  The ID "a" is already used by service number 1. The service is ignored.',
    ]);
    assert.match(tree.description, /llmservices\.json$/);
  });

  it('shows no key anywhere, and no markup of a name', async () => {
    const { root } = await rootWith(TEXT);
    const { tree } = treeOf(rootsOf(root));
    const items = await allItems(tree);
    const shown = items.map(({ item: { label, description, tooltip, accessibilityInformation, command } }) =>
      JSON.stringify([label, description, typeof tooltip === 'object' ? tooltip.value : tooltip, accessibilityInformation, command?.title]),
    );
    assert.ok(!shown.join().includes(SECRET));
    const tooltip = items[0]?.item.tooltip;
    assert.ok(tooltip instanceof vscode.MarkdownString && !tooltip.isTrusted && !tooltip.supportHtml);
    assert.ok(!tooltip.value.includes('[A](command'), tooltip.value);
  });

  it('gives every node a name of its own that survives a reload', async () => {
    const { root } = await rootWith(TEXT);
    const { tree } = treeOf(rootsOf(root));
    const ids = (await allItems(tree)).map(({ item }) => item.id);
    assert.equal(new Set(ids).size, ids.length);
    await root.services.load();
    assert.deepEqual(
      (await allItems(tree)).map(({ item }) => item.id),
      ids,
    );
  });

  it('keeps the last good services in view when the file breaks, and says why', async () => {
    const { folder, root } = await rootWith(TEXT);
    const roots = rootsOf(root);
    const { tree } = treeOf(roots);
    await tree.getChildren();
    const changed = new Promise<void>((resolve) => tree.onDidChangeTreeData(resolve));
    await folder.write('llmservices.json', '{"services": [');
    await root.services.load();
    roots.servicesChanged.fire(root);
    await changed;
    const top = lines((await allItems(tree)).filter(({ depth }) => depth === 0));
    assert.match(top[0] ?? '', /^Not valid JSON/);
    assert.equal(top[1], 'Using the last valid configuration');
    assert.deepEqual(top.slice(2), ['[A](command:x) <b> | m-1 · text, vision', 'b | visoin', 'a | ignored']);
  });

  it('[E-13] keeps the last good services in view when the file is deleted, and says so, until they are asked for anew', async () => {
    const { root } = await rootWith(TEXT);
    const roots = rootsOf(root);
    const { tree } = treeOf(roots);
    const top = async (): Promise<string[]> => lines((await allItems(tree)).filter(({ depth }) => depth === 0));
    await vscode.workspace.fs.delete(root.uriOf(root.services.state.source ?? assert.fail()));
    await root.services.load();
    roots.servicesChanged.fire(root);
    assert.deepEqual(await top(), [
      'No llmservices.json | create from template',
      'Using the last valid configuration',
      '[A](command:x) <b> | m-1 · text, vision',
      'b | visoin',
      'a | ignored',
    ]);
    await root.services.load({ forgetGone: true });
    roots.servicesChanged.fire(root);
    assert.deepEqual(await top(), []);
  });

  it('is empty, for the welcome text, when the only root has no configuration', async () => {
    const { root } = await rootWith();
    assert.deepEqual(await treeOf(rootsOf(root)).tree.getChildren(), []);
  });

  it('has a node for each of several roots, with its file or the lack of one', async () => {
    const [one, two, three] = [await rootWith(TEXT), await rootWith(), await rootWith('{"services": []}')];
    const { tree } = treeOf(rootsOf(one.root, two.root, three.root));
    const items = await allItems(tree);
    assert.deepEqual(
      items.filter(({ depth }) => depth === 0).map(({ item }) => [item.label, item.description]),
      [
        [one.root.name, 'llmservices.json'],
        [two.root.name, undefined],
        [three.root.name, 'llmservices.json'],
      ],
    );
    assert.ok(lines(items).includes('  No llmservices.json | create from template'));
    assert.ok(lines(items).includes('  No services yet | add one'));
  });

  it('marks the service the preview stands for: the first one until another is chosen, or text only', async () => {
    const { root } = await rootWith(TEXT);
    const { tree, previewService } = treeOf(rootsOf(root));
    const marks = async (): Promise<unknown[]> =>
      Promise.all((await tree.getChildren()).map(async (node) => (await tree.getTreeItem(node)).contextValue));
    assert.deepEqual(await marks(), ['service.preview', 'service', 'service.leftOut']);
    previewService.select(root, 'b');
    assert.deepEqual(await marks(), ['service', 'service.preview', 'service.leftOut']);
    previewService.select(root, undefined);
    assert.equal(previewService.selectedServiceId(root), undefined);
    assert.deepEqual(await marks(), ['service', 'service', 'service.leftOut']);
    previewService.select(root, 'gone');
    assert.equal(previewService.selectedServiceId(root), 'a');
  });
});
