import * as vscode from 'vscode';
import type { ProblemCode } from '../../../core/services/problems.ts';
import type { MatrixProblem } from '../../../shared/matrix-state.ts';

/** What the surroundings of a file say of its services; `FileWatch` looks at them, and says so among the diagnostics. */
const CODES: ReadonlySet<unknown> = new Set<ProblemCode>([
  'api_key_tracked',
  'api_key_maybe_tracked',
  'local_differs',
  'local_lacks_service',
]);

/** A problem of a service that is in the language of the screen already. */
export type OtherProblem = Pick<MatrixProblem, 'severity' | 'message'>;

/** Keys in a file that git has, and another file in force: by the place of the service. */
export function surroundingProblems(
  uri: vscode.Uri,
  indexAt: (position: vscode.Position) => number | undefined,
): Map<number, OtherProblem[]> {
  const found = new Map<number, OtherProblem[]>();
  for (const { message, range, severity } of surroundingDiagnostics(uri)) {
    const index = indexAt(range.start);
    if (index === undefined) continue;
    const problem: OtherProblem = { severity: severity === vscode.DiagnosticSeverity.Warning ? 'warning' : 'information', message };
    const others = found.get(index);
    if (others) others.push(problem);
    else found.set(index, [problem]);
  }
  return found;
}

/** Two with the same text say the same. */
export function surroundingsKey(uri: vscode.Uri): string {
  return JSON.stringify(surroundingDiagnostics(uri).map(({ message, range }) => [message, range.start]));
}

function surroundingDiagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ code }) => CODES.has(code));
}
