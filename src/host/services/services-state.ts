import type * as vscode from 'vscode';
import type { Node } from 'jsonc-parser';
import type { ServiceEntry, ValidatedServices } from '../../core/services/validate.ts';

/** What a document says in one of its versions; taken apart once, however many features ask. */
export interface ServicesState {
  readonly version: number;
  readonly text: string;
  readonly validated: ValidatedServices;
  /** Every service that can be told in the text, also while that is not JSON: where it is, and what it seems to say. */
  readonly found: readonly ServiceEntry[];
  /** The tree of the text; undefined while it is not JSON. */
  readonly root: Node | undefined;
}

interface Known {
  readonly version: number;
  /** Undefined when the document changed before it was done. */
  readonly state: Promise<ServicesState | undefined>;
}

const known = new WeakMap<vscode.TextDocument, Known>();

/**
 * What a document says now: when the promise is fulfilled it is of the version that the document has then. Taken apart in
 * turns, so that a large file blocks nobody; a change meanwhile begins it anew.
 */
export async function stateOf(document: vscode.TextDocument): Promise<ServicesState> {
  for (;;) {
    let before = known.get(document);
    if (before?.version !== document.version) {
      before = begin(document);
      known.set(document, before);
    }
    const state = await before.state;
    if (state?.version === document.version) return state;
  }
}

function begin(document: vscode.TextDocument): Known {
  const { version } = document;
  const text = document.getText();
  return {
    version,
    state: import('./take-apart.ts').then(({ takeApart }) => takeApart(text, version, () => document.version === version)),
  };
}
