import * as vscode from 'vscode';
import { toFailure } from '../../core/io/errors.ts';
import type { ContentReference } from '../../core/refs/reference.ts';
import type { ContentMetadata } from '../../core/store/artifact.ts';
import type { WireApi } from '../../core/wire/verdict.ts';
import type { AskedTab, PreviewState } from '../../shared/preview-protocol.ts';
import { failureMessage } from '../screen/failure-message.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { notify } from '../screen/notify.ts';
import { comparedModels, onDidChooseComparedModels } from './compared-models.ts';
import type { ContentSource, PreviewRequest } from './content-source.ts';
import { EditHistory } from './edit-history.ts';
import { LateFigures } from './late-figures.ts';
import { Generation, PageChannel, type PageRequest, previewIcon, setUpPage } from './page-channel.ts';
import { fullMessage, handleRequest, type RequestContext } from './page-requests.ts';
import type { PanelContext } from './panel-context.ts';
import { decide, type PreviewResult } from './preview-result.ts';
import { type Measures, newMeasures } from './service-request.ts';
import { placeOf, type PreviewSubject, readSubject } from './preview-subject.ts';
import type { Routes } from './routes.ts';

/** Loading longer than this is shown, in milliseconds. */
const NOTICEABLE_MS = 300;

/**
 * One webview panel that previews one artifact, or one message with several, at a time. Content is read when an
 * artifact or its file changes; a change of the model, of the services or of the API routes what was read again.
 */
