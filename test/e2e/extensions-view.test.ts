import assert from 'node:assert/strict';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the Extensions view', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    await w.artifactRow(31).click();
    await w.pickModel('纯文本模型');
    await w.verdict('Text description instead of the image');
    await w.openView('Extensions');
  });

  it('shows the README of the package without a broken picture, and knows of no error and no warning of the extension, which is running', async () => {
    await w.page.locator('.extensions-list .monaco-list-row').filter({ hasText: 'Agent Artifacts' }).first().click();
    await w.webviewFrame().getByRole('heading', { name: 'Install' }).waitFor();
    const broken = await w
      .webviewFrame()
      .locator('img')
      .evaluateAll((pictures) => (pictures as HTMLImageElement[]).filter(({ src }) => !src.startsWith('https:')).map(({ alt }) => alt));
    assert.deepEqual(broken, []);
    await w.screenshot('extensions-view-readme-dark');
    const editor = w.page.locator('.extension-editor');
    await editor.getByText('Features', { exact: true }).click();
    await editor.locator('.monaco-list-row').getByText('Runtime Status').click();
    await editor.locator('.feature-body').getByText('Activation').first().waitFor();
    const status = await editor.locator('.feature-body').innerText();
    assert.doesNotMatch(status, /Uncaught Errors|Messages|Activation Failed/i);
    assert.equal(await w.page.locator('.notification-toast').count(), 0);
    await w.screenshot('extensions-view-status-dark');
  });
});
