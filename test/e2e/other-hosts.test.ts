import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { brokenSession } from '../support/broken-session.ts';
import { projectWith } from './support/project.ts';
import type { ServerKind } from './support/shared-server.ts';
import { openWorkbench, type Theme, type Workbench } from './support/workbench.ts';

/** What stands on the screen, by language. */
interface Words {
  /** Our container: when it is there, our entries of menus are. */
  readonly ours: string;
  readonly explorer: string;
  readonly preview: string;
  readonly compare: string;
  readonly open: string;
  readonly fails: RegExp;
  readonly models: string;
  readonly goes: string;
}

const english: Words = {
  ours: 'Agent Artifacts',
  explorer: 'Explorer',
  preview: 'Preview as a Model Receives It',
  compare: 'Compare',
  open: 'Open as Conversation',
  fails: /Next request fails at message \d+: /,
  models: 'Compare Models',
  goes: 'Fails',
};
const chinese: Words = {
  ours: '智能体工件',
  explorer: '资源管理器',
  preview: '按模型所见预览',
  compare: '比较',
  open: '作为对话打开',
  fails: /下一次请求将在第 \d+ 条消息处失败：/,
  models: '比较模型',
  goes: '失败',
};

/** Where nothing is written, and where there are no local files. */
const hosts: readonly { kind: ServerKind; theme: Theme; words: Words; refusal: string | undefined }[] = [
  { kind: 'chinese', theme: 'light', words: chinese, refusal: undefined },
  {
    kind: 'restricted',
    theme: 'contrast',
    words: english,
    refusal: 'Nothing can be changed in Restricted Mode. Trust the workspace to edit.',
  },
  { kind: 'web', theme: 'dark', words: english, refusal: 'Only files on a local disk can be repaired.' },
];

for (const { kind, theme, words, refusal } of hosts) {
  describe(`files and conversations of an ordinary project, ${kind}`, () => {
    let w: Workbench;

    const row = (name: string) => w.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first();

    before(async () => {
      const project = await projectWith({ 'session.jsonl': brokenSession() });
      w = await openWorkbench({ server: kind, theme, folders: [project.folder], viewport: { width: 1440, height: 900 } });
      await project.remove();
      await w.openView(words.ours);
      await w.openView(words.explorer);
    });
    after(() => w.close());

    it('a picture is previewed, and the newest models are compared with their prices', async () => {
      await row('docs').click();
      await w.chooseFromMenu(row('diagram.png'), words.preview);
      await w.webviewFrame().locator('.route').waitFor();
      await w.webviewFrame().getByRole('tab', { name: words.compare }).click();
      await w.webviewFrame().locator('preview-compare').getByText(/\$\d/).first().waitFor();
      await w.screenshot(`any-file-${kind}-${theme}`);
    });

    it('a session says at which message it fails, and is repaired only where that is allowed', async () => {
      await w.chooseFromMenu(row('session.jsonl'), words.open);
      await w.webviewFrame().locator('.verdict').filter({ hasText: words.fails }).waitFor();
      const [text, picture] = [
        w.webviewFrame().locator('.line.part').first(),
        w.webviewFrame().locator('.line.part', { hasText: 'image/png' }).first(),
      ];
      await text.waitFor();
      await picture.waitFor();
      // a window that reads only whole files has no pictures, and leaves no room for them
      if (kind === 'web') assert.equal((await picture.boundingBox())?.height, (await text.boundingBox())?.height);
      else await picture.locator('canvas').waitFor();
      if (refusal !== undefined) await w.webviewFrame().getByText(refusal).waitFor();
      const repair = w.webviewFrame().locator('vscode-button[icon="wand"]');
      assert.equal((await repair.getAttribute('disabled')) !== null, refusal !== undefined);
      await w.screenshot(`conversation-${kind}-${theme}`);
      await w.webviewFrame().getByRole('button', { name: words.models }).click();
      await w.webviewFrame().locator('switch-table td').getByText(words.goes).first().waitFor();
      await w.screenshot(`conversation-switch-${kind}-${theme}`);
      assert.deepEqual(
        (await readdir(w.folder)).filter((name) => name.includes('backup')),
        [],
      );
    });
  });
}
