// Every layer that compiles the core needs these types, and no import finds types beside a package that has none.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./js-yaml.d.ts" />

import { CORE_SCHEMA, dump, load, types, YAMLException } from 'js-yaml';

/** YAML 1.2 and the merge key, which such files use; no dates and no binary values. */
const schema = CORE_SCHEMA.extend({ implicit: [types.merge] });

/**
 * Values and members that a text may stand for through its aliases, however short it is; without aliases there are never
 * more than characters.
 */
const ALIASED_NODES = 20_000;

/**
 * The value of a YAML text, or why it is none. Nesting and merging are bounded by the parser; what aliases repeat is
 * bounded here. Never throws.
 */
export function parseYaml(text: string):
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly reason: 'unreadable';
      readonly detail: string;
      readonly place?: { readonly line: number; readonly column: number };
    }
  | { readonly ok: false; readonly reason: 'too_large' } {
  try {
    const value = load(text, { schema, json: true });
    return hasMoreNodes(value, Math.max(ALIASED_NODES, text.length)) ? { ok: false, reason: 'too_large' } : { ok: true, value };
  } catch (error) {
    // its message quotes the text, which may hold a key: only the reason and the place are told
    if (!(error instanceof YAMLException)) return { ok: false, reason: 'unreadable', detail: 'unreadable' };
    if (error.mark === undefined) return { ok: false, reason: 'unreadable', detail: 'YAML' };
    const place = { line: error.mark.line + 1, column: error.mark.column + 1 };
    return { ok: false, reason: 'unreadable', detail: `YAML, line ${place.line}, column ${place.column}`, place };
  }
}

/** Whether a value, written out without aliases, has more nodes than that; one that holds itself has. */
function hasMoreNodes(value: unknown, limit: number): boolean {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; count++) {
    if (count + waiting.length > limit) return true;
    const node = waiting.pop();
    if (typeof node === 'object' && node !== null) for (const member of Object.values(node)) waiting.push(member);
  }
  return false;
}

/** The value as YAML, in blocks, without anchors. */
export function formatYaml(value: unknown): string {
  return dump(value, { schema: CORE_SCHEMA, lineWidth: -1, noRefs: true, quotingType: '"' });
}
