/** Edits of one service of a text, found as validation finds it. */
import assert from 'node:assert/strict';
import type { ModelCapabilities } from '../../src/core/models/capability.ts';
import { applyEdits, type TextEdit } from '../../src/core/json/edit.ts';
import { setCapabilitiesAt } from '../../src/core/models/edits.ts';
import type { TextRange } from '../../src/core/json/node.ts';
import { validateServices } from '../../src/core/models/validate.ts';

/** Where a service is: by its position, or by its id (of several the first). */
export function placeOf(text: string, target: number | string): TextRange {
  const entry = validateServices(text).entries.find(({ id, index }) => id === target || index === target);
  assert.ok(entry, `no service ${target} in ${text}`);
  return entry.range;
}

export function setCapabilities(text: string, target: number | string, wanted: ModelCapabilities): readonly TextEdit[] {
  return setCapabilitiesAt(text, placeOf(text, target), wanted);
}

export function withCapabilities(text: string, target: number | string, wanted: ModelCapabilities): string {
  return applyEdits(text, setCapabilities(text, target, wanted));
}
