import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodedFolder } from '../../src/core/conversation/sessions.ts';
import { brokenSession } from '../support/broken-session.ts';
import { writingSession } from '../support/writing-session.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const uuid = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

/** Writes sessions of Claude Code where the server's extension host looks for them. */
async function writeSessions(w: Workbench): Promise<string> {
  const projects = path.join(w.server.dataDir, 'claude/projects');
  const own = path.join(projects, encodedFolder(w.folder));
  await mkdir(own, { recursive: true });
  const question = { parentUuid: null, cwd: w.folder, sessionId: 's', type: 'user', uuid: 'u', timestamp: '2026-11-01T10:00:00.000Z' };
  const file = path.join(w.folder, 'docs/plan.md');
  const picture = await readFile(path.resolve(import.meta.dirname, '../fixtures/project/docs/diagram.png'));
  await writeFile(
    path.join(own, `${uuid(3)}.jsonl`),
    writingSession({ cwd: w.folder, file, contents: ['# Plan\n', '# Plan\n\n1. Read\n'], picture }),
  );
  await mkdir(path.join(own, uuid(3), 'tool-results'), { recursive: true });
  await writeFile(path.join(own, uuid(3), 'tool-results/build-log.txt'), 'Built in 12 s\n'.repeat(2000));
  await writeFile(path.join(own, `${uuid(1)}.jsonl`), brokenSession().replaceAll('"/project"', JSON.stringify(w.folder)));
  await writeFile(
    path.join(own, `${uuid(2)}.jsonl`),
    `${JSON.stringify({ ...question, message: { role: 'user', content: 'Rename the settings' } })}\n`,
  );
  return projects;
}

/** Writes what Antigravity keeps of a conversation, by the layout that is documented: the program itself was not run. */
async function writeDocuments(w: Workbench): Promise<string> {
  const home = path.join(w.server.dataDir, 'home/.gemini');
  const brain = path.join(home, 'antigravity/brain', uuid(4));
  await mkdir(path.join(brain, '.system_generated/logs'), { recursive: true });
  const plans = ['# Move the settings\n\n- Find them all\n', '# Move the settings\n\n- Find them all\n- Move each\n'];
  for (const [at, plan] of plans.entries()) await writeFile(path.join(brain, `implementation_plan.md.resolved.${at}`), plan);
  for (const name of ['implementation_plan.md', 'implementation_plan.md.resolved']) await writeFile(path.join(brain, name), plans[1] ?? '');
  await writeFile(path.join(brain, 'implementation_plan.md.metadata.json'), '{"summary": "A plan"}');
  await writeFile(path.join(brain, 'task.md'), '# Tasks\n\n- [x] Find the settings\n');
  await cp(path.resolve(import.meta.dirname, '../fixtures/project/docs/diagram.png'), path.join(brain, 'settings_page.png'));
  return home;
}

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
    await row(w, `${uuid(3)}.jsonl`)
      .locator('.monaco-tl-twistie')
      .click();
    await row(w, 'PNG image').waitFor();
    await row(w, 'plan.md').locator('.monaco-tl-twistie').click();
    await row(w, 'Version 2').click();
    await w.page.locator('.tab.active').filter({ hasText: 'plan.md' }).waitFor();
    await row(w, 'Version 2').click({ button: 'right' });
    const compare = w.page.locator('.monaco-menu .action-menu-item').filter({ hasText: 'Compare with Previous Version' });
    await compare.waitFor();
    await w.screenshot('conversations-view-artifacts-dark');
    await compare.click();
    await w.page.locator('.tab.active').filter({ hasText: 'plan.md: Version 1 ↔ 2' }).waitFor();
    await row(w, 'PNG image').click();
    await w.page.locator('.tab.active').filter({ hasText: 'message-1-part-1.png' }).waitFor();
    await w.screenshot('conversations-view-artifact-opened-dark');
    await row(w, 'build-log.txt').click();
    await w.page.locator('.tab.active').filter({ hasText: 'build-log.txt' }).waitFor();
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
      await row(w, 'Move the settings').locator('.monaco-tl-twistie').click();
      await row(w, 'implementation_plan.md').locator('.monaco-tl-twistie').click();
      await w.screenshot('conversations-view-antigravity-dark');
      await w.chooseFromMenu(row(w, 'Version 2, 49 B'), 'Compare with Previous Version');
      await w.page.locator('.tab.active').filter({ hasText: 'implementation_plan.md: Version 1 ↔ 2' }).waitFor();
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
