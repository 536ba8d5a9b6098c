import { rm } from 'node:fs/promises';
import { uuid, writeDocuments, writeSessions } from './support/planted-sessions.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const row = (w: Workbench, label: string) => w.page.locator(`.sidebar .monaco-list-row[aria-label^="${label}"]`).first();

describe('the Conversations view', () => {
  let w: Workbench;
  let projects: string;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1280, height: 1000 } });
    projects = await writeSessions(w);
    await w.foldViews('Artifacts', 'Model Services', 'Agents');
    await w.openView('Agent Artifacts', 'Conversations');
  });
  after(() => rm(projects, { recursive: true, force: true }));

  it('lists those of the agents, and asks before it reads those of a program', async () => {
    await row(w, 'artist').waitFor();
    await row(w, 'Show Sessions of a Program…').click();
    await w.inputRow('Claude Code').click();
    const dialog = w.page.locator('.monaco-dialog-box');
    await dialog.getByText('Show the sessions of Claude Code?').waitFor();
    await w.screenshot('conversations-view-consent-dark');
    await dialog
      .locator('.monaco-button')
      .filter({ hasText: /^Show Sessions$/ })
      .click();
    await row(w, 'Rename the settings').waitFor();
  });

  it('expands a session to its artifacts, and a written file to its versions, which are compared', async () => {
    // A session is listed anew once it was checked, and while a row is listed anew VS Code runs no command on it.
    await w.page
      .locator('.sidebar .monaco-list-row[aria-label*=" tokens"]')
      .filter({ hasText: `${uuid(3)}.jsonl` })
      .waitFor();
    await w.unfoldRow(row(w, `${uuid(3)}.jsonl`), row(w, 'PNG image'));
    await w.unfoldRow(row(w, 'plan.md'), row(w, 'Version 2'));
    await row(w, 'Version 2').click();
    await w.page.locator('.tab.active').filter({ hasText: 'plan.md' }).waitFor();
    await w.chooseFromMenu(row(w, 'Version 2'), 'Compare with Previous Version', 'conversations-view-artifacts-dark');
    await w.page.locator('.tab.active').filter({ hasText: 'plan.md: Version 1 ↔ 2' }).waitFor();
    await row(w, 'PNG image').click();
    await w.page.locator('.tab.active').filter({ hasText: 'message-1-part-1.png' }).waitFor();
    await w.screenshot('conversations-view-artifact-opened-dark');
    await row(w, 'build-log.txt').click();
    await w.page.locator('.tab.active').filter({ hasText: 'build-log.txt' }).waitFor();
  });

  it('opens the gallery of a session, from which a picture and a file are previewed', async () => {
    await w.chooseFromMenu(row(w, `${uuid(3)}.jsonl`), 'Open Gallery');
    const page = w.webviewFrame();
    const tile = (name: string) => page.getByRole('option', { name });
    await tile('PNG image').locator('img').waitFor();
    for (const [name, text] of [
      ['plan.md', '1. Read'],
      ['build-log.txt', 'Built in 12 s'],
    ] as const)
      await tile(name).locator('pre').filter({ hasText: text }).waitFor();
    await w.screenshot('conversations-view-gallery-dark');
    await tile('plan.md').dblclick();
    await w.previewOf('plan.md');
  });

  it('lists the documents of Antigravity with their versions, which are compared, and its pictures, which are previewed', async () => {
    const home = await writeDocuments(w);
    try {
      await row(w, 'Show Sessions of Another Program…').click();
      await w.inputRow('Antigravity').click();
      const dialog = w.page.locator('.monaco-dialog-box');
      await dialog.getByText('Show the sessions of Antigravity?').waitFor();
      await w.screenshot('conversations-view-antigravity-consent-dark');
      await dialog.locator('.monaco-button').getByText('Show Sessions', { exact: true }).click();
      await row(w, 'Antigravity').waitFor();
      await w.unfoldRow(row(w, 'Move the settings'), row(w, 'implementation_plan.md'));
      await w.unfoldRow(row(w, 'implementation_plan.md'), row(w, 'Version 2, 49 B'));
      await w.screenshot('conversations-view-antigravity-dark');
      await w.chooseFromMenu(row(w, 'Version 2, 49 B'), 'Compare with Previous Version');
      await w.page.locator('.tab.active').filter({ hasText: 'implementation_plan.md: Version 1 ↔ 2' }).waitFor();
      // The comparison takes the focus behind its tab, and a menu that is open by then closes.
      await w.page.locator('.monaco-diff-editor .monaco-editor.focused').waitFor();
      await w.screenshot('conversations-view-antigravity-compared-dark');
      await w.chooseFromMenu(row(w, 'settings_page.png'), 'Preview as a Model Receives It');
      await w.previewOf('settings_page.png');
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

  it('shows a badge on the one whose next request fails, opens it with a click, and forgets all when that is taken back', async () => {
    const broken = w.page.locator('.sidebar .monaco-list-row[aria-label*="The next request fails"]').filter({ hasText: 'Fix the gateway' });
    await broken.waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('conversations-view-dark');
    await broken.click();
    await w
      .webviewFrame()
      .locator('.verdict')
      .filter({ hasText: /Next request fails at message \d+: / })
      .waitFor();
    await w.screenshot('conversations-view-opened-dark');
    await w.runCommand('Agent Artifacts: Stop Showing Sessions of a Program…');
    await w.inputRow('Claude Code').click();
    await row(w, 'Rename the settings').waitFor({ state: 'detached' });
    await w.runCommand('Agent Artifacts: Stop Showing Sessions of a Program…');
    await w.inputRow('Antigravity').click();
    await row(w, 'Show Sessions of a Program…').waitFor();
    await row(w, 'artist').waitFor();
  });
});
