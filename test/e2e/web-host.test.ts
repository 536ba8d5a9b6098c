import assert from 'node:assert/strict';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brokenSession } from '../support/broken-session.ts';
import { fileBecomes } from './support/file-content.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** Columns: text, vision, audio, … of the inputs. */
const AUDIO = 2;
const VIEWPORT = { width: 1440, height: 1000 };

describe('the extension in the web host', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ server: 'web', viewport: VIEWPORT });
  });

  const artifacts = () => path.join(w.folder, 'data/runtime/artifacts');
  const cell = (row: number, column: number) => w.webviewFrame().locator(`[data-row="${row}"][data-column="${column}"]`);
  const line = (text: string) => w.page.locator('.editor-instance .view-line').filter({ hasText: text });

  it('previews an image: its pixels, its size as read in a worker, and what each service receives', async () => {
    await w.artifactRow(31).click();
    await w.previewOf('drawn by canvas');
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
    await w.pickModel('纯文本模型');
    assert.equal(await w.verdict('Text description instead of the image'), '纯文本模型 does not declare the input capability “vision”.');
    await w.pickModel('视觉模型');
    assert.match(await w.verdict('image_url'), /^视觉模型 declares the input capability “vision”\./);
    await w.screenshot('web-host-image-dark');
  });

  it('shows a file that is written on disk', async () => {
    const meta = { id: '34', extension: '.txt', type: 'text/plain', name: 'written meanwhile', createdAt: '2026-11-22T08:00:00.000Z' };
    await writeFile(path.join(artifacts(), '34.txt'), 'A note of an agent.\n');
    await writeFile(path.join(artifacts(), '34.meta'), JSON.stringify(meta));
    await w.artifactRow(34).filter({ hasText: 'written meanwhile' }).waitFor();
  });

  it('edits llmservices.json by a click in the capability matrix', async () => {
    const file = path.join(w.folder, 'config/llmservices.json');
    const original = await readFile(file, 'utf8');
    await w.page.locator('.sidebar .monaco-list-row[aria-label^="视觉模型,"]').click();
    await line('"vision-model"').waitFor();
    await w.runCommand('Open Capability Matrix to the Side');
    await cell(1, AUDIO).click();
    await line('["text", "vision", "audio"], "output"').waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('web-host-matrix-dark');
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original.replace('"input": ["text", "vision"]', '"input": ["text", "vision", "audio"]'));
  });

  it('finds base64 in a transcript', async () => {
    const image = await readFile(path.join(artifacts(), '8.png'));
    const message = { role: 'tool', tool_call_id: 'call_1', content: `Drawn: data:image/png;base64,${image.toString('base64')}` };
    await writeFile(path.join(w.folder, 'run.jsonl'), `${JSON.stringify(message)}\n`);
    await w.openFile('run.jsonl');
    await w.page.locator('.editor-instance .squiggly-warning').first().waitFor();
  });

  it('says at which message a conversation fails, and with which models, and does not repair what is on no local disk', async () => {
    await writeFile(path.join(w.folder, 'session.jsonl'), brokenSession());
    await w.openView('Explorer');
    const file = w.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'session.jsonl' }).first();
    await w.chooseFromMenu(file, 'Open as Conversation');
    await w
      .webviewFrame()
      .locator('.verdict')
      .filter({ hasText: /Next request fails at message \d+: / })
      .waitFor();
    const part = w.webviewFrame().locator('.line.part');
    const [text, picture] = [part.first(), part.filter({ hasText: 'image/png' }).first()];
    await text.waitFor();
    await picture.waitFor();
    // a window that reads only whole files has no pictures, and leaves no room for them
    assert.equal((await picture.boundingBox())?.height, (await text.boundingBox())?.height);
    await w.webviewFrame().getByText('Only files on a local disk can be repaired.').waitFor();
    assert.notEqual(await w.webviewFrame().locator('vscode-button[icon="wand"]').getAttribute('disabled'), null);
    await w.webviewFrame().getByRole('button', { name: 'Compare Models' }).click();
    await w.webviewFrame().locator('switch-table td').getByText('Fails').first().waitFor();
    await w.webviewFrame().locator('switch-table').getByText(/\$\d/).first().waitFor();
    await w.screenshot('web-host-conversation-dark');
  });

  it('compares two texts, and exports two pictures into a folder', async () => {
    await w.openView('Agent Artifacts', 'Artifacts');
    await w.foldViews('Model Services', 'Agents');
    await w.selectRows(30, 29);
    await w.chooseFromMenu(w.artifactRow(29), 'Compare Selected');
    await w.page.locator('.monaco-diff-editor .view-line').first().waitFor();
    await w.selectRows(31, 24);
    await w.chooseFromMenu(w.artifactRow(24), 'Export…');
    await w.chooseFolder(w.folder, 'Export Here');
    await w.page.getByText('Exported 2 artifacts.', { exact: true }).waitFor();
    await access(path.join(w.folder, 'artifacts.json'));
  });

  it('runs in a web worker, and not in Node', async () => {
    // A list keeps only rows that can be seen, and this one is sorted by the time of activation.
    await w.page.setViewportSize({ ...VIEWPORT, height: 2400 });
    await w.runCommand('Show Running Extensions');
    const row = (name: string) => w.page.locator('.runtime-extensions-editor .monaco-list-row').filter({ hasText: name }).first();
    await row('Agent Artifacts').filter({ hasText: 'web worker' }).waitFor();
    // The host in Node runs as well: it has VS Code's own extensions.
    await row('Git Base').filter({ hasText: '127.0.0.1' }).waitFor();
    await w.screenshot('web-host-running-dark');
    await w.page.keyboard.press('Escape');
    await row('Agent Artifacts').waitFor({ state: 'hidden' });
    await w.page.setViewportSize(VIEWPORT);
  });
});
