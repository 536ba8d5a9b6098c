import type { Allowance } from '../io/limits.ts';

/** Characters of one rule: no path of any system is longer. A longer rule is passed over. */
const LONGEST_RULE = 4_096;
/** Comparisons for one file, some 30 ms: a thousand rules for a path of ten names take half. */
export const MOST_RULE_STEPS = 500_000;
/** Reading a rule, and each of its characters, takes as long as some comparisons. */
const STEPS_A_RULE = 48;
const STEPS_A_CHARACTER = 8;

/** Characters that a rule wants in one place of a name. */
interface Glyph {
  readonly has: (character: string) => boolean;
  /** Comparisons that asking takes. */
  readonly steps: number;
}
/** What is between two slashes; undefined is `*`, any characters. */
type Segment = readonly (Glyph | undefined)[];

interface Rule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Undefined is a double star, any folders. */
  readonly segments: readonly (Segment | undefined)[];
}

/**
 * Whether `.gitignore` rules cover a file (gitignore(5)): the last matching rule decides; a rule with a slash before its end is relative to
 * the rules' folder, others match at any depth; what lies in an ignored folder is ignored.
 *
 * @param path relative to the rules' folder, with `/`
 * @param steps comparisons that may be made, for all the `.gitignore` files above a file together; see {@link MOST_RULE_STEPS}
 * @returns undefined when no rule matches, or when there is more to compare than a file of rules ever has
 */
export function ignoredBy(rules: string, path: string, steps: Allowance = { left: MOST_RULE_STEPS }): boolean | undefined {
  const parsed = parseRules(rules, steps);
  const names = path.split('/');
  let verdict: boolean | undefined;
  for (let depth = 1; depth <= names.length && verdict !== true; depth++) {
    const isFolder = depth < names.length;
    const above = names.slice(0, depth);
    const last = parsed.findLast((rule) => steps.left > 0 && (isFolder || !rule.isForFolders) && fits(rule, above, steps));
    if (steps.left <= 0) return undefined;
    if (last) verdict = !last.isNegated;
  }
  return verdict;
}

/** Reads no more rules than there are steps for. */
function parseRules(text: string, steps: Allowance): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    steps.left -= STEPS_A_RULE + (end - at <= LONGEST_RULE ? STEPS_A_CHARACTER * (end - at) : 0);
    if (steps.left <= 0) break;
    const rule = parseRule(text.slice(at, text[end - 1] === '\r' ? end - 1 : end));
    if (rule) rules.push(rule);
    at = end + 1;
  }
  return rules;
}

/** Undefined for an empty line, a comment, and what matches nothing. */
function parseRule(line: string): Rule | undefined {
  if (line.length > LONGEST_RULE || line.startsWith('#')) return undefined;
  const text = withoutTrailingSpaces(line);
  const isNegated = text.startsWith('!');
  const isForFolders = text.endsWith('/');
  const pattern = text.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined);
  const segments = pattern === '' ? undefined : parseSegments(pattern.startsWith('/') ? pattern.slice(1) : pattern);
  return segments && { isNegated, isForFolders, segments: pattern.includes('/') ? segments : [undefined, ...segments] };
}

/** A space at the end counts behind a backslash only; other blanks are part of the name, as for git. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end--;
  const text = line.slice(0, end);
  let backslashes = 0;
  while (text.at(-1 - backslashes) === '\\') backslashes++;
  return backslashes % 2 === 0 ? text : line.slice(0, text.length + 1);
}

/** Undefined for what matches nothing: a set that is not closed, a backslash at the end. */
function parseSegments(pattern: string): (Segment | undefined)[] | undefined {
  const segments: (Segment | undefined)[] = [];
  let segment: (Glyph | undefined)[] = [];
  for (let at = 0; at <= pattern.length;) {
    if (at === pattern.length || pattern[at] === '/') {
      const isDoubleStar = segment.length > 1 && segment.every((glyph) => glyph === undefined);
      segments.push(isDoubleStar ? undefined : segment);
      segment = [];
      at++;
      continue;
    }
    const read = readGlyph(pattern, at);
    if (!read) return undefined;
    segment.push(read.glyph);
    at = read.end;
  }
  // At the end a double star is what lies in the folder, not the folder itself.
  if (segments.at(-1) === undefined) segments.push([undefined]);
  return segments;
}

