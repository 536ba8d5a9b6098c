import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { json, said, startModelServer, type Answering, type ModelServer } from '../support/model-server.ts';
import { TEST_KEY } from '../support/verify.ts';
import { keepsPictures } from '../support/kept-pictures.ts';
import { fileBecomes } from './support/file-content.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** A model with eyes and tools, no ears, short of quota for files, that passes over schemas. */
const answering: Answering = (request, response) => {
  const key = request.headers.authorization ?? '';
  switch (request.probe) {
    case 'audio':
      return json(response, 400, {
        error: {
          message: `Unknown content part "input_audio". This model takes text and images only (${key}).`,
          type: 'invalid_request_error',
        },
      });
    case 'file':
      return json(response, 429, { error: { message: 'Rate limit reached for requests. Please try again in 20s.' } });
    case 'structured_output':
      return json(response, 200, said('openai-compatible', 'text'));
    case 'tool_result_media':
      return json(response, 400, {
        error: {
          message: "Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
        },
      });
    default:
      return json(response, 200, said('openai-compatible', request.probe));
  }
};

const serviceRow = (w: Workbench) => w.page.locator('.sidebar .monaco-list-row[aria-label^="多模态模型,"]');

describe('Verify Capabilities', () => {
  let server: ModelServer;
  let w: Workbench;
  let file: string;
  let text: string;

  before(async () => {
    server = await startModelServer(answering);
    w = await lendWorkbench({ viewport: { width: 1280, height: 860 } });
    file = path.join(w.folder, 'config/llmservices.json');
    const config = JSON.parse(await readFile(file, 'utf8')) as { services: Record<string, unknown>[] };
    const services = config.services.map((service) =>
      service['id'] === 'multimodal-model' ? { ...service, baseURL: `${server.url}/v1`, apiKey: TEST_KEY } : service,
    );
    text = `${JSON.stringify({ ...config, services }, null, 2)}\n`;
    await writeFile(file, text);
    // the rows of the service need room
    await w.foldViews('Artifacts', 'Agents', 'Conversations');
    // It is asked for once the view knows where it is.
    await w.unfoldRow(serviceRow(w), w.page.locator('.sidebar .monaco-list-row').filter({ hasText: `${server.url}/v1` }));
    await serviceRow(w).locator('.monaco-tl-twistie').click();
  });
  after(() => server.close());

  const dialog = () => w.page.locator('.monaco-dialog-box');
  const table = () => w.webviewFrame().locator('verify-table tbody');

  it('says where requests go before any is sent, then shows what was accepted, refused in the server’s words, and unclear', async () => {
    await w.chooseFromMenu(serviceRow(w), 'Verify Capabilities…');
    await dialog().getByText('Verify the capabilities of 多模态模型?').waitFor();
    await dialog().getByText(`${server.url}/v1/chat/completions`).waitFor();
    await w.screenshot('verify-confirm-dark');
    assert.deepEqual(server.requests, []);
    await dialog().getByText('Send Requests').click();
    await w.webviewFrame().getByText('Accepted: 3, refused: 2, unclear: 2, not sent: 0').waitFor();
    const row = (name: string) => table().locator('tr').filter({ hasText: name });
    await row('input.audio').getByText('This model takes text and images only (Bearer •••).').waitFor();
    await row('input.audio').getByText('suggested: remove').waitFor();
    await w.page.locator('.tab').filter({ hasText: 'Verify: 多模态模型' }).waitFor();
    assert.ok(!(await w.webviewFrame().locator('body').innerText()).includes(TEST_KEY.slice(3, 11)));
    await w.page.mouse.move(0, 0);
    for (const theme of keepsPictures ? (['light', 'contrast', 'dark'] as const) : []) {
      await w.useTheme(theme);
      await w.screenshot(`verify-table-${theme}`);
    }
  });

  it('offers the changes, makes those that stay ticked, and undo takes them back; no key is in what was logged', async () => {
    await w.webviewFrame().getByText('Apply to llmservices.json…').click();
    await w.inputRow('Remove audio').waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('verify-apply-dark');
    await w.page.keyboard.press('Enter');
    const capabilities = /"input": \[[^\]]*\]/g;
    const [, , mine = ''] = text.match(capabilities) ?? [];
    assert.ok(mine.includes('"audio"'), mine);
    await fileBecomes(file, text.replace(mine, mine.replace(/,\s*"audio"/, '')));
    await w.page.locator('.editor-instance .view-line').filter({ hasText: '"multimodal-model"' }).waitFor();
    await w.screenshot('verify-applied-dark');
    await w.page.keyboard.press('ControlOrMeta+z');
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, text);
    assert.ok(!w.log.join('\n').includes(TEST_KEY.slice(3, 11)));
  });
});
