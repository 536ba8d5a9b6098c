import * as vscode from 'vscode';
import type { Compute } from '../../core/io/compute.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import type { ArtifactReference, ContentReference } from '../../core/refs/reference.ts';
import type { ArtifactContentRouter } from '../../core/routing/artifact-content-router.ts';
import type { ContentAdapter } from '../../core/routing/content-adapter.ts';
import type { ServicesAndModels } from '../../core/wire/services-and-models.ts';
import type { Artifact, ArtifactMetadata, ContentMetadata } from '../../core/store/artifact.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { Debounced } from '../../platform/debounced.ts';
import { lastName } from '../screen/documents.ts';

/** The services a preview asks, and models of the catalogue beside them. */
export type PreviewServices = Pick<ServicesAndModels, keyof ServicesAndModels>;

/** The models that can be selected for a preview, and the routing to them, with or without a data root. */
export interface PreviewModels {
  /** That of the data root; {@link NO_ROOT} for files outside of all of them. */
  readonly id: string;
  readonly services: PreviewServices;
  /** Id of the model of the catalogue that counts until one was chosen; absent where the first service does, or none. */
  readonly usual?: string;
  readonly router: Pick<ArtifactContentRouter, 'routeContent' | 'maxContentBytes' | 'language'>;
  readonly contentAdapter: Pick<ContentAdapter, 'adaptToText' | 'language'>;
  /** Runs what is read of untrusted files where it can be stopped. */
  readonly compute: Compute;
}

/** Under which the choice between answer and attachment is remembered. */
export const FORM_KEY = 'agentArtifacts.previewForm';

/** Used as the id of files that lie in no data root. */
export const NO_ROOT = '';

/** Where the contents of a preview come from: the store of a data root, or files and editors. */
export interface ContentSource {
  /** That of the data root the contents lie in; {@link NO_ROOT} for files. */
  readonly id: string;
  readonly models: PreviewModels;
  /** The data root whose `llmservices.json` declares the models; undefined where none does. */
  readonly root: OpenRoot | undefined;
  /** Where a dialog that saves something begins. */
  readonly folder: vscode.Uri | undefined;
  /** Null when there is nothing of that name. Rejects with the file-system codes. */
  getMetadata(reference: ContentReference): Promise<ContentMetadata | null>;
  /** Reads the content; null when there is none. Never rejects: what went wrong is in the artifact. */
  read(metadata: ContentMetadata): Promise<Artifact | null>;
  /** The first bytes of a content. Rejects with the file-system codes. */
  readHead(metadata: ContentMetadata, length: number): Promise<Uint8Array>;
  /** The file that declares the type of a content; undefined when there is none that can be read. */
  metadataFile(metadata: ContentMetadata): Promise<MetadataFile | undefined>;
  /** The address of the content's own bytes, for a page that draws them; undefined when there is none. */
  addressOf(metadata: ContentMetadata): vscode.Uri | undefined;
  /** The folders a page may load these contents from. */
  foldersOf(references: readonly ContentReference[]): readonly vscode.Uri[];
  /** Opens a content in an editor. Rejects with `outside_root` and the file-system codes; nothing is opened then. */
  open(metadata: ContentMetadata): Promise<void>;
  /** What a person should know of a content besides itself, as a sentence. */
  noteOn?(reference: ContentReference): string | null;
  /** Calls back when one of the contents is made, changed or deleted. */
  watch(references: readonly ContentReference[], onChange: () => void): vscode.Disposable;
}

/** What a preview is asked to show: one content, or several as the attachments of one message. */
export interface PreviewRequest {
  readonly source: ContentSource;
  /** At least one. */
  readonly references: References;
  /** How one content goes to the model; several are always attachments. Default: as an answer. */
  readonly form?: SubjectForm;
}

/** `answer`: a tool that reads it gives it to the model; `attachment`: it comes with a message. */
export type SubjectForm = 'answer' | 'attachment';

/** At least one. */
export type References = readonly [ContentReference, ...ContentReference[]];

/** A file with metadata, where it is an artifact's. */
export interface MetadataFile {
  readonly uri: vscode.Uri;
  readonly bytes: Uint8Array;
}

/** Larger metadata files are not taken apart for the offer to correct one field, in bytes. */
const LARGEST_METADATA = 1024 * 1024;

/** The artifacts of a data root. */
export class RootSource implements ContentSource {
  readonly root: OpenRoot;
  readonly #fs: FileSystem;

  constructor(root: OpenRoot, fs: FileSystem) {
    this.root = root;
    this.#fs = fs;
  }

  get id(): string {
    return this.root.id;
  }

  get models(): PreviewModels {
    return this.root.models;
  }

  get folder(): vscode.Uri {
    return this.root.folder;
  }

  async getMetadata(reference: ContentReference): Promise<ContentMetadata | null> {
    return isArtifact(reference) ? this.root.store.getMetadata(reference) : null;
  }

