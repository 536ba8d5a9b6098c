import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the Artifacts view, filtered by time', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1280, height: 900 } });
  });

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
  });
});
