import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { keepsPictures } from '../support/kept-pictures.ts';
import { fileBecomes } from './support/file-content.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** Columns: text, vision, audio, video, file, … of the inputs. */
const AUDIO = 2;

const cell = (w: Workbench, row: number, column: number) => w.webviewFrame().locator(`[data-row="${row}"][data-column="${column}"]`);
const line = (w: Workbench, text: string) => w.page.locator('.editor-instance .view-line').filter({ hasText: text });

describe('the capability matrix beside the text', () => {
  let w: Workbench;
  let file: string;
  let original: string;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1600, height: 900 }, settings: { 'files.autoSave': 'off' } });
    file = path.join(w.folder, 'config/llmservices.json');
    original = await readFile(file, 'utf8');
    await w.page.locator('.sidebar .monaco-list-row[aria-label^="视觉模型,"]').click();
    await line(w, '"vision-model"').waitFor();
    await w.page.keyboard.press('ControlOrMeta+b');
    await w.runCommand('Open Capability Matrix to the Side');
    await cell(w, 3, 0).waitFor();
  });

  const tab = () => w.page.locator('.tab.active').last();
  const added = () => original.replace('"input": ["text", "vision"]', '"input": ["text", "vision", "audio"]');

  it('a click is in the text at once, marked as not saved; undo, redo and saving work in the matrix', async () => {
    await cell(w, 1, AUDIO).click();
    await line(w, '["text", "vision", "audio"], "output"').waitFor();
    await tab().and(w.page.locator('.dirty')).waitFor();
    await w.page.mouse.move(0, 0);
    await w.page.keyboard.press('ControlOrMeta+z');
    await line(w, '["text", "vision", "audio"], "output"').waitFor({ state: 'detached' });
    await cell(w, 1, AUDIO).and(w.webviewFrame().locator('[aria-checked=false]')).waitFor();
    await w.page.keyboard.press('ControlOrMeta+y');
    await cell(w, 1, AUDIO).and(w.webviewFrame().locator('[aria-checked=true]')).waitFor();
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, added());
    await cell(w, 1, AUDIO).click();
    await line(w, '["text", "vision", "audio"], "output"').waitFor({ state: 'detached' });
    await w.page.mouse.move(0, 0);
    await w.screenshot('matrix-beside-text-dark');
    for (const theme of keepsPictures ? (['light', 'contrast', 'dark'] as const) : []) {
      await w.useTheme(theme);
      await w.screenshot(`matrix-beside-text-${theme}`);
    }
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original);
  });

  it('[E-22] the focus returns to where it was when a question is not answered, and goes to the column when it is', async () => {
    const add = w.webviewFrame().getByRole('button', { name: 'Add a Column to the Inputs' });
    await add.focus();
    await w.page.keyboard.press('Enter');
    await w.input.waitFor();
    await w.webviewIsLeft();
    await w.page.keyboard.press('Escape');
    await w.input.waitFor({ state: 'hidden' });
    await w.webviewFrame().locator('button:focus').and(add).waitFor();
    await w.page.keyboard.press('Enter');
    await w.input.fill('thinking');
    await w.page.keyboard.press('Enter');
    const column = w.webviewFrame().locator('.focusable:focus');
    await column.and(w.webviewFrame().locator('[aria-label^="thinking,"]')).waitFor();
    await w.page.keyboard.press('ArrowDown');
    await column.and(w.webviewFrame().locator('[data-row="1"], [data-row="2"]')).waitFor();
  });

  it('the context menu of a row copies its id', async () => {
    await w.page.evaluate(() => navigator.clipboard.writeText(''));
    await w.chooseFromMenu(cell(w, 2, -1), 'Copy ID');
    await w.clipboardBecomes('multimodal-model');
  });

  it('“Open as Text” goes back to the text, and the title of the text offers the matrix', async () => {
    await w
      .webviewFrame()
      .getByPlaceholder(/^Filter/)
      .click();
    await w.page.locator('#status\\.editor\\.selection').waitFor({ state: 'hidden' });
    await w.runCommand('Open as Text');
    await w.webviewFrame().locator('matrix-grid').waitFor({ state: 'detached' });
    await w.page.locator('.editor-actions .action-label[aria-label^="Open Capability Matrix"]').last().click();
    await cell(w, 0, 0).waitFor();
  });
});
