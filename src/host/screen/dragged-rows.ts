import * as vscode from 'vscode';

/** A line for each file that is dragged (RFC 2483). */
export const URI_LIST = 'text/uri-list';
const PLAIN = 'text/plain';
/** References of rows that are dragged: of text and files VS Code would insert the paths of the files. */
export const REFERENCES = 'application/vnd.agent-artifacts.references';

/** What rows of our views are dragged as. */
export const DRAGGED_TYPES = [URI_LIST, PLAIN, REFERENCES];

/** What is dragged with rows. */
export interface Dragged {
  readonly files: readonly vscode.Uri[];
  readonly references: readonly string[];
}

/** Rows are dragged into editors as files, and into text as references. */
export function setDragged(data: vscode.DataTransfer, { files, references }: Dragged): void {
  if (files.length > 0) data.set(URI_LIST, new vscode.DataTransferItem(files.map(String).join('\r\n')));
  if (references.length > 0) for (const type of [PLAIN, REFERENCES]) data.set(type, new vscode.DataTransferItem(references.join('\n')));
}
