import type { Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { TextEdit } from '../../core/json/edit.ts';
import type { ServiceEntry } from '../../core/models/validate.ts';
import { editDocument, type EditRefusal, type MadeEdit } from '../screen/document-edit.ts';
import { stateOf } from './services-state.ts';

/** One service in its text, which is JSON. */
export interface ServiceInText {
  readonly text: string;
  readonly root: Node;
  readonly entry: ServiceEntry;
}

/** Applies edits to one service of a document, as `editDocument` does to all of it: of several with the id the first. */
export async function editService(
  document: vscode.TextDocument,
  id: string,
  computeEdits: (service: ServiceInText) => readonly TextEdit[],
): Promise<MadeEdit | EditRefusal> {
  // of the version that the document has now that it is known
  const { text, root, validated } = await stateOf(document);
  const entry = validated.entries.find((each) => each.id === id);
  return editDocument(document, () => {
    if (root === undefined || !validated.usable) return { ok: false, reason: 'unusable_text' };
    return entry ? { ok: true, edits: computeEdits({ text, root, entry }) } : { ok: false, reason: 'service_not_found' };
  });
}

/** Shows a service in an editor, the cursor at its id; the top of the file when it is not there. */
export async function revealService(
  document: vscode.TextDocument,
  service: { readonly id: string } | { readonly index: number } | undefined,
): Promise<void> {
  const { entries } = (await stateOf(document)).validated;
  const entry = service && entries.find((one) => ('id' in service ? one.id === service.id : one.index === service.index));
  const range =
    entry && new vscode.Range(document.positionAt(entry.anchor.offset), document.positionAt(entry.anchor.offset + entry.anchor.length));
  const editor = await vscode.window.showTextDocument(document, range ? { selection: range, preview: false } : { preview: false });
  if (range) editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
