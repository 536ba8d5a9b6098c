import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/**
 * Whether this run keeps pictures of pages and windows in out/screenshots, for a person to look at: `npm test -- --pictures`. The others
 * make none: a window at rest is waited for longer than all else that its test does.
 */
export const keepsPictures = process.env['AGENT_ARTIFACTS_PICTURES'] === 'kept';

/**
 * Keeps a picture of a whole page. Chromium without windows now and then leaves out a canvas when it takes more than the window shows (156,
 * 2026-11): so it is taken until two are the same.
 */
export async function keepPicture(page: Page, file: string): Promise<void> {
  const taken = await page.screenshot({ fullPage: true });
  const again = await page.screenshot({ fullPage: true });
  if (!again.equals(taken)) return keepPicture(page, file);
  await writeFile(file, again);
}
