import * as vscode from 'vscode';
import { toFailure } from '../../core/io/errors.ts';
import { formatReference, type ArtifactReference } from '../../core/refs/reference.ts';
import { Generation } from '../../shared/generation.ts';
import { parseWebviewMessage, type HostMessage, type WebviewMessage } from '../../shared/preview-protocol.ts';
import type { PreviewState } from '../../shared/preview-state.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { failureMessage } from '../references/failure-message.ts';
import { watchArtifact } from './artifact-watch.ts';
import { loadArtifact, type LoadedArtifact } from './loaded-artifact.ts';
import { messageJson } from './message-text.ts';
import { previewIcon, setUpWebview } from './panel-page.ts';
import { artifactName, buildPreviewState } from './preview-state.ts';
import { routeArtifact, type RoutedArtifact } from './routed-artifact.ts';
import type { PreviewServices } from './services.ts';

/** Loading longer than this is shown, in milliseconds. */
const NOTICEABLE_MS = 300;

/** What a panel shows: fixed for a moment, replaced as a whole. */
interface Shown {
  readonly root: OpenRoot;
  readonly loaded: LoadedArtifact;
  readonly routed: RoutedArtifact;
  readonly state: PreviewState;
}

/**
 * One webview panel that previews one artifact at a time. Content is read when the artifact or its file
 * changes; a change of the model or of the services routes what was read again.
 */
