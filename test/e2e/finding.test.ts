import assert from 'node:assert/strict';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('finding an artifact', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    await w.foldViews('Model Services', 'Agents');
  });

  it('[3-R3.2][3-R4.2] by its reference: a workspace id is decoded while typing, and Enter shows the file', async () => {
    await w.viewAction('Artifacts', 'Go to Artifact…');
    await w.input.fill('ws:agent-coder-7f3a:c3JjL21haW4uanM');
    await w.inputRow('main.js').getByText('agent-coder-7f3a › src › main.js').waitFor();
    await w.screenshot('go-to-valid-dark');
    await w.page.keyboard.press('Enter');
    await w.previewOf('main.js');
    await w.webviewFrame().locator('preview-content .hljs-keyword, preview-content .hljs-title').first().waitFor();
    await w.page.locator('.sidebar .monaco-list-row.selected').getByText('main.js').waitFor();
    await w.screenshot('go-to-shown-dark');
  });

  it('by a filter of words and types, said above the tree; all are back when it is cleared', async () => {
    await w.viewAction('Artifacts', 'Filter Artifacts…');
    await w.input.fill('chart');
    await w.inputRow('Images').click();
    await w.screenshot('filter-input-dark');
    await w.page.keyboard.press('Enter');
    await w.page.locator('.sidebar .message').getByText('3 found').waitFor();
    const rows = w.page.locator('.sidebar .pane').first().locator('.monaco-list-row[aria-level="2"]');
    await rows.nth(3).waitFor({ state: 'detached' }); // the message comes before the tree
    const ids = await rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')?.split(', ').slice(0, 2).join(', ')));
    assert.deepEqual(ids, ['chart.png, 24', 'chart.webp, 11', 'chart.png, 8']);
    await w.page.mouse.move(0, 0);
    await w.screenshot('filter-dark');
    await w.viewAction('Artifacts', 'Clear Filter');
    await w.artifactRow(24).waitFor();
    await w.page.locator('.sidebar .message').getByText('found').waitFor({ state: 'hidden' });
    await w.treeRow(/^33 · /).waitFor();
  });
});
