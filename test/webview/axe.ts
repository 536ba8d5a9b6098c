/** axe-core on a page: what keeps people from reading or using it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let source: Promise<string> | undefined;

/** `all` that axe knows: WCAG 2 to AA, and good practice; of that, what depends on the `colours`, which is all that a theme changes. */
const RULES = {
  all: {},
  colours: { runOnly: { type: 'tag', values: ['cat.color'] }, rules: { 'color-contrast-enhanced': { enabled: false } } },
} as const satisfies Record<string, RunOptions>;

/** Where axe cannot tell whether the contrast is enough, and there is nothing to tell. */
const BEYOND_AXE = [
  // the component's own box lies over its label; both colours are the theme's own, of a button
  { rule: 'color-contrast', target: / \.base(?:\[part="base"\])?$/, message: 'overlapped by another element' },
  // invisible, over the picture of the same text
  { rule: 'color-contrast', target: / preview-pdf-page span/, message: 'contains an image node' },
];

/** What axe finds on a page once it is laid out, and what it is unsure of: the rule, the element and why, one line each. */
export async function axeFindings(page: Page, rules: keyof typeof RULES): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await (source ??= readFile(script, 'utf8')));
  await laidOut(page);
  const { violations, incomplete } = await page.evaluate(
    (given) => (window as unknown as { axe: { run: (of: Document, options: unknown) => Promise<AxeResults> } }).axe.run(document, given),
    { resultTypes: ['violations', 'incomplete'], ...RULES[rules] } as unknown,
  );
  return [...violations, ...incomplete]
    .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, target: node.target.flat(3).join(' '), why: why(node) })))
    .filter(
      ({ id, target, why: words }) =>
        !BEYOND_AXE.some((each) => each.rule === id && each.target.test(target) && words.includes(each.message)),
    )
    .map(({ id, target, why: words }) => `${id}: ${target}: ${words}`);
}

/**
 * What a page draws anew for its size it draws in the frame in which its observers are told of the size; the frame after that
 * one has it all.
 */
async function laidOut(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

function why({ any, all, none }: NodeResult): string {
  return [...any, ...all, ...none].map(({ message }) => message).join('; ');
}
