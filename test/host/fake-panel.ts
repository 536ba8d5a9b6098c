import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Parsed } from '../../src/shared/parse-message.ts';

/** A panel whose page is a test; what it is sent must be what its protocol allows. */
export class FakePanel<Message> {
  readonly sent: Message[] = [];
  readonly received = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #didSend = new vscode.EventEmitter<Message>();
  readonly onDidSend = this.#didSend.event;
  readonly onDidDispose = this.#disposed.event;
  title = '';
  iconPath: unknown;
  readonly webview;

  constructor(parse: (data: unknown) => Parsed<Message>) {
    this.webview = {
      options: {} as vscode.WebviewOptions,
      html: '',
      cspSource: 'https://webview',
      asWebviewUri: (uri: vscode.Uri) => uri.with({ scheme: 'https', authority: 'webview' }),
      onDidReceiveMessage: this.received.event,
      postMessage: async (message: unknown) => {
        const parsed = parse(JSON.parse(JSON.stringify(message)));
        assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason);
        this.sent.push(parsed.message);
        this.#didSend.fire(parsed.message);
        return true;
      },
    };
  }

  dispose(): void {
    this.#disposed.fire();
  }

  /** The first message from now on that fulfils a condition. */
  next(condition: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      const listener = this.#didSend.event((message) => {
        if (!condition(message)) return;
        listener.dispose();
        resolve(message);
      });
    });
  }
}
