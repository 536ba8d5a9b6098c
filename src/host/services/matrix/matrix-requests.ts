import * as vscode from 'vscode';
import { addServices } from '../../../core/services/edits.ts';
import type { LostService } from '../../../core/services/matrix/edit-cell.ts';
import type { CapabilityCell } from '../../../core/services/matrix/set-capability.ts';
import { nodeAt, parseAt, type TextRange } from '../../../core/json/node.ts';
import { servicesTemplate } from '../../../core/services/template.ts';
import type { ServiceEntry } from '../../../core/services/validate.ts';
import type { MatrixColumn } from '../../../shared/matrix-state.ts';
import { askCustomType } from '../capability-picker.ts';
import { askForNewService } from '../service-form.ts';
import { stateOf } from '../services-state.ts';
import type { CellEdits } from './cell-edits.ts';

/** Shows a part of a document in a text editor: in the one that shows it already, else in a new one beside. */
export async function showText(document: vscode.TextDocument, { offset, length }: TextRange = { offset: 0, length: 0 }): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document && editor.viewColumn !== undefined);
  const selection = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Beside,
    preview: false,
    selection,
  });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where a service is in the text, or a capability that it declares. */
export function placeOf(document: vscode.TextDocument, entry: ServiceEntry, cell: CapabilityCell | null): TextRange {
  const service = cell && parseAt(document.getText(), entry.range);
  const lists = service && nodeAt(service, ['capabilities', cell.list]);
  const item = lists?.children?.find(({ value }) => value === cell?.type);
  return item ? { offset: item.offset, length: item.length } : entry.anchor;
}

/** Puts the template into a document that is blank. */
export async function useTemplate(edits: CellEdits): Promise<'not_blank' | 'refused' | undefined> {
  return edits.edit<'not_blank'>((text) =>
    text.trim() === '' ? [{ offset: 0, length: text.length, newText: servicesTemplate() }] : 'not_blank',
  );
}

/** Asks for a service and puts it at the end. @returns its place, why it is not there, or undefined when the person changed their mind */
export async function askForService(
  document: vscode.TextDocument,
  edits: CellEdits,
): Promise<{ readonly index: number } | 'unusable_text' | 'refused' | undefined> {
  const { validated, root } = await stateOf(document);
  // a file without the list gets it
  if (!addServices(document.getText(), [{ id: 'trial' }], { root }).ok) return 'unusable_text';
  const service = await askForNewService(validated.services);
  if (service === undefined) return undefined;
  const { version, root: rootNow } = await stateOf(document);
  const refusal = await edits.edit((text) => {
    const outcome = addServices(text, [service], document.version === version ? { root: rootNow } : undefined);
    return outcome.ok ? outcome.edits : 'unusable_text';
  });
  return refusal ?? { index: (await stateOf(document)).validated.entries.length - 1 };
}

/** Asks for the name of a custom capability. */
export async function askForColumn(list: MatrixColumn['list'], present: readonly string[]): Promise<MatrixColumn | undefined> {
  const title = list === 'input' ? vscode.l10n.t('Add a Column to the Inputs') : vscode.l10n.t('Add a Column to the Outputs');
  const type = await askCustomType(title, list, new Set(present));
  return type === undefined ? undefined : { list, type };
}

/** Why a click did nothing, in the language of the screen. */
export function refusalSentence(reason: LostService | 'refused'): string {
  switch (reason) {
    case 'unusable_text':
      return vscode.l10n.t('The file cannot be edited here until its problems are solved.');
    case 'service_not_found':
      return vscode.l10n.t('The service is no longer in the file.');
    case 'service_ambiguous':
      return vscode.l10n.t(
        'The file has changed meanwhile, and it is not certain any more which service was meant. Nothing was changed; click again.',
      );
    case 'service_not_object':
      return vscode.l10n.t('This element of "services" is no object; it can only be mended in the text.');
    case 'refused':
      return vscode.l10n.t('The file could not be changed.');
  }
}
