import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileBecomes } from './support/file-content.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('undo in the preview', () => {
  let w: Workbench;
  let file: string;
  let original: string;

  before(async () => {
    w = await lendWorkbench();
    file = path.join(w.folder, 'config/llmservices.json');
    // nothing is known of this model: what is denied is never offered
    original = (await readFile(file, 'utf8')).replace('"model": "gpt-4",', '"model": "my-own",');
    await writeFile(file, original);
    await w.artifactRow(31).click();
    await w.webviewFrame().locator('h1').waitFor();
    await w.pickModel('纯文本模型');
    await w.verdict('Text description');
  });

  const changed = () => original.replace('"input": ["text"]', '"input": ["text", "vision"]');

  it('[E-22] Ctrl+Z takes back what was done from the preview, Ctrl+Y does it again', async () => {
    await w.webviewFrame().getByRole('tab', { name: 'Why' }).click();
    await w.webviewFrame().getByRole('button', { name: 'Add “vision” to 纯文本模型' }).click();
    await w.verdict('image_url');
    await fileBecomes(file, changed());
    await w.page.keyboard.press('ControlOrMeta+z');
    await w.verdict('Text description');
    await fileBecomes(file, original);
    await w.page.keyboard.press('ControlOrMeta+y');
    await w.verdict('image_url');
    await fileBecomes(file, changed());
    await w.page.keyboard.press('ControlOrMeta+z');
    await w.verdict('Text description');
    await w.page.locator('.statusbar').getByText('Undone: Added “vision” to 纯文本模型.').waitFor();
    await w.screenshot('preview-undone-dark');
  });
});
