import * as vscode from 'vscode';
import type { Logger } from '../../../core/io/logger.ts';
import { STANDARD_CAPABILITIES } from '../../../core/models/capability.ts';
import { loadCatalogue } from '../../../core/models/catalogue/load-catalogue.ts';
import { parseMatrixWebviewMessage, type MatrixHostMessage, type MatrixWebviewMessage } from '../../../shared/matrix-protocol.ts';
import type { DataRoots } from '../../roots/open-root.ts';
import { runCommand } from '../../screen/commands.ts';
import { errorSentence } from '../../screen/error-sentence.ts';
import { notify } from '../../screen/notify.ts';
import { assetsFolder, freshNonce, pageAssets } from '../../screen/page-assets.ts';
import { pageHtml } from '../../screen/page-html.ts';
import { onDidChangeCatalogue } from '../catalogue-in-use.ts';
import { meaningOf } from '../language/completion.ts';
import {
  askForColumn,
  askForService,
  CellEdits,
  type DrawnService,
  cellRange,
  refusalSentence,
  showText,
  useTemplate,
} from './cell-edits.ts';
import { accessOf, type FileAccess, MatrixContent, surroundingsKey } from './matrix-content.ts';
import { DrawingPace, KnownSources, MatrixFeed } from './matrix-feed.ts';

/** What the matrix works with. */
export interface MatrixDependencies {
  readonly extensionUri: vscode.Uri;
  readonly roots: DataRoots;
  readonly logger: Logger;
}

/** Gives a panel the page of the matrix, over a document. */
export function openEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel, dependencies: MatrixDependencies): MatrixEditor {
  const { extensionUri } = dependencies;
  const editor = new MatrixEditor(document, panel, dependencies);
  panel.webview.options = { enableScripts: true, localResourceRoots: [assetsFolder(extensionUri)] };
  panel.webview.html = pageHtml(
    pageAssets(panel.webview, extensionUri, 'matrix', vscode.l10n.t('Capabilities of the model services')),
    freshNonce(),
  );
  return editor;
}

/** One matrix on the screen, over one document. */
export class MatrixEditor implements vscode.Disposable {
  readonly document: vscode.TextDocument;
  readonly #panel: vscode.WebviewPanel;
  readonly #logger: Logger;
  readonly #edits: CellEdits;
  readonly #content: MatrixContent;
  readonly #feed = new MatrixFeed((message) => this.#post(message));
  readonly #disposables: vscode.Disposable[];
  #access: FileAccess = { lock: null, gone: false };
  /** How often the file was checked, and which check `#access` is of. */
  #looks = 0;
  #seen = 0;
  #surroundings = '[]';
  #isReady = false;
  #isDisposed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working = new AbortController();
  readonly #pace = new DrawingPace();