interface Read<T> {
  readonly glyph: T;
  /** Index behind what was read. */
  readonly end: number;
}

function readGlyph(pattern: string, at: number): Read<Glyph | undefined> | undefined {
  switch (pattern[at]) {
    case '*':
      return { glyph: undefined, end: at + 1 };
    case '?':
      return { glyph: { has: () => true, steps: 1 }, end: at + 1 };
    case '[':
      return readSet(pattern, at + 1);
    default: {
      const { character, end } = readCharacter(pattern, at);
      return character === undefined ? undefined : { glyph: { has: (one) => one === character, steps: 1 }, end };
    }
  }
}

/** A character, or the one behind a backslash; undefined at the end. */
function readCharacter(pattern: string, at: number): { readonly character: string | undefined; readonly end: number } {
  const place = pattern[at] === '\\' ? at + 1 : at;
  return { character: pattern[place], end: place + 1 };
}

/** A set of characters, from behind its bracket. */
function readSet(pattern: string, start: number): Read<Glyph> | undefined {
  const isNegated = pattern[start] === '!' || pattern[start] === '^';
  const members: Glyph[] = [];
  let at = isNegated ? start + 1 : start;
  do {
    const member = readMember(pattern, at);
    if (!member) return undefined;
    members.push(member.glyph);
    at = member.end;
  } while (pattern[at] !== ']');
  return { glyph: { has: (one) => members.some(({ has }) => has(one)) !== isNegated, steps: members.length }, end: at + 1 };
}

/** The named sets of POSIX, in ASCII as git has them. */
const NAMED_SETS: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[\dA-Za-z]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[\t ]/],
  ['cntrl', /[\0-\x1f\x7f]/],
  ['digit', /\d/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[\t-\r ]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[\dA-Fa-f]/],
]);

/** A named set, a range or a character of a set. */
function readMember(pattern: string, at: number): Read<Glyph> | undefined {
  const name = pattern[at] === '[' ? /^\[:([a-z]{1,10}):\]/.exec(pattern.slice(at, at + 16))?.[1] : undefined;
  if (name !== undefined) {
    const set = NAMED_SETS.get(name);
    return set && { glyph: { has: (one) => set.test(one), steps: 1 }, end: at + name.length + 4 };
  }
  const first = readCharacter(pattern, at);
  if (first.character === undefined) return undefined;
  const isRange = pattern[first.end] === '-' && pattern[first.end + 1] !== ']';
  const last = isRange ? readCharacter(pattern, first.end + 1) : first;
  const [lowest, highest] = [first.character, last.character];
  return highest === undefined ? undefined : { glyph: { has: (one) => lowest <= one && one <= highest, steps: 1 }, end: last.end };
}

function fits({ segments }: Rule, names: readonly string[], steps: Allowance): boolean {
  const isCharacter = ({ has, steps: taken }: Glyph, character: string): boolean => {
    steps.left -= taken - 1;
    return has(character);
  };
  return matches(segments, names, (segment, name) => matches(segment, name, isCharacter, steps), steps);
}

/**
 * Whether a pattern fits the whole of a text, where undefined stands for any run. Only the last run before a mismatch is made longer:
 * what fits behind an earlier one fits behind it too, so that the work is the product of both lengths at most.
 */
function matches<P, T>(
  pattern: readonly (P | undefined)[],
  text: ArrayLike<T>,
  isEqual: (wanted: P, one: T) => boolean,
  steps: Allowance,
): boolean {
  let place = 0;
  let behindRun: number | undefined;
  let runEnd = 0;
  for (let at = 0; at < text.length;) {
    if (--steps.left <= 0) return false;
    const wanted = pattern[place];
    if (place < pattern.length && wanted === undefined) {
      behindRun = ++place;
      runEnd = at;
    } else if (wanted !== undefined && isEqual(wanted, text[at] as T)) {
      place++;
      at++;
    } else {
      if (behindRun === undefined) return false;
      place = behindRun;
      at = ++runEnd;
    }
  }
  while (place < pattern.length && pattern[place] === undefined && steps.left-- > 0) place++;
  return place === pattern.length;
}
