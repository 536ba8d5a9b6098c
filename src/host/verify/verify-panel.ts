import * as vscode from 'vscode';
import type { Logger } from '../../core/io/logger.ts';
import { parseVerifyRequest, type VerifyHostMessage, type VerifyRequest, type VerifyState } from '../../shared/verify-protocol.ts';
import { assetsFolder, freshNonce, pageAssets } from '../webview/page-assets.ts';
import { pageHtml } from '../webview/page-html.ts';

/** What a page may ask for. */
export type PageRequest = Exclude<VerifyRequest['type'], 'ready'>;

/** The table of one service's results. It lasts as long as the window: results of another day would mislead. */
export class VerifyPanel implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #logger: Logger;
  readonly #onRequest: (request: PageRequest) => void;
  readonly #disposables: vscode.Disposable[];
  #state: VerifyState;
  #isReady = false;
  #isDisposed = false;

  /** @param panel untitled: it is called as its heading, and follows it */
  constructor(panel: vscode.WebviewPanel, state: VerifyState, { extensionUri, logger, onRequest, onClosed }: VerifyPanelOptions) {
    this.panel = panel;
    this.#state = state;
    this.#entitle();
    this.#logger = logger;
    this.#onRequest = onRequest;
    const onClose = (): void => {
      this.#isDisposed = true;
      for (const disposable of this.#disposables) disposable.dispose();
      onClosed();
    };
    this.#disposables = [panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data)), panel.onDidDispose(onClose)];
    panel.iconPath = { light: iconOf(extensionUri, 'light'), dark: iconOf(extensionUri, 'dark') };
    setUpPage(panel, extensionUri);
  }

  show(state: VerifyState): void {
    this.#state = state;
    this.#entitle();
    this.#post({ type: 'state', state });
  }

  dispose(): void {
    if (!this.#isDisposed) this.panel.dispose();
  }

  #entitle(): void {
    const title = vscode.l10n.t('Verify: {0}', this.#state.name);
    if (this.panel.title !== title) this.panel.title = title;
  }

  #post(message: VerifyHostMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.panel.webview.postMessage(message);
  }

  #receive(data: unknown): void {
    const parsed = parseVerifyRequest(data);
    if (!parsed.ok) {
      this.#logger.warn(`verify: dropped a malformed message (${parsed.reason})`);
    } else if (parsed.message.type === 'ready') {
      this.#isReady = true;
      this.#post({ type: 'init', locale: vscode.env.language, bundle: { ...vscode.l10n.bundle }, state: this.#state });
    } else {
      this.#onRequest(parsed.message.type);
    }
  }
}

export interface VerifyPanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  readonly onRequest: (request: PageRequest) => void;
  readonly onClosed: () => void;
}

function iconOf(extensionUri: vscode.Uri, theme: string): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'media', 'icons', `verify-${theme}.svg`);
}

function setUpPage({ webview, title }: vscode.WebviewPanel, extensionUri: vscode.Uri): void {
  webview.options = { enableScripts: true, localResourceRoots: [assetsFolder(extensionUri)] };
  webview.html = pageHtml(pageAssets(webview, extensionUri, 'verify', title), freshNonce());
}
