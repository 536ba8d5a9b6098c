import * as vscode from 'vscode';
import { fixSyntax } from '../../../core/services/fix-syntax.ts';
import { stateOf } from '../services-state.ts';

/** Puts in what a text lacks to be JSON, where the parser knows that; whoever tells of the error. */
export async function syntaxFixes(
  document: vscode.TextDocument,
  asked: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
  token: vscode.CancellationToken,
): Promise<vscode.CodeAction[]> {
  const { text, validated } = await stateOf(document);
  if (token.isCancellationRequested) return [];
  const actions: vscode.CodeAction[] = [];
  for (const problem of validated.problems) {
    // what is missing is missed at the next token, often a line below the place where it belongs
    const line = document.positionAt(problem.range?.offset ?? 0).line;
    if (line < asked.start.line || line > asked.end.line + MOST_LINES_BELOW) continue;
    const fix = fixSyntax(text, problem);
    if (fix === undefined) continue;
    const { offset, length } = fix.range;
    const place = new vscode.Range(document.positionAt(Math.max(0, offset - 1)), document.positionAt(offset + length));
    if (asked.start.line > place.end.line || asked.end.line < place.start.line) continue;
    const action = new vscode.CodeAction(vscode.l10n.t('Insert "{0}"', fix.missing), vscode.CodeActionKind.QuickFix);
    action.diagnostics = diagnostics.filter(({ range }) => range.intersection(place));
    action.isPreferred = fix.isSound;
    action.edit = new vscode.WorkspaceEdit();
    for (const { offset: at, newText } of fix.edits) action.edit.insert(document.uri, document.positionAt(at), newText);
    actions.push(action);
  }
  return actions;
}

/** Lines of comments and white space that may lie between. */
const MOST_LINES_BELOW = 50;
