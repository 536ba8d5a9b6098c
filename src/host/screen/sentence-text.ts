import * as vscode from 'vscode';
import type { Sentence } from '../../core/io/errors.ts';
import { describeProblem, type ServiceProblem } from '../../core/models/problems.ts';

/** A sentence of the core in the display language. Its templates are found by the tests of the translations where they are exported. */
export function sentenceText({ text, args }: Sentence): string {
  return vscode.l10n.t(text, ...args);
}

/** The same for a template whose places have names. */
export function namedSentenceText(template: string, params: Readonly<Record<string, string>>): string {
  return vscode.l10n.t(template, params);
}

/** The sentence of a problem of a configuration. */
export function problemMessage({ code, params }: ServiceProblem): string {
  return describeProblem(code, params, sentenceText);
}
