import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../tooling/product.mjs';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

for (const server of ['trusted', 'restricted'] as const) {
  const suffix = server === 'trusted' ? '' : `-${server}`;

  describe(`references in a log, ${server}`, () => {
    let w: Workbench;

    before(async () => {
      w = await lendWorkbench({ server });
      await writeFile(
        path.join(w.folder, 'run.log'),
        [
          '2026-11-23 09:14:02 INFO  analyst: step 31 of 40',
          '2026-11-23 09:14:05 INFO  analyst: saved the drawing as artifact:31',
          '2026-11-23 09:14:06 INFO  analyst: ws:agent-coder-7f3a:c3JjL21haW4uanM changed',
          '',
        ].join('\n'),
      );
      await w.openFile('run.log');
    });

    it('lead to the picture', async () => {
      await w.pointAtLink('31');
      const links = await w.page.locator('.editor-instance .view-line .detected-link').allTextContents();
      assert.ok(!links.join(' ').includes('step'), links.join(' '));
      const hover = w.page.locator('.monaco-hover:visible').filter({ hasText: 'drawn by canvas' });
      await hover.locator('img').first().waitFor();
      await hover.getByText('tokens', { exact: false }).first().waitFor();
      await w.screenshot(`reference-hover${suffix}-dark`);
      // The second click: the first one opened the log.
      await hover.getByRole('link', { name: 'Preview', exact: true }).click();
      await w.previewOf('drawn by canvas');
      await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
      await w.screenshot(`reference-followed${suffix}-dark`);
    });

    if (server === 'trusted') {
      it('are followed by a click with Ctrl, too', async () => {
        await w.page.locator('.tab', { hasText: 'run.log' }).click();
        await w.followLink('c3JjL21haW4uanM');
        await w.previewOf('main.js');
      });

      it('are what Go to Artifact begins with, and a name is found too', async () => {
        await w.page.locator('.tab', { hasText: 'run.log' }).click();
        await w.page.locator('.editor-instance .view-line').filter({ hasText: 'drawing' }).getByText('31').first().click();
        await w.runCommand('Go to Artifact…');
        await w.inputRow('drawn by canvas').waitFor();
        await w.input.fill('task pl');
        await w.inputRow('task plan').waitFor();
        await w.screenshot(`go-to-by-name${suffix}-dark`);
        await w.page.keyboard.press('Escape');
      });

      it('are links in a terminal', async () => {
        await w.runCommand('Terminal: Create New Terminal');
        const terminal = w.page.locator('.terminal-wrapper.active .xterm-screen');
        await terminal.waitFor();
        await terminal.click();
        await w.page.keyboard.type('echo saved as artifact:2\n');
        const line = w.page.locator('.terminal-wrapper.active .xterm-rows > div').filter({ hasText: /^saved as artifact:2/ });
        const text = await w.placeOf(line.getByText('artifact:2').first());
        await w.page.mouse.move(text.x + text.width - 10, text.y + text.height / 2, { steps: 4 });
        await w.page.locator('.monaco-hover:visible').filter({ hasText: 'Preview artifact:2' }).waitFor();
        await w.screenshot('reference-terminal-dark');
        await w.page.keyboard.down('Control');
        await w.page.mouse.down();
        await w.page.mouse.up();
        await w.page.keyboard.up('Control');
        await w.previewOf('task plan');
      });
    }
  });
}

const ENVELOPE = '019ac000-0000-7000-8000-000000000001.json';

describe('artifacts as files', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    await copyFile(
      path.join(repository, 'test/fixtures/layouts/1-envelope/artifacts', ENVELOPE),
      path.join(w.folder, 'data/runtime/artifacts', ENVELOPE),
    );
  });

  it('open with what is inside their envelopes, under their names, and cannot be changed', async () => {
    await w.scrollTo(w.treeRow('greeting'));
    await w.treeRow('greeting').click();
    await w.chooseFromMenu(w.treeRow('greeting'), /^Open(?! to| Prev)/);
    await w.page.locator('.tab[data-resource-name="greeting"]').waitFor();
    const line = w.page.locator('.editor-instance .view-line').filter({ hasText: 'Grüße, 世界' });
    await line.click();
    await w.page.keyboard.type('x');
    const message = w.page.locator('[id="workbench.parts.editor"]').getByText('Editor is read-only because');
    await message.waitFor();
    assert.equal((await line.innerText()).replaceAll('\u00a0', ' ').trim(), 'Grüße, 世界');
    await w.screenshot('artifact-as-file-dark');
    // VS Code writes an error when a row goes that is selected.
    await w.artifactRow(1).click();
    await w.previewOf('需求说明');
  });
});
