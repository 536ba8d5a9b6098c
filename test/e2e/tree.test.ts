import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keepsPictures } from '../support/kept-pictures.ts';
import { walkTree, type SpokenRow } from './support/tree-walk.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const fixture = path.resolve(import.meta.dirname, '../fixtures/agent-society-root/data/runtime');

describe('the Artifacts view', () => {
  let w: Workbench;
  let rows: SpokenRow[];

  before(async () => {
    w = await lendWorkbench();
    // A tree keeps only rows that can be seen: all of the height is its own.
    await w.foldViews('Model Services', 'Agents');
  });

  it('shows every number with its name, newest first', async () => {
    await w.screenshot('tree-artifacts-dark');
    await w.artifactRow(33).click();
    rows = await walkTree(w.page);
    await w.page.mouse.move(0, 0);
    const names = await Promise.all(
      Array.from({ length: 33 }, async (_, index) => {
        const sidecar = await readFile(path.join(fixture, `artifacts/${33 - index}.meta`), 'utf8');
        const { name } = JSON.parse(sidecar) as { name: string };
        return `${name}, ${33 - index}`;
      }),
    );
    const shown = rows.slice(1, 34).map(({ label }) => label.split(', ').slice(0, 2).join(', '));
    assert.deepEqual(shown, names);
  });

  it('says type, size and age of each, and that 33 is only reserved', () => {
    const label = (id: number) => rows.find((row) => row.label.includes(`, ${id}, `))?.label ?? '';
    assert.match(label(31), /^drawn by canvas, 31, PNG image, 9\.1 KB, .+/);
    assert.match(label(30), /^成绩 表\.csv, 30, CSV, 23 B, .+/);
    assert.match(label(1), /^需求说明, 1, Markdown, 46 B, .+/);
    assert.match(label(33), /^pending-export\.mp4, 33, reserved, MP4 video/);
  });

  it('[3-R6.3] shows every workspace file in its folder, apart from the regular artifacts', async () => {
    await w.page.keyboard.press('End');
    await w.treeRow('report.pdf').waitFor();
    await w.screenshot('tree-workspaces-dark');
    const shown = pathsOf(rows.slice(35)).sort();
    const names = await readdir(path.join(fixture, 'workspaces'), { recursive: true, withFileTypes: true });
    const files = names
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.meta.json'))
      .map((entry) => path.relative(path.join(fixture, 'workspaces'), path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
    assert.deepEqual(shown, files.sort());
  });

  if (keepsPictures) {
    it('looks right in light, and in high contrast', async () => {
      await w.useTheme('light');
      await w.screenshot('tree-workspaces-light');
      await w.page.keyboard.press('Home');
      await w.artifactRow(33).waitFor();
      await w.screenshot('tree-artifacts-light');
      await w.useTheme('contrast');
      await w.screenshot('tree-contrast');
      await w.useTheme('dark');
    });
  }

  it('opens the file of a row that is dragged to the tabs', async () => {
    await w.page.keyboard.press('Home');
    await w.artifactRow(30).dragTo(w.page.locator('.editor-group-container .tabs-container').first());
    await w.page.locator('.tabs-container .tab[aria-label*=".csv"]').waitFor();
    await w.screenshot('tree-dragged-dark');
    await w.page.keyboard.press('ControlOrMeta+F4');
  });

  it('shows an artifact that an agent has just written', async () => {
    await w.page.keyboard.press('Home');
    const artifacts = path.join(w.folder, 'data/runtime/artifacts');
    await mkdir(artifacts, { recursive: true });
    await writeFile(path.join(artifacts, '34.md'), '# Just written\n');
    await writeFile(
      path.join(artifacts, '34.meta'),
      JSON.stringify({ id: '34', extension: '.md', type: 'text/markdown', name: 'just written', createdAt: new Date().toISOString() }),
    );
    // The file can be seen before its sidecar is.
    await w.page.locator('.sidebar .monaco-list-row[aria-label="just written, new, 34, Markdown, 15 B, now"]').waitFor();
    await w.screenshot('tree-follows-disk-dark');
  });
});

/** The files among rows as paths from the first level of these rows on. */
function pathsOf(rows: readonly SpokenRow[]): string[] {
  const top = rows[0]?.level ?? 0;
  const at: string[] = [];
  return rows.flatMap(({ label, level }, index) => {
    const [name = ''] = label.split(', ');
    at.splice(level - top, Infinity, name);
    const isFolder = (rows[index + 1]?.level ?? 0) > level;
    return isFolder ? [] : [at.join('/')];
  });
}
