import * as vscode from 'vscode';
import type { ModelCapabilities } from '../../core/models/capability.ts';
import { setCapabilityCells, writtenCapabilities } from '../../core/models/capability-cells.ts';
import type { Probe } from '../../core/verify/probe.ts';
import type { Sender } from '../../core/verify/sender.ts';
import type { VerifyTarget } from '../../core/verify/target.ts';
import { verifyService, type ProbeResult } from '../../core/verify/verify-service.ts';
import type { VerifyState } from '../../shared/verify-protocol.ts';
import { Debounced } from '../../platform/debounced.ts';
import { mayWrite } from '../screen/unavailable.ts';
import { flash } from '../screen/notify.ts';
import { reportRefusal } from '../screen/document-edit.ts';
import { editService, revealService } from '../services/edit-service.ts';
import { stateOf } from '../services/services-state.ts';
import { asMarkdown, changesOf, type Verification, verifyState } from './verify-state.ts';
import type { VerifyDialogue } from './dialogue.ts';
import { openDocumentOf } from '../screen/documents.ts';

/** A keystroke may be one of many, in milliseconds. */
const TIMES = { quiet: 150, longest: 1000 };

/** What a session works with. */
export interface SessionDependencies {
  readonly send: Sender;
  readonly dialogue: VerifyDialogue;
}

/** The verifications of one service of one file, of which the newest counts, and what is done with their results. */
export class VerifySession implements vscode.Disposable {
  readonly document: vscode.TextDocument;
  readonly #dependencies: SessionDependencies;
  readonly #didChange = new vscode.EventEmitter<VerifyState>();
  readonly #disposables: vscode.Disposable[];
  /** There is something new to show. */
  readonly onDidChange = this.#didChange.event;
  #target: VerifyTarget;
  #declared: ModelCapabilities | undefined;
  #results: readonly ProbeResult[] = [];
  #phase: Verification['phase'] = 'done';
  #asking: Probe | undefined;
  #running: AbortController | undefined;

  constructor(document: vscode.TextDocument, target: VerifyTarget, dependencies: SessionDependencies) {
    this.document = document;
    this.#target = target;
    this.#declared = target.declared;
    this.#dependencies = dependencies;
    const changed = new Debounced(() => void this.#readAgain(), TIMES);
    const onEdit = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document.uri.toString() === document.uri.toString() && event.contentChanges.length > 0) changed.call();
    });
    this.#disposables = [this.#didChange, changed, onEdit];
  }

  get target(): VerifyTarget {
    return this.#target;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  get state(): VerifyState {
    return verifyState(this.#verification);
  }

  /** Sends the requests. The page shows how far it is, and is where it can be cancelled. The person has agreed to the target. */
  async run(target: VerifyTarget): Promise<void> {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    this.#target = target;
    this.#declared = target.declared;
    this.#results = [];
    this.#phase = 'asking';
    this.#tell();
    await verifyService(target, {
      send: this.#dependencies.send,
      signal: running.signal,
      onSend: (probe) => {
        if (this.#running !== running) return;
        this.#asking = probe;
        this.#tell();
      },
      onResult: (result) => {
        if (this.#running !== running) return;
        this.#results = [...this.#results, result];
        this.#asking = undefined;
        this.#tell();
      },
    });
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#phase = running.signal.aborted ? 'cancelled' : 'done';
    this.#tell();
  }

  cancel(): void {
    this.#running?.abort();
  }

  /** Offers the changes, and makes those a person leaves ticked: one edit that undo takes back. */
  async apply(): Promise<void> {
    if (!mayWrite()) return;
    const { id, name } = this.#target;
    const changes = changesOf(this.#verification);
    const picked = changes.length === 0 ? undefined : await this.#dependencies.dialogue.pickChanges(name, changes);
    if (!picked || picked.length === 0) return;
    // it may have been closed, or changed, while the person was choosing
    const document = await vscode.workspace.openTextDocument(this.document.uri);
    const cells = picked.map(({ kind, list, type }) => ({ list, type, isDeclared: kind === 'add' }));
    const made = await editService(document, id, ({ text, entry: { range } }) => setCapabilityCells(text, range, cells));
    if (typeof made === 'string') return reportRefusal(document, made);
    await this.#readAgain();
    await revealService(document, { id });
  }

  async copyMarkdown(): Promise<void> {
    await vscode.env.clipboard.writeText(asMarkdown(this.state));
    flash(vscode.l10n.t('Results copied as Markdown'), 3000);
  }

  async openFile(): Promise<void> {
    await revealService(await vscode.workspace.openTextDocument(this.document.uri), { id: this.#target.id });
  }

  dispose(): void {
    this.cancel();
    this.#running = undefined;
    for (const disposable of this.#disposables) disposable.dispose();
  }

  get #verification(): Verification {
    return { target: this.#target, phase: this.#phase, results: this.#results, asking: this.#asking, declared: this.#declared };
  }

  /** What the file declares may have changed. */
  async #readAgain(): Promise<void> {
    // a hidden document is closed, and another object when it is opened again
    const document = openDocumentOf(this.document.uri) ?? this.document;
    const { text, validated } = await stateOf(document);
    const entry = validated.entries.find(({ id }) => id === this.#target.id);
    this.#declared = entry && writtenCapabilities(text, entry);
    this.#tell();
  }

  #tell(): void {
    this.#didChange.fire(this.state);
  }
}
