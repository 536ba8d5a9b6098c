import * as vscode from 'vscode';
import { ContentAdapter } from '../../core/routing/content-adapter.ts';
import { loadCatalogue, loadPrices } from '../../core/models/catalogue/load-catalogue.ts';
import { idOfModel } from '../../core/models/catalogue/model-id.ts';
import { flagshipModels } from '../../core/wire/flagship-models.ts';
import { ServicesAndModels } from '../../core/wire/services-and-models.ts';
import { ArtifactContentRouter } from '../../core/routing/artifact-content-router.ts';
import { type Compute, directCompute } from '../../core/io/compute.ts';
import { type ContentReference, fileReference, type FileReference } from '../../core/refs/reference.ts';
import type { Artifact, ContentMetadata } from '../../core/store/artifact.ts';
import { describeText, FileContents, type FileMetadata, textArtifact } from '../../core/store/file-contents.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { settings } from '../roots/settings.ts';
import { Debounced } from '../../platform/debounced.ts';
import {
  type ContentSource,
  FORM_KEY,
  NO_ROOT,
  type PreviewModels,
  type PreviewRequest,
  type SubjectForm,
  watchNames,
} from './content-source.ts';
import { lastName } from '../screen/documents.ts';

/** The scheme of parts of conversations as files. */
export const PART_SCHEME = 'agent-artifacts-part';
/** VS Code gives extensions no text above this many bytes. */
const LONGEST_DOCUMENT = 50 * 1024 * 1024;
/** Who types pauses now and then; a text is read again in the pauses, in milliseconds. */
const TYPING = { quiet: 250, longest: 1500 };

/** Any file or editor that VS Code can read, with its current content. Nothing is written. */
class FileSource implements ContentSource {
  readonly id = NO_ROOT;
  readonly models: PreviewModels;
  readonly root: OpenRoot | undefined;
  readonly #fileSystems: FileSystems;

  /** @param root whose services count; undefined where none is open: without a data root, `models` has the catalogue only */
  constructor(fileSystems: FileSystems, root: OpenRoot | undefined, models: PreviewModels) {
    this.#fileSystems = fileSystems;
    this.root = root;
    this.models = models;
  }

  get folder(): vscode.Uri | undefined {
    return vscode.workspace.workspaceFolders?.[0]?.uri;
  }

  async getMetadata(reference: ContentReference): Promise<ContentMetadata | null> {
    if (reference.kind !== 'file') return null;
    const uri = uriOf(reference);
    const document = await textOf(uri);
    if (document) return describeText(reference, document.getText());
    if (uri.scheme === 'untitled') return tooLongText(reference);
    const { fs, locationOf } = this.#fileSystems.for(uri);
    return new FileContents({ fs }).getMetadata(reference, locationOf(uri));
  }

