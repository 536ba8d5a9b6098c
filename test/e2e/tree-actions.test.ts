import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('what is done with artifacts in the tree', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    await w.foldViews('Model Services', 'Agents');
  });

  it('their texts are searched by VS Code’s own search', async () => {
    await w.runCommand('Agent Artifacts: Find in Artifacts…');
    const search = w.page.locator('.search-view');
    await search.locator('.search-container textarea').first().fill('甲,9');
    await w.page.keyboard.press('Enter');
    await search.locator('.monaco-list-row').filter({ hasText: '30.csv' }).first().waitFor();
    await w.screenshot('tree-find-dark');
    await w.openView('Agent Artifacts', 'Artifacts');
  });

  it('what is new since the last look is counted on the icon, and said of the rows until the look ends', async () => {
    await w.openView('Explorer');
    // VS Code tells the extension that the view is hidden after the page has drawn it; the extension answers a command after that.
    await w.runCommand('Go to Artifact…');
    await w.page.locator('.quick-input-title:visible').getByText('Go to Artifact').waitFor();
    await w.page.keyboard.press('Escape');
    await w.input.waitFor({ state: 'hidden' });
    const meta = { id: '70', extension: '.txt', type: 'text/plain', name: 'made meanwhile', createdAt: new Date().toISOString() };
    await writeFile(path.join(w.folder, 'data/runtime/artifacts/70.txt'), 'A note of an agent.\n');
    await writeFile(path.join(w.folder, 'data/runtime/artifacts/70.meta'), JSON.stringify(meta));
    const badge = w.page
      .locator('.activitybar .action-item')
      .filter({ has: w.page.locator('[aria-label^="Agent Artifacts"]') })
      .locator('.badge-content');
    await badge.filter({ hasText: /^1$/ }).waitFor();
    await w.screenshot('new-badge-dark');
    await w.openView('Agent Artifacts', 'Artifacts');
    await w.artifactRow(70).filter({ hasText: 'new · ' }).waitFor();
    await badge.waitFor({ state: 'hidden' });
    await w.screenshot('new-rows-dark');
    await w.openView('Explorer');
    await w.openView('Agent Artifacts', 'Artifacts');
    await w.artifactRow(70).filter({ hasNotText: 'new · ' }).waitFor();
  });

  /** Presses the mouse on a row and moves it, with a key held, over a place; the button is still down. */
  async function drag(id: number, to: Locator, at: { x: number; y: number }, key?: 'Shift'): Promise<void> {
    const [row, target] = [await w.artifactRow(id).boundingBox(), await to.boundingBox()];
    assert.ok(row && target);
    await w.page.mouse.move(row.x + 60, row.y + row.height / 2);
    await w.page.mouse.down();
    await w.page.mouse.move(row.x + 70, row.y + row.height / 2, { steps: 4 });
    if (key) await w.page.keyboard.down(key);
    await w.page.mouse.move(target.x + at.x - 4, target.y + at.y, { steps: 8 });
    await w.page.mouse.move(target.x + at.x, target.y + at.y, { steps: 4 });
  }

  it('rows are dragged into a text as references, where they are dropped', async () => {
    await writeFile(path.join(w.folder, 'report.md'), 'Findings\n\nThe drawing:\n\nThe end\n');
    await w.openFile('report.md');
    const line = w.page.locator('.editor-instance .view-line').filter({ hasText: 'drawing' });
    await line.waitFor();
    await drag(31, line, { x: 400, y: 8 }, 'Shift');
    await w.page.mouse.up();
    await w.page.keyboard.up('Shift');
    await w.page.locator('.editor-instance .view-line').filter({ hasText: 'The drawing:artifact:31' }).waitFor();
    await w.screenshot('drag-into-text-dark');
    await w.runCommand('Undo');
    await line.filter({ hasNotText: 'artifact' }).waitFor();
  });

  it('rows are dragged into the editors as files', async () => {
    await drag(30, w.page.locator('.editor-group-container').first(), { x: 300, y: 200 });
    await w.page.mouse.up();
    await w.page.locator('.tab', { hasText: '30.csv' }).waitFor();
    await w.screenshot('drag-into-editors-dark');
  });
});
