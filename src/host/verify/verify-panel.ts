import * as vscode from 'vscode';
import type { Logger } from '../../core/io/logger.ts';
import { parseVerifyRequest, type VerifyHostMessage, type VerifyRequest, type VerifyState } from '../../shared/verify-protocol.ts';
import { verifyHtml } from './verify-html.ts';

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

  constructor(panel: vscode.WebviewPanel, state: VerifyState, { extensionUri, logger, onRequest, onClosed }: VerifyPanelOptions) {
    this.panel = panel;
    this.#state = state;
    this.#logger = logger;
    this.#onRequest = onRequest;
    const onClose = (): void => {
      this.#isDisposed = true;
      for (const disposable of this.#disposables) disposable.dispose();
      onClosed();
    };
    this.#disposables = [panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data)), panel.onDidDispose(onClose)];
    panel.iconPath = { light: iconOf(extensionUri, 'light'), dark: iconOf(extensionUri, 'dark') };
    setUpPage(panel.webview, extensionUri);
  }

  show(state: VerifyState): void {
    this.#state = state;
    this.#post({ type: 'state', state });
  }

  dispose(): void {
    if (!this.#isDisposed) this.panel.dispose();
  }

  #post(message: VerifyHostMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.panel.webview.postMessage(message);
  }

  #receive(data: unknown): void {
    const request = parseVerifyRequest(data);
    if (!request) {
      this.#logger.warn('verify: dropped a malformed message');
    } else if (request.type === 'ready') {
      this.#isReady = true;
      this.#post({ type: 'init', locale: vscode.env.language, bundle: { ...vscode.l10n.bundle }, state: this.#state });
    } else {
      this.#onRequest(request.type);
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

function setUpPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const assets = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  const asset = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(assets, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [assets] };
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  webview.html = verifyHtml({ script: asset('verify.js'), style: asset('verify.css'), codicons: asset('codicon.css'), cspSource: webview.cspSource, language: vscode.env.language }, nonce);
}
