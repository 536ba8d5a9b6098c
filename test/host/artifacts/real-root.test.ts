import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import type { TreeNode } from '../../../src/host/artifacts/nodes.ts';
import { linesBelow, rootsOf, storeLines, temporaryRoot, treeOf, workspaceLines, type TemporaryRoot } from './tree-fixture.ts';

const YEAR = 365 * 24 * 3_600_000;

/** Written down from the sidecars: id, name, type, size, icon. */
const REGULAR: ReadonlyArray<readonly [id: number, name: string, facts: string, icon: string]> = [
  [33, 'pending-export.mp4', 'reserved · MP4 video', 'clockface'],
  [32, 'empty.bin', 'Binary file · 0 B', 'file-binary'],
  [31, 'drawn by canvas', 'PNG image · 9.1 KB', 'file-media'],
  [30, '成绩 表.csv', 'CSV · 23 B', 'table'],
  [29, 'windows.txt', 'Text · 46 B', 'file-text'],
  [28, 'logo.svg', 'SVG image · 113 B', 'file-media'],
  [27, 'not-an-image.png', 'PNG image · 25 B', 'file-media'],
  [26, 'lies.txt', 'Text · 9.1 KB', 'file-text'],
  [25, 'no-extension', 'Binary file · 16.0 KB', 'file-binary'],
  [24, 'chart.png', 'PNG image · 9.1 KB', 'file-media'],
  [23, 'demo.webm', 'WebM video · 9.4 KB', 'device-camera-video'],
  [22, 'demo.mp4', 'MP4 video · 10.6 KB', 'device-camera-video'],
  [21, 'voice.flac', 'FLAC audio · 55.4 KB', 'unmute'],
  [20, 'voice.ogg', 'OGG audio · 15.3 KB', 'unmute'],
  [19, 'voice.mp3', 'MP3 audio · 9.3 KB', 'unmute'],
  [18, 'voice.wav', 'WAV audio · 97.2 KB', 'unmute'],
  [17, 'budget.xlsx', 'Excel workbook · 6.3 KB', 'table'],
  [16, 'brief.docx', 'Word document · 9.3 KB', 'book'],
  [15, 'report.pdf', 'PDF document · 16.0 KB', 'file-pdf'],
  [14, 'scan.tiff', 'TIFF image · 351.8 KB', 'file-media'],
  [13, 'favicon.ico', 'ICO icon · 16.6 KB', 'file-media'],
  [12, 'icon.bmp', 'BMP image · 62.6 KB', 'file-media'],
  [11, 'chart.webp', 'WebP image · 2.7 KB', 'file-media'],
  [10, 'anim.gif', 'GIF image · 611 B', 'file-media'],
  [9, 'photo.jpg', 'JPEG image · 277.6 KB', 'file-media'],
  [8, 'chart.png', 'PNG image · 9.1 KB', 'file-media'],
  [7, 'raw bytes', 'Binary file · 8 B', 'file-binary'],
  [6, 'untyped object', 'JSON · 46 B', 'json'],
  [5, 'untyped string', 'Text · 28 B', 'file-text'],
  [4, 'landing page', 'HTML · 76 B', 'file-code'],
  [3, 'plain note', 'Text · 34 B', 'file-text'],
  [2, 'task plan', 'JSON · 88 B', 'json'],
  [1, '需求说明', 'Markdown · 46 B', 'markdown'],
];
const CODER = 'agent-coder-7f3a';
const WRITER = 'agent-writer-91bc';
const FILES: Readonly<Record<string, string>> = {
  [`${CODER}/README.md`]: 'Markdown · 18 B',
  [`${CODER}/src/main.js`]: 'JavaScript · 28 B',
  [`${CODER}/docs/设计 说明.md`]: 'Markdown · 9 B',
  [`${CODER}/data/points.json`]: 'JSON · 24 B',
  [`${CODER}/out/a b#c%d.txt`]: 'Text · 13 B',
  [`${CODER}/shots/screen.png`]: 'PNG image · 9.1 KB',
  [`${WRITER}/draft.txt`]: 'Text · 17 B',
  [`${WRITER}/report.pdf`]: 'PDF document · 16.0 KB',
  [`${WRITER}/assets/style.css`]: 'CSS · 17 B',
};