  async read(metadata: ContentMetadata): Promise<Artifact | null> {
    if (!isOfFile(metadata)) return null;
    const limit = this.models.router.maxContentBytes;
    const uri = uriOf(metadata.reference);
    // without a location it was the text that was described
    const document = (await textOf(uri)) ?? (metadata.location === undefined ? documentAt(uri) : undefined);
    const text = document?.getText();
    if (text !== undefined) return textArtifact(describeText(metadata.reference, text), text, limit);
    if (metadata.location === undefined) return null;
    return new FileContents({ fs: this.#fileSystems.for(uri).fs, maxContentBytes: limit }).read(metadata, metadata.location);
  }

  async readHead(metadata: ContentMetadata, length: number): Promise<Uint8Array> {
    if (!isOfFile(metadata)) return new Uint8Array(0);
    const uri = uriOf(metadata.reference);
    const document = await textOf(uri);
    if (document) return new TextEncoder().encode(document.getText().slice(0, length)).subarray(0, length);
    if (metadata.location === undefined) return new Uint8Array(0);
    const { fs } = this.#fileSystems.for(uri);
    return fs.readFile(await new FileContents({ fs }).realPlace(metadata.location), { length, noFollow: true });
  }

  async metadataFile(): Promise<undefined> {
    return undefined;
  }

  /** The address of the file; undefined for a text that is not as its file has it. */
  addressOf(metadata: ContentMetadata): vscode.Uri | undefined {
    if (!isOfFile(metadata) || metadata.location === undefined) return undefined;
    return uriOf(metadata.reference);
  }

  foldersOf(references: readonly ContentReference[]): vscode.Uri[] {
    const folders = references.flatMap((reference) => (reference.kind === 'file' ? [folderOf(uriOf(reference))] : []));
    return [...new Map(folders.map((folder) => [folder.toString(), folder])).values()];
  }

  async open(metadata: ContentMetadata): Promise<void> {
    if (isOfFile(metadata)) await vscode.commands.executeCommand('vscode.open', uriOf(metadata.reference));
  }

  noteOn(reference: ContentReference): string | null {
    if (reference.kind !== 'file') return null;
    const uri = uriOf(reference);
    if (!isTabDirty(uri) || documentAt(uri)) return null;
    return vscode.l10n.t('The file is shown as it was saved: the unsaved changes in its editor cannot be read.');
  }

  watch(references: readonly ContentReference[], onChange: () => void): vscode.Disposable {
    const uris = references.flatMap((reference) => (reference.kind === 'file' ? [uriOf(reference)] : []));
    const isOurs = ({ uri }: vscode.TextDocument): boolean => uris.some((each) => each.toString() === uri.toString());
    const typed = new Debounced(onChange, TYPING);
    const notice = (document: vscode.TextDocument): void => {
      if (isOurs(document)) typed.call();
    };
    const onDisk = uris.filter((uri) => !isWithoutFile(uri));
    return vscode.Disposable.from(
      typed,
      vscode.workspace.onDidChangeTextDocument(({ document }) => notice(document)),
      vscode.workspace.onDidSaveTextDocument(notice),
      vscode.workspace.onDidCloseTextDocument(notice),
      watchNames(
        onDisk.map((uri) => ({ folder: folderOf(uri), isOurs: (name) => name === lastName(uri) })),
        onChange,
      ),
    );
  }
}

/** A panel, as far as previews of files move it. */
interface FilePanel {
  readonly panel: Pick<vscode.WebviewPanel, 'visible'>;
  readonly request: PreviewRequest | undefined;
  show(request: PreviewRequest): Promise<void>;
  reload(): Promise<void>;
  refresh(work: Promise<void>): void;
}

/** What previews of files have in common: their models, and that they go with the editors. */
export class FilePreviews implements vscode.Disposable {
  readonly #context: FilePreviewsContext;
  readonly #panels: { following(): FilePanel | undefined; all(): Iterable<FilePanel> };
  readonly #disposable: vscode.Disposable;
  /** What the editor in front shows. */
  #inFront = inFront();
  #withoutRoot: PreviewModels | undefined;
  /** The services of a data root, offered for files that lie elsewhere. */
  #offered: { readonly root: OpenRoot; readonly models: PreviewModels } | undefined;

  constructor(context: FilePreviewsContext, panels: { following(): FilePanel | undefined; all(): Iterable<FilePanel> }) {
    this.#context = context;
    this.#panels = panels;
    this.#disposable = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(() => void this.#followEditors()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => void this.#followEditors()),
      context.roots.onDidChange(() => this.#moveToNearest()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (settings.affects(event, 'maxContentSize', 'descriptionLanguage')) this.#applySettings();
      }),
    );
  }

