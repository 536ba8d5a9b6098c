import * as vscode from 'vscode';

/** What a search gets to report with and to be stopped by. */
export interface RunningSearch {
  readonly signal: { readonly aborted: boolean };
  /** How much was looked at, of how much. */
  readonly report: (done: number, total: number) => void;
}

/** Runs a search so that a person sees it when it takes long, and can stop it; it stops, too, once it is outdated. */
export type SearchRunner = <T>(task: (search: RunningSearch) => Promise<T>, isOutdated?: () => boolean) => Promise<T>;

/** A search that is over sooner is not worth a notification; the bar of the view shows it. In milliseconds. */
const UNNOTICED = 1000;

/**
 * The searches of one filter: one notification for all of them together, with a button to stop.
 * Disposing stops them.
 */
export class SearchProgress implements vscode.Disposable {
  readonly #title: string;
  #running = 0;
  #isStopped = false;
  #isDisposed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #finish: (() => void) | undefined;
  #progress: vscode.Progress<{ message?: string }> | undefined;

  constructor(title: string) {
    this.#title = title;
  }

  readonly run: SearchRunner = async (task, isOutdated = () => false) => {
    const isAborted = () => this.#isStopped || this.#isDisposed || isOutdated();
    if (this.#running++ === 0) {
      this.#isStopped = false;
      this.#timer = setTimeout(() => this.#show(), UNNOTICED);
    }
    try {
      return await task({
        signal: { get aborted() { return isAborted(); } },
        report: (done, total) => this.#report(done, total),
      });
    } finally {
      if (--this.#running === 0) this.#hide();
    }
  };

  /** Whether a person stopped the last one before its end. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#hide();
  }

  #report(done: number, total: number): void {
    const number = (value: number) => value.toLocaleString(vscode.env.language);
    this.#progress?.report({ message: vscode.l10n.t('{0} of {1}', number(done), number(total)) });
  }

  #show(): void {
    const options = { location: vscode.ProgressLocation.Notification, title: this.#title, cancellable: true };
    void vscode.window.withProgress(options, (progress, token) => {
      this.#progress = progress;
      token.onCancellationRequested(() => (this.#isStopped = true));
      return new Promise<void>((resolve) => (this.#finish = resolve));
    });
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#finish?.();
    this.#finish = this.#progress = undefined;
  }
}
