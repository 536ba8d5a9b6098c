import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('what is done with artifacts in the tree', () => {
  let w: Workbench;

  before(async () => {
    w = await openWorkbench({ viewport: { width: 1440, height: 900 } });
    await w.openView('Agent Artifacts', 'Artifacts');
  });
  after(() => w.close());

  /** Two rows are selected, the first by a click. */
  async function select(first: number, second: number): Promise<void> {
    await w.artifactRow(first).click();
    await w.artifactRow(second).click({ modifiers: ['Control'] });
    await w.page.locator('.sidebar .monaco-list-row.selected').nth(1).waitFor();
  }

  it('two are compared, as two files of the Explorer are', async () => {
    await select(30, 29);
    await w.chooseFromMenu(w.artifactRow(29), 'Compare Selected');
    await w.page.locator('.monaco-diff-editor .view-line').first().waitFor();
    await w.screenshot('tree-compare-dark');
  });

  it('two are exported into a folder, which VS Code asks for', async () => {
    await select(31, 24);
    await w.chooseFromMenu(w.artifactRow(24), 'Export…');
    await w.page.getByText('Export 2 Artifacts', { exact: true }).waitFor();
    await w.inputRow('config').waitFor();
    await w.screenshot('tree-export-dark');
    await w.page.keyboard.press('Enter');
    await w.page.getByText('Exported 2 artifacts.', { exact: true }).waitFor();
    const list = JSON.parse(await readFile(path.join(w.folder, 'artifacts.json'), 'utf8')) as { artifacts: { file: string }[] };
    const there = await readdir(w.folder);
    assert.equal(list.artifacts.length, 2);
    for (const { file } of list.artifacts) assert.ok(there.includes(file), file);
  });
});
