import * as vscode from 'vscode';
import { plainText } from './plain-text.ts';

export type Severity = 'information' | 'warning' | 'error';

/** A button of a notification. */
export interface Action {
  readonly title: string;
  readonly run: () => unknown;
}

/**
 * Shows a notification without waiting for an answer: it may stay for hours. A button runs its action when it is chosen;
 * if that fails, another notification says so.
 */
export function notify(severity: Severity, sentence: string, ...actions: readonly Action[]): void {
  void showAndRun(severity, sentence, actions);
}

/** Says that a change which was to be looked at before it is made is not there any more. */
export function tellGone(): void {
  notify('information', vscode.l10n.t('This change is no longer proposed. Run the command again.'));
}

function showMessage(
  severity: Severity,
  sentence: string,
  buttons: readonly string[],
  modal?: vscode.MessageOptions,
): Promise<string | undefined> {
  const { window } = vscode;
  const show = { information: window.showInformationMessage, warning: window.showWarningMessage, error: window.showErrorMessage }[severity];
  return Promise.resolve(modal ? show(plainText(sentence), modal, ...buttons) : show(plainText(sentence), ...buttons));
}

async function showAndRun(severity: Severity, sentence: string, actions: readonly Action[]): Promise<void> {
  const titles = actions.map(({ title }) => plainText(title));
  const chosen = await showMessage(severity, sentence, titles).catch(() => undefined); // the window is closing
  try {
    await actions[titles.indexOf(chosen ?? '')]?.run();
  } catch (error) {
    await notifyError(error);
  }
}

/** Shows what went wrong; nothing when the user cancelled. The sentences are loaded with the first failure. */
export async function notifyError(error: unknown): Promise<void> {
  if (error instanceof vscode.CancellationError) return;
  const { errorSentence } = await import('./error-sentence.ts');
  notify('error', errorSentence(error));
}

/** The children of a tree view that could not be read. If it rejected, VS Code would show the message with links in it. */
export async function noLines(error: unknown): Promise<never[]> {
  await notifyError(error);
  return [];
}

/** A question in a dialog that is answered before anything else. */
export interface Question {
  readonly question: string;
  /** Each is one line, or the lines of one paragraph, whatever it holds. */
  readonly paragraphs: readonly (string | readonly string[])[];
  /** The button that agrees; the one that does not is VS Code's. */
  readonly action: string;
}

/** Asks in a dialog. @returns whether the person agreed */
export async function confirm(question: Question): Promise<boolean> {
  return (await choose(question)) === question.action;
}

/** Asks in a dialog with more buttons than the one that agrees. @returns the button; undefined when it was cancelled */
export function choose({ question, paragraphs, action }: Question, ...others: readonly string[]): Promise<string | undefined> {
  const detail = paragraphs.map((paragraph) => [paragraph].flat().map(plainText).join('\n')).join('\n\n');
  return showMessage('warning', question, [action, ...others], { modal: true, detail });
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
