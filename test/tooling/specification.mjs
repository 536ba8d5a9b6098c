/**
 * The specifications in `test/fixtures/spec` as a list of what they ask for, each item with the tag by which the title of a test names it:
 *
 * - `1-R3.2` (requirement 3, criterion 2), `1-INV-1` (invariant), `1-P1` (property), `E-7` (an edge), `L-11` (a fault that was found);
 * - of the designs: `1-ArtifactContentRouter.routeContent` (a method), `2-RoutingResult` (a type), `1-T1` (a template or an example),
 *   `1-MAP-image` (what opens which door), `1-ERR-1` (an error and what becomes of it), `1-SEC-1` and `1-PERF-1` (what security and speed ask for).
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const tests = path.join(import.meta.dirname, '..');
const specs = path.join(tests, 'fixtures/spec');

/** @typedef {{tag: string, text: string}} Item */

/**
 * Reads the specifications.
 * @returns {Promise<Item[]>} in their order: the requirements of a specification come before its design
 */
export async function readSpecifications() {
  const names = (await readdir(specs)).filter((name) => /^\d-.*\.md$/.test(name));
  const items = [];
  for (const name of names.sort((a, b) => Number(a[0]) - Number(b[0]) || b.localeCompare(a))) {
    const lines = (await readFile(path.join(specs, name), 'utf8')).split(/\r?\n/);
    items.push(...criteriaIn(lines), ...(name.endsWith('.design.md') ? designIn(lines) : []));
    for (const item of items) if (!/^[\dEL]-/.test(item.tag)) item.tag = `${name[0]}-${item.tag}`;
  }
  for (const [, tag = '', text = ''] of (await readFile(path.join(specs, 'edges.md'), 'utf8')).matchAll(/^- ([EL]-\w+)\. (.*)$/gm))
    items.push({ tag, text });
  return items;
}

/**
 * Criteria, invariants and properties.
 * @param {string[]} lines
 * @returns {Item[]}
 */
function criteriaIn(lines) {
  const items = [];
  let requirement = '';
  let isListing = false;
  for (const line of lines) {
    const heading = /^#{2,4} (?:(Requirement|Property) (\d+): )?(.*)$/.exec(line);
    if (heading?.[1] === 'Requirement') requirement = heading[2] ?? '';
    if (heading?.[1] === 'Property') items.push({ tag: `P${heading[2]}`, text: heading[3] ?? '' });
    if (heading) isListing = heading[3] === 'Acceptance Criteria';
    const item = /^(\d+)\. (.*)$/.exec(line);
    const invariant = /^\*\*INV-(\d+): (.*?)\*\*/.exec(item?.[2] ?? '');
    if (invariant) items.push({ tag: `INV-${invariant[1]}`, text: invariant[2] ?? '' });
    else if (item && isListing) items.push({ tag: `R${requirement}.${item[1]}`, text: item[2] ?? '' });
  }
  return items;
}

/** What the lists of a design are about, by their headings. */
const LISTS = new Map([
  ['Error Handling', 'ERR'],
  ['Security Considerations', 'SEC'],
  ['Performance Considerations', 'PERF'],
]);

/**
 * Interfaces, templates, tables and the lists of errors, security and speed.
 * @param {string[]} lines
 * @returns {Item[]}
 */
function designIn(lines) {
  /** @type {Item[]} */
  const items = [];
  /** @type {(tag: string, text: string) => void} */
  const add = (tag, text) => {
    if (!items.some((item) => item.tag === tag)) items.push({ tag, text });
  };
  const numbers = new Map();
  /** @type {(kind: string, text: string) => void} */
  const addNext = (kind, text) => {
    numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
    add(`${kind}-${numbers.get(kind)}`, text);
  };
  let [chapter, heading, file, label] = ['', '', '', ''];
  let templates = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.startsWith('```')) {
      const block = lines.slice(at + 1, lines.indexOf('```', at + 1));
      at += block.length + 1;
      const language = line.slice(3);
      const interfaces = interfacesIn(block, language, file, items).map((tag) => ({ tag, text: heading }));
      const shown = templatesIn(block, language, heading).map((name) => ({ tag: `T${++templates}`, text: name || label || heading }));
      for (const { tag, text } of [...interfaces, ...shown]) add(tag, text);
      continue;
    }
    if (line.startsWith('## ')) chapter = line.slice(3);
    if (line.startsWith('#')) [heading, label, file] = [line.replace(/^#+ /, ''), '', ''];
    else if (line.trim() !== '') label = line;
    file = /^\*\*文件\*\*: `(.*)`/.exec(line)?.[1] ?? file;
    const kind = LISTS.get(chapter);
    const row = rowIn(line, lines[at + 1]);
    const entry = row?.join(' → ') ?? itemIn(line);
    if (kind !== undefined && entry !== undefined) addNext(kind, entry);
    else if (row) add(`MAP-${row[0]}`, row.join(' → '));
  }
  return items;
}

