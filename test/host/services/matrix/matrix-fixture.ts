import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { silentLogger } from '../../../../src/core/io/logger.ts';
import type { DataRoots } from '../../../../src/host/roots/open-root.ts';
import { MatrixEditor } from '../../../../src/host/services/matrix/matrix-editor.ts';
import {
  parseMatrixHostMessage,
  type MatrixHostMessage,
  type MatrixColumn,
  type MatrixRow,
  type MatrixStatus,
} from '../../../../src/shared/matrix-protocol.ts';
import { FakePanel } from '../../fake-panel.ts';
import { rootsOf } from '../services-fixture.ts';

/** How long the matrix may take to say something, in milliseconds. */
const PATIENCE = 45_000;

/** A matrix whose page is a test. */
export class FakeMatrix {
  readonly #panel = new FakePanel(parseMatrixHostMessage);
  readonly warnings: string[] = [];
  readonly editor: MatrixEditor;
  rows: MatrixRow[] = [];
  status: MatrixStatus | undefined;
  version = -1;
  readonly #draft: MatrixRow[] = [];
  #requests = 0;

  constructor(document: vscode.TextDocument, roots: DataRoots = rootsOf()) {
    const never = new vscode.EventEmitter<never>();
    const panel = Object.assign(this.#panel, { active: true, onDidChangeViewState: never.event });
    this.#panel.onDidSend((message) => this.#take(message));
    const logger = {
      ...silentLogger,
      warn: (text: string) => void this.warnings.push(text),
      error: (text: string) => void this.warnings.push(text),
    };
    this.editor = new MatrixEditor(document, panel as unknown as vscode.WebviewPanel, {
      extensionUri: vscode.Uri.file('/extension'),
      roots,
      logger,
    });
    this.say({ type: 'ready' });
  }

  get sent(): MatrixHostMessage[] {
    return this.#panel.sent;
  }

  say(message: Record<string, unknown>): void {
    this.#panel.received.fire(JSON.parse(JSON.stringify(message)));
  }

  /** Waits until what is shown is as wanted. */
  until(wanted: (shown: { rows: readonly MatrixRow[]; status: MatrixStatus }) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (!this.status || !wanted({ rows: this.rows, status: this.status })) return;
        clearTimeout(timer);
        listener.dispose();
        resolve();
      };
      const timer = setTimeout(() => {
        listener.dispose();
        reject(
          new Error(`The matrix does not show what is wanted but ${JSON.stringify({ status: this.status, rows: this.rows.slice(0, 5) })}`),
        );
      }, PATIENCE);
      const listener = this.#panel.onDidSend(check);
      check();
    });
  }

  /** Clicks a cell as it was drawn, and waits for the answer. @param drawn what it was drawn from, when not the newest */
  async click(
    index: number,
    column: MatrixColumn,
    declared: boolean,
    drawn: { readonly version?: number; readonly id?: string | null } = {},
  ): Promise<{ readonly done: boolean; readonly sentence: string | null }> {
    const request = ++this.#requests;
    const answer = this.#panel.next((message) => message.type === 'reply' && message.request === request);
    this.say({ type: 'setCell', request, version: this.version, index, id: this.rows[index]?.id ?? null, column, declared, ...drawn });
    const reply = await answer;
    assert.ok(reply.type === 'reply');
    return { done: reply.done, sentence: reply.sentence };
  }

  /** The next message of a kind. */
  next(type: MatrixHostMessage['type']): Promise<MatrixHostMessage> {
    return this.#panel.next((message) => message.type === type);
  }

  dispose(): void {
    this.editor.dispose();
  }

  #take(message: MatrixHostMessage): void {
    if (message.type === 'rows') this.#draft.splice(message.start, message.remove, ...message.rows);
    if (message.type === 'state') {
      this.rows = [...this.#draft];
      this.status = message.status;
      this.version = message.version;
    }
  }
}

export const input = (type: string): MatrixColumn => ({ list: 'input', type });
export const output = (type: string): MatrixColumn => ({ list: 'output', type });
