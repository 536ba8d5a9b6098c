import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../tooling/product.mjs';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const HOSTILE = '[report](command:workbench.action.terminal.new "Open the report")';

const toasts = (w: Workbench) => w.page.locator('.notifications-toasts .notification-list-item');

describe('a name that looks like a link', () => {
  let w: Workbench;
  let folder: string;

  before(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-hostile-')), 'hostile');
    await cp(path.join(repository, 'test/fixtures/agent-society-root'), folder, { recursive: true });
    const sidecar = path.join(folder, 'data/runtime/artifacts/8.meta');
    await writeFile(sidecar, JSON.stringify({ ...(JSON.parse(await readFile(sidecar, 'utf8')) as object), name: HOSTILE }));
    await rm(path.join(folder, 'data/runtime/artifacts/8.png'));
    w = await openWorkbench({ folders: [folder] });
    await w.openView('Agent Artifacts', 'Artifacts');
  });
  after(async () => {
    await w.close();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });

  it('[E-2] is text in a notification: nothing in it can be clicked', async () => {
    await w.scrollTo(w.artifactRow(8));
    await w.chooseFromMenu(w.artifactRow(8), 'Who Can Read This Artifact?');
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
  let folder: string;

  before(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-bare-')), 'services-only');
    await mkdir(path.join(folder, 'config'), { recursive: true });
    await writeFile(
      path.join(folder, 'config/llmservices.json'),
      '{ "services": [{ "id": "gpt", "model": "gpt-4o", "baseURL": "https://api.openai.com/v1", "apiKey": "${OPENAI_API_KEY}", "capabilities": { "input": ["text", "vision"], "output": ["text"] } }] }\n',
    );
    w = await openWorkbench({ folders: [folder], theme: 'light' });
    await w.openView('Agent Artifacts', 'Model Services');
  });
  after(async () => {
    await w.close();
    await rm(path.dirname(folder), { recursive: true, force: true });
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
