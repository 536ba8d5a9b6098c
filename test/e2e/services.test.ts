import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { keepsPictures } from '../support/kept-pictures.ts';
import { fileBecomes } from './support/file-content.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('llmservices.json', () => {
  let w: Workbench;
  let file: string;
  let original: string;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1280, height: 800 } });
    file = path.join(w.folder, 'config/llmservices.json');
    original = await readFile(file, 'utf8');
  });

  const serviceRow = (label: string) => w.page.locator(`.sidebar .monaco-list-row[aria-label^="${label},"]`);
  /** A click on it puts the focus into the editor. */
  const fileTab = () => w.page.locator('.tab').filter({ hasText: 'llmservices.json' });
  const editor = () => w.page.locator('.editor-instance');

  it('a click on a service opens its file there; a mistake is underlined, listed among the problems and shown in the view, until undo', async () => {
    await serviceRow('视觉模型').click();
    await editor().locator('.view-line').filter({ hasText: '"vision-model"' }).waitFor();
    await w.page.locator('.statusbar').getByText('Ln 14, Col').waitFor();
    await editor().locator('.view-line span').getByText('"vision"', { exact: true }).first().dblclick();
    await w.page.keyboard.insertText('visoin');
    await editor().locator('.squiggly-warning').first().waitFor();
    await w.page.keyboard.press('ControlOrMeta+Shift+m');
    await w.page.locator('.markers-panel .monaco-list-row').filter({ hasText: 'Did you mean "vision"?' }).waitFor();
    await w.page.keyboard.press('ControlOrMeta+1');
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original.replace('"vision"', '"visoin"'));
    await serviceRow('视觉模型').locator('.codicon-warning').waitFor();
    await serviceRow('视觉模型').click();
    await w.page.mouse.move(0, 0);
    for (const theme of keepsPictures ? (['light', 'dark'] as const) : []) {
      await w.useTheme(theme);
      await w.screenshot(`config-problem-${theme}`);
    }
    const problem = w.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'Did you mean "vision"?' });
    await w.unfoldRow(serviceRow('视觉模型'), problem);
    await w.screenshot('services-problem-dark');
    await fileTab().click();
    await w.page.keyboard.press('ControlOrMeta+z');
    await w.page.locator('.markers-panel .monaco-list-row').filter({ hasText: 'Did you mean "vision"?' }).waitFor({ state: 'detached' });
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original);
    await serviceRow('视觉模型').locator('.codicon-chip').waitFor();
    await w.page.keyboard.press('ControlOrMeta+Shift+m');
    await w.page.keyboard.press('ControlOrMeta+j');
  });

  it('[1-R3.4][1-R3.1] an image is described to the text-only model, and goes to it as an image once that is declared; undo takes it back', async () => {
    await w.artifactRow(31).click();
    await w.pickModel('纯文本模型');
    await w.verdict('Text description instead of the image');
    await serviceRow('纯文本模型').hover();
    await serviceRow('纯文本模型').locator('.action-label[aria-label="Edit Capabilities…"]').click();
    await w.inputRow('Images are sent as images').click();
    await w.page.mouse.move(0, 0);
    await w.screenshot('edit-capabilities-input-dark');
    await w.page.keyboard.press('Enter');
    await w.page.locator('.quick-input-title').getByText('Output of 纯文本模型').waitFor();
    await w.page.keyboard.press('Enter');
    await fileBecomes(file, original.replace('"input": ["text"]', '"input": ["text", "vision"]'));
    await w.page.locator('.notifications-toasts').getByText('Added “vision” to 纯文本模型.').waitFor();
    await w.page.locator('.tab').filter({ hasText: 'drawn by canvas' }).click();
    await w.verdict('image_url');
    await fileTab().click();
    await w.page.keyboard.press('ControlOrMeta+z');
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original);
  });
});
