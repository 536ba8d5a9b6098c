import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keysOf, s3Server } from '../support/object-stores.ts';
import { awsFolder } from './support/shared-server.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

const ROOT = path.resolve(import.meta.dirname, '../fixtures/agent-society-root');
/** A MinIO as it is when nobody has set up anything: its names for a region and for who asks, in a profile as its documentation writes it. */
async function writeProfile(endpoint: string): Promise<void> {
  await mkdir(awsFolder, { recursive: true });
  await writeFile(path.join(awsFolder, 'config'), `[profile minio]\nregion = us-east-1\nendpoint_url = ${endpoint}\n`);
  await writeFile(path.join(awsFolder, 'credentials'), '[minio]\naws_access_key_id = minioadmin\naws_secret_access_key = minioadmin\n');
}

describe('a data root on a MinIO of one’s own', () => {
  let w: Workbench;

  before(async function () {
    this.timeout(180_000);
    const store = await s3Server();
    for (const [key, content] of await keysOf(ROOT, 'fleet')) await store.put(key, content);
    await writeProfile(store.endpoint);
    w = await lendWorkbench({ folder: 'project', theme: 'light' });
  });
  after(() => rm(awsFolder, { recursive: true, force: true }));

  it('is added by its address and the profile, and shown from the tree to the preview', async () => {
    await w.runCommand('Agent Artifacts: Add Data Root in a Bucket…');
    await w.page.locator('.quick-input-widget:visible input[placeholder^="s3://"]').fill('s3://agents/fleet');
    await w.screenshot('bucket-address-light');
    await w.page.keyboard.press('Enter');
    for (const way of ['As the AWS tools are set up', 'Another Server…', 'minio']) await w.inputRow(way).waitFor();
    await w.screenshot('bucket-way-light');
    await w.inputRow('minio').click();
    await w.artifactRow(31).waitFor();
    await w.artifactRow(31).click();
    await w.previewOf('drawn by canvas');
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400' }).waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('bucket-preview-light');
  });
});
