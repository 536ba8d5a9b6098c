import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileBecomes } from './support/file-content.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('A transcript with base64 in a text', () => {
  let w: Workbench;
  let file: string;
  let original: string;
  let url: string;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1280, height: 800 } });
    file = path.join(w.folder, 'run.jsonl');
    const image = await readFile(path.join(w.folder, 'data/runtime/artifacts/8.png'));
    url = `data:image/png;base64,${image.toString('base64')}`;
    original = [
      { role: 'user', content: 'Draw the sales of this year.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'run_javascript', arguments: '{"code":"draw()"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: `Drawn: ${url}` },
    ]
      .map((message) => `${JSON.stringify(message)}\n`)
      .join('');
    await writeFile(file, original);
    await w.openView('Explorer');
  });

  const squiggle = () => w.page.locator('.editor-instance .squiggly-warning').first();

  it('is underlined, and the hover shows the picture, its size and its cost', async () => {
    await w.openFile('run.jsonl');
    await squiggle().waitFor();
    await w.page.locator('.editor-instance .view-line').filter({ hasText: 'Drawn' }).getByText('base64').first().hover();
    const hover = w.page.locator('.monaco-hover:visible').filter({ hasText: 'PNG image' });
    await hover.waitFor();
    const picture = hover.locator('img').first();
    await picture.waitFor();
    assert.ok(
      await picture.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return image.naturalWidth > 0;
      }),
    );
    await w.screenshot('transcript-hover-dark');
  });

  it('becomes a reference by the quick fix, and undo brings it back', async () => {
    await w.page.keyboard.press('Escape');
    await w.page.mouse.move(0, 0);
    await w.page.keyboard.press('ControlOrMeta+1');
    await squiggle().waitFor();
    await w.page.keyboard.press('F8');
    const problem = w.page.locator('.marker-widget');
    await problem.waitFor();
    await w.page.keyboard.press('Escape');
    await problem.waitFor({ state: 'hidden' });
    await (await w.openQuickFixes('Save as Artifact and Insert Its Reference')).click();
    await squiggle().waitFor({ state: 'hidden' });
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original.replace(url, 'artifact:34'));
    const saved = await readFile(path.join(w.folder, 'data/runtime/artifacts/34.png'));
    assert.deepEqual(saved, await readFile(path.join(w.folder, 'data/runtime/artifacts/8.png')));
    await w.screenshot('transcript-saved-dark');
    await w.page.keyboard.press('ControlOrMeta+z');
    await w.page.keyboard.press('ControlOrMeta+s');
    await fileBecomes(file, original);
  });
});
