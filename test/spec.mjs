/**
 * `npm run spec`: every criterion of the specifications with the tests whose titles begin with its number, and those
 * that have none. A number that is in no specification is an error; with --strict a criterion without a test is, too.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const tests = import.meta.dirname;
const specs = path.join(tests, 'fixtures/spec');

/** How much of a criterion's text is shown. */
const shownLength = 100;

/**
 * Reads the criteria: `1-R3.2` (requirement 3, criterion 2), `1-INV-1` (invariant), `1-P1` (property), `E-7` (an edge).
 * @returns {Promise<Map<string, string>>} number → text, in the order of the specifications
 */
async function readCriteria() {
  /** @type {Map<string, string>} */
  const criteria = new Map();
  const names = (await readdir(specs)).filter((name) => /^\d-.*\.md$/.test(name));
  // The requirements of a specification come before its design.
  for (const name of names.sort((a, b) => Number(a[0]) - Number(b[0]) || b.localeCompare(a))) {
    const spec = name[0];
    let requirement = '';
    let listing = false;
    for (const line of (await readFile(path.join(specs, name), 'utf8')).split(/\r?\n/)) {
      const heading = /^#{2,4} (?:(Requirement|Property) (\d+): )?(.*)$/.exec(line);
      if (heading?.[1] === 'Requirement') requirement = heading[2] ?? '';
      if (heading?.[1] === 'Property') criteria.set(`${spec}-P${heading[2]}`, heading[3] ?? '');
      if (heading) listing = heading[3] === 'Acceptance Criteria';
      const item = /^(\d+)\. (.*)$/.exec(line);
      const invariant = /^\*\*INV-(\d+): (.*?)\*\*/.exec(item?.[2] ?? '');
      if (invariant) criteria.set(`${spec}-INV-${invariant[1]}`, invariant[2] ?? '');
      else if (item && listing) criteria.set(`${spec}-R${requirement}.${item[1]}`, item[2] ?? '');
    }
  }
  for (const [, number = '', text = ''] of (await readFile(path.join(specs, 'edges.md'), 'utf8')).matchAll(/^- (E-\w+)\. (.*)$/gm))
    criteria.set(number, text);
  return criteria;
}

/**
 * Finds the titles that begin with numbers in brackets.
 * @returns {Promise<{tag: string, where: string}[]>}
 */
async function readTitles() {
  const found = [];
  for (const name of (await readdir(tests, { recursive: true })).sort()) {
    if (!name.endsWith('.test.ts') || name.startsWith('fixtures')) continue;
    const source = await readFile(path.join(tests, name), 'utf8');
    for (const [, , tags = '', title = ''] of source.matchAll(/(['"`])((?:\[(?:\d|E)-[^\]'"`\n]+\]\s*)+)((?:\\.|(?!\1)[^\\\n])*)\1/g)) {
      for (const [, tag = ''] of tags.matchAll(/\[([^\]]+)\]/g)) found.push({ tag, where: `${name.replaceAll('\\', '/')}: ${title}` });
    }
  }
  return found;
}

const strict = process.argv.includes('--strict');
const criteria = await readCriteria();
const titles = await readTitles();
const without = [...criteria.keys()].filter((number) => !titles.some(({ tag }) => tag === number));

for (const [number, text] of criteria) {
  console.log(`${number}  ${text.length > shownLength ? `${text.slice(0, shownLength)}…` : text}`);
  for (const { where } of titles.filter(({ tag }) => tag === number)) console.log(`    ${where}`);
}
if (without.length > 0) console.log(`\nWithout a test:\n${without.map((number) => `  ${number}  ${criteria.get(number)}`).join('\n')}`);
const unknown = titles.filter(({ tag }) => !criteria.has(tag));
if (unknown.length > 0) console.log(`\nIn no specification:\n${unknown.map(({ tag, where }) => `  [${tag}] ${where}`).join('\n')}`);
console.log(`\n${criteria.size} criteria, ${criteria.size - without.length} with tests, ${without.length} without`);
if (unknown.length > 0 || (strict && without.length > 0)) process.exitCode = 1;
