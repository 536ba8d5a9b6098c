import * as vscode from 'vscode';
import { showProgress } from '../screen/notify.ts';

/** What a search gets to report with and to be stopped by. */
export interface RunningSearch {
  readonly signal: { readonly aborted: boolean };
  /** How much was looked at, of how much. */
  readonly report: (done: number, total: number) => void;
}

/** Runs searches so that a person sees them when they take long, and can stop them. */
export interface SearchRunner {
  /** A search stops, too, once it is outdated. */
  readonly run: <T>(task: (search: RunningSearch) => Promise<T>, isOutdated?: () => boolean) => Promise<T>;
  /** A person stopped the searches and has not asked for more since; what is run meanwhile ends as soon as it can. */
  readonly isStopped: boolean;
}

/** A search that is over sooner is not worth a notification; the bar of the view shows it. In milliseconds. */
const UNNOTICED = 1000;

/**
 * The searches of one filter: one notification for all of them together, with a button to stop, which holds for those
 * that follow too until `resume`. Disposing stops them.
 */
export class SearchProgress implements SearchRunner, vscode.Disposable {
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

  async run<T>(task: (search: RunningSearch) => Promise<T>, isOutdated: () => boolean = () => false): Promise<T> {
    const isAborted = () => this.#isStopped || this.#isDisposed || isOutdated();
    if (this.#running++ === 0) this.#timer = setTimeout(() => this.#show(), UNNOTICED);
    try {
      return await task({
        signal: {
          get aborted() {
            return isAborted();
          },
        },
        report: (done, total) => this.#report(done, total),
      });
    } finally {
      if (--this.#running === 0) this.#hide();
    }
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** A person asked for more. */
  resume(): void {
    this.#isStopped = false;
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
    void showProgress(options, (progress, token) => {
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
