import type * as vscode from 'vscode';
import type { TextEdit } from '../../../core/json/edit.ts';
import type { Note } from './notes.ts';

/** A remark on a line of the proposed text. */
export interface ProposalLabel {
  /** In the proposed text: somewhere on the line. */
  readonly offset: number;
  readonly text: string;
}

/** What a proposal comes to for a text. */
export type ProposedText =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly labels: readonly ProposalLabel[] }
  | { readonly ok: false; readonly reason: 'unusable_text' | 'service_not_found' };

/** A change of a configuration that a person looks at before it is made. */
export interface Proposal {
  /** The file it changes. */
  readonly uri: vscode.Uri;
  /** Of the editor that shows it. */
  readonly title: string;
  /** What else a person should know before they decide. */
  readonly note?: Note | undefined;
  /** What it comes to for a text; asked again whenever the file changes. */
  compute(text: string): ProposedText;
}
