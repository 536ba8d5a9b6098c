/**
 * `npm run spec`: everything that the specifications ask for with the tests whose titles begin with its tag, and what has no test: criteria,
 * interfaces, templates and error tables of the designs, edges, and faults that were found. A tag that is in no specification is an error;
 * with --strict an item without a test is, too.
 */
import { readSpecifications, readTitles } from './tooling/specification.mjs';

/** How much of an item's text is shown. */
const SHOWN = 100;

const items = await readSpecifications();
const titles = await readTitles();
const without = items.filter(({ tag }) => !titles.some((title) => title.tag === tag));
const unknown = titles.filter(({ tag }) => !items.some((item) => item.tag === tag));

for (const { tag, text } of items) {
  console.log(`${tag}  ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`);
  for (const title of titles) if (title.tag === tag) console.log(`    ${title.where}`);
}
if (without.length > 0) console.log(`\nWithout a test:\n${without.map(({ tag, text }) => `  ${tag}  ${text}`).join('\n')}`);
if (unknown.length > 0) console.log(`\nIn no specification:\n${unknown.map(({ tag, where }) => `  [${tag}] ${where}`).join('\n')}`);

/** @type {[string, RegExp][]} */
const kinds = [
  ['criteria, invariants and properties', /^\d-(R[\d.]+|INV-\d+|P\d+)$/],
  ['items of the designs', /^\d-(?!(R[\d.]+|INV-\d+|P\d+)$)/],
  ['edges', /^E-/],
  ['faults', /^L-/],
];
console.log('');
for (const [name, pattern] of kinds) {
  const all = items.filter(({ tag }) => pattern.test(tag));
  const missing = all.filter((item) => without.includes(item));
  console.log(`${all.length} ${name}, ${all.length - missing.length} with tests, ${missing.length} without`);
}
// The systems: each requirement with all of its criteria, each component of a design with its whole interface.
const systemOf = (/** @type {{tag: string, text: string}} */ { tag, text }) =>
  /^\d-R\d+/.exec(tag)?.[0] ?? (/^\d\. /.test(text) ? `${tag[0]}: ${text}` : undefined);
const systems = new Set(items.map(systemOf).filter((name) => name !== undefined));
const lacking = new Set(without.map(systemOf).filter((name) => name !== undefined));
console.log(`${systems.size} systems, ${systems.size - lacking.size} with tests for all of theirs`);
if (unknown.length > 0 || (process.argv.includes('--strict') && without.length > 0)) process.exitCode = 1;
