import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run } from '../tooling/processes.mjs';
import { repository } from '../tooling/product.mjs';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('a workspace of two data roots', () => {
  let w: Workbench;
  let parent: string;

  before(async () => {
    parent = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-sample-')));
    const sample = path.join(parent, 'sample-root');
    await run(process.execPath, [path.join(repository, 'dist/cli.mjs'), 'sample', sample], { cwd: repository });
    w = await openWorkbench({ folders: ['agent-society-root', sample], viewport: { width: 1440, height: 1200 } });
    await w.openView('Agent Artifacts', 'Artifacts');
  });
  after(async () => {
    await w.close();
    await rm(parent, { recursive: true, force: true });
  });

  it('shows each under its name, with its artifacts and its services', async () => {
    const rowIn = (view: string, label: string) =>
      w.page
        .locator('.sidebar .pane')
        .filter({ has: w.page.locator('.pane-header', { hasText: view }) })
        .locator('.monaco-list-row')
        .filter({ has: w.page.getByText(label, { exact: true }) });
    await w.artifactRow(31).click();
    await w.previewOf('drawn by canvas');
    // Folded, the first leaves room for the second.
    await rowIn('Artifacts', 'agent-society-root').click();
    for (const view of ['Artifacts', 'Model Services']) {
      for (const name of ['agent-society-root', 'sample-root']) await rowIn(view, name).waitFor();
    }
    await rowIn('Artifacts', 'dashboard.png').click();
    await w.previewOf('dashboard.png');
    await rowIn('Model Services', 'Vision model').waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('several-roots-dark');
  });

  it('a reference that is in both is offered twice', async () => {
    await w.viewAction('Artifacts', 'Go to Artifact…');
    await w.input.fill('artifact:1');
    await w.inputRow('agent-society-root').waitFor();
    await w.inputRow('sample-root').waitFor();
    await w.screenshot('go-to-several-roots-dark');
    await w.inputRow('agent-society-root').click();
    await w.previewOf('需求说明');
  });
});