export class PreviewPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PreviewServices;
  /** Of what is on the screen; readings and routings race separately. */
  readonly #generation = new Generation();
  readonly #readings = new Generation();
  readonly #routings = new Generation();
  readonly #didShow = new vscode.EventEmitter<PreviewState>();
  readonly #disposables: vscode.Disposable[] = [this.#didShow];
  /** Fires with everything that comes on the screen. */
  readonly onDidShow = this.#didShow.event;
  #watch: vscode.Disposable | undefined;
  #target: { readonly root: OpenRoot; readonly reference: ArtifactReference } | undefined;
  #read: { readonly root: OpenRoot; readonly loaded: LoadedArtifact } | undefined;
  /** When it was read, in milliseconds since the epoch. */
  #readAt = 0;
  #shown: Shown | undefined;
  #isReady = false;
  #isDisposed = false;
  #pinned = false;

  constructor(panel: vscode.WebviewPanel, services: PreviewServices) {
    this.#panel = panel;
    this.#services = services;
    panel.iconPath = previewIcon(services.extensionUri);
    this.#disposables.push(
      panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data)),
      panel.onDidDispose(() => this.dispose()),
    );
  }

  get pinned(): boolean {
    return this.#pinned;
  }

  get panel(): vscode.WebviewPanel {
    return this.#panel;
  }

  get root(): OpenRoot | undefined {
    return this.#target?.root;
  }

  get reference(): ArtifactReference | undefined {
    return this.#target?.reference;
  }

  /** What is on the screen, for tests and commands; undefined before the first content is there. */
  get state(): PreviewState | undefined {
    return this.#shown?.state;
  }

  /** Shows an artifact. Resolves when it is shown, or was overtaken by another one. */
  async show(root: OpenRoot, reference: ArtifactReference): Promise<void> {
    const isSame = this.#target?.root === root && this.#target.reference.id === reference.id;
    this.#target = { root, reference };
    setUpWebview(this.#panel, root, this.#services.extensionUri);
    if (!isSame) {
      this.#watch?.dispose();
      this.#watch = watchArtifact(root, reference, () => this.refresh(this.reload()));
    }
    await this.reload();
  }

  /** Reads the shown artifact again. */
  async reload(): Promise<void> {
    const target = this.#target;
    if (!target || this.#isDisposed) return;
    const reading = this.#readings.next();
    const busy = setTimeout(() => this.#post({ type: 'busy', generation: this.#generation.current }), NOTICEABLE_MS);
    try {
      const loaded = await loadArtifact(target.root, target.reference, this.#services.fileSystemOf(target.root));
      if (!this.#readings.isCurrent(reading) || this.#isDisposed) return;
      this.#read = { root: target.root, loaded };
      this.#readAt = Date.now();
      await this.route();
    } finally {
      clearTimeout(busy);
    }
  }

  /** Routes what was read for the model that is selected now; reads nothing. */
  async route(): Promise<void> {
    if (!this.#read || this.#isDisposed) return;
    const { root, loaded } = this.#read;
    const routing = this.#routings.next();
    const selected = this.#services.selectedService(root);
    const routed = await routeArtifact(loaded.artifact, selected, root.router, root.services);
    if (!this.#routings.isCurrent(routing) || this.#isDisposed) return;
    const resource = (): string => this.#resource(root, loaded);
    const state = buildPreviewState({ root, loaded, routed, selected, pinned: this.#pinned, resource });
    this.#display({ root, loaded, routed, state });
  }

  setPinned(pinned: boolean): void {
    this.#pinned = pinned;
    if (!this.#shown) return;
    this.#display({ ...this.#shown, state: { ...this.#shown.state, pinned } });
  }

  /** Follows what nobody waits for; the screen keeps what it shows when that fails. */
  refresh(work: Promise<void>): void {
    work.catch((error: unknown) => this.#services.logger.error(`preview: not brought up to date (${toFailure(error).code})`));
  }

  /** The whole message as it is copied; null when there is none. */
  fullMessage(form: 'json' | 'text'): string | null {
    const { message, text } = this.#shown?.routed ?? {};
    if (form === 'text' && text !== null && text !== undefined) return text;
    return message ? messageJson(message) : null;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#watch?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
    this.#panel.dispose();
    this.#services.onClosed(this);
  }

  #display(shown: Shown): void {
    this.#shown = shown;
    const { loaded, state } = shown;
    const name = artifactName(loaded);
    this.#panel.title = this.#pinned ? vscode.l10n.t('[Preview: {0}]', name) : vscode.l10n.t('Preview: {0}', name);
    this.#post({ type: 'state', generation: this.#generation.next(), state });
    this.#didShow.fire(state);
  }

  /** The query makes the address new whenever the file was read again. */
  #resource(root: OpenRoot, { metadata }: LoadedArtifact): string {
    if (!metadata?.location) return '';
    const uri = this.#panel.webview.asWebviewUri(root.uriOf(metadata.location));
    return uri.with({ query: `read=${this.#readAt}` }).toString();
  }

  #post(message: HostMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  #receive(data: unknown): void {
    const parsed = parseWebviewMessage(data);
    if (!parsed.ok) {
      this.#services.logger.warn(`preview: dropped a malformed message (${parsed.reason})`);
      return;
    }
    const { message } = parsed;
    if (message.type === 'ready') this.#greet();
    else if (this.#generation.isCurrent(message.generation)) this.#attempt(message);
    else if ('request' in message) this.#post({ type: 'reply', request: message.request, done: false });
  }

  /** Answers a page that has just loaded with everything it needs. */
  #greet(): void {
    this.#isReady = true;
    this.#post({
      type: 'init',
      generation: this.#generation.current,
      locale: vscode.env.language,
      bundle: { ...vscode.l10n.bundle },
      state: this.#shown?.state ?? null,
    });
  }

  /** Says on the screen why something could not be done. A page that waits for an answer gets one. */
  #attempt(message: Exclude<WebviewMessage, { type: 'ready' }>): void {
    const name = this.#shown ? artifactName(this.#shown.loaded) : '';
    this.#obey(message).catch((error: unknown) => {
      void vscode.window.showErrorMessage(`${name}: ${failureMessage(toFailure(error))}`);
      if ('request' in message) this.#post({ type: 'reply', request: message.request, done: false });
    });
  }

  async #obey(message: Exclude<WebviewMessage, { type: 'ready' }>): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    switch (message.type) {
      case 'selectModel':
        return this.#services.selectService(shown.root, message.serviceId);
      case 'setPinned':
        return this.#services.setPinned(this, message.pinned);
      case 'openFile':
        return this.#services.openFile(shown.root, shown.loaded.metadata);
      case 'editCapabilities':
        return this.#services.editCapabilities(shown.root, shown.state.selected);
      case 'copyReference':
        return this.#copy(formatReference(shown.loaded.reference), message.request);
      case 'copyMessage':
        return this.#copy(this.fullMessage(message.form), message.request);
    }
  }

  async #copy(text: string | null, request: number): Promise<void> {
    if (text !== null) await vscode.env.clipboard.writeText(text);
    this.#post({ type: 'reply', request, done: text !== null });
  }
}
