import * as vscode from 'vscode';
import { CodedError } from '../../core/io/errors.ts';
import { failureMessage } from '../references/failure-message.ts';
import { plainText } from './plain-text.ts';

export type Severity = 'information' | 'warning' | 'error';

/** A button of a notification. */
export interface Action {
  readonly title: string;
  readonly run: () => unknown;
}

/**
 * Shows a notification. Nobody waits for it: it may stay for hours, and what showed it is over by then. What its buttons do
 * is done when they are chosen; when that fails, another notification says so.
 */
export function notify(severity: Severity, sentence: string, ...actions: readonly Action[]): void {
  void showAndObey(severity, sentence, actions);
}

async function showAndObey(severity: Severity, sentence: string, actions: readonly Action[]): Promise<void> {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const show = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[severity];
  const titles = actions.map(({ title }) => plainText(title));
  const chosen = await Promise.resolve(show(plainText(sentence), ...titles)).catch(() => undefined); // the window is closing
  try {
    await actions[titles.indexOf(chosen ?? '')]?.run();
  } catch (error) {
    notifyError(error);
  }
}

/** Says what went wrong. Who turned away is told nothing. */
export function notifyError(error: unknown): void {
  if (!(error instanceof vscode.CancellationError)) notify('error', errorSentence(error));
}

/** What a view shows where its lines cannot be found out: VS Code itself would show what the error says with the links in it. */
export function noLines(error: unknown): never[] {
  notifyError(error);
  return [];
}

/** What went wrong, as a sentence for the screen. */
export function errorSentence(error: unknown): string {
  if (error instanceof CodedError) return failureMessage({ code: error.code, params: error.params });
  return error instanceof Error ? error.message || error.name : String(error);
}

/** A question in a dialog that is answered before anything else. */
export interface Question {
  readonly question: string;
  /** Each is one line, or the lines of one paragraph, whatever it holds. */
  readonly paragraphs: readonly (string | readonly string[])[];
  /** The button that agrees; the other one is VS Code's. */
  readonly action: string;
}

/** Asks in a dialog. @returns whether the person agreed */
export async function confirm({ question, paragraphs, action }: Question): Promise<boolean> {
  const detail = paragraphs.map((paragraph) => [paragraph].flat().map(plainText).join('\n')).join('\n\n');
  return (await vscode.window.showWarningMessage(plainText(question), { modal: true, detail }, action)) === action;
}

/** Shows that something is under way while it is. */
export function showProgress<T>(
  options: vscode.ProgressOptions,
  task: (progress: vscode.Progress<{ message?: string; increment?: number }>, token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const { title, ...others } = options;
  const shown = title === undefined ? others : { ...others, title: plainText(title) };
  return Promise.resolve(
    vscode.window.withProgress(shown, (progress, token) => {
      const report = ({ message, ...step }: { message?: string; increment?: number }): void =>
        progress.report(message === undefined ? step : { ...step, message: plainText(message) });
      return task({ report }, token);
    }),
  );
}

/** Shows a sentence in the status bar for a moment, in milliseconds. */
export function flash(sentence: string, time: number): void {
  vscode.window.setStatusBarMessage(plainText(sentence), time);
}
