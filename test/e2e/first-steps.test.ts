import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const OFFERS = ['Show Conversations of Claude Code…', 'Preview a File', 'Add Data Root Folder', 'Create Sample Data Root'];
/** Conversations is the only view, open, and says what can be done. */
const seesOffers = async (w: Workbench): Promise<void> => {
  await w.page.locator('.sidebar .composite.title').getByText('Conversations').waitFor();
  for (const offer of OFFERS) await w.page.locator('.sidebar .monaco-button').getByText(offer, { exact: true }).waitFor();
  assert.equal(await w.page.locator('.sidebar .pane').count(), 1);
};

describe('a folder without a data root', () => {
  it('says what to do, makes the sample, which is there at once, and takes it away', async () => {
    const w = await lendWorkbench({ folder: 'project', theme: 'light' });
    await seesOffers(w);
    // nothing in the palette needs a data root
    await w.page.keyboard.press('F1');
    await w.input.fill('>Agent Artifacts: Create Sample');
    await w.inputRow('Create Sample Data Root').waitFor();
    await w.input.fill('>Agent Artifacts: Filter Artifacts');
    await w.inputRow('Create Sample Data Root').waitFor({ state: 'detached' });
    assert.equal(await w.inputRow('Filter Artifacts').count(), 0);
    await w.page.keyboard.press('Escape');
    // all of it is there to be seen at 900 pixels
    await w.page.locator('.sidebar .welcome-view-content').getByText('Describe them in llmservices.json').click({ trial: true });
    await w.screenshot('welcome-light');
    await w.page.locator('.sidebar .monaco-button').getByText('Create Sample Data Root').click();
    await w.chooseFolder(w.folder, 'Create Sample Here');
    await w.treeRow('rainfall chart.png').waitFor();
    await w.treeRow('Claude Sonnet 5').waitFor();
    // in a data root the artifacts are first, and Conversations is folded up again
    assert.deepEqual(
      await w.page.locator('.sidebar .pane-header').evaluateAll((headers) => headers.map((header) => header.getAttribute('aria-expanded'))),
      ['true', 'true', 'true', 'false'],
    );
    assert.ok((await readdir(path.join(w.folder, 'agent-artifacts-sample'))).includes('config'));
    await w.screenshot('sample-created-light');
    // [E-23] its first picture shows what it costs
    await w.treeRow('rainfall chart.png').click();
    await w.verdict('image_url');
    await w
      .webviewFrame()
      .locator('preview-token-line b')
      .first()
      .filter({ hasText: /^≈ [\d,]+ tokens$/ })
      .waitFor();
    await w.screenshot('sample-picture-light');
    await w.scrollTo(w.treeRow('Workspaces'));
    await w.runCommand('Agent Artifacts: Remove Sample Data Root');
    await seesOffers(w);
  });
});