  /**
   * What a preview is to show of files: one as it was last chosen, several as the attachments of one message. Undefined for none.
   *
   * @param form how one goes to the model; default: as it was last chosen
   */
  async requestOf(uris: readonly vscode.Uri[], form = this.#rememberedForm): Promise<PreviewRequest | undefined> {
    const { roots, fileSystems, compute = directCompute } = this.#context;
    await roots.ready();
    const [first, ...others] = fileReferencesOf(uris);
    if (!first || !uris[0]) return undefined;
    const own = ownRoot(uris[0], roots.roots);
    const root = own ?? rootElsewhere(roots.roots);
    const models = own?.models ?? (root ? await this.#offeredBy(root) : await this.#modelsWithoutRoot(compute));
    return { source: new FileSource(fileSystems, root, models), references: [first, ...others], form };
  }

  /** Shows what was dropped on a panel, as far as it is URIs. */
  async drop(panel: FilePanel, texts: readonly string[]): Promise<void> {
    const { urisIn } = await import('./preview-subject.ts');
    const request = await this.requestOf(urisIn(texts));
    if (request) await panel.show(request);
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  /** The services can be chosen; until one is, they are none of the file's. */
  async #offeredBy(root: OpenRoot): Promise<PreviewModels> {
    const usual = await usualModel();
    if (this.#offered?.root !== root)
      this.#offered = { root, models: { ...root.models, id: NO_ROOT, ...(usual !== undefined && { usual }) } };
    return this.#offered.models;
  }

  async #modelsWithoutRoot(compute: Compute): Promise<PreviewModels> {
    const usual = await usualModel();
    return (this.#withoutRoot ??= { ...modelsWithoutRoot(compute), ...(usual !== undefined && { usual }) });
  }

  get #rememberedForm(): SubjectForm {
    return this.#context.memory?.get<SubjectForm>(FORM_KEY) === 'attachment' ? 'attachment' : 'answer';
  }

  /** Another editor is in front: the preview of a file shows what is there, unless it is pinned. */
  async #followEditors(): Promise<void> {
    const [before, uri] = [this.#inFront, inFront()];
    this.#inFront = uri;
    // VS Code tells of the tab of a preview that opens before that tab is in front.
    if (!uri || uri.toString() === before?.toString()) return;
    const panel = this.#panels.following();
    const shown = panel?.request;
    if (!panel?.panel.visible || shown?.references.length !== 1 || shown.references[0].kind !== 'file') return;
    // a part of a conversation is in no editor
    if (uriOf(shown.references[0]).scheme === PART_SCHEME) return;
    if (uri.toString() === shown.references[0].place) return;
    const request = await this.requestOf([uri], shown.form);
    if (request && panel === this.#panels.following() && panel.request === shown) panel.refresh(panel.show(request));
  }

  /** The data root nearest to files may be another now. */
  #moveToNearest(): void {
    for (const panel of this.#panels.all()) {
      const { request } = panel;
      if (request?.source.id !== NO_ROOT) continue;
      const uris = request.references.flatMap((reference) => (reference.kind === 'file' ? [uriOf(reference)] : []));
      const move = async (): Promise<void> => {
        const fresh = await this.requestOf(uris, request.form);
        if (fresh && panel.request === request && fresh.source.models !== request.source.models) await panel.show(fresh);
      };
      panel.refresh(move());
    }
  }

  /** What is without a data root follows the settings as data roots do. */
  #applySettings(): void {
    const models = this.#withoutRoot;
    if (!models) return;
    models.router.maxContentBytes = settings.maxContentBytes();
    models.router.language = models.contentAdapter.language = settings.descriptionLanguage();
    for (const panel of this.#panels.all()) if (panel.request?.source.models === models) panel.refresh(panel.reload());
  }
}

/** What previews of files work with. */
export interface FilePreviewsContext {
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  /** Default: on this thread. */
  readonly compute?: Compute;
  /** What is remembered of choices. Default: nothing. */
  readonly memory?: vscode.Memento;
}

/** The references of files, each by a path of its own: in the workspace relative to its folder, elsewhere by name. */
function fileReferencesOf(uris: readonly vscode.Uri[]): FileReference[] {
  const distinct = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
  const short = distinct.map((uri) => (vscode.workspace.getWorkspaceFolder(uri) ? vscode.workspace.asRelativePath(uri) : lastName(uri)));
  return distinct.map((uri, index) => {
    const path = short[index] ?? uri.path;
    const isUnique = short.indexOf(path) === short.lastIndexOf(path);
    return fileReference(isUnique ? path : uri.path, uri.toString());
  });
}

/**
 * The open data root whose services count for a file before a model is chosen: the innermost that contains it, else one of the file's own
 * workspace folder, unless it is a sample. A text without a file belongs to the first folder, as VS Code has it.
 */
function ownRoot(uri: vscode.Uri, roots: readonly OpenRoot[]): OpenRoot | undefined {
  const [innermost] = roots.filter(({ folder }) => contains(folder, uri)).sort((a, b) => b.folder.path.length - a.folder.path.length);
  if (innermost) return innermost;
  const project = uri.scheme === 'untitled' ? vscode.workspace.workspaceFolders?.[0] : vscode.workspace.getWorkspaceFolder(uri);
  return project && roots.find(({ folder, isSample }) => !isSample && (isSame(project.uri, folder) || contains(project.uri, folder)));
}

/** The data root whose services can be chosen for a file that belongs to none. */
function rootElsewhere(roots: readonly OpenRoot[]): OpenRoot | undefined {
  return roots.find(({ isSample }) => !isSample);
}

/** The open data root whose services are there for a file: its own, else the first that is no sample. */
export function rootForFile(uri: vscode.Uri, roots: readonly OpenRoot[]): OpenRoot | undefined {
  return ownRoot(uri, roots) ?? rootElsewhere(roots);
}

function contains(folder: vscode.Uri, uri: vscode.Uri): boolean {
  return folder.scheme === uri.scheme && folder.authority === uri.authority && uri.path.startsWith(`${folder.path.replace(/\/$/, '')}/`);
}

function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}

