import { safeId, safeName } from '../routing/description.ts';
import { API_NAMES } from './verdict.ts';
import { wordFor, type Decision, type Ledger } from './ledger.ts';
import type { WireItem } from './read-part.ts';
import type { PlacedPart, ToolAnswer } from './turns.ts';

/**
 * Short texts the wire layer adds for the model, in English as the names of the APIs' fields are. Names in them come from
 * data, and must not forge a line.
 */

/** Leaves a part out that the API has no shape for. @returns the note that is to stand in its place */
export function leaveOut(part: PlacedPart, decision: Decision, ledger: Ledger): string {
  const note = `[${describe(part.item)} is left out: ${API_NAMES[ledger.api]} cannot carry it here.]`;
  ledger.drop(part, decision, note);
  return note;
}

/** In a tool's answer, in place of a part that comes after it. */
export function followsNote(item: WireItem): string {
  return `[${describe(item)} follows in the next user message.]`;
}

/** The same where it stands behind the answers, in the same turn. */
export function followsBesideNote(item: WireItem): string {
  return `[${describe(item)} follows after the answers.]`;
}

/** Before a part that stands apart from the answer it belongs to. */
export function belongsToNote(item: WireItem, { name, callId }: ToolAnswer): string {
  return `[${describe(item)} from the answer of ${safeName(name)}, call ${safeId(callId)}:]`;
}

/** Before a medium that has no text of its own beside it. */
export function captionNote(item: WireItem): string {
  return `[${describe(item)}]`;
}

function describe(item: WireItem): string {
  const name = item.type === 'media' ? safeName(item.filename ?? '') : '';
  return name === '' ? wordFor(item) : `"${name}" (${wordFor(item)})`;
}

/** The name of a file for APIs that want one; one that came without gets that of its kind. */
export function fileNameOf(item: { readonly filename?: string; readonly mimeType: string }): string {
  return item.filename ?? (item.mimeType === 'application/pdf' ? 'document.pdf' : 'file');
}
