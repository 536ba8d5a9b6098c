import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { friendlyTypeName } from '../../core/content/type-names.ts';
import { toFailure } from '../../core/io/errors.ts';
import type { TranscriptFinding } from '../../core/transcript/finding.ts';
import { findingSentence } from '../../core/transcript/finding-sentence.ts';
import { displayFactsLanguage } from '../artifacts/facts-language.ts';
import { failureMessage } from '../references/failure-message.ts';
import { sentenceText } from '../sentence-text.ts';

/** Diagnostics of one file that VS Code shows of one owner; it drops the others. */
export const MOST_DIAGNOSTICS = 1000;

/** What a finding is, in words of the display language. */
export function typeInWords({ mimeType, declaredMimeType }: TranscriptFinding): string {
  const type = mimeType === undefined ? vscode.l10n.t('unknown data') : friendlyTypeName(mimeType, displayFactsLanguage().typeNames);
  if (declaredMimeType === undefined || mimeType === undefined || declaredMimeType === mimeType) return type;
  return vscode.l10n.t('{0} (declared as {1})', type, declaredMimeType);
}

export function rangeOf({ start, end }: TranscriptFinding): vscode.Range {
  return new vscode.Range(start.line, start.column, end.line, end.column);
}

export function toDiagnostic(finding: TranscriptFinding): vscode.Diagnostic {
  const message = sentenceText(findingSentence(finding, typeInWords(finding), vscode.env.language));
  const diagnostic = new vscode.Diagnostic(rangeOf(finding), message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = 'Agent Artifacts';
  diagnostic.code = finding.code;
  return diagnostic;
}

/** At the beginning of a file that VS Code does not hand over. @param size bytes */
export function tooLargeDiagnostic(size: number): vscode.Diagnostic {
  return atBeginning(
    'too_large',
    vscode.l10n.t(
      'VS Code hands no text above 50 MB to extensions: this file ({0}) is not checked while it is open. The command “Lint Transcript…” reads it.',
      formatSize(size),
    ),
  );
}

/** At the beginning of a document whose check failed, with the reason: its deadline, memory. */
export function notCheckedDiagnostic(error: unknown): vscode.Diagnostic {
  const failure = toFailure(error);
  return atBeginning(failure.code, vscode.l10n.t('Not checked for binary content. {0}', failureMessage(failure)));
}

function atBeginning(code: string, message: string): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message, vscode.DiagnosticSeverity.Information);
  diagnostic.source = 'Agent Artifacts';
  diagnostic.code = code;
  return diagnostic;
}
