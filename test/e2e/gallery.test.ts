import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the gallery', () => {
  let w: Workbench;
  let page: FrameLocator;

  before(async () => {
    w = await lendWorkbench({ theme: 'light' });
    await w.openView('Agent Artifacts', 'Artifacts');
    page = w.webviewFrame();
  });

  const tile = (name: string): Locator => page.getByRole('option', { name });

  it('shows the store as pictures, and keys lead from one to its preview', async () => {
    const store = w.page.locator('.sidebar .monaco-list-row').filter({ hasText: /^Store/ });
    await w.chooseFromMenu(store.first(), 'Open Gallery');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('listbox').focus();
    for (const kind of ['PNG image', 'SVG']) await page.getByRole('option', { name: kind }).first().waitFor();
    for (const kind of ['PNG image', 'PDF', 'WebM']) await tile(kind).first().locator('img').waitFor();
    await w.screenshot('gallery-light');
    await w.page.keyboard.press('Home');
    await w.page.keyboard.press('ArrowRight');
    const name = await page.locator('.tile.active .name').innerText();
    await w.page.keyboard.press('Enter');
    await w.page.locator('.tab', { hasText: `Preview: ${name}` }).waitFor();
    assert.ok(name !== '');
  });
});
