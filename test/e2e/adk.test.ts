import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const PICTURE = path.resolve(import.meta.dirname, '../fixtures/agent-society-root/data/runtime/artifacts/31.png');
const SESSION = 'users/user/sessions/7f3a9c21/artifacts';

describe('a project in which adk web has kept artifacts', () => {
  let w: Workbench;
  /** Where the files are written, before they are there all at once. */
  let written: string;

  /** The files of one version, as ADK writes them. */
  async function put(folder: string, version: number, content: string | { readonly file: string }, mimeType?: string): Promise<void> {
    const place = path.join(written, 'artifacts', folder, 'versions', String(version));
    const name = path.basename(folder);
    const fileName = folder.slice(folder.indexOf('artifacts/') + 'artifacts/'.length);
    await mkdir(place, { recursive: true });
    if (typeof content === 'string') await writeFile(path.join(place, name), content);
    else await cp(content.file, path.join(place, name));
    await writeFile(path.join(place, 'metadata.json'), JSON.stringify({ fileName, mimeType, version }));
  }

  before(async () => {
    w = await lendWorkbench({ folder: 'project' });
    written = path.join(w.folder, '../adk');
    await put(`${SESSION}/plan.md`, 0, '# Plan\n\n1. Collect the figures\n2. Draw the chart\n');
    await put(`${SESSION}/plan.md`, 1, '# Plan\n\n1. Collect the figures of the third quarter\n2. Draw the chart\n3. Write the report\n');
    await put(`${SESSION}/charts/sales.png`, 0, { file: PICTURE }, 'image/png');
    await put('users/user/artifacts/preferences.json', 0, '{"units": "metric"}\n');
    await rename(written, path.join(w.folder, '.adk'));
  });

  it('shows its users, sessions and artifacts, and what a model receives of one', async () => {
    // The rows below a folder move once its content is there: until then a click could meet another row.
    for (const [folder, content] of [
      ['user', '7f3a9c21'],
      ['7f3a9c21', 'charts'],
      ['charts', 'sales.png'],
      ['user:', 'preferences.json'],
    ] as const) {
      await w.treeRow(folder).click();
      await w.treeRow(content).waitFor();
    }
    await w.treeRow('sales.png').click();
    await w.previewOf('charts/sales.png');
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('adk-preview-dark');
  });

  it('compares a version with the one before it', async () => {
    await w.treeRow('plan.md').locator('.monaco-tl-twistie').click();
    await w.treeRow('Version 0').waitFor();
    await w.chooseFromMenu(w.treeRow('Version 1'), 'Compare with Previous Version');
    await w.page.locator('.tab', { hasText: 'plan.md: Version 0 ↔ 1' }).waitFor();
    await w.page.locator('.monaco-diff-editor .view-line', { hasText: 'Write the report' }).first().waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('adk-versions-dark');
  });
});
