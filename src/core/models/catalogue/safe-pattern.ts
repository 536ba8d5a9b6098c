/** A pattern of more characters than this is none of a name or an address. */
const LONGEST = 200;
/** `.*`, `[a-z]+`, `\d{2,}`: how many may stand in one pattern. Of two, a name of 200 characters is tried in some 200³ steps at worst. */
const MOST_UNBOUNDED = 2;
/** `s?`: each may double the ways through a pattern. */
const MOST_OPTIONAL = 3;
const MOST_GROUPS = 6;
const MOST_ALTERNATIVES = 16;

/**
 * Whether a pattern from a file of somebody else may be run: it is one, names no group again, repeats no group, and has so few repetitions
 * and alternatives that it comes to an end soon whatever it is given.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > LONGEST) return false;
  try {
    new RegExp(pattern);
  } catch {
    return false;
  }
  if (/\\[1-9k]/.test(pattern)) return false;
  // Escapes and classes are one character each; what is left of brackets and signs has a meaning.
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^[\]]*\]/g, 'x');
  const bare = plain.replace(/\((?:\?(?::|!|=|<!|<=))?/g, '(');
  if (/\)[*+{]/.test(bare)) return false;
  const count = (what: RegExp): number => bare.match(what)?.length ?? 0;
  return (
    count(/[*+]|\{\d*,\d*\}/g) <= MOST_UNBOUNDED &&
    count(/\?/g) <= MOST_OPTIONAL &&
    count(/\(/g) <= MOST_GROUPS &&
    count(/\|/g) <= MOST_ALTERNATIVES
  );
}
