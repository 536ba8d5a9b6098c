import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const HOSTILE = '[report](command:workbench.action.terminal.new "Open the report")';

const toasts = (w: Workbench) => w.page.locator('.notifications-toasts .notification-list-item');

describe('a name that looks like a link', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    const sidecar = path.join(w.folder, 'data/runtime/artifacts/31.meta');
    await rm(path.join(w.folder, 'data/runtime/artifacts/31.png'));
    await writeFile(sidecar, JSON.stringify({ ...(JSON.parse(await readFile(sidecar, 'utf8')) as object), name: HOSTILE }));
    await w.artifactRow(31).filter({ hasText: HOSTILE }).filter({ hasText: 'reserved' }).waitFor();
  });

  it('[E-2] is text in a notification: nothing in it can be clicked', async () => {
    await w.chooseFromMenu(w.artifactRow(31), 'Who Can Read This Artifact?');
    const message = toasts(w).locator('.notification-list-item-message');
    await message
      .getByText('[report] (command:workbench.action.terminal.new "Open the report") has no content that an agent could read.')
      .waitFor();
    assert.equal(await message.locator('a').count(), 0);
    await w.screenshot('notification-hostile-name-dark');
  });
});

describe('with services and nothing else', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ folder: 'project', theme: 'light' });
    await mkdir(path.join(w.folder, 'config'));
    await writeFile(
      path.join(w.folder, 'config/llmservices.json'),
      '{ "services": [{ "id": "gpt", "model": "gpt-4o", "baseURL": "https://api.openai.com/v1", "apiKey": "${OPENAI_API_KEY}", "capabilities": { "input": ["text", "vision"], "output": ["text"] } }] }\n',
    );
  });

  it('[E-20] the Artifacts view says what is missing and what to do', async () => {
    await w.treeRow('gpt').waitFor();
    await w.page.locator('.sidebar .welcome-view-content').getByText('This data root has no artifacts or workspaces yet.').waitFor();
    for (const offer of ['Add Data Root Folder', 'Create Sample Data Root'])
      await w.page.locator('.sidebar .monaco-button').getByText(offer, { exact: true }).waitFor();
    await w.screenshot('artifacts-missing-light');
  });

  it('[E-20] Open Preview says what to select, with buttons, and the first artifact shows up', async () => {
    await w.runCommand('Agent Artifacts: Open Preview');
    const toast = toasts(w).filter({ hasText: 'Select an artifact to preview it.' });
    await toast.locator('.monaco-button').getByText('Show Artifacts').waitFor();
    await w.screenshot('nothing-to-preview-light');
    await mkdir(path.join(w.folder, 'artifacts'));
    await writeFile(path.join(w.folder, 'artifacts/1.txt'), 'first');
    await w.artifactRow(1).waitFor();
  });
});
