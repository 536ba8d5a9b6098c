import * as vscode from 'vscode';
import type { Logger } from '../../../core/io/logger.ts';
import { Generation } from '../../../shared/generation.ts';
import { parseWebviewMessage, type HostMessage, type WebviewMessage } from '../../../shared/preview-protocol.ts';
import type { PreviewState } from '../../../shared/preview-state.ts';

/** What a page asks for. */
export type PageRequest = Exclude<WebviewMessage, { type: 'ready' }>;

/** What is behind a page. */
export interface PageHandler {
  /** A page has just loaded; what it asked for before it did is void. */
  onReady(): void;
  /** What it shows; null before anything is there. */
  state(): PreviewState | null;
  onRequest(message: PageRequest): void;
}

/** The way to the page of one preview and back. */
export class PageChannel implements vscode.Disposable {
  readonly #webview: vscode.Webview;
  readonly #logger: Logger;
  readonly #handler: PageHandler;
  readonly #generation = new Generation();
  readonly #listener: vscode.Disposable;
  /** Since this generation nothing has changed that a request is about: what came later was added to it. */
  #same = 0;
  #isReady = false;
  #isDisposed = false;

  constructor(webview: vscode.Webview, logger: Logger, handler: PageHandler) {
    this.#webview = webview;
    this.#logger = logger;
    this.#handler = handler;
    this.#listener = webview.onDidReceiveMessage((data: unknown) => this.#receive(data));
  }

  /** @param isAddition the same as before with more figures: what a person clicks meanwhile still counts */
  send(state: PreviewState, { isAddition = false } = {}): void {
    const generation = this.#generation.next();
    if (!isAddition) this.#same = generation;
    this.#post({ type: 'state', generation, state });
  }

  sayBusy(): void {
    this.#post({ type: 'busy', generation: this.#generation.current });
  }

  /** Answers a request that waits for an answer. */
  reply(message: PageRequest, done: boolean): void {
    if ('request' in message) this.#post({ type: 'reply', request: message.request, done });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listener.dispose();
  }

  #post(message: HostMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.#webview.postMessage(message);
  }

  #receive(data: unknown): void {
    const parsed = parseWebviewMessage(data);
    if (!parsed.ok) {
      this.#logger.warn(`preview: dropped a malformed message (${parsed.reason})`);
      return;
    }
    const { message } = parsed;
    if (message.type === 'ready') this.#greet();
    else if (this.#isCurrent(message)) this.#handler.onRequest(message);
    else this.reply(message, false);
  }

  /** What is asked of the page itself counts whatever it shows. */
  #isCurrent({ type, generation }: PageRequest): boolean {
    return type === 'setComparing' || (generation >= this.#same && generation <= this.#generation.current);
  }

  /** Answers a page that has just loaded with everything it needs. */
  #greet(): void {
    this.#isReady = true;
    this.#handler.onReady();
    this.#post({
      type: 'init',
      generation: this.#generation.current,
      locale: vscode.env.language,
      bundle: { ...vscode.l10n.bundle },
      state: this.#handler.state(),
    });
  }
}
