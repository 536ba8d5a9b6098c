// Every layer that compiles the core needs these types, and no import finds types beside a package that has none.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./js-yaml.d.ts" />
import { CORE_SCHEMA, dump, load, types, YAMLException } from 'js-yaml';

/** YAML 1.2 and the merge key, which such files use; no dates and no binary values. */
const schema = CORE_SCHEMA.extend({ implicit: [types.merge] });

/** The value of a YAML text, or why it is none. Nesting and merging are bounded by the parser. Never throws. */
export function parseYaml(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly detail: string } {
  try {
    return { ok: true, value: load(text, { schema, json: true }) };
  } catch (error) {
    // its message quotes the text, which may hold a key: only the reason and the place are told
    if (!(error instanceof YAMLException)) return { ok: false, detail: 'unreadable' };
    return { ok: false, detail: error.mark === undefined ? 'YAML' : `YAML, line ${error.mark.line + 1}, column ${error.mark.column + 1}` };
  }
}

/** The value as YAML, in blocks, without anchors. */
export function formatYaml(value: unknown): string {
  return dump(value, { schema: CORE_SCHEMA, lineWidth: -1, noRefs: true, quotingType: '"' });
}
