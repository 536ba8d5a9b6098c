// Every layer that compiles the core needs these types, and imports don't find types for an untyped package.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./js-yaml.d.ts" />

import { CORE_SCHEMA, dump, load, types, YAMLException } from 'js-yaml';

/** YAML 1.2 and the merge key; no dates or binary values. */
const schema = CORE_SCHEMA.extend({ implicit: [types.merge] });

/** Maximum number of nodes when aliases are expanded; without aliases there are never more than characters. */
const ALIASED_NODES = 20_000;

/** Parses YAML. The parser limits nesting and merging; alias expansion is limited here. Never throws. */
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
    // its message quotes the text, which may contain a key: only reason and position are kept
    if (!(error instanceof YAMLException)) return { ok: false, reason: 'unreadable', detail: 'unreadable' };
    if (error.mark === undefined) return { ok: false, reason: 'unreadable', detail: 'YAML' };
    const place = { line: error.mark.line + 1, column: error.mark.column + 1 };
    return { ok: false, reason: 'unreadable', detail: `YAML, line ${place.line}, column ${place.column}`, place };
  }
}

/** Whether a value has more than `limit` nodes with aliases expanded; true for a cyclic one. */
function hasMoreNodes(value: unknown, limit: number): boolean {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; count++) {
    if (count + waiting.length > limit) return true;
    const node = waiting.pop();
    if (typeof node === 'object' && node !== null) for (const member of Object.values(node)) waiting.push(member);
  }
  return false;
}

/** Block style YAML without anchors. */
export function formatYaml(value: unknown): string {
  return dump(value, { schema: CORE_SCHEMA, lineWidth: -1, noRefs: true, quotingType: '"' });
}
