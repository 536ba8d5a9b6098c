import * as vscode from 'vscode';
import type { Logger } from '../../core/io/logger.ts';
import { parseReference, type ArtifactReference } from '../../core/refs/reference.ts';
import { parsePreviewViewState } from '../../shared/preview-view-state.ts';
import type { FileSystems } from '../file-systems.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import type { PreviewService } from '../services/preview-service.ts';
import { openFile } from './open-file.ts';
import type { PreviewTarget } from './preview-target.ts';
import { PreviewPanel } from './preview-panel.ts';
import type { PreviewServices } from './services.ts';

/** The type of the panels; their context key, and what the serializer restores. */
export const PREVIEW_VIEW_TYPE = 'agentArtifacts.preview';
/** Whether the preview in front is pinned; decides which of the two commands its title bar offers. */
const PINNED_CONTEXT = 'agentArtifacts.previewPinned';

/** How to show an artifact. */
export interface ShowOptions {
  /** Leave the focus where it is: the selection merely moved. */
  readonly preserveFocus?: boolean;
  /** Show it in a panel that stays with it. */
  readonly pinned?: boolean;
  /** Open a new panel beside the active editor. */
  readonly toSide?: boolean;
}

/** What the previews work with. */
export interface PreviewDependencies {
  readonly extensionUri: vscode.Uri;
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly previewService: PreviewService;
  readonly logger: Logger;
  /** The artifact that is selected in the view, for commands that are run without one. */
  readonly selectedArtifact?: () => PreviewTarget | undefined;
}

/** All preview panels: at most one follows the selection, the others are pinned to their artifacts. */
export class PreviewController implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #panels = new Set<PreviewPanel>();
  readonly #disposables: vscode.Disposable[];
  readonly #dependencies: PreviewDependencies;
  readonly #services: PreviewServices;
  #active: PreviewPanel | undefined;

  constructor(dependencies: PreviewDependencies) {
    this.#dependencies = dependencies;
    const { roots, previewService, fileSystems } = dependencies;
    this.#services = {
      extensionUri: dependencies.extensionUri,
      logger: dependencies.logger,
      fileSystemOf: (root) => fileSystems.for(root.folder).fs,
      selectedService: (root) => previewService.selectedServiceId(root) ?? null,
      selectService: (root, serviceId) => void previewService.select(root, serviceId ?? undefined),
      setPinned: (panel, pinned) => this.setPinned(panel, pinned),
      openFile,
      editCapabilities: async (root, serviceId) => {
        await vscode.commands.executeCommand('agentArtifacts.editCapabilities', { root, serviceId });
      },
      onClosed: (panel) => this.#forget(panel),
    };
    this.#disposables = [
      previewService.onDidChange((root) => this.#routeAll(root)),
      roots.onDidChangeServices((root) => this.#routeAll(root)),
      roots.onDidChange(() => this.#moveToFreshRoots()),
    ];
  }

  /** The preview in front; undefined when another editor is. */
  get active(): PreviewPanel | undefined {
    return this.#active;
  }

  /** The preview that follows the selection, when there is one. */
  get following(): PreviewPanel | undefined {
    return [...this.#panels].find((panel) => !panel.pinned);
  }

  /** Shows an artifact in the preview that follows the selection, or in a new one. */
  async show(root: OpenRoot, reference: ArtifactReference, options: ShowOptions = {}): Promise<PreviewPanel> {
    const { preserveFocus = false, pinned = false, toSide = false } = options;
    const following = toSide || pinned ? undefined : this.following;
    const panel = following ?? this.#open(toSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active, preserveFocus);
    // Only one may follow: one that is opened beside is pinned when another follows already.
    const isSecond = [...this.#panels].some((other) => other !== panel && !other.pinned);
    if (pinned || isSecond) this.setPinned(panel, true);
    if (following) following.panel.reveal(undefined, preserveFocus);
    await panel.show(root, reference);
    return panel;
  }

  /** Brings back a panel of the session before. A panel whose artifact cannot be told is closed. */
  async deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, data: unknown): Promise<void> {
    const { roots } = this.#dependencies;
    await roots.ready();
    const kept = parsePreviewViewState(data);
    const root = kept && roots.roots.find(({ id }) => id === kept.rootId);
    const reference = kept && parseReference(kept.reference);
    if (!root || !reference?.ok) {
      webviewPanel.dispose();
      return;
    }
    const panel = this.#adopt(webviewPanel);
    this.setPinned(panel, kept.pinned || this.following !== panel);
    await panel.show(root, reference.value);
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
    for (const panel of [...this.#panels]) panel.dispose();
  }

  #open(viewColumn: vscode.ViewColumn, preserveFocus: boolean): PreviewPanel {
    const title = vscode.l10n.t('Preview');
    // The page is only set once it is known which folders it may load from.
    return this.#adopt(vscode.window.createWebviewPanel(PREVIEW_VIEW_TYPE, title, { viewColumn, preserveFocus }, {}));
  }

  #adopt(webviewPanel: vscode.WebviewPanel): PreviewPanel {
    const panel = new PreviewPanel(webviewPanel, this.#services);
    this.#panels.add(panel);
    webviewPanel.onDidChangeViewState(() => this.#noticeActive(panel));
    this.#noticeActive(panel);
    return panel;
  }

  #noticeActive(panel: PreviewPanel): void {
    if (panel.panel.active) this.#active = panel;
    else if (this.#active === panel) this.#active = undefined;
    this.#tellContext();
  }

  #forget(panel: PreviewPanel): void {
    this.#panels.delete(panel);
    if (this.#active === panel) this.#active = undefined;
    this.#tellContext();
  }

  #tellContext(): void {
    void vscode.commands.executeCommand('setContext', PINNED_CONTEXT, this.#active?.pinned ?? false);
  }

  #routeAll(root: OpenRoot): void {
    for (const panel of this.#panels) if (panel.root === root) panel.refresh(panel.route());
  }

  /** After a refresh the same data root is another object; one that is gone leaves what was last seen. */
  #moveToFreshRoots(): void {
    for (const panel of this.#panels) {
      const { root, reference } = panel;
      const fresh = root && this.#dependencies.roots.roots.find(({ id }) => id === root.id);
      if (fresh && fresh !== root && reference) panel.refresh(panel.show(fresh, reference));
    }
  }
}
