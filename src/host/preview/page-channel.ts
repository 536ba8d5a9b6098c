import * as vscode from 'vscode';
import type { Logger } from '../../core/io/logger.ts';
import {
  type AskedTab,
  type HostMessage,
  parseWebviewMessage,
  type WebviewMessage,
  type PreviewState,
} from '../../shared/preview-protocol.ts';
import { assetsFolder, freshNonce, pageAssets } from '../screen/page-assets.ts';
import { previewHtml } from '../screen/page-html.ts';

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
  /** Requests from this generation on are still valid: later states only added figures. */
  #same = 0;
  #isReady = false;
  /** A page that is hidden is not loaded: it is told when it is. */
  #tabToShow: AskedTab | null = null;
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

  /** Brings a tab to the front. @param isLoaded whether the page is there; else it is shown once it has loaded */
  showTab(tab: AskedTab, isLoaded: boolean): void {
    if (isLoaded && this.#isReady) this.#post({ type: 'showTab', tab });
    else this.#tabToShow = tab;
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

  /** What is asked of the page itself counts whatever it shows, and so does what is dropped on it. */
  #isCurrent({ type, generation }: PageRequest): boolean {
    return type === 'setComparing' || type === 'dropFiles' || (generation >= this.#same && generation <= this.#generation.current);
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
    if (this.#tabToShow) this.#post({ type: 'showTab', tab: this.#tabToShow });
    this.#tabToShow = null;
  }
}

/** Gives a webview the page of a preview. @param folders that it may load from besides its own files */
export function setUpPage(webview: vscode.Webview, folders: readonly vscode.Uri[], extensionUri: vscode.Uri): void {
  webview.options = { enableScripts: true, localResourceRoots: [assetsFolder(extensionUri), ...folders] };
  webview.html = previewHtml(pageAssets(webview, extensionUri, 'preview', vscode.l10n.t('Preview')), freshNonce());
}

/** The icon of the panel's tab. */
export function previewIcon(extensionUri: vscode.Uri): { light: vscode.Uri; dark: vscode.Uri } {
  const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', 'icons', `preview-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}

/**
 * Numbers the states of one preview, so that late, outdated results can be distinguished from the
 * newest. Numbers grow by one and are never reused.
 */
export class Generation {
  #current = 0;

  get current(): number {
    return this.#current;
  }

  /** Begins a new generation: everything begun before is stale from now on. */
  next(): number {
    return ++this.#current;
  }

  isCurrent(generation: number): boolean {
    return generation === this.#current;
  }
}
