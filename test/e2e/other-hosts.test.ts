import assert from 'node:assert/strict';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brokenSession } from '../support/broken-session.ts';
import { repository } from '../tooling/product.mjs';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** Where nothing is written, and where there are no local files. */
const hosts = [
  { server: 'restricted', theme: 'contrast', refusal: 'Nothing can be changed in Restricted Mode. Trust the workspace to edit.' },
  { server: 'web', theme: 'dark', refusal: 'Only files on a local disk can be repaired.' },
] as const;

for (const { server, theme, refusal } of hosts) {
  describe(`files and conversations, ${server}`, () => {
    let w: Workbench;

    const row = (name: string) => w.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first();

    before(async () => {
      w = await lendWorkbench({ server, theme });
      await copyFile(path.join(repository, 'test/fixtures/project/docs/diagram.png'), path.join(w.folder, 'diagram.png'));
      await writeFile(path.join(w.folder, 'session.jsonl'), brokenSession());
      await w.openView('Explorer');
    });

    it('a picture is previewed, and the newest models are compared with their prices', async () => {
      await w.chooseFromMenu(row('diagram.png'), 'Preview as a Model Receives It');
      // The last figure that comes moves what is below it.
      await w.webviewFrame().locator('preview-token-line').getByText('as base64 text').filter({ hasText: '≈' }).first().waitFor();
      await w.webviewFrame().getByRole('tab', { name: 'Compare' }).click();
      await w.webviewFrame().locator('preview-compare').getByText(/\$\d/).first().waitFor();
      await w.screenshot(`any-file-${server}-${theme}`);
    });

    it('a session says at which message it fails, and is not repaired', async () => {
      await w.chooseFromMenu(row('session.jsonl'), 'Open as Conversation');
      await w
        .webviewFrame()
        .locator('.verdict')
        .filter({ hasText: /Next request fails at message \d+: / })
        .waitFor();
      const [text, picture] = [
        w.webviewFrame().locator('.line.part').first(),
        w.webviewFrame().locator('.line.part', { hasText: 'image/png' }).first(),
      ];
      await text.waitFor();
      await picture.waitFor();
      // a window that reads only whole files has no pictures, and leaves no room for them
      if (server === 'web') assert.equal((await picture.boundingBox())?.height, (await text.boundingBox())?.height);
      else await picture.locator('canvas').waitFor();
      await w.webviewFrame().getByText(refusal).waitFor();
      assert.notEqual(await w.webviewFrame().locator('vscode-button[icon="wand"]').getAttribute('disabled'), null);
      await w.screenshot(`conversation-${server}-${theme}`);
      await w.webviewFrame().getByRole('button', { name: 'Compare Models' }).click();
      await w.webviewFrame().locator('switch-table td').getByText('Fails').first().waitFor();
      await w.screenshot(`conversation-switch-${server}-${theme}`);
      assert.deepEqual(
        (await readdir(w.folder)).filter((name) => name.includes('backup')),
        [],
      );
    });
  });
}
