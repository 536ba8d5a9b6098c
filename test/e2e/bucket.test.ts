import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keysOf, s3Server } from '../support/object-stores.ts';
import { awsFolder } from './support/shared-server.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const ROOT = path.resolve(import.meta.dirname, '../fixtures/agent-society-root');
const WORDS = {
  trusted: {
    view: ['Agent Artifacts', 'Artifacts'],
    command: 'Agent Artifacts: Add Data Root in a Bucket…',
    as: 'As the AWS tools are set up',
    another: 'Another Server…',
    nothing: '“nothing”',
  },
  chinese: {
    view: ['智能体工件', '工件'],
    command: '智能体工件: 添加存储桶中的数据根目录…',
    as: '按 AWS 工具的设置',
    another: '其他服务器…',
    nothing: 'nothing',
  },
} as const;

/** A MinIO as it is when nobody has set up anything: its names for a region and for who asks, in a profile as its documentation writes it. */
async function writeProfile(endpoint: string): Promise<void> {
  await mkdir(awsFolder, { recursive: true });
  await writeFile(path.join(awsFolder, 'config'), `[profile minio]\nregion = us-east-1\nendpoint_url = ${endpoint}\n`);
  await writeFile(path.join(awsFolder, 'credentials'), '[minio]\naws_access_key_id = minioadmin\naws_secret_access_key = minioadmin\n');
}

for (const [server, theme, picture] of [
  ['trusted', 'light', 'light'],
  ['chinese', 'light', 'zh-cn'],
] as const)
  describe(`a data root on a MinIO of one's own, ${picture}`, () => {
    const { view, command, as, another, nothing } = WORDS[server];
    let w: Workbench;

    before(async function () {
      this.timeout(180_000);
      const store = await s3Server();
      for (const [key, content] of await keysOf(ROOT, 'fleet')) await store.put(key, content);
      await writeProfile(store.endpoint);
      w = await openWorkbench({ folders: ['project'], server, theme, viewport: { width: 1440, height: 900 } });
      await w.openView(...(view as unknown as [string, string]));
    });
    after(() => w.close());
    after(() => rm(awsFolder, { recursive: true, force: true }));

    /** As the README says it: the command, the address, the profile. */
    async function add(address: string, picture?: string): Promise<void> {
      await w.runCommand(command);
      await w.page.locator('.quick-input-widget:visible input[placeholder^="s3://"]').fill(address);
      if (picture !== undefined) await w.screenshot(`bucket-address-${picture}`);
      await w.page.keyboard.press('Enter');
      await w.inputRow(as).waitFor();
      await w.inputRow(another).waitFor();
      await w.inputRow('minio').waitFor();
      if (picture !== undefined) await w.screenshot(`bucket-way-${picture}`);
      await w.inputRow('minio').first().click();
    }

    it('is not added when it is not there, and it is said why', async () => {
      await add('s3://agents/nothing');
      const toast = w.notification('s3://agents/nothing').filter({ hasText: nothing });
      await toast.waitFor();
      await w.page.mouse.move(0, 0);
      await w.screenshot(`bucket-not-there-${picture}`);
      await w.clearNotification(toast);
      // VS Code writes what it notifies of as an error to the console, too.
      assert.deepEqual([w.log.length, w.log.splice(0)[0]?.includes(nothing)], [1, true]);
    });

    it('is added by its address and the profile, and shown from the tree to the preview', async () => {
      await add('s3://agents/fleet', picture);
      await w.artifactRow(31).waitFor();
      await w.artifactRow(31).click();
      await w.previewOf('drawn by canvas');
      await w.webviewFrame().locator('figcaption', { hasText: '640 × 400' }).waitFor();
      await w.page.mouse.move(0, 0);
      await w.screenshot(`bucket-preview-${picture}`);
    });
  });
