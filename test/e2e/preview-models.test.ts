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

  const messageText = async (): Promise<string> => (await w.webviewFrame().locator('preview-message code').textContent()) ?? '';

  it('[1-R3.1] an image goes to a model with vision as image_url', async () => {
    await w.artifactRow(31).click();
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
    await w.pickModel('视觉模型');
    assert.match(await w.verdict('image_url'), /^视觉模型 declares the input capability “vision”\./);
    await w.screenshot('preview-image-vision-dark');
  });

  it('[1-R3.2][1-R3.3] the message has the image_url part, its base64 shortened on the screen', async () => {
    await w.webviewFrame().getByRole('tab', { name: 'Message' }).click();
    await w.webviewFrame().getByText('Truncated for display.').waitFor();
    const shown = await messageText();
    assert.match(shown, /"type": "image_url"/);
    assert.match(shown, /"url": "data:image\/png;base64,iVBORw0KGgo/);
    const whole = (await readFile(path.join(w.folder, 'data/runtime/artifacts/31.png'))).toString('base64');
    assert.ok(shown.length < 2000 && !shown.includes(whole), `${shown.length} characters are shown`);
    await w.screenshot('message-image-url-dark');
  });

  it('copies the whole message, byte for byte', async () => {
    await w.webviewFrame().getByRole('button', { name: 'Copy All' }).click();
    await w.webviewFrame().getByText('Copied').waitFor();
    await w.webviewFrame().getByText('Copy All', { exact: true }).waitFor();
    const copied = JSON.parse(await w.page.evaluate(() => navigator.clipboard.readText())) as {
      content: { image_url?: { url: string } }[];
    };
    const bytes = await readFile(path.join(w.folder, 'data/runtime/artifacts/31.png'));
    assert.equal(copied.content[1]?.image_url?.url, `data:image/png;base64,${bytes.toString('base64')}`);
  });

  it('[1-R3.4] a text-only model gets a description, which is the message', async () => {
    await w.pickModel('纯文本模型');
    assert.equal(await w.verdict('Text description instead of the image'), '纯文本模型 does not declare the input capability “vision”.');
    const shown = await messageText();
    assert.match(shown, /drawn by canvas/);
    assert.doesNotMatch(shown, /base64|iVBOR/);
    await w.screenshot('message-description-dark');
    await w.webviewFrame().getByRole('tab', { name: 'Rendered' }).click();
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
    await w.screenshot('preview-image-text-only-dark');
  });

  it('a capable model is one click away', async () => {
    await w.useTheme('light');
    await w.screenshot('preview-image-text-only-light');
    await w.webviewFrame().locator('.capable').getByText('视觉模型').click();
    await w.verdict('image_url');
    await w.page.mouse.move(0, 0);
    await w.screenshot('preview-image-vision-light');
    await w.webviewFrame().getByRole('tab', { name: 'Message' }).click();
    await w.screenshot('message-image-url-light');
    await w.webviewFrame().getByRole('tab', { name: 'Rendered' }).click();
  });

  it('[1-R4.1][1-R4.2] a PDF goes as file to a model that reads files, as a description to one that does not', async () => {
    await w.scrollTo(w.artifactRow(15));
    await w.artifactRow(15).click();
    await w.previewOf('report.pdf');
    assert.match(await w.verdict('Text description instead of the document'), /does not declare the input capability “file”/);
    await w.pickModel('多模态模型');
    assert.match(
      await w.verdict('file'),
      /^多模态模型 declares the input capability “file”\. .*OpenRouter documents PDF there, vLLM answers 400 to every file; other servers do not document it\.$/,
    );
    await w.screenshot('preview-pdf-file-light');
  });

  it('the list of models says what each takes', async () => {
    const picker = w.webviewFrame().locator('preview-model-picker vscode-single-select');
    await picker.click();
    await picker.locator('.option').filter({ hasText: '视觉模型' }).hover();
    await w.webviewFrame().getByText('gpt-4o · input: text, vision').waitFor();
    await w.screenshot('preview-model-picker-light');
    await w.page.keyboard.press('Escape');
  });

  if (keepsPictures) {
    it('looks right in high contrast', async () => {
      await w.useTheme('contrast');
      await w.page.mouse.move(0, 0);
      await w.screenshot('preview-contrast');
    });
  }
});
