import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** A row of a tree as a screen reader says it. */
export interface SpokenRow {
  /** 1 for the first level. */
  readonly level: number;
  readonly label: string;
}

/** More rows than any test has: ends a walk that would go on for ever. */
const tooMany = 500;

/**
 * Walks down the focused tree by keyboard from the first row to the last, opening what is closed. The window is made so
 * high meanwhile that the row below is always there: a tree keeps only rows that can be seen.
 */
export async function walkTree(page: Page): Promise<SpokenRow[]> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: size?.width ?? 1440, height: 3600 });
  const rows = await walk(page);
  if (size) await page.setViewportSize(size);
  return rows;
}

async function walk(page: Page): Promise<SpokenRow[]> {
  const tree = page.locator('.sidebar .monaco-list:focus');
  const rowAt = (index: number) => tree.locator(`.monaco-list-row[data-index="${index}"]`);
  const rows: SpokenRow[] = [];
  await page.keyboard.press('Home');
  for (let index = 0; index < tooMany; index++) {
    const row = rowAt(index).and(page.locator('.focused'));
    await row.waitFor();
    const level = Number(await row.getAttribute('aria-level'));
    rows.push({ level, label: ((await row.getAttribute('aria-label')) ?? '').trim() });
    if ((await row.getAttribute('aria-expanded')) === 'false') {
      await page.keyboard.press('ArrowRight');
      await rowAt(index + 1)
        .and(page.locator(`[aria-level="${level + 1}"]`))
        .waitFor();
    }
    if (!(await rowAt(index + 1).isVisible())) return rows;
    await page.keyboard.press('ArrowDown');
  }
  return assert.fail(`more than ${tooMany} rows`);
}
