import * as vscode from 'vscode';
import type { Compute } from '../../core/io/compute.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import type { AskedTab } from '../../shared/preview-protocol.ts';
import { runCommand } from '../screen/commands.ts';
import { isWithoutRoots } from '../screen/unavailable.ts';
import { onDidChangeCatalogue } from '../services/catalogue-in-use.ts';
import type { PreviewService } from '../services/preview-service.ts';
import { FORM_KEY, RootSource, type PreviewRequest, type SubjectForm } from './content-source.ts';
import type { FilePreviews } from './file-source.ts';
import type { PanelContext } from './panel-context.ts';
import type { PreviewPanel } from './preview-panel.ts';
import type { ArtifactsRequest, PreviewTarget } from './preview-target.ts';

/** The type of the panels; their context key, and what the serializer restores. */
export const PREVIEW_VIEW_TYPE = 'agentArtifacts.preview';
/** Whether the preview in front is pinned; decides which of the two commands its title bar offers. */
const PINNED_CONTEXT = 'agentArtifacts.previewPinned';
/** Whether an edit made from the preview in front can be undone, or redone. */
const UNDO_CONTEXT = 'agentArtifacts.previewCanUndo';
const REDO_CONTEXT = 'agentArtifacts.previewCanRedo';

/** How to show an artifact. */
export interface ShowOptions {
  /** Leave the focus where it is: the selection merely moved. */
  readonly preserveFocus?: boolean;
  /** Show it in a panel that stays with it. */
  readonly pinned?: boolean;
  /** Open a new panel beside the active editor. */
  readonly toSide?: boolean;
  /** The tab that is asked for, whichever a person has open. */
  readonly tab?: AskedTab;
}

/** What the previews work with. */
export interface PreviewDependencies {
  readonly extensionUri: vscode.Uri;
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly previewService: PreviewService;
  readonly logger: Logger;
  /** Runs what is read of untrusted files where it can be stopped. Default: on this thread. */
  readonly compute?: Compute;
  /** What is remembered of choices. Default: nothing. */
  readonly memory?: vscode.Memento;
  /** What is remembered of this workspace. Default: nothing. */
  readonly workspaceMemory?: vscode.Memento;
  /** The artifacts that are selected in the view, for commands that are run without one. */
  readonly selectedArtifacts?: () => readonly PreviewTarget[];
}

