import * as vscode from 'vscode';
import type { TextEdit } from '../../core/json/edit.ts';

/** A document in the version that edits were computed for. */
export interface DocumentVersion {
  readonly document: vscode.TextDocument;
  readonly version: number;
}

/**
 * Applies an edit as one step of undo: nothing else in the extension changes documents.
 *
 * @param computedFor where given, a document that has changed since is left alone
 * @returns false when the edit was not made; the caller says why, or computes it again
 */
export async function applyEdit(edit: vscode.WorkspaceEdit, computedFor?: DocumentVersion): Promise<boolean> {
  if (computedFor && computedFor.document.version !== computedFor.version) return false;
  return vscode.workspace.applyEdit(edit);
}

/** Adds edits of a document's text to an edit of the workspace. */
export function addTextEdits(edit: vscode.WorkspaceEdit, document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.WorkspaceEdit {
  for (const { offset, length, newText } of edits) {
    edit.replace(document.uri, new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)), newText);
  }
  return edit;
}
