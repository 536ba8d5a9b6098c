import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
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