/** The text of an item of a numbered list; undefined for another line, and for what is to come. @param {string} line */
function itemIn(line) {
  const text = /^\d+\. (.*)$/.exec(line)?.[1];
  return text?.includes('未来') ? undefined : text?.replaceAll('**', '');
}

/** The cells of a row of a table; undefined for another line, and for the head of a table. @param {string} line @param {string} [next] */
function rowIn(line, next = '') {
  const rule = /^\|[\s|:-]+$/;
  if (!line.startsWith('|') || rule.test(line) || rule.test(next)) return undefined;
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/**
 * The types of a block of code, and the methods of its classes.
 * @param {string[]} block
 * @param {string} language
 * @param {string} file the module that methods without a class around them belong to; empty when their class is known
 * @param {Item[]} known
 */
function interfacesIn(block, language, file, known) {
  if (language !== 'javascript' && language !== 'typescript') return [];
  const words = path.basename(file, '.js').split('_');
  let module = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const names = [];
  let owner = '';
  for (const line of block) {
    const [, kind, type] = /^(?:export )?(class|interface|type) (\w+)/.exec(line) ?? [];
    if (kind === 'class') owner = type ?? '';
    else if (type !== undefined) names.push(type);
    const inside = /^ {2}(?:async )?(?:(\w+)\(.*(?:;|\{ \.\.\. \})|(constructor)\(.*)$/.exec(line);
    if (inside && owner !== '') names.push(`${owner}.${inside[1] ?? inside[2]}`);
    const alone = /^(?:async )?(\w+)\(.*\{$/.exec(line)?.[1];
    if (line === '}') owner = '';
    if (alone === undefined) continue;
    if (file === '') module = known.find(({ tag }) => tag.endsWith(`.${alone}`))?.tag.split('.')[0] ?? module;
    names.push(`${module}.${alone}`);
  }
  return names;
}

/** Pictures of the architecture are drawn with these. */
const DRAWN = /[─│┌└▼├]/;

/**
 * The templates and examples of a block: text and JSON as they are, and the objects under a comment in a block about a format.
 * @param {string[]} block
 * @param {string} language
 * @param {string} heading
 * @returns {string[]} what each is called here, or empty
 */
function templatesIn(block, language, heading) {
  if (language === 'json' || (language === '' && !block.some((line) => DRAWN.test(line)))) return [''];
  if (!heading.includes('格式')) return [];
  return block.flatMap((line, at) => (line.startsWith('// ') && block[at + 1] === '{' ? [line.slice(3)] : []));
}

/**
 * Finds the titles of tests that begin with tags in brackets.
 * @returns {Promise<{tag: string, where: string}[]>}
 */
export async function readTitles() {
  const found = [];
  for (const name of (await readdir(tests, { recursive: true })).sort()) {
    if (!name.endsWith('.test.ts') || name.startsWith('fixtures')) continue;
    const source = await readFile(path.join(tests, name), 'utf8');
    for (const [, , tags = '', title = ''] of source.matchAll(/(['"`])((?:\[(?:\d|E|L)-[^\]'"`\n]+\]\s*)+)((?:\\.|(?!\1)[^\\\n])*)\1/g)) {
      for (const [, tag = ''] of tags.matchAll(/\[([^\]]+)\]/g)) found.push({ tag, where: `${name.replaceAll('\\', '/')}: ${title}` });
    }
  }
  return found;
}
