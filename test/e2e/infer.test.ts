import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { validateServices } from '../../src/core/models/validate.ts';
import { fileBecomes } from './support/file-content.ts';
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

  it('asks for which services, and says what it knows from where', async () => {
    await w.runCommand('Agent Artifacts: Infer Capabilities…');
    await w.inputRow('gpt-4o · exact: gpt-4o').waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('infer-services-dark');
  });

  it('shows the changes beside the file before anything is written', async () => {
    await w.page.locator('.quick-input-widget .monaco-button').getByText('OK').click();
    await diffIsShown(w, 'exact: gpt-4o');
    await w.screenshot('infer-diff-dark');
    await w.useTheme('light');
    await w.screenshot('infer-diff-light');
    await w.useTheme('dark');
    assert.equal(await readFile(file, 'utf8'), original);
  });

  it('makes them from the title of the editor, and undo takes them back', async () => {
    await w.page.locator('.editor-actions').getByText('Apply', { exact: true }).click();
    const vision = original.replace(
      '"output": ["text", "structured_output"] },\n      "description": "reads images"',
      '"output": ["text", "structured_output", "tool_calling"] },\n      "description": "reads images"',
    );
    assert.notEqual(vision, original);
    await w.page.locator('.monaco-diff-editor').waitFor({ state: 'detached' });
    const written = async (): Promise<readonly string[]> =>
      validateServices(await readFile(file, 'utf8')).entries.find(({ id }) => id === 'vision-model')?.capabilities.output ?? [];
    for (const until = Date.now() + 60_000; !(await written()).includes('tool_calling');)
      assert.ok(Date.now() < until, 'nothing was written');
    await w.page.locator('.editor-instance .view-line').filter({ hasText: '"services"' }).first().click();
    await w.page.keyboard.press('ControlOrMeta+z');
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original);
  });
});

describe('推断能力', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ server: 'chinese', theme: 'light' });
  });

  it('shows its comparison in Chinese', async () => {
    await w.runCommand('智能体工件: 推断能力…');
    await w.inputRow('精确匹配：gpt-4o').waitFor();
    await w.screenshot('infer-services-zh-cn');
    await w.page.locator('.quick-input-widget .monaco-button').first().click();
    await diffIsShown(w, '精确匹配：gpt-4o');
    await w.screenshot('infer-diff-zh-cn');
  });
});

describe('from an empty folder to three services', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ folder: 'project', viewport: { width: 1280, height: 900 } });
  });

  const file = (): string => path.join(w.folder, 'config/llmservices.json');

  /** Adds a service by its model; whatever else is asked is taken as it is proposed, but an address that nobody can know. */
  async function addService(model: string, row: string, address?: string): Promise<void> {
    await w.page.locator('.quick-input-title').getByText('Add Model Service').waitFor();
    await w.input.fill(model);
    // what was typed stands first
    await w.page
      .locator('.quick-input-list .monaco-list-row')
      .first()
      .filter({ hasText: new RegExp(`^${model}`) })
      .waitFor();
    await w.inputRow(row).click();
    for (const step of ['ID that roles', 'Display name', 'Base URL:', ...(address ? ['API:'] : []), 'Environment variable']) {
      const box = w.page.locator('.quick-input-message').filter({ hasText: step });
      const list = w.page.locator(`.quick-input-widget:visible input[placeholder^="${step}"]`);
      await box.or(list).first().waitFor();
      if (step === 'Base URL:' && address) await w.input.fill(address);
      if (step === 'Base URL:' && model === 'gpt-4o') await w.screenshot('add-service-address-dark');
      await w.page.keyboard.press('Enter');
    }
    for (const step of ['Input of', 'Output of']) {
      await w.page.locator('.quick-input-title').getByText(step).waitFor();
      if (step === 'Input of' && model === 'sonnet-4-5') await w.screenshot('add-service-capabilities-dark');
      await w.page.keyboard.press('Enter');
    }
    await w.page.locator('.editor-instance .view-line').filter({ hasText: `"model":` }).first().waitFor();
  }

  it('asks only for models and addresses: what the models can do is proposed', async () => {
    await w.page.locator('.sidebar .monaco-button').getByText('Add Service', { exact: true }).click();
    await addService('sonnet-4-5', 'claude-sonnet-4-5');
    for (const [model, address] of [['gpt-4o'], ['my-own-model', 'https://api.example.com/v1']] as const) {
      await w.viewAction('Model Services', 'Add Service…');
      await addService(model, model, address);
    }
    await w.page.locator('.sidebar .monaco-list-row[aria-label^="my-own-model,"]').waitFor();
    const { problems, services } = validateServices(await readFile(file(), 'utf8'));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      services.map(({ model, baseURL, api, apiKey, capabilities }) => [model, baseURL, api, apiKey, capabilities?.input]),
      [
        [
          'claude-sonnet-4-5',
          'https://api.anthropic.com/v1',
          undefined,
          '${ANTHROPIC_API_KEY}',
          ['text', 'vision', 'file', 'tool_result_media'],
        ],
        ['gpt-4o', 'https://api.openai.com/v1', undefined, '${OPENAI_API_KEY}', ['text', 'vision', 'file']],
        ['my-own-model', 'https://api.example.com/v1', 'openai-compatible', '${EXAMPLE_API_KEY}', ['text']],
      ],
    );
    await w.screenshot('three-services-dark');
  });

  it('[E-21] takes another spelling of a model for it, offers known ones first, and accepts all that follows at once', async () => {
    await w.viewAction('Model Services', 'Add Service…');
    await w.page.locator('.quick-input-title').getByText('Add Model Service').waitFor();
    const first = w.page.locator('.quick-input-list .monaco-list-row').first();
    await w.input.fill('claude-opus');
    await first.filter({ hasText: /^claude-opus-\d/ }).waitFor();
    await w.input.fill('claude-opus-4.5');
    await first.filter({ hasText: 'means claude-opus-4-5' }).waitFor();
    await w.screenshot('add-service-meant-dark');
    await w.page.keyboard.press('Enter');
    await w.page.locator('.quick-input-message').filter({ hasText: 'ID that roles' }).waitFor();
    await w.screenshot('add-service-accept-all-dark');
    await w.page.locator('.quick-input-titlebar [aria-label="Accept All"]').click();
    await w.page.locator('.sidebar .monaco-list-row[aria-label^="claude-opus-4-5,"]').waitFor();
    const { problems, services } = validateServices(await readFile(file(), 'utf8'));
    assert.deepEqual(problems, []);
    assert.deepEqual([services.at(-1)?.model, services.at(-1)?.baseURL], ['claude-opus-4-5', 'https://api.anthropic.com/v1']);
  });
});