/** The model a first preview is for: the newest one of the first big maker. */
async function usualModel(): Promise<string | undefined> {
  const [newest] = flagshipModels(await loadCatalogue(), await loadPrices());
  return newest === undefined ? undefined : idOfModel(newest);
}

/** What there is to choose from where no data root is open: models of the catalogue, and one that reads text. */
export function modelsWithoutRoot(compute: Compute): PreviewModels {
  const [language, maxContentBytes] = [settings.descriptionLanguage(), settings.maxContentBytes()];
  const services = new ServicesAndModels();
  return {
    id: NO_ROOT,
    services,
    router: new ArtifactContentRouter({ serviceRegistry: services, language, maxContentBytes }),
    contentAdapter: new ContentAdapter({ language }),
    compute,
  };
}

function isOfFile(metadata: ContentMetadata): metadata is FileMetadata {
  return metadata.reference.kind === 'file';
}

function uriOf({ place }: FileReference): vscode.Uri {
  return vscode.Uri.parse(place, true);
}

function folderOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(uri, '..');
}

/** An untitled text, or one that an extension makes up: no file system has it. */
function isWithoutFile(uri: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined;
}

function documentAt(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** The document, when the editor's content differs from the file's. */
async function textOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const document = documentAt(uri);
  if (document) return document.isDirty || isWithoutFile(uri) ? document : undefined;
  if (!isWithoutFile(uri) || uri.scheme === 'untitled') return undefined;
  return vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
}

function tooLongText(reference: FileReference): FileMetadata {
  const isOpen = vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => tabUri(tab)?.toString() === reference.place));
  const problem = isOpen ? ({ code: 'too_large', params: { limit: LONGEST_DOCUMENT } } as const) : ({ code: 'not_found' } as const);
  const { size: _unknown, ...metadata } = describeText(reference, '');
  return { ...metadata, state: isOpen ? 'broken' : 'missing', problem };
}

function isTabDirty(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => tab.isDirty && tabUri(tab)?.toString() === uri.toString()));
}

function inFront(): vscode.Uri | undefined {
  return tabUri(vscode.window.tabGroups.activeTabGroup.activeTab);
}

/** What an editor shows; undefined for a page, a terminal and the like. */
export function tabUri(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook)
    return input.uri;
  return input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff ? input.modified : undefined;
}
