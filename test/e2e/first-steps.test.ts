import assert from 'node:assert/strict';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const headers = (w: Workbench) => w.page.locator('.sidebar .pane-header');
const button = (w: Workbench, label: string) => w.page.locator('.sidebar .monaco-button').getByText(label, { exact: true });
/** There are two views, both open, each with a sentence and what can be done. */
const seesOffers = async (w: Workbench): Promise<void> => {
  for (const offer of ['Open a Session File…', 'Find Cause from Error Message…', 'Preview a File…']) await button(w, offer).waitFor();
  assert.deepEqual(await headers(w).evaluateAll((all) => all.map((each) => [each.textContent, each.getAttribute('aria-expanded')])), [
    ['Conversations', 'true'],
    ['What a Model Receives', 'true'],
  ]);
};

describe('a folder without a data root', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ folder: 'project', theme: 'light' });
  });

  it('says what to do; nothing in the palette needs a data root', async () => {
    await seesOffers(w);
    await w.page.keyboard.press('F1');
    await w.input.fill('>Agent Artifacts: Create Sample');
    await w.inputRow('Create Sample Data Root').waitFor();
    await w.input.fill('>Agent Artifacts: Filter Artifacts');
    await w.inputRow('Create Sample Data Root').waitFor({ state: 'detached' });
    assert.equal(await w.inputRow('Filter Artifacts').count(), 0);
    await w.page.keyboard.press('Escape');
  });

  it('offers the sessions of a program that is installed, and asks before it reads them', async () => {
    const projects = path.join(w.server.dataDir, 'claude/projects');
    const show = button(w, 'Show Sessions of Claude Code');
    assert.equal(await show.count(), 0);
    await mkdir(projects, { recursive: true });
    try {
      await w.viewAction('Conversations', 'Refresh Conversations');
      await show.waitFor();
      await w.screenshot('welcome-light');
      await show.click();
      const dialog = w.page.locator('.monaco-dialog-box');
      await dialog.getByText('Show the sessions of Claude Code?').waitFor();
      await dialog.getByText('Cancel', { exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    } finally {
      await rm(projects, { recursive: true });
    }
    await w.viewAction('Conversations', 'Refresh Conversations');
    await show.waitFor({ state: 'detached' });
  });

  it('lists the files that were previewed, opens one again with a click, and drops one that a person removes', async () => {
    await w.openFile('README.md');
    await w.openFile('diagram.png');
    await w.runCommand('Agent Artifacts: Preview as a Model Receives It');
    await w.previewOf('diagram.png');
    await w.page.locator('.tabs-container .tab[aria-label^="README.md"]').click();
    await w.runCommand('Agent Artifacts: Preview as a Model Receives It');
    await w.previewOf('README.md');
    for (const [at, label] of ['README.md', 'diagram.png, docs'].entries())
      await w.page.locator(`.sidebar .monaco-list-row[aria-setsize="2"][aria-posinset="${at + 1}"][aria-label="${label}"]`).waitFor();
    await w.treeRow('diagram.png').click();
    await w.previewOf('diagram.png');
    await w.page.mouse.move(0, 0);
    await w.screenshot('previewed-files-light');
    await rm(path.join(w.folder, 'README.md'));
    await w.treeRow('README.md').click();
    const gone = w.notification('“README.md” is no longer there. It was removed from the list.');
    await gone.waitFor();
    await w.clearNotification(gone);
    await w.chooseFromMenu(w.treeRow('diagram.png'), 'Remove from List');
    await seesOffers(w);
  });

  it('makes the sample, which is there at once, and takes it away', async () => {
    await w.chooseFromTitle('Conversations', 'Create Sample Data Root…');
    await w.chooseFolder(w.folder, 'Create Sample Here');
    await w.treeRow('rainfall chart.png').waitFor();
    await w.treeRow('Claude Sonnet 5').waitFor();
    // in a data root the artifacts are first, and Conversations is folded up again
    assert.deepEqual(await headers(w).evaluateAll((all) => all.map((each) => each.getAttribute('aria-expanded'))), [
      'true',
      'true',
      'true',
      'false',
    ]);
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
