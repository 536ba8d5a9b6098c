import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { validateServices } from '../../src/core/models/validate.ts';
import { fileBecomes, hasSoon } from './support/file-content.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** The two texts side by side are there, with the source behind a service. */
async function diffIsShown(w: Workbench, source: string): Promise<void> {
  await w.page.locator('.monaco-diff-editor .modified .view-line').filter({ hasText: '"services"' }).first().waitFor();
  await w.page.locator(`.monaco-diff-editor .modified .line-insert`).first().waitFor();
  // what stands behind a line is content of its style, not text
  await w.page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.monaco-diff-editor .modified .view-line span')].some((span) =>
        getComputedStyle(span, '::after').content.includes(wanted),
      ),
    source,
  );
  await w.page.mouse.move(0, 0);
}

describe('Infer Capabilities', () => {
  let w: Workbench;
  let file: string;
  let original: string;

  before(async () => {
    w = await lendWorkbench();
    file = path.join(w.folder, 'config/llmservices.json');
    original = await readFile(file, 'utf8');
  });

  it('asks for which services, shows the changes beside the file before anything is written, makes them, and undo takes them back', async () => {
    await w.runCommand('Agent Artifacts: Infer Capabilities…');
    await w.inputRow('gpt-4o · exact match: gpt-4o').waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('infer-services-dark');
    await w.page.locator('.quick-input-widget .monaco-button').getByText('OK').click();
    await diffIsShown(w, 'exact match: gpt-4o');
    await w.screenshot('infer-diff-dark');
    assert.equal(await readFile(file, 'utf8'), original);
    await w.page.locator('.editor-actions').getByText('Apply', { exact: true }).click();
    await w.page.locator('.monaco-diff-editor').waitFor({ state: 'detached' });
    const outputOf = (text: string): readonly string[] =>
      validateServices(text).entries.find(({ id }) => id === 'vision-model')?.capabilities.output ?? [];
    assert.ok(await hasSoon(file, (text) => outputOf(text).includes('tool_calling')), 'nothing was written');
    await w.page.locator('.editor-instance .view-line').filter({ hasText: '"services"' }).first().click();
    await w.page.keyboard.press('ControlOrMeta+z');
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original);
  });
});

describe('from an empty folder to a service', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ folder: 'project', viewport: { width: 1280, height: 900 } });
  });

  it('asks only for the model: the rest is proposed; and the Artifacts view says what is still missing', async () => {
    await w.chooseFromTitle('Conversations', 'Add Service…');
    await w.page.locator('.quick-input-title').getByText('Add Model Service').waitFor();
    await w.input.fill('sonnet-4-5');
    // what was typed stands first
    await w.page
      .locator('.quick-input-list .monaco-list-row')
      .first()
      .filter({ hasText: /^sonnet-4-5/ })
      .waitFor();
    await w.inputRow('claude-sonnet-4-5').click();
    for (const step of ['ID that roles', 'Display name', 'Base URL:', 'Environment variable']) {
      const box = w.page.locator('.quick-input-message').filter({ hasText: step });
      const list = w.page.locator(`.quick-input-widget:visible input[placeholder^="${step}"]`);
      await box.or(list).first().waitFor();
      if (step === 'Base URL:') await w.screenshot('add-service-address-dark');
      await w.page.keyboard.press('Enter');
    }
    for (const step of ['Input of', 'Output of']) {
      await w.page.locator('.quick-input-title').getByText(step).waitFor();
      if (step === 'Input of') await w.screenshot('add-service-capabilities-dark');
      await w.page.keyboard.press('Enter');
    }
    await w.page.locator('.editor-instance .view-line').filter({ hasText: `"model":` }).first().waitFor();
    await w.page.locator('.sidebar .monaco-list-row[aria-label^="claude-sonnet-4-5,"]').waitFor();
    const { problems, services } = validateServices(await readFile(path.join(w.folder, 'config/llmservices.json'), 'utf8'));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      services.map(({ model, baseURL, apiKey, capabilities }) => [model, baseURL, apiKey, capabilities?.input]),
      [['claude-sonnet-4-5', 'https://api.anthropic.com/v1', '${ANTHROPIC_API_KEY}', ['text', 'vision', 'file', 'tool_result_media']]],
    );
    await w.page.locator('.sidebar .welcome-view-content').getByText('This data root has no artifacts or workspaces yet.').waitFor();
    await w.screenshot('service-added-dark');
  });
});