export class PreviewPanel implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #services: PanelContext;
  readonly #page: PageChannel;
  readonly #figures: LateFigures;
  /** Readings and routings race separately. */
  readonly #readings = new Generation();
  readonly #routings = new Generation();
  /** The last of each. */
  #reloaded = Promise.resolve();
  #routed = Promise.resolve();
  /** What was done from here to files, with the way back. */
  readonly edits = new EditHistory();
  readonly #didShow = new vscode.EventEmitter<PreviewState>();
  readonly #didRequestPin = new vscode.EventEmitter<boolean>();
  readonly #didRequestArtifact = new vscode.EventEmitter<PreviewRequest>();
  readonly #didDropFiles = new vscode.EventEmitter<readonly string[]>();
  readonly #disposables: vscode.Disposable[];
  /** Fires with every state that is shown. */
  readonly onDidShow = this.#didShow.event;
  /** The page asks to be pinned, or to follow the selection. */
  readonly onDidRequestPin = this.#didRequestPin.event;
  /** The page asks for one of several artifacts it shows. */
  readonly onDidRequestArtifact = this.#didRequestArtifact.event;
  /** Texts that may be URIs of files were dropped on the page. */
  readonly onDidDropFiles = this.#didDropFiles.event;
  /** The folders the page may load from; setting others reloads it. */
  #folders: string | undefined;
  #watch: vscode.Disposable | undefined;
  #request: PreviewRequest | undefined;
  #read: { readonly subject: PreviewSubject; readonly at: number; readonly measures: Measures; routes: Routes } | undefined;
  /** Fixed for a moment, replaced as a whole. */
  #shown: PreviewResult | undefined;
  #api: WireApi | null = null;
  #isDisposed = false;
  #pinned = false;

  constructor(panel: vscode.WebviewPanel, services: PanelContext) {
    this.panel = panel;
    this.#services = services;
    this.#figures = new LateFigures(
      services.logger,
      () => comparedModels(services.memory),
      (figures) => this.#add(figures),
    );
    this.#page = new PageChannel(panel.webview, services.logger, {
      onReady: () => this.#setComparing(false),
      state: () => this.state ?? null,
      onRequest: (message) => this.#attempt(message),
    });
    panel.iconPath = previewIcon(services.extensionUri);
    this.#disposables = [
      this.#didShow,
      this.#didRequestPin,
      this.#didRequestArtifact,
      this.#didDropFiles,
      this.#page,
      this.edits,
      onDidChooseComparedModels(() => this.#figures.isComparing && this.#figures.setComparing(true)),
      panel.onDidDispose(() => this.dispose()),
    ];
  }

  /** Brings one of its tabs to the front. */
  showTab(tab: AskedTab): void {
    this.#page.showTab(tab, this.panel.visible);
  }

  get pinned(): boolean {
    return this.#pinned;
  }

  /** The data root whose services it asks. */
  get root(): OpenRoot | undefined {
    return this.#request?.source.root;
  }

  /** What is shown, or the first of several. */
  get reference(): ContentReference | undefined {
    return this.#request?.references[0];
  }

  get request(): PreviewRequest | undefined {
    return this.#request;
  }

  /** What is on the screen, for tests and commands; undefined before the first content is there. */
  get state(): PreviewState | undefined {
    return this.#shown?.state;
  }

  /** Shows artifacts. Resolves when they are shown, or others that were asked for meanwhile. */
  async show(request: PreviewRequest): Promise<void> {
    const isSame = this.#request !== undefined && isSameRequest(this.#request, request);
    this.#request = request;
    this.#allowFolders(request);
    if (!isSame) {
      this.#watch?.dispose();
      this.#watch = request.source.watch(request.references, () => this.refresh(this.reload()));
    }
    await this.reload();
  }

  /** Reads what is shown again. Resolves when the last reading that was begun is shown. */
  reload(): Promise<void> {
    return (this.#reloaded = this.#reload());
  }

  async #reload(): Promise<void> {
    const request = this.#request;
    if (!request || this.#isDisposed) return;
    const reading = this.#readings.next();
    const busy = setTimeout(() => this.#page.sayBusy(), NOTICEABLE_MS);
    try {
      const subject = await readSubject(request);
      if (!this.#readings.isCurrent(reading)) return await this.#reloaded;
      if (this.#isDisposed) return;
      this.#read = {
        subject,
        at: Date.now(),
        measures: newMeasures(request.source.models.compute),
        routes: subject.newRoutes(),
      };
      await this.route();
    } finally {
      clearTimeout(busy);
    }
  }

  /** Routes what was read by services that changed; reads nothing. */
  async routeAnew(): Promise<void> {
    if (this.#read) this.#read.routes = this.#read.subject.newRoutes();
    await this.route();
  }

  /** Routes what was read for the model that is selected now; reads nothing. Resolves when the last routing that was begun is shown. */
  route(): Promise<void> {
    return (this.#routed = this.#route());
  }

  async #route(): Promise<void> {
    const read = this.#read;
    if (!read || this.#isDisposed) return;
    const routing = this.#routings.next();
    const { subject, routes } = read;
    const choices = {
      selected: this.#services.selectedService(subject.source.models),
      recent: this.#services.recentModels(),
      api: this.#api,
      pinned: this.#pinned,
    };
    const decided = await decide(subject, routes, choices, {
      resourceOf: (metadata) => this.#resource(subject.source, metadata, read.at),
      measures: read.measures,
    });
    if (!this.#routings.isCurrent(routing)) return this.#routed;
    if (this.#isDisposed) return;
    const before = this.#shown;
    // Until the new one is there, the comparison of the same content stays on the screen.
    const comparison = before?.subject === subject && this.#figures.isComparing ? before.state.comparison : null;
    this.#display({ ...decided, state: { ...decided.state, comparison, pinned: this.#pinned } });
    this.#figures.follow(decided);
  }

  setPinned(pinned: boolean): void {
    this.#pinned = pinned;
    if (this.#shown) this.#display({ ...this.#shown, state: { ...this.#shown.state, pinned } });
  }

  /** Which API's body is shown; null is that of the service. */
  async selectApi(api: WireApi | null): Promise<void> {
    this.#api = api;
    await this.route();
  }

  /** Handles background work; the screen keeps its content when it fails. */
  refresh(work: Promise<void>): void {
    work.catch((error: unknown) => this.#services.logger.error(`preview: not brought up to date (${toFailure(error).code})`));
  }

  /** The whole message as it is copied; null when there is none. */
  async fullMessage(form: 'json' | 'text'): Promise<string | null> {
    return this.#shown ? fullMessage(this.#shown, form) : null;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#watch?.dispose();
    this.#figures.stop();
    for (const disposable of this.#disposables) disposable.dispose();
    this.panel.dispose();
  }

  #allowFolders({ source, references }: PreviewRequest): void {
    const folders = source.foldersOf(references);
    const key = folders.join('\n');
    if (key === this.#folders) return;
    this.#folders = key;
    setUpPage(this.panel.webview, folders, this.#services.extensionUri);
  }

  #display(shown: PreviewResult, { isAddition = false } = {}): void {
    this.#shown = shown;
    const { name } = shown.subject;
    this.panel.title = this.#pinned ? vscode.l10n.t('[Preview: {0}]', name) : vscode.l10n.t('Preview: {0}', name);
    this.#page.send(shown.state, { isAddition });
    this.#didShow.fire(shown.state);
  }

  /** Figures that took their time: the same state with more in it. */
  #add(figures: Partial<PreviewState>): void {
    if (this.#shown && !this.#isDisposed)
      this.#display({ ...this.#shown, state: { ...this.#shown.state, ...figures } }, { isAddition: true });
  }

  #setComparing(comparing: boolean): void {
    if (!comparing && this.#shown) this.#shown = { ...this.#shown, state: { ...this.#shown.state, comparison: null } };
    this.#figures.setComparing(comparing);
  }

  /** The query makes the address new whenever the file was read again. */
  #resource(source: ContentSource, metadata: ContentMetadata | null, readAt: number): string {
    const address = metadata && source.addressOf(metadata);
    if (!address) return '';
    return this.panel.webview
      .asWebviewUri(address)
      .with({ query: `read=${readAt}` })
      .toString();
  }

  /** Handles a request, shows why it failed, and answers a page that waits for an answer. */
  #attempt(message: PageRequest): void {
    const shown = this.#shown;
    if (message.type === 'setComparing') return this.#setComparing(message.comparing);
    if (message.type === 'dropFiles') return this.#didDropFiles.fire(message.uris);
    if (!shown) return this.#page.reply(message, false);
    const { source } = shown.subject;
    const context: RequestContext = {
      services: this.#services,
      edits: this.edits,
      selectApi: (api) => this.selectApi(api),
      pin: (pinned) => this.#didRequestPin.fire(pinned),
      setForm: (form) => {
        this.#services.rememberForm(form);
        if (this.#request) this.refresh(this.show({ ...this.#request, form }));
      },
      showOnly: ([first, ...others]) => {
        if (first && this.#request) this.refresh(this.show({ ...this.#request, references: [first, ...others], form: 'attachment' }));
      },
      showArtifact: (reference) => this.#didRequestArtifact.fire({ source, references: [reference] }),
    };
    handleRequest(message, shown, context).then(
      (done) => this.#page.reply(message, done),
      (error: unknown) => {
        notify('error', `${shown.subject.name}: ${failureMessage(toFailure(error))}`);
        this.#page.reply(message, false);
      },
    );
  }
}

function isSameRequest(one: PreviewRequest, other: PreviewRequest): boolean {
  const isSameSource = one.source.id === other.source.id && one.source.models === other.source.models;
  return isSameSource && one.references.map(placeOf).join('\n') === other.references.map(placeOf).join('\n');
}
