import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keepsPictures } from '../support/kept-pictures.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** An ordinary project: no data root, no llmservices.json. */
describe('any file, any model', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ folder: 'project' });
    await w.openView('Explorer');
  });

  const row = (name: string) => w.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first();

  /** Any Model… in the preview, then the name as one types it. */
  async function pickAnyModel(name: string): Promise<void> {
    const picker = w.webviewFrame().locator('preview-model-picker vscode-single-select');
    await picker.click();
    await picker.locator('.option').filter({ hasText: 'Any Model…' }).click();
    await w.input.fill(name);
    await w.inputRow(name).waitFor();
    await w.page.keyboard.press('Enter');
    await w.webviewFrame().locator('.origin').filter({ hasText: 'catalogue' }).waitFor();
  }

  /** What it costs stands beside the tokens. */
  async function costs(): Promise<void> {
    const line = w.webviewFrame().locator('preview-token-line').first();
    await line.filter({ hasText: /≈ [\d,–]+ tokens[^]*\$\d[^]*of the context/ }).waitFor();
  }

  it('a picture of the Explorer is previewed by its context menu, for any model, with so many tokens and dollars', async () => {
    await w.unfoldRow(row('docs'), row('diagram.png'));
    await w.chooseFromMenu(row('diagram.png'), 'Preview as a Model Receives It');
    await w.webviewFrame().getByText('3000 × 2000 pixels').first().waitFor();
    await pickAnyModel('gpt-5.2');
    await w.verdict('image_url');
    await costs();
    await w.screenshot('any-file-gpt-5.2-dark');
  });

  it('a first set of models of the big providers is compared', async () => {
    await w.webviewFrame().getByRole('tab', { name: 'Compare' }).click();
    for (const model of ['gpt-', 'claude-opus-', 'gemini-'])
      await w.webviewFrame().locator('preview-compare').getByText(model).first().waitFor();
    await w.webviewFrame().locator('preview-compare').getByText(/\$\d/).first().waitFor();
    await w.screenshot('any-file-compare-dark');
    for (const theme of keepsPictures ? (['light', 'contrast', 'dark'] as const) : []) {
      await w.useTheme(theme);
      await w.screenshot(`any-file-compare-${theme}`);
    }
    await w.webviewFrame().getByRole('tab', { name: 'Rendered' }).click();
  });

  it('programs send less of a PDF than the model takes: Copilot CLI its raw bytes, as text', async () => {
    await w.unfoldRow(row('docs'), row('plan.pdf'));
    await w.chooseFromMenu(row('plan.pdf'), 'Preview as a Model Receives It');
    await w.previewOf('plan.pdf');
    await w.webviewFrame().getByRole('tab', { name: 'Compare' }).click();
    const copilot = w.webviewFrame().locator('preview-compare tr').filter({ hasText: 'Copilot CLI' });
    await copilot.filter({ hasText: /Raw bytes as text[^]*Seen on 2026-/ }).waitFor();
    await copilot.scrollIntoViewIfNeeded();
    await w.page.mouse.move(0, 0);
    await w.screenshot('any-file-programs-dark');
    await w.webviewFrame().getByRole('tab', { name: 'Rendered' }).click();
  });

  it('three selected files are one message', async () => {
    await row('diagram.png').click();
    // the Explorer selects what has been opened: not before that can more be selected
    await w.page.locator('.tabs-container .tab[aria-label^="diagram.png"]').waitFor();
    await w.page.locator('.statusbar-item').getByText('3000x2000').waitFor();
    await row('plan.pdf').click({ modifiers: ['Shift'] });
    await w.page.locator('.explorer-folders-view .monaco-list-row.selected').nth(2).waitFor();
    await w.chooseFromMenu(row('plan.pdf'), 'Preview as a Model Receives It');
    await w.previewOf('3 attachments');
    await w.verdict('Message with 3 attachments');
    // How much of a table OpenAI hands to the model is not known.
    await w.webviewFrame().getByText('Token count unknown: no formula for').waitFor();
    await w.screenshot('any-file-three-dark');
  });

  it('a text that is too long for a model is refused, and a model that it fits is offered', async () => {
    const log = path.join(w.folder, 'docs', 'requests.log');
    await writeFile(log, '2026-11-30 12:00:00 GET /v1/models 200\n'.repeat(12_000));
    await row('requests.log').waitFor();
    await w.chooseFromMenu(row('requests.log'), 'Preview as a Model Receives It');
    await w.previewOf('requests.log');
    await pickAnyModel('gpt-4o');
    await w.webviewFrame().getByText('exceed the context window of 128,000').first().waitFor();
    await w.webviewFrame().getByRole('tab', { name: 'Why' }).click();
    await w.webviewFrame().getByText('Send less of it: the model accepts 128,000 tokens.').waitFor();
    await w.webviewFrame().getByText('Pick a model that accepts it').first().waitFor();
    await w.screenshot('any-file-too-long-dark');
    await rm(log);
  });

  it('unsaved text is previewed as it stands in the editor, and nothing was written into the project', async () => {
    await w.runCommand('New Untitled Text File');
    await w.page.keyboard.type('What does the gateway do at noon?');
    await w.runCommand('Preview as a Model Receives It');
    await w.webviewFrame().getByRole('tab', { name: 'Rendered' }).click();
    await w.webviewFrame().getByText('What does the gateway do at noon?').first().waitFor();
    await costs();
    await w.screenshot('any-file-unsaved-dark');
    assert.deepEqual((await readdir(w.folder)).sort(), ['.vscode', 'README.md', 'docs', 'package.json', 'src']);
  });
});
