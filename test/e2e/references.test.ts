import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('references in a log', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    await writeFile(
      path.join(w.folder, 'run.log'),
      [
        '2026-11-23 09:14:02 INFO  analyst: step 31 of 40',
        '2026-11-23 09:14:05 INFO  analyst: saved the drawing as artifact:31',
        '2026-11-23 09:14:06 INFO  analyst: ws:agent-coder-7f3a:c3JjL21haW4uanM changed',
        '',
      ].join('\n'),
    );
    await w.openFile('run.log');
  });

  it('lead to the picture', async () => {
    await w.pointAtLink('31');
    const links = await w.page.locator('.editor-instance .view-line .detected-link').allTextContents();
    assert.ok(!links.join(' ').includes('step'), links.join(' '));
    const hover = w.page.locator('.monaco-hover:visible').filter({ hasText: 'drawn by canvas' });
    await hover.locator('img').first().waitFor();
    await hover.getByText('tokens', { exact: false }).first().waitFor();
    await w.screenshot('reference-hover-dark');
    // The second click: the first one opened the log.
    await hover.getByRole('link', { name: 'Preview', exact: true }).click();
    await w.previewOf('drawn by canvas');
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
    await w.screenshot('reference-followed-dark');
  });

  it('are followed by a click with Ctrl, and are what Go to Artifact begins with', async () => {
    await w.page.locator('.tab', { hasText: 'run.log' }).click();
    await w.followLink('c3JjL21haW4uanM');
    await w.previewOf('main.js');
    await w.page.locator('.tab', { hasText: 'run.log' }).click();
    await w.page.locator('.editor-instance .view-line').filter({ hasText: 'drawing' }).getByText('31').first().click();
    await w.runCommand('Go to Artifact…');
    await w.inputRow('drawn by canvas').waitFor();
    await w.page.keyboard.press('Escape');
  });

  it('are links in a terminal', async () => {
    await w.runCommand('Terminal: Create New Terminal');
    const terminal = w.page.locator('.terminal-wrapper.active .xterm-screen');
    await terminal.waitFor();
    await terminal.click();
    await w.page.keyboard.type('echo saved as artifact:2\n');
    const line = w.page.locator('.terminal-wrapper.active .xterm-rows > div').filter({ hasText: /^saved as artifact:2/ });
    const text = await w.placeOf(line.getByText('artifact:2').first());
    await w.page.mouse.move(text.x + text.width - 10, text.y + text.height / 2, { steps: 4 });
    await w.page.locator('.monaco-hover:visible').filter({ hasText: 'Preview artifact:2' }).waitFor();
    await w.screenshot('reference-terminal-dark');
    await w.page.keyboard.down('Control');
    await w.page.mouse.down();
    await w.page.mouse.up();
    await w.page.keyboard.up('Control');
    await w.previewOf('task plan');
  });
});
