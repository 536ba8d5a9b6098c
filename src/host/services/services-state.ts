import * as vscode from 'vscode';
import type { Node } from 'jsonc-parser';
import type { ServiceEntry, ValidatedServices } from '../../core/models/validate.ts';

/** What a document says in one of its versions. */
export interface ServicesState {
  readonly version: number;
  readonly text: string;
  readonly validated: ValidatedServices;
  /** Every service that can be recognised in the text, even while it is not valid JSON: its position and apparent fields. */
  readonly found: readonly ServiceEntry[];
  /** The tree of the text; undefined while it is not JSON. */
  readonly root: Node | undefined;
}

/** The last state of each open document, by its URI; {@link forgetClosed} removes it: a document that is opened again begins with version 1. */
const states = new Map<string, ServicesState>();

/** Parses and validates a document once for each version of it. The parser and the schema are loaded when a configuration is first looked at. */
export async function stateOf(document: vscode.TextDocument): Promise<ServicesState> {
  const [{ parseConfigText: parseText }, { validateParsed }] = await Promise.all([
    import('../../core/models/parse.ts'),
    import('../../core/models/validate.ts'),
  ]);
  const key = document.uri.toString();
  const known = states.get(key);
  if (known?.version === document.version) return known;
  const { version } = document;
  const text = document.getText();
  const { root, partial, problems } = parseText(text);
  const validated = validateParsed({ ...(root && { root }), problems });
  const { entries } = partial ? validateParsed({ root: partial, problems: [] }) : validated;
  const state = { version, text, validated, found: entries, root };
  if (!document.isClosed) states.set(key, state);
  return state;
}

/** Forgets what closed documents said. */
export function forgetClosed(): vscode.Disposable {
  return vscode.workspace.onDidCloseTextDocument((document) => states.delete(document.uri.toString()));
}
