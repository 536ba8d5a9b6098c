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
    // The message comes before the tree, whose rows go and come one after the other.
    for (const [at, label] of ['chart.png, 24', 'chart.webp, 11', 'chart.png, 8'].entries())
      await w.page
        .locator(`.sidebar .monaco-list-row[aria-level="2"][aria-setsize="3"][aria-posinset="${at + 1}"][aria-label^="${label}, "]`)
        .waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('filter-dark');
    await w.viewAction('Artifacts', 'Clear Filter');
    await w.artifactRow(24).waitFor();
    await w.page.locator('.sidebar .message').getByText('found').waitFor({ state: 'hidden' });
    await w.treeRow(/^33 · /).waitFor();
  });
});
