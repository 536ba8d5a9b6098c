import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the Artifacts view, filtered by time', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1280, height: 900 } });
  });

  /** Row by row what a screen reader says, until it is as wanted. */
  const firstIs = async (pattern: RegExp, row = 1) => {
    await w.page.waitForFunction(
      ([source, at]) => {
        const rows = [...document.querySelectorAll('.sidebar .monaco-list')][0]?.querySelectorAll(`.monaco-list-row[data-index="${at}"]`);
        return new RegExp(source as string).test(rows?.[0]?.getAttribute('aria-label') ?? '');
      },
      [pattern.source, row] as const,
    );
  };
  it('shows only what changes from now on, says so, and shows all again when the filter is cleared', async () => {
    await w.runCommand('Agent Artifacts: Changed Since…');
    await w.inputRow('Last 7 Days').waitFor();
    await w.page.mouse.move(640, 880); // its tooltip would cover the title
    await w.screenshot('tree-changed-since-question-dark');
    await w.inputRow('From Now On').click();
    await w.page
      .locator('.sidebar')
      .getByText(/^changed since .+: nothing found$/)
      .waitFor();
    const artifacts = path.join(w.folder, 'data/runtime/artifacts');
    await mkdir(artifacts, { recursive: true });
    await writeFile(path.join(artifacts, '41.md'), '# Since then\n');
    await w.treeRow('41.md').waitFor();
    await w.page
      .locator('.sidebar')
      .getByText(/^changed since .+: 1 found$/)
      .waitFor();
    await w.screenshot('tree-changed-since-dark');
    await w.viewAction('Artifacts', 'Clear Filter');
    await w.treeRow('Workspaces').waitFor();
    await firstIs(/^41\.md, /);
  });

  it('has the artifacts at the top while there are no workspaces', async () => {
    await firstIs(/^41\.md, /);
    const workspaces = path.join(w.folder, 'data/runtime/workspaces');
    await rename(workspaces, `${workspaces}-away`);
    await w.viewAction('Artifacts', 'Refresh Artifacts');
    await firstIs(/^41\.md, /, 0);
    await w.screenshot('tree-flat-dark');
    await rename(`${workspaces}-away`, workspaces);
    await w.viewAction('Artifacts', 'Refresh Artifacts');
    await w.treeRow('Store').waitFor();
  });

  it('searches the texts of the artifacts with VS Code’s own search', async () => {
    await w.runCommand('Agent Artifacts: Find in Artifacts…');
    const search = w.page.locator('.search-view');
    await search.locator('.search-container textarea').first().fill('Since then');
    await w.page.keyboard.press('Enter');
    await search.locator('.monaco-list-row').filter({ hasText: '41.md' }).first().waitFor();
    await w.screenshot('find-in-artifacts-dark');
  });
});
