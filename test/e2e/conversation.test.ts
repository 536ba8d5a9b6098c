import assert from 'node:assert/strict';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brokenSession } from '../support/broken-session.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** A session that fails with every request, in an ordinary project. */
describe('a conversation', () => {
  let w: Workbench;
  let file: string;
  const session = brokenSession();

  before(async () => {
    w = await openWorkbench({ folders: ['project'], viewport: { width: 1440, height: 900 } });
    file = path.join(w.folder, 'session.jsonl');
    await writeFile(file, session);
    const before = new Date(Date.now() - 60_000);
    await utimes(file, before, before);
    await w.openView('Explorer');
  });
  after(() => w.close());

  const row = (name: string) => w.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first();
  const verdict = (text: RegExp) => w.webviewFrame().locator('.verdict').filter({ hasText: text }).waitFor();

  it('a broken session of Claude Code is repaired in four clicks', async () => {
    await row('session.jsonl').click();
    await w.page.locator('.tabs-container .tab[aria-label^="session.jsonl"]').waitFor();
    // 1
    await w.page.locator('.editor-actions .action-label[aria-label^="Open as Conversation"]').first().click();
    await verdict(/Next request fails at message \d+: /);
    await w.webviewFrame().locator('.line.part').first().waitFor();
    await w.screenshot('conversation-broken-dark');
    // 2
    await w
      .webviewFrame()
      .locator('vscode-button')
      .filter({ hasText: /^Repair/ })
      .click();
    await w.inputRow('Declare the type that the bytes have').waitFor();
    await w.screenshot('conversation-repair-kinds-dark');
    // 3
    await w.page.locator('.quick-input-widget .monaco-button').filter({ hasText: 'OK' }).click();
    const dialog = w.page.locator('.monaco-dialog-box');
    await dialog.getByText('Repair session.jsonl?').waitFor();
    await w.screenshot('conversation-repair-confirm-dark');
    // 4
    await dialog
      .locator('.monaco-button')
      .filter({ hasText: /^Repair$/ })
      .click();
    await verdict(/Next request goes through/);
    await w.page.locator('.notification-toast').filter({ hasText: 'session.jsonl is repaired.' }).waitFor();
    await w.screenshot('conversation-repaired-dark');
    const backups = (await readdir(w.folder)).filter((name) => name.startsWith('session.jsonl.backup-'));
    assert.equal(backups.length, 1);
    assert.equal(await readFile(path.join(w.folder, backups[0] ?? ''), 'utf8'), session);
  });
});
