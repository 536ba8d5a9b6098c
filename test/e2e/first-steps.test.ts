import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const OFFERS = ['Add Data Root Folder', 'Create Sample Data Root', 'Add Service', 'Import Model Services'];
const seesOffers = async (w: Workbench): Promise<void> => {
  for (const offer of OFFERS) await w.page.locator('.sidebar .monaco-button').getByText(offer, { exact: true }).waitFor();
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
    await w.page.locator('.sidebar .welcome-view-content').getByText('create it from a template').click({ trial: true });
    await w.screenshot('welcome-light');
    await w.openView('Agent Artifacts', 'Conversations');
    await w.page.locator('.sidebar').getByText('Show Conversations of Claude Code…').waitFor();
    await w.foldViews('Conversations');
    await w.page.locator('.sidebar .monaco-button').getByText('Create Sample Data Root').click();
    await w.chooseFolder(w.folder, 'Create Sample Here');
    await w.treeRow('rainfall chart.png').waitFor();
    await w.treeRow('Claude Sonnet 5').waitFor();
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
