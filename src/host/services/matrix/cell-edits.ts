import * as vscode from 'vscode';
import type { TextEdit } from '../../../core/json/edit.ts';
import { nodeAt, parseAt, type TextRange } from '../../../core/json/node.ts';
import { type CapabilityCell, editCell, findDrawnService, type LostService } from '../../../core/models/capability-cells.ts';
import { addServices } from '../../../core/models/edits.ts';
import { servicesTemplate } from '../../../core/models/services-file.ts';
import type { ServiceEntry } from '../../../core/models/validate.ts';
import type { MatrixWebviewMessage, MatrixColumn } from '../../../shared/matrix-protocol.ts';
import { addTextEdits, applyEdit } from '../../screen/apply-edit.ts';
import { askCustomType } from '../edit-capabilities.ts';
import { askForNewService } from '../service-form.ts';
import { stateOf } from '../services-state.ts';

/** A service as a page drew it. */
export type DrawnService = Pick<Extract<MatrixWebviewMessage, { type: 'reveal' }>, 'version' | 'index' | 'id'>;
type SetCell = Extract<MatrixWebviewMessage, { type: 'setCell' }>;

/** Another writer may be faster several times in a row. */
const MOST_ATTEMPTS = 5;
/** How long VS Code may take to report another change, in milliseconds. */
const CHANGE_REPORT_MS = 500;

/** Edits of one document requested by a page: made on the current text, one after the other, each one step of undo. */
export class CellEdits implements vscode.Disposable {
  readonly #document: vscode.TextDocument;
  readonly #listener: vscode.Disposable;
  /** Since this version services have not moved: only cells were edited. */
  #samePlaces: number;
  #expected: readonly TextEdit[] | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(document: vscode.TextDocument) {
    this.#document = document;
    this.#samePlaces = document.version;
    this.#listener = vscode.workspace.onDidChangeTextDocument(({ document: changed, contentChanges }) => {
      if (changed !== document || contentChanges.length === 0) return;
      if (!this.#expected || !areEqual(contentChanges, this.#expected)) this.#samePlaces = document.version;
      this.#expected = undefined;
    });
  }

  /**
   * Makes a service declare a capability or not.
   * @param isLocked checked when this edit's turn comes: an earlier check would let a later click overtake it
   * @returns why not, or undefined when the text says so now
   */
  setCell(
    { column, declared, ...drawn }: SetCell,
    isLocked: () => Promise<boolean>,
  ): Promise<LostService | 'refused' | 'locked' | undefined> {
    return this.#next(async () => {
      if (await isLocked()) return 'locked';
      return this.#attempt(async () => {
        const { text, validated } = await stateOf(this.#document);
        const outcome = editCell(text, validated, drawn, this.#isFresh(drawn), column, declared);
        return outcome.ok ? outcome.edits : outcome.reason;
      }, true);
    });
  }

  /** Makes other edits, computed on the text as it is when it is their turn. */
  edit<Reason extends string>(computeEdits: (text: string) => readonly TextEdit[] | Reason): Promise<Reason | 'refused' | undefined> {
    return this.#next(() => this.#attempt(() => computeEdits(this.#document.getText()), false));
  }

  /** The service a page drew, in the text as it is now. */
  async find(drawn: DrawnService): Promise<ServiceEntry | LostService> {
    return findDrawnService((await stateOf(this.#document)).validated, drawn, this.#isFresh(drawn));
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #isFresh({ version }: DrawnService): boolean {
    return version >= this.#samePlaces && version <= this.#document.version;
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** VS Code refuses edits of a text that has changed meanwhile; they are computed again then. */
  async #attempt<Reason extends string>(
    compute: () => readonly TextEdit[] | Reason | Promise<readonly TextEdit[] | Reason>,
    keepsPlaces: boolean,
  ): Promise<Reason | 'refused' | undefined> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const edits = await compute();
      const { version } = this.#document;
      if (typeof edits === 'string') return edits;
      if (edits.length === 0) return undefined;
      this.#expected = keepsPlaces ? edits : undefined;
      if (await applyEdit(addTextEdits(new vscode.WorkspaceEdit(), this.#document, edits))) return undefined;
      this.#expected = undefined;
      if (this.#document.version === version && !(await this.#changes())) return 'refused';
    }
    return 'refused';
  }

  /** Whether the document changes soon. */
  #changes(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (changed: boolean): void => {
        clearTimeout(timer);
        listener.dispose();
        resolve(changed);
      };
      const timer = setTimeout(() => end(false), CHANGE_REPORT_MS);
      const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document === this.#document && contentChanges.length > 0) end(true);
      });
    });
  }
}

/** Whether a change of a document is the one that was asked for. */
function areEqual(changes: readonly vscode.TextDocumentContentChangeEvent[], edits: readonly TextEdit[]): boolean {
  return (
    changes.length === edits.length &&
    edits.every(({ offset, length, newText }) =>
      changes.some((change) => change.rangeOffset === offset && change.rangeLength === length && change.text === newText),
    )
  );
}

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
export function cellRange(document: vscode.TextDocument, entry: ServiceEntry, cell: CapabilityCell | null): TextRange {
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
      return vscode.l10n.t('Fix the problems in the file before editing it here.');
    case 'service_not_found':
      return vscode.l10n.t('The service is no longer in the file.');
    case 'service_ambiguous':
      return vscode.l10n.t('The file has changed and the service can no longer be identified. Nothing was changed; click again.');
    case 'service_not_object':
      return vscode.l10n.t('This element of "services" is not an object; it can only be fixed in the text.');
    case 'refused':
      return vscode.l10n.t('The file could not be changed.');
  }
}
