import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { keepsPictures } from '../support/kept-pictures.ts';
import { fileBecomes } from './support/file-content.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** Columns: text, vision, audio, video, file, … of the inputs. */
const VISION = 1;
const AUDIO = 2;
const VIEWPORT = { width: 1600, height: 900 };

const cell = (w: Workbench, row: number, column: number) => w.webviewFrame().locator(`[data-row="${row}"][data-column="${column}"]`);
const line = (w: Workbench, text: string) => w.page.locator('.editor-instance .view-line').filter({ hasText: text });

/** Opens the configuration as text, and its matrix beside it. */
async function besideText(w: Workbench, container: string, view: string, command: string): Promise<void> {
  await w.openView(container, view);
  await w.page.locator('.sidebar .monaco-list-row[aria-label^="视觉模型,"]').click();
  await line(w, '"vision-model"').waitFor();
  await w.page.keyboard.press('ControlOrMeta+b');
  await w.runCommand(command);
  await cell(w, 3, 0).waitFor();
}

describe('the capability matrix beside the text', () => {
  let w: Workbench;
  let file: string;
  let original: string;

  before(async () => {
    w = await lendWorkbench({ viewport: VIEWPORT, settings: { 'files.autoSave': 'off' } });
    file = path.join(w.folder, 'config/llmservices.json');
    original = await readFile(file, 'utf8');
    await besideText(w, 'Agent Artifacts', 'Model Services', 'Open Capability Matrix to the Side');
  });

  const tab = () => w.page.locator('.tab.active').last();
  const added = () => original.replace('"input": ["text", "vision"]', '"input": ["text", "vision", "audio"]');

  it('shows every service, what it declares and what the catalogue knows', async () => {
    assert.equal(await w.webviewFrame().getByRole('rowheader').count(), 4);
    assert.equal(await cell(w, 1, VISION).getAttribute('aria-checked'), 'true');
    assert.match(
      (await cell(w, 2, 3).getAttribute('aria-label')) ?? '',
      /^video, Input\. Not declared\. The catalogue says the model supports it \(exact match: .*gemini-2\.5-pro/,
    );
  });

  it('a click is in the text at once, marked as not saved; undo and redo work in the matrix', async () => {
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
  });

  it('[E-22] the focus returns to where it was when a question is not answered, and goes to the column when it is', async () => {
    const add = w.webviewFrame().getByRole('button', { name: 'Add a Column to the Inputs' });
    await add.focus();
    await w.page.keyboard.press('Enter');
    await w.input.waitFor();
    // The frame that loses the focus learns it later: VS Code gives it back to the wrong frame when Escape comes before.
    await w.webviewFrame().locator(':focus').waitFor({ state: 'detached' });
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

  it('a click that takes back what was declared is saved by its key: the file is as it was', async () => {
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

  it('what is typed in the text is in the matrix; a text that breaks leaves it greyed, with the place of the mistake', async () => {
    await line(w, '"id": "vision-model"').click();
    await w.page.keyboard.press('End');
    await w.page.keyboard.insertText(' "note": "sees"');
    await w.webviewFrame().getByText('The file has errors.').waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('matrix-broken-dark');
    await w.page.keyboard.insertText(',');
    await w.webviewFrame().getByText('The file has errors.').waitFor({ state: 'detached' });
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original.replace('"id": "vision-model",', '"id": "vision-model", "note": "sees",'));
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

describe('the capability matrix in Restricted Mode', () => {
  it('is shown, says why nothing can be edited, and edits nothing', async () => {
    const w = await lendWorkbench({ server: 'restricted', viewport: VIEWPORT });
    const file = path.join(w.folder, 'config/llmservices.json');
    const original = await readFile(file, 'utf8');
    await besideText(w, 'Agent Artifacts', 'Model Services', 'Open Capability Matrix to the Side');
    await w.webviewFrame().getByText('In Restricted Mode the matrix is read-only.').waitFor();
    await cell(w, 1, AUDIO).click({ force: true });
    assert.equal(await w.webviewFrame().locator('.notice').count(), 1, 'it is said once');
    assert.equal(await readFile(file, 'utf8'), original);
    await w.page.mouse.move(0, 0);
    await w.screenshot('matrix-restricted-dark');
  });
});

describe('the capability matrix in Chinese', () => {
  it('speaks Chinese, but for the names of capabilities, models and packages', async () => {
    const w = await lendWorkbench({ server: 'chinese', viewport: VIEWPORT, theme: 'light' });
    await besideText(w, '智能体工件', '模型服务', '在侧边打开能力矩阵');
    await cell(w, 2, 3).focus();
    await w.webviewFrame().locator('matrix-footer').getByText('模型目录显示该模型支持').waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('matrix-beside-text-zh-cn');
    const text = await w.webviewFrame().locator('body').innerText();
    const names =
      /@?[\w.-]+\/[\w.-]+( \d[\w.]*)?|\b(text|vision|audio|video|file|tool_result_media|tool_|result_|media|structured_output|structured_|output|tool_calling|calling|text-model|vision-model|multimodal-model|legacy-model|gpt-4o?|gemini-2\.5-pro|qwen2\.5-coder-32b-instruct)\b/g;
    assert.deepEqual(text.replaceAll(names, '').match(/[A-Za-z]{2,}/g) ?? [], []);
  });
});
