import type * as vscode from 'vscode';
import type { Node } from 'jsonc-parser';
import { parseText } from '../../core/services/parse.ts';
import { validateServices, type ValidatedServices } from '../../core/services/validate.ts';

/** What a document says in one of its versions; taken apart once, however many features ask. */
export interface ServicesState {
  readonly version: number;
  readonly text: string;
  readonly validated: ValidatedServices;
  /** The tree of the text; undefined while it is not JSON. */
  readonly root: Node | undefined;
}

const known = new WeakMap<vscode.TextDocument, ServicesState>();

/** What a document says now. */
export function stateOf(document: vscode.TextDocument): ServicesState {
  const before = known.get(document);
  if (before?.version === document.version) return before;
  const text = document.getText();
  const state = new LazyState(document.version, text);
  known.set(document, state);
  return state;
}

class LazyState implements ServicesState {
  readonly version: number;
  readonly text: string;
  #validated: ValidatedServices | undefined;
  #parsed: { readonly root?: Node } | undefined;

  constructor(version: number, text: string) {
    this.version = version;
    this.text = text;
  }

  get validated(): ValidatedServices {
    return (this.#validated ??= validateServices(this.text));
  }

  get root(): Node | undefined {
    return (this.#parsed ??= parseText(this.text)).root;
  }
}
