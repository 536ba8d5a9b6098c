import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brokenSession } from '../support/broken-session.ts';
import { countedSession, type CountedTurn } from '../support/counted-session.ts';
import { pictureSession } from '../support/picture-session.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** A session that fails with every request, in an ordinary project. */
describe('a conversation', () => {
  let w: Workbench;
  const session = brokenSession({ large: 1 });
  const pictures = pictureSession(8);
  /** Sixty requests, each longer than the one before; two of them come after a pause and read nothing from the cache. */
  const turns = Array.from({ length: 60 }, (_, at): CountedTurn => {
    const [before, seconds] = [18_000 + 1700 * at, 40 * at + (at >= 21 ? 900 : 0) + (at >= 44 ? 900 : 0)];
    return at === 0 || at === 21 || at === 44 ? [4, 0, before + 1700, seconds] : [4, before, 1700, seconds];
  });
  const counted = countedSession(turns)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

  before(async () => {
    w = await lendWorkbench({ folder: 'project' });
    // a file that was written to a moment ago is in use
    const before = new Date(Date.now() - 60_000);
    for (const [name, text] of Object.entries({ 'session.jsonl': session, 'pictures.jsonl': pictures })) {
      await writeFile(path.join(w.folder, name), text);
      await utimes(path.join(w.folder, name), before, before);
    }
    await writeFile(path.join(w.folder, 'counted.jsonl'), counted);
    await w.openView('Explorer');
  });

  const row = (name: string) => w.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first();
  const verdict = (text: RegExp) => w.webviewFrame().locator('.verdict').filter({ hasText: text }).waitFor();

  const dialog = () => w.page.locator('.monaco-dialog-box');
  /** A tab with a part of a conversation has nothing to show any more once that is closed. */
  async function closeTab(title: string): Promise<void> {
    const tab = w.page.locator('.tab').filter({ hasText: title });
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
  }

  it('a broken session of Claude Code is repaired in four clicks', async () => {
    // 1
    await row('session.jsonl').click();
    await w.page.locator('.tabs-container .tab[aria-label^="session.jsonl"]').waitFor();
    await w.openAsConversation();
    await verdict(/Next request fails at message \d+: /);
    await w.webviewFrame().locator('.line.part').first().waitFor();
    await w.screenshot('conversation-broken-dark');
    // 2
    await w
      .webviewFrame()
      .locator('vscode-button')
      .filter({ hasText: /^Repair/ })
      .click();
    await w.inputRow('Make images smaller, or replace them with a description').waitFor();
    await w.screenshot('conversation-repair-kinds-dark');
    // 3
    await w.page.locator('.quick-input-widget .monaco-button').filter({ hasText: 'OK' }).click();
    await dialog().getByText('Repair session.jsonl?').waitFor();
    await w.screenshot('conversation-repair-confirm-dark');
    // 4
    await dialog()
      .locator('.monaco-button')
      .filter({ hasText: /^Repair$/ })
      .click();
    await verdict(/Next request goes through/);
    const said = w.notification('session.jsonl is repaired.');
    await said.waitFor();
    await w.screenshot('conversation-repaired-dark');
    // it would cover what is below it
    await w.clearNotification(said);
    const backups = (await readdir(w.folder)).filter((name) => name.startsWith('session.jsonl.backup-'));
    assert.equal(backups.length, 1);
    assert.equal(await readFile(path.join(w.folder, backups[0] ?? ''), 'utf8'), session);
  });

  it('the table of models says with which ones it can go on, and a part opens in the preview', async () => {
    await w.webviewFrame().getByRole('button', { name: 'Compare Models' }).click();
    const goes = w.webviewFrame().locator('switch-table tr').filter({ hasText: 'Goes through' });
    await goes.filter({ hasText: 'gpt' }).first().waitFor();
    await goes.filter({ hasText: 'gemini' }).first().waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('conversation-switch-dark');
    await w.webviewFrame().getByRole('button', { name: 'Only media' }).click();
    await w.webviewFrame().locator('.line.part').first().click();
    await w.webviewFrame().locator('.detail vscode-button').filter({ hasText: 'Preview' }).click();
    await w.page.locator('.tab.active').filter({ hasText: 'Preview: message-9-part-2.png' }).waitFor();
    await w.webviewFrame().locator('.route').waitFor();
    await w.webviewFrame().getByText('2,000 × 1,333 pixels').first().waitFor();
    await w.verdict('image_url');
    await w.screenshot('conversation-part-preview-dark');
  });

  it('what stands in it is listed, and opens in VS Code’s own viewer', async () => {
    await closeTab('Preview: message-9-part-2.png');
    await w.page.locator('.tab[aria-label="session.jsonl"]').click();
    // a list closes that is open when VS Code gives the page the focus, which it does late
    await w.webviewHasFocus();
    await w.page.locator('.editor-actions .action-label[aria-label^="Show Artifacts of a Conversation"]').first().click();
    await w.inputRow('2000 × 1333').waitFor();
    await w.screenshot('conversation-artifacts-dark');
    await w.inputRow('2000 × 1333').click();
    await w.inputRow('Save a Copy…').waitFor();
    await w.screenshot('conversation-artifact-actions-dark');
    await w.inputRow('Open').click();
    await w.page.locator('.tab.active').filter({ hasText: 'message-9-part-2.png' }).waitFor();
    await w.screenshot('conversation-artifact-opened-dark');
    await closeTab('message-9-part-2.png');
  });

  it('a session is slimmed: its pictures lie beside it, once each, and come back byte by byte', async () => {
    await row('pictures.jsonl').click();
    await w.page.locator('.tabs-container .tab[aria-label^="pictures.jsonl"]').waitFor();
    await w.openAsConversation();
    await verdict(/Next request goes through/);
    const button = (label: string) => w.webviewFrame().locator('vscode-button').filter({ hasText: label });
    await button('Slim…').click();
    await dialog().getByText('Slim pictures.jsonl?').waitFor();
    await w.screenshot('conversation-slim-confirm-dark');
    await dialog()
      .locator('.monaco-button')
      .filter({ hasText: /^Slim$/ })
      .click();
    await button('Restore Media').waitFor();
    const said = w.notification('pictures.jsonl is slimmed.');
    await said.waitFor();
    await w.screenshot('conversation-slimmed-dark');
    await w.clearNotification(said);
    const file = path.join(w.folder, 'pictures.jsonl');
    assert.ok((await readFile(file)).length * 20 < pictures.length);
    const media = (await readdir(path.join(w.folder, 'pictures.jsonl.media'))).filter((name) => name.endsWith('.png'));
    assert.equal(media.length, 1);
    await button('Restore Media').click();
    await w.notification('pictures.jsonl').waitFor();
    await button('Slim…').waitFor();
    assert.equal(await readFile(file, 'utf8'), pictures);
  });

  it('the requests of a session stand above its messages, as bars and as a table, and lead to the messages of their answers', async () => {
    // The folder with the media that were restored may still go from the list of files, under the pointer.
    await w.openFile('counted.jsonl');
    await w.page.locator('.tabs-container .tab[aria-label^="counted.jsonl"]').waitFor();
    await w.openAsConversation();
    await verdict(/Next request goes through/);
    await w.webviewFrame().getByRole('button', { name: 'Requests', exact: true }).click();
    const missed = w.webviewFrame().locator('requests-picture .bar:has(.missed)');
    assert.match((await missed.nth(1).locator('title').textContent()) ?? '', /^Request 45 · claude[^]*more than 5 minutes had passed$/);
    await missed.nth(1).click();
    await w
      .webviewFrame()
      .locator('.line[aria-selected="true"]')
      .filter({ hasText: /^\s*90\s/ })
      .waitFor();
    await w.webviewFrame().locator('requests-table .whole').filter({ hasText: 'Request 45 · Message 90 · ' }).waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('conversation-requests-dark');
    await w.webviewFrame().locator('requests-table table').press('Home');
    await w.webviewFrame().locator('requests-table table').press('Enter');
    await w
      .webviewFrame()
      .locator('.line[aria-selected="true"]')
      .filter({ hasText: /^\s*2\s/ })
      .waitFor();
  });

  it('a session of Copilot CLI says which picture its model never received', async () => {
    await copyFile(path.join(import.meta.dirname, '../fixtures/sessions/copilot-cli.jsonl'), path.join(w.folder, 'events.jsonl'));
    await w.openFile('events.jsonl');
    await w.page.locator('.tabs-container .tab[aria-label^="events.jsonl"]').waitFor();
    await w.openAsConversation();
    await verdict(/Next request goes through/);
    await w.webviewFrame().getByText('The program read planted.png and sends only these words').first().waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('conversation-receipt-dark');
    await w.webviewFrame().getByRole('button', { name: 'Files (2)' }).click();
    await w.webviewFrame().locator('.line.part').filter({ hasText: 'planted.png' }).filter({ hasText: 'only words about it' }).waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('conversation-files-dark');
  });
});

