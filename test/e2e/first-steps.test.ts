import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, openWorkbench, type Workbench, type WorkbenchOptions } from './support/workbench.ts';

describe('where there is no data root', () => {
  let w: Workbench;
  const opened: Workbench[] = [];
  const open = async (options: WorkbenchOptions): Promise<Workbench> => {
    const workbench = await openWorkbench(options);
    opened.push(workbench);
    return workbench;
  };
  after(async () => {
    for (const workbench of opened) await workbench.close();
  });

  const offers = ['Add Data Root Folder', 'Create Sample Data Root', 'Add Service', 'Import Model Services'];

  it('an empty window says what to do', async () => {
    w = await open({ folders: [] });
    await w.openView('Agent Artifacts');
    for (const offer of offers) await w.page.locator('.sidebar .monaco-button').getByText(offer, { exact: true }).waitFor();
    await w.screenshot('welcome-empty-window-dark');
  });

  it('a folder without one says the same, and makes the sample, which is there at once', async () => {
    w = await open({ folders: ['services'], theme: 'light' });
    await w.openView('Agent Artifacts');
    for (const offer of offers) await w.page.locator('.sidebar .monaco-button').getByText(offer, { exact: true }).waitFor();
    // all of it is there to be seen at 900 pixels
    await w.page.locator('.sidebar .welcome-view-content').getByText('create it from a template').click({ trial: true });
    await w.screenshot('welcome-light');
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
  });
});

describe('in Restricted Mode', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ server: 'restricted' });
    await w.page.locator('.statusbar').getByText('Restricted Mode').waitFor();
  });

  it('tree, services and preview work', async () => {
    await w.openView('Agent Artifacts', 'Artifacts');
    await w.artifactRow(31).click();
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
    await w.pickModel('视觉模型');
    await w.verdict('image_url');
    await w.screenshot('restricted-dark');
  });
});
