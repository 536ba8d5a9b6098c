import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('the Artifacts view, sorted and filtered by time', () => {
  let w: Workbench;

  before(async () => {
    w = await openWorkbench({ viewport: { width: 1280, height: 900 } });
    await w.openView('Agent Artifacts', 'Artifacts');
    await w.artifactRow(33).waitFor();
    // The total comes last; until then the view's title is drawn again, which closes its menus.
    await w.treeRow(/^33 · /).waitFor();
  });
  after(() => w.close());

  const labels = () => w.page.locator('.sidebar .monaco-list').first().locator('.monaco-list-row');
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
  const openSortMenu = async () => {
    await w.viewHeader('Artifacts').hover();
    await w.viewHeader('Artifacts').locator('.action-label[aria-label*="More Actions"]').click();
    const submenu = w.page.locator('.monaco-menu .action-label').filter({ hasText: 'Sort By' });
    await submenu.waitFor();
    await submenu.hover();
    await w.page
      .locator('.monaco-menu .action-label')
      .filter({ hasText: /^(✓ )?Size$/ })
      .waitFor();
  };
  const sortBy = async (title: string) => {
    await openSortMenu();
    await w.page
      .locator('.monaco-menu .action-label')
      .filter({ hasText: new RegExp(`^${title}$`) })
      .hover();
    await w.page.keyboard.press('Enter');
    await w.page.mouse.move(0, 0);
  };

  it('sorts by size from its menu, which has a check at the order in force', async () => {
    await sortBy('Size');
    await firstIs(/^scan\.tiff, /);
    await openSortMenu();
    await w.page
      .locator('.monaco-menu .action-label')
      .filter({ hasText: /^✓ Size$/ })
      .waitFor();
    assert.equal(await w.page.locator('.monaco-menu .action-label').filter({ hasText: /✓/ }).count(), 1);
    await w.screenshot('tree-sort-menu-dark');
    await w.page.keyboard.press('Escape');
    await w.page.keyboard.press('Escape');
    const sizes = await labels().evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
    const bytes = sizes.slice(1).flatMap((label) => {
      const [, number, unit] = /, ([\d.]+) (B|KB|MB), /.exec(label) ?? [];
      return number === undefined ? [] : [Number(number) * { B: 1, KB: 1024, MB: 1024 * 1024 }[unit as 'B']];
    });
    assert.ok(bytes.length > 10);
    assert.deepEqual(
      bytes,
      bytes.toSorted((one, other) => other - one),
    );
  });

  it('keeps the order when the window is opened again', async () => {
    const before = w.log.length;
    await w.page.reload();
    w.log.splice(before);
    await w.openView('Agent Artifacts', 'Artifacts');
    await firstIs(/^scan\.tiff, /);
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
    await firstIs(/^scan\.tiff, /);
  });

  it('has the artifacts at the top while there are no workspaces', async () => {
    await sortBy('Newest');
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
});