/** All preview panels: at most one follows the selection, the others are pinned to their artifacts. */
export class PreviewController implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #opened = new Set<PreviewPanel>();
  readonly #disposables: vscode.Disposable[];
  readonly #dependencies: PreviewDependencies;
  readonly #services: PanelContext;
  /** Everything a panel needs, loaded with the first one. */
  #module: Promise<{ readonly PreviewPanel: typeof PreviewPanel }> | undefined;
  #active: PreviewPanel | undefined;
  #filePreviews: Promise<FilePreviews> | undefined;

  constructor(dependencies: PreviewDependencies) {
    this.#dependencies = dependencies;
    const { roots, previewService } = dependencies;
    this.#services = {
      extensionUri: dependencies.extensionUri,
      logger: dependencies.logger,
      selectedService: (models) => previewService.selectedServiceId(models) ?? null,
      selectService: (models, serviceId) => void previewService.select(models, serviceId ?? undefined),
      recentModels: () => previewService.recentModels(),
      pickModel: async (models) => (await import('./model-quick-pick.ts')).pickAnyModel(models, previewService),
      memory: dependencies.memory,
      addModel: async (root, model) => (await import('../services/service-form.ts')).addModel(roots, root, model),
      rememberForm: (form) => void dependencies.memory?.update(FORM_KEY, form),
      editCapabilities: async (root, serviceId) => {
        if (root) return runCommand('agentArtifacts.editCapabilities', { root, serviceId });
        await isWithoutRoots(roots);
        return undefined;
      },
    };
    const routeAllAnew = (): void => this.#opened.forEach((panel) => panel.refresh(panel.routeAnew()));
    this.#disposables = [
      previewService.onDidChange(({ id }) =>
        this.#refresh(
          ({ source }) => source.models.id === id,
          (panel) => panel.route(),
        ),
      ),
      roots.onDidChangeServices((root) =>
        this.#refresh(
          ({ source }) => source.root?.id === root.id,
          (panel) => panel.routeAnew(),
        ),
      ),
      roots.onDidChange(() => this.#moveToFreshRoots()),
      // What writes is offered from now on.
      vscode.workspace.onDidGrantWorkspaceTrust(routeAllAnew),
      onDidChangeCatalogue(routeAllAnew),
    ];
  }

  /** The preview in front; undefined when another editor is. */
  get active(): PreviewPanel | undefined {
    return this.#active;
  }

  /** Brings the comparison of the preview in front, or of another, to the front. @returns false where none is open */
  showComparison(): boolean {
    const panel = this.#active ?? this.following ?? [...this.#opened].at(-1);
    panel?.showTab('compare');
    panel?.panel.reveal();
    return panel !== undefined;
  }

  /** The preview that follows the selection, when there is one. */
  get following(): PreviewPanel | undefined {
    return [...this.#opened].find((panel) => !panel.pinned);
  }

  /** Shows an artifact in the preview that follows the selection, or in a new one. */
  show(root: OpenRoot, reference: ArtifactReference, options: ShowOptions = {}): Promise<PreviewPanel> {
    return this.showAll({ root, references: [reference] }, options);
  }

  /** The same for several artifacts: they are shown as the attachments of one message. */
  showAll({ root, references }: ArtifactsRequest, options: ShowOptions = {}): Promise<PreviewPanel> {
    return this.showRequest({ source: this.sourceOf(root), references }, options);
  }

  /** The artifacts of a data root, as previews read them. */
  sourceOf(root: OpenRoot): RootSource {
    return new RootSource(root, this.#dependencies.fileSystems.for(root.folder).fs);
  }

  /**
   * The same for files and editors: one as it was last chosen, several as the attachments of one message. The models are those of the data
   * root nearest to the first, where one is open.
   *
   * @param uris at least one
   */
  async showFiles(
    uris: readonly vscode.Uri[],
    options: ShowOptions & { readonly form?: SubjectForm } = {},
  ): Promise<PreviewPanel | undefined> {
    const request = await (await this.#files()).requestOf(uris, options.form);
    return request && this.showRequest(request, options);
  }

  /** What previews of files need, loaded with the first of them. */
  #files(): Promise<FilePreviews> {
    return (this.#filePreviews ??= import('./file-source.ts').then(({ FilePreviews }) => {
      const files = new FilePreviews(this.#dependencies, { following: () => this.following, all: () => this.#opened });
      this.own(files);
      return files;
    }));
  }

  /** The same for whatever can be previewed. */
  async showRequest(request: PreviewRequest, options: ShowOptions = {}): Promise<PreviewPanel> {
    const { preserveFocus = false, pinned = false, toSide = false } = options;
    const { PreviewPanel } = await this.#loaded();
    const following = toSide || pinned ? undefined : this.following;
    const panel = following ?? this.#open(PreviewPanel, toSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active, preserveFocus);
    // Only one may follow: one that is opened beside is pinned when another follows already.
    const isSecond = [...this.#opened].some((other) => other !== panel && !other.pinned);
    if (pinned || isSecond) this.setPinned(panel, true);
    if (following) following.panel.reveal(undefined, preserveFocus);
    if (options.tab) panel.showTab(options.tab);
    await panel.show(request);
    // The walkthrough's step is done by what is seen, not by a dialog that may be cancelled.
    if (panel.state) void vscode.commands.executeCommand('setContext', 'agentArtifacts.previewShown', true);
    return panel;
  }

  /** Brings back a panel of the session before. A panel whose artifacts are unknown is closed. */
  async deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, data: unknown): Promise<void> {
    const { roots } = this.#dependencies;
    await roots.ready();
    const [{ PreviewPanel }, { keptPreview }] = await Promise.all([this.#loaded(), import('./preview-subject.ts')]);
    const kept = keptPreview(data, roots.roots);
    if (!kept) {
      webviewPanel.dispose();
      return;
    }
    const panel = this.#adopt(new PreviewPanel(webviewPanel, this.#services));
    this.setPinned(panel, kept.pinned || this.following !== panel);
    await panel.selectApi(kept.api);
    const { request } = kept;
    const again =
      'files' in request
        ? await (await this.#files()).requestOf(request.files, request.form)
        : { source: this.sourceOf(request.root), references: request.references };
    if (again) await panel.show(again);
  }

  /** Disposes of these with the previews. */
  own(...disposables: readonly vscode.Disposable[]): void {
    this.#disposables.push(...disposables);
  }

  /** Unpinning makes a panel the one that follows; the one that did so far stays with what it shows. */
  setPinned(panel: PreviewPanel, pinned: boolean): void {
    const following = this.following;
    if (!pinned && following && following !== panel) following.setPinned(true);
    panel.setPinned(pinned);
    this.#tellContext();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    for (const panel of [...this.#opened]) panel.dispose();
  }

  #loaded(): Promise<{ readonly PreviewPanel: typeof PreviewPanel }> {
    return (this.#module ??= import('./preview-panel.ts'));
  }

  #open(Panel: typeof PreviewPanel, viewColumn: vscode.ViewColumn, preserveFocus: boolean): PreviewPanel {
    const title = vscode.l10n.t('Preview');
    // The page is only set once it is known which folders it may load from.
    return this.#adopt(
      new Panel(
        vscode.window.createWebviewPanel(PREVIEW_VIEW_TYPE, title, { viewColumn, preserveFocus }, { enableFindWidget: true }),
        this.#services,
      ),
    );
  }

  #adopt(panel: PreviewPanel): PreviewPanel {
    this.#opened.add(panel);
    panel.panel.onDidChangeViewState(() => this.#noticeActive(panel));
    panel.panel.onDidDispose(() => this.#forget(panel));
    panel.onDidRequestPin((pinned) => this.setPinned(panel, pinned));
    panel.onDidRequestArtifact((request) =>
      panel.refresh(panel.pinned ? this.showRequest(request).then(() => undefined) : panel.show(request)),
    );
    panel.onDidDropFiles((texts) => panel.refresh(this.#files().then((files) => files.drop(panel, texts))));
    panel.edits.onDidChange(() => this.#tellContext());
    this.#noticeActive(panel);
    return panel;
  }

  #noticeActive(panel: PreviewPanel): void {
    if (panel.panel.active) this.#active = panel;
    else if (this.#active === panel) this.#active = undefined;
    this.#tellContext();
  }

  #forget(panel: PreviewPanel): void {
    this.#opened.delete(panel);
    if (this.#active === panel) this.#active = undefined;
    this.#tellContext();
  }

  #tellContext(): void {
    const { pinned = false, edits } = this.#active ?? {};
    const contexts = { [PINNED_CONTEXT]: pinned, [UNDO_CONTEXT]: edits?.canUndo ?? false, [REDO_CONTEXT]: edits?.canRedo ?? false };
    for (const [key, value] of Object.entries(contexts)) void vscode.commands.executeCommand('setContext', key, value);
  }

  #refresh(isConcerned: (request: PreviewRequest) => boolean, work: (panel: PreviewPanel) => Promise<void>): void {
    for (const panel of this.#opened) if (panel.request && isConcerned(panel.request)) panel.refresh(work(panel));
  }

  /** After a refresh the same data root is another object; one that is gone leaves what was last seen. */
  #moveToFreshRoots(): void {
    for (const panel of this.#opened) {
      const { request } = panel;
      const fresh = request && this.#dependencies.roots.roots.find(({ id }) => id === request.source.id);
      if (fresh && fresh !== request.source.root) panel.refresh(panel.show({ ...request, source: this.sourceOf(fresh) }));
    }
  }
}
