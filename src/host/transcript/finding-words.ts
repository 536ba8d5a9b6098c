import * as vscode from 'vscode';
import { friendlyTypeName } from '../../core/content/media-type.ts';
import { formatSize } from '../../core/content/size.ts';
import { toFailure } from '../../core/io/errors.ts';
import { findingSentence, type TranscriptFinding } from '../../core/transcript/finding.ts';
import { displayFactsLanguage } from '../screen/artifact-facts.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { sentenceText } from '../screen/sentence-text.ts';

/** Diagnostics of one file that VS Code shows of one owner; it drops the others. */
export const MOST_DIAGNOSTICS = 1000;

/** What a finding is, in words of the display language. */
export function typeInWords({ mimeType, declaredMimeType }: TranscriptFinding): string {
  const type = mimeType === undefined ? vscode.l10n.t('unknown data') : friendlyTypeName(mimeType, displayFactsLanguage().typeNames);
  if (declaredMimeType === undefined || mimeType === undefined || declaredMimeType === mimeType) return type;
  return vscode.l10n.t('{0} (declared as {1})', type, declaredMimeType);
}

export function findingRange({ start, end }: TranscriptFinding): vscode.Range {
  return new vscode.Range(start.line, start.column, end.line, end.column);
}

export function toDiagnostic(finding: TranscriptFinding): vscode.Diagnostic {
  const message = sentenceText(findingSentence(finding, typeInWords(finding), vscode.env.language));
  const diagnostic = new vscode.Diagnostic(findingRange(finding), message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = 'Agent Artifacts';
  diagnostic.code = finding.code;
  return diagnostic;
}

/** At the beginning of a file that VS Code does not hand over. @param size bytes */
export function tooLargeDiagnostic(size: number): vscode.Diagnostic {
  return atBeginning(
    'too_large',
    vscode.l10n.t(
      'VS Code does not share files above 50 MB with extensions: this file ({0}) is not checked while it is open. “Lint Transcript…” checks it.',
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

/** What was found in a file. A file of 200 MB may hold 200,000 findings: those that are not shown are only counted. */
export interface Found {
  /** At most MOST_DIAGNOSTICS, those that were found first, by place. */
  readonly first: readonly TranscriptFinding[];
  readonly count: number;
}

/** Keeps what can be shown and counts all. @throws what `findings` throws */
export async function gather(findings: AsyncIterable<TranscriptFinding>): Promise<Found> {
  const first: TranscriptFinding[] = [];
  let count = 0;
  for await (const finding of findings) {
    count++;
    if (first.length < MOST_DIAGNOSTICS) first.push(finding);
  }
  return { first: first.sort((a, b) => a.offset - b.offset), count };
}
