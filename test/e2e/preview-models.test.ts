import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { keepsPictures } from '../support/kept-pictures.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the preview, model by model', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1280, height: 800 } });
  });

  it('[1-R3.1] an image goes to a model with vision as image_url', async () => {
    await w.artifactRow(31).click();
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
    await w.pickModel('视觉模型');
    assert.match(await w.verdict('image_url'), /^视觉模型 declares the input capability “vision”\./);
    await w.screenshot('preview-image-vision-dark');
  });

  it('[1-R3.2][1-R3.3] the message is copied whole, byte for byte', async () => {
    await w.webviewFrame().getByRole('tab', { name: 'Message' }).click();
    await w.webviewFrame().getByText('Truncated for display.').waitFor();
    await w.screenshot('message-image-url-dark');
    await w.webviewFrame().getByRole('button', { name: 'Copy All' }).click();
    await w.webviewFrame().getByText('Copied').waitFor();
    await w.webviewFrame().getByText('Copy All', { exact: true }).waitFor();
    const copied = JSON.parse(await w.page.evaluate(() => navigator.clipboard.readText())) as {
      content: { image_url?: { url: string } }[];
    };
    const bytes = await readFile(path.join(w.folder, 'data/runtime/artifacts/31.png'));
    assert.equal(copied.content[1]?.image_url?.url, `data:image/png;base64,${bytes.toString('base64')}`);
  });

  it('[1-R3.4] a text-only model gets a description, which is the message; a capable one is a click away', async () => {
    await w.pickModel('纯文本模型');
    assert.equal(await w.verdict('Text description instead of the image'), '纯文本模型 does not declare the input capability “vision”.');
    const shown = (await w.webviewFrame().locator('preview-message code').textContent()) ?? '';
    assert.match(shown, /drawn by canvas/);
    assert.doesNotMatch(shown, /base64|iVBOR/);
    await w.screenshot('message-description-dark');
    await w.webviewFrame().locator('.capable').getByText('视觉模型').click();
    await w.verdict('image_url');
  });

  if (keepsPictures) {
    it('looks right in light and in high contrast', async () => {
      await w.useTheme('light');
      await w.page.mouse.move(0, 0);
      await w.screenshot('message-image-url-light');
      await w.webviewFrame().getByRole('tab', { name: 'Rendered' }).click();
      await w.screenshot('preview-image-vision-light');
      await w.pickModel('纯文本模型');
      await w.verdict('Text description instead of the image');
      await w.screenshot('preview-image-text-only-light');
      await w.useTheme('contrast');
      await w.screenshot('preview-contrast');
    });
  }
});