describe('the tree of a real data root', () => {
  let real: TemporaryRoot;
  let tree: ArtifactTree;

  before(async () => {
    real = await temporaryRoot('real');
    tree = treeOf(real.root);
  });
  after(async () => {
    tree.dispose();
    await real.remove();
  });

  it('has the artifacts and the workspaces, each with their number', async () => {
    const lines = await linesBelow(tree);
    assert.deepEqual(
      lines.map(({ label, description }) => [label, description]),
      [
        ['Store', '33 · 993.4 KB'],
        ['Workspaces', '2'],
      ],
    );
  });

  it('[3-R6.1][3-R6.3] shows every number with its name, state, type and size, newest first', async () => {
    const lines = await storeLines(tree);
    assert.deepEqual(
      lines.map(({ label, spoken, icon }) => [label, spoken.replace(/, [^,]*$/, ''), icon]),
      REGULAR.map(([id, name, facts, icon]) => [name, [name, id, ...facts.split(' · ')].join(', '), icon]),
    );
  });

  it('has size and age first in a line, and leaves the type to the icon', async () => {
    const lines = await storeLines(tree);
    const shown = lines.map(({ description }) => description.replace(/(?:now|[^· ][^·]* ago|in [^·]*)(?= · )/, 'AGE'));
    for (const [index, [id, , facts]] of REGULAR.entries()) {
      const first = id === 33 ? 'reserved' : facts.split(' · ').at(-1);
      assert.ok(shown[index]?.startsWith(`${first} · AGE · ${id}`), shown[index]);
    }
  });

  it('[3-R6.3] shows every workspace file in its folder with type and size', async () => {
    const lines = await workspaceLines(tree);
    const files = [...lines].filter(([, { node }]) => node.kind === 'artifact');
    const shown = Object.fromEntries(files.map(([path, { spoken }]) => [path, spoken.split(', ').slice(1, -1).join(' · ')]));
    assert.deepEqual(shown, FILES);
  });

  it('gives workspace files the icon of the file icon theme and the place of the file', async () => {
    const line = (await workspaceLines(tree)).get(`${CODER}/out/a b#c%d.txt`);
    assert.ok(line);
    const item = await tree.getTreeItem(line.node);
    assert.equal(item.iconPath, vscode.ThemeIcon.File);
    assert.equal(item.resourceUri?.fsPath, `${real.workspaces}/${CODER}/out/a b#c%d.txt`);
  });

  it('[3-R1.2][3-R1.3] gives each node the reference its file is known by', async () => {
    const line = (await workspaceLines(tree)).get(`${CODER}/src/main.js`);
    assert.deepEqual(line?.node.kind === 'artifact' && line.node.reference, {
      kind: 'workspace',
      id: 'ws:agent-coder-7f3a:c3JjL21haW4uanM',
      workspaceId: CODER,
      relativePath: 'src/main.js',
    });
    const [newest] = await storeLines(tree);
    assert.deepEqual(newest?.node.kind === 'artifact' && newest.node.reference, { kind: 'regular', id: '33' });
  });

  it('gives every node an id of its own that stays the same when the disk is read again', async () => {
    const ids = async () => [...(await storeLines(tree)), ...(await workspaceLines(tree)).values()].map(({ id }) => id);
    const before = await ids();
    assert.equal(new Set(before).size, before.length);
    const again = treeOf(real.root);
    const [store] = await again.getChildren();
    const after = [...(await linesBelow(again, store)), ...(await workspaceLines(again)).values()].map(({ id }) => id);
    again.dispose();
    assert.deepEqual(after, before);
  });

  it('tells all facts in the hover, when it is asked for', async () => {
    const line = (await workspaceLines(tree)).get(`${CODER}/src/main.js`);
    assert.ok(line);
    const item = await tree.getTreeItem(line.node);
    assert.equal(item.tooltip, undefined);
    const { tooltip } = await tree.resolveTreeItem(item, line.node);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    const text = tooltip.value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    for (const fact of [
      'main.js',
      'artifact:ws:agent-coder-7f3a:c3JjL21haW4uanM',
      'text/javascript',
      'agent-reviewer-22',
      'msg-200',
      `${CODER}/src/main.js`,
    ]) {
      assert.ok(text.includes(fact), `${fact} is missing in ${text}`);
    }
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml);
  });

  it('[L-20] draws an artifact anew when its age is no longer true', async () => {
    const line = (await storeLines(tree)).find(({ node }) => node.kind === 'artifact' && node.artifact.id === '31');
    assert.ok(line);
    const redrawn = new Promise<readonly TreeNode[] | undefined>((resolve) => tree.onDidChangeTreeData(resolve));
    tree.ages.look(Date.now() + YEAR);
    assert.ok((await redrawn)?.some(({ id }) => id === line.node.id));
  });

  it('[L-20] says the id of an artifact once in the hover: its reference ends in it', async () => {
    const [store] = await tree.getChildren();
    const line = (await linesBelow(tree, store)).find(({ node }) => node.kind === 'artifact' && node.artifact.id === '14');
    assert.ok(line);
    const { tooltip } = await tree.resolveTreeItem(await tree.getTreeItem(line.node), line.node);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    const rows = tooltip.value.split('\n').filter((row) => /:\*\* (?:artifact&#58;|artifact:)?14 *$/.test(row.trim()));
    assert.equal(rows.length, 1, tooltip.value);
  });

  it('shows a node for each of several roots, and why one cannot be opened', async () => {
    const two = new ArtifactTree({
      roots: rootsOf([real.root], [{ text: '/nowhere', problem: { code: 'not_found' } }]),
      logger: silentLogger,
    });
    const lines = await linesBelow(two);
    assert.deepEqual(
      lines.map(({ label, description, icon }) => [label, description, icon]),
      [
        [real.root.name, '', 'root-folder'],
        ['/nowhere', 'The file does not exist.', 'warning'],
      ],
    );
    assert.deepEqual(
      (await linesBelow(two, lines[0]?.node)).map(({ label }) => label),
      ['Store', 'Workspaces'],
    );
    two.dispose();
  });
});
