/** axe-core on a page: what keeps people from reading or using it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let source: Promise<string> | undefined;

/** All that axe knows: WCAG 2 to AA, and good practice. */
const options: RunOptions = { resultTypes: ['violations', 'incomplete'] };

/** Where axe cannot tell whether the contrast is enough, and there is nothing to tell. */
const BEYOND_AXE = [
  // the component's own box lies over its label; both colours are the theme's own, of a button
  { rule: 'color-contrast', target: / \.base(?:\[part="base"\])?$/, message: 'overlapped by another element' },
  // invisible, over the picture of the same text
  { rule: 'color-contrast', target: / preview-pdf-page span/, message: 'contains an image node' },
];

/** What axe finds on a page as it is now, and what it is unsure of: the rule, the element and why, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  source ??= readFile(script, 'utf8');
  await page.evaluate(await source);
  const { violations, incomplete } = await page.evaluate(
    (given) => (window as unknown as { axe: { run: (of: Document, options: unknown) => Promise<AxeResults> } }).axe.run(document, given),
    options as unknown,
  );
  return [...violations, ...incomplete]
    .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, target: node.target.flat(3).join(' '), why: why(node) })))
    .filter(
      ({ id, target, why: words }) =>
        !BEYOND_AXE.some((each) => each.rule === id && each.target.test(target) && words.includes(each.message)),
    )
    .map(({ id, target, why: words }) => `${id}: ${target}: ${words}`);
}

function why({ any, all, none }: NodeResult): string {
  return [...any, ...all, ...none].map(({ message }) => message).join('; ');
}