/** What the runtime's agents and their models said to each other. */
describe('the conversation of an agent', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ theme: 'light' });
  });

  const verdict = (text: RegExp) => w.webviewFrame().locator('.verdict').filter({ hasText: text }).waitFor();

  it('is found from an artifact that the agent read, at the message where it did', async () => {
    await w.chooseFromMenu(w.artifactRow(31), 'Who Made and Read This Artifact?');
    const reader = w.page.locator('.quick-input-widget .monaco-list-row').filter({ hasText: 'get_artifact' }).first();
    await reader.waitFor();
    await w.screenshot('artifact-who-used-light');
    await reader.click();
    await verdict(/Next request goes through/);
    await w.webviewFrame().locator('.line[aria-selected="true"]').filter({ hasText: '5' }).first().waitFor();
    await w.screenshot('artifact-who-used-opened-light');
    await w.page.keyboard.press('ControlOrMeta+F4');
  });

  it('opens from the Agents view, goes through with the model of its role, and has a search of its own', async () => {
    await w.foldViews('Artifacts', 'Model Services');
    const agent = w.page.locator('.sidebar .monaco-list-row[aria-label*="055769bd"]').first();
    await agent.waitFor();
    await w.chooseFromMenu(agent, 'Open Conversation');
    await verdict(/Next request goes through/);
    await w.webviewFrame().locator('.line.part canvas').first().waitFor();
    await w.screenshot('conversation-agent-light');
    await w.webviewFrame().locator('.list').press('ControlOrMeta+f');
    await w.webviewFrame().getByRole('textbox', { name: 'Find in messages' }).fill('CHART');
    await w
      .webviewFrame()
      .locator('find-widget .count')
      .filter({ hasText: /^1 of \d+$/ })
      .waitFor();
    await w.screenshot('conversation-find-light');
  });
});