  constructor(document: vscode.TextDocument, panel: vscode.WebviewPanel, { roots, logger }: MatrixDependencies) {
    this.document = document;
    this.#panel = panel;
    this.#logger = logger;
    this.#edits = new CellEdits(document);
    this.#content = new MatrixContent(document, roots, new KnownSources());
    const { workspace, languages, window } = vscode;
    const watcher = workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(document.uri, '..'), '*'));
    const isOurs = (uri: vscode.Uri): boolean => uri.toString() === document.uri.toString();
    const look = (uri: vscode.Uri): void => {
      if (isOurs(uri)) void this.#look();
    };
    this.#disposables = [
      this.#edits,
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidChange(look),
      watcher.onDidDelete(look),
      panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data)),
      panel.onDidChangeViewState(() => void this.#look()),
      workspace.onDidChangeTextDocument((event) => {
        if (event.document === document && event.contentChanges.length > 0) this.#soon();
      }),
      workspace.onDidGrantWorkspaceTrust(() => void this.#look()),
      // for file systems that do not report changes
      workspace.onDidSaveTextDocument(({ uri }) => look(uri)),
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) void this.#look();
      }),
      languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some(isOurs)) this.#noticeSurroundings();
      }),
      roots.onDidChange(() => this.#soon()),
      roots.onDidChangeServices(() => this.#soon()),
      roots.onDidChangeAgents(() => this.#soon()),
      onDidChangeCatalogue(() => this.#soon()),
    ];
    void roots.ready();
    void this.#look();
  }

  /** Whether this is the editor in front. */
  get isActive(): boolean {
    return this.#panel.active;
  }

  /** Handles a request of the page, or of a command of its context menu. */
  async handleRequest(message: Exclude<MatrixWebviewMessage, { type: 'ready' }>): Promise<void> {
    switch (message.type) {
      case 'setCell':
        return this.#setCell(message);
      case 'reveal':
        return this.#with(message, (entry) => showText(this.document, cellRange(this.document, entry, message.column)));
      case 'preview':
        return this.#with(message, async ({ config }) => {
          if (config) await runCommand('agentArtifacts.internal.previewWith', { uri: this.document.uri, serviceId: config.id });
        });
      case 'copyId':
        return this.#with(message, async ({ id }) => {
          if (id !== undefined) await vscode.env.clipboard.writeText(id);
        });
      case 'openText':
        return showText(this.document, message.problem === null ? undefined : this.#content.fileProblems[message.problem]?.range);
      case 'addColumn': {
        const column = await askForColumn(message.list, message.present);
        if (column) this.#post({ type: 'column', column });
        return;
      }
      case 'addService':
        return this.#addService();
      case 'useTemplate': {
        if (await this.#isLocked()) return;
        const refusal = await useTemplate(this.#edits);
        if (refusal && refusal !== 'not_blank') this.#complain(refusalSentence(refusal));
        return;
      }
      case 'manageTrust':
        await vscode.commands.executeCommand('workbench.trust.manage');
    }
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#working.abort();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Checks the file again; also before every edit, because another program may have made it read-only. */
  async #look(): Promise<FileAccess> {
    const number = ++this.#looks;
    const access = await accessOf(this.document.uri);
    const before = this.#access;
    // a later check was faster
    if (number < this.#seen) return access;
    this.#seen = number;
    this.#access = access;
    if (before.lock !== access.lock || before.gone !== access.gone) this.#soon();
    return access;
  }

  #noticeSurroundings(): void {
    const key = surroundingsKey(this.document.uri);
    if (key === this.#surroundings) return;
    this.#surroundings = key;
    this.#soon();
  }

  /** Whether nothing may be changed; the status says why. */
  async #isLocked(): Promise<boolean> {
    return (await this.#look()).lock !== null;
  }

  /** Asks what to add; the page then goes to it. */
  async #addService(): Promise<void> {
    if (await this.#isLocked()) return;
    const added = await askForService(this.document, this.#edits);
    if (typeof added === 'string') return this.#complain(refusalSentence(added));
    if (added) this.#update(() => this.#post({ type: 'focus', index: added.index }));
  }

  /** Makes an edit and replies to the page, which waits for every answer. */
  async #setCell(message: Extract<MatrixWebviewMessage, { type: 'setCell' }>): Promise<void> {
    let done = false;
    let sentence: string | null = null;
    try {
      const refusal = await this.#edits.setCell(message, () => this.#isLocked());
      if (refusal === 'locked') return;
      done = refusal === undefined;
      sentence = refusal === undefined ? null : refusalSentence(refusal);
    } catch (error) {
      sentence = errorSentence(error);
    } finally {
      this.#post({ type: 'reply', request: message.request, done, version: this.document.version, sentence });
    }
  }

  async #with(drawn: DrawnService, work: (entry: Exclude<Awaited<ReturnType<CellEdits['find']>>, string>) => Promise<void>): Promise<void> {
    const entry = await this.#edits.find(drawn);
    if (typeof entry === 'string') this.#complain(refusalSentence(entry));
    else await work(entry);
  }

  #complain(sentence: string): void {
    notify('warning', sentence);
  }

  #receive(data: unknown): void {
    const parsed = parseMatrixWebviewMessage(data);
    if (!parsed.ok) return this.#logger.warn(`matrix: dropped a malformed message (${parsed.reason})`);
    if (parsed.message.type !== 'ready') {
      this.handleRequest(parsed.message).catch((error: unknown) => this.#complain(errorSentence(error)));
      return;
    }
    this.#isReady = true;
    this.#feed.reset();
    this.#post({
      type: 'init',
      file: String(this.document.uri),
      locale: vscode.env.language,
      bundle: { ...vscode.l10n.bundle },
      meanings: Object.fromEntries(STANDARD_CAPABILITIES.map(({ type }) => [type, meaningOf(type)])),
    });
    this.#update();
  }

  #post(message: MatrixHostMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#update(), this.#pace.waitAfter(performance.now()));
  }

  /** Sends the current state of the document. An update that is still running is cancelled. */
  #update(then?: () => void): void {
    clearTimeout(this.#timer);
    this.#working.abort();
    this.#working = new AbortController();
    if (!this.#isReady || this.#isDisposed) return;
    const { signal } = this.#working;
    const done = (): void => {
      if (!signal.aborted) then?.();
    };
    this.#send(signal).then(done, (error: unknown) =>
      this.#logger.error(`matrix: not drawn (${error instanceof Error ? error.name : 'unknown'})`),
    );
  }

  async #send(signal: AbortSignal): Promise<void> {
    const catalogue = await loadCatalogue().catch(() => undefined);
    if (signal.aborted) return;
    const begin = performance.now();
    const { version, rows, status } = await this.#content.read(catalogue);
    if (signal.aborted) return;
    if (rows) this.#feed.send(rows, this.#content.known);
    this.#pace.cost = performance.now() - begin;
    this.#post({ type: 'state', version, status: status(this.#access) });
  }
}