  async read(metadata: ContentMetadata): Promise<Artifact | null> {
    return isOfArtifact(metadata) && metadata.location !== undefined ? this.root.store.readArtifact(metadata, metadata.location) : null;
  }

  async readHead(metadata: ContentMetadata, length: number): Promise<Uint8Array> {
    if (!isOfArtifact(metadata) || metadata.location === undefined) return new Uint8Array(0);
    const place = await this.root.store.realPlace(metadata, metadata.location);
    return this.#fs.readFile(place, { length, noFollow: true });
  }

  async metadataFile(metadata: ContentMetadata): Promise<MetadataFile | undefined> {
    const file = isOfArtifact(metadata) ? await this.root.store.metadataFile(metadata) : undefined;
    if (file === undefined) return undefined;
    try {
      return { uri: this.root.uriOf(file), bytes: await this.#fs.readFile(file, { length: LARGEST_METADATA, noFollow: true }) };
    } catch {
      return undefined;
    }
  }

  addressOf({ location }: ContentMetadata): vscode.Uri | undefined {
    return location === undefined ? undefined : this.root.uriOf(location);
  }

  foldersOf(): vscode.Uri[] {
    const { layout, uriOf } = this.root;
    return [uriOf(layout.artifactsDir), uriOf(layout.workspacesDir)];
  }

  /** A link may lead out of the data root, and may have come since the artifact was read: the place is looked at first. */
  async open(metadata: ContentMetadata): Promise<void> {
    if (!isOfArtifact(metadata) || metadata.location === undefined) return;
    await this.root.store.realPlace(metadata, metadata.location);
    const { openPlace } = await import('../files/artifact-uri.ts');
    await vscode.commands.executeCommand('vscode.open', openPlace(this.root, metadata, metadata.location));
  }

  watch(references: readonly ContentReference[], onChange: () => void): vscode.Disposable {
    return watchNames(
      references
        .filter(isArtifact)
        .map((reference) => placeOf(this.root, reference))
        .filter((place) => place !== undefined),
      onChange,
    );
  }
}

function isArtifact(reference: ContentReference): reference is ArtifactReference {
  return reference.kind !== 'file';
}

function isOfArtifact(metadata: ContentMetadata): metadata is ArtifactMetadata & { readonly location?: Location } {
  return isArtifact(metadata.reference);
}

/** Names in a folder that matter. Ids and paths are not patterns, so they are compared, not matched. */
export interface WatchedNames {
  readonly folder: vscode.Uri;
  readonly isOurs: (name: string) => boolean;
  /** In the folders below it too. */
  readonly isDeep?: boolean;
}

/** Writers touch a file several times in a row; they are answered once. In milliseconds. */
const TIMES = { quiet: 100, longest: 1000 };

/** Calls back when one of the files is made, changed or deleted. One watcher for a folder, however many of its files matter. */
export function watchNames(places: readonly WatchedNames[], onChange: () => void): vscode.Disposable {
  const change = new Debounced(onChange, TIMES);
  const folders = new Map<string, { folder: vscode.Uri; pattern: string; areOurs: WatchedNames['isOurs'][] }>();
  for (const { folder, isOurs, isDeep = false } of places) {
    const pattern = isDeep ? '**' : '*';
    const key = `${pattern} ${folder.toString()}`;
    const known = folders.get(key);
    if (known) known.areOurs.push(isOurs);
    else folders.set(key, { folder, pattern, areOurs: [isOurs] });
  }
  const watchers = [...folders.values()].map(({ folder, pattern, areOurs }) => {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern));
    const notice = (uri: vscode.Uri): void => {
      if (areOurs.some((isOurs) => isOurs(lastName(uri)))) change.call();
    };
    return vscode.Disposable.from(watcher, watcher.onDidCreate(notice), watcher.onDidChange(notice), watcher.onDidDelete(notice));
  });
  return vscode.Disposable.from(change, ...watchers);
}

function placeOf(root: OpenRoot, reference: ArtifactReference): WatchedNames | undefined {
  if (reference.kind === 'regular') {
    const { id } = reference;
    const isOurs = (name: string): boolean => name === id || name.startsWith(`${id}.`);
    return { folder: root.uriOf(root.layout.artifactsDir), isOurs };
  }
  const place = root.workspaces.placeOf(reference);
  if (!place) return undefined;
  const names = place.relativePath.split('/');
  const workspaces = vscode.Uri.joinPath(root.uriOf(root.layout.workspacesDir), ...place.workspaceId.split('/'));
  if (place.isVersioned) return { folder: vscode.Uri.joinPath(workspaces, ...names), isOurs: () => true, isDeep: true };
  const file = names.pop();
  return { folder: vscode.Uri.joinPath(workspaces, ...names), isOurs: (name) => name === file };
}
