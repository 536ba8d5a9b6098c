import { mapConcurrently } from '../../io/concurrency.ts';
import { CodedError, fail, type Failure, toFailure } from '../../io/errors.ts';
import type { DirectoryEntry, FileSystem } from '../../io/file-system.ts';
import { isFolderName } from '../../refs/adk-id.ts';
import type { AdkReference, ArtifactReference } from '../../refs/reference.ts';
import type { PlaceInFolders, WorkspaceTree } from '../adapter.ts';
import type { CheckedTarget } from '../artifact.ts';
import { byKindAndName, type Workspace, type WorkspaceEntry } from '../workspace-entry.ts';
import type { WorkspaceMetadata } from '../workspace-metadata.ts';
import { compareNames } from '../workspace-names.ts';
import type { ParentFolder, Walked } from '../workspace-walk.ts';
import type { WriteFileResult } from '../workspace-writer.ts';
import { type AdkArtifacts, versionsIn } from './adk-artifact.ts';
import type { AdkLayout } from './adk-layout.ts';

/** Folders looked into at once. */
const LOOK_WIDTH = 32;
/** Names looked at before the first of them is given: what a small page asks for is not read ahead far. */
const LOOK_BATCH = 64;
const NO_METADATA: WorkspaceMetadata = { files: new Map(), invalidPaths: [] };

/**
 * The folders of a store of ADK: at the top its apps, or users in a root without apps; in an app its users; of a user the sessions, and
 * `user:` with what belongs to all of them; then artifacts, in folders where their names have a `/`. Paths are those of the store.
 */
export class AdkFolders implements WorkspaceTree {
  readonly #fs: FileSystem;
  readonly #artifacts: AdkArtifacts;
  readonly #layout: AdkLayout;

  constructor(fs: FileSystem, artifacts: AdkArtifacts) {
    this.#fs = fs;
    this.#artifacts = artifacts;
    this.#layout = artifacts.layout;
  }

  async listWorkspaces(): Promise<Workspace[]> {
    const found: Workspace[] = [];
    for (const top of this.#layout.tops) {
      for (const name of await this.#foldersIn(top)) {
        const workspace = { workspaceId: [...top, name].join('/'), name };
        found.push(
          isFolderName(name)
            ? { ...workspace, state: 'present' }
            : { ...workspace, state: 'broken', problem: { code: 'workspace_id_not_plain_name' } },
        );
      }
    }
    return found;
  }

  readMetadata(): Promise<WorkspaceMetadata> {
    return Promise.resolve(NO_METADATA);
  }

  async listFolder(workspaceId: string, relativePath = ''): Promise<WorkspaceEntry[]> {
    const names = namesAt(workspaceId, relativePath);
    const entries = await mapConcurrently(await this.#childrenOf(names), LOOK_WIDTH, (child) => this.#entriesOf(child));
    return entries.flat().sort(byKindAndName);
  }

  async *walk(workspaceId: string, options: { after?: string | undefined } = {}): AsyncGenerator<Walked, void> {
    for await (const found of this.walkArtifacts(workspaceId, options.after)) {
      const { names, parents } = found;
      const path = this.#pathOf(names);
      if ('failure' in found) {
        yield { path, failure: found.failure, parents };
        continue;
      }
      const look = () => this.#fileEntry(found);
      yield { path, folder: parents.at(-1)?.relativePath ?? '', isFolder: false, parents, look };
    }
  }

  /**
   * The artifacts of a workspace by path, without reading them, and the folders that cannot be read. Rejects when that is the workspace.
   *
   * @param after the path of an artifact, existing or not: only what follows it; earlier folders are not read
   */
  async *walkArtifacts(workspaceId: string, after?: string): AsyncGenerator<FoundArtifact | UnreadFolder, void> {
    yield* this.#walk(namesAt(workspaceId, ''), [], after === undefined ? undefined : namesAt(workspaceId, after));
  }

  placeOf(reference: ArtifactReference): PlaceInFolders | undefined {
    if (reference.kind !== 'adk') return undefined;
    const names = this.#layout.namesOf(reference);
    return names && { workspaceId: names.slice(0, this.#layout.depth).join('/'), relativePath: this.#pathOf(names), isVersioned: true };
  }

  writeFile(): Promise<WriteFileResult> {
    return Promise.resolve(fail('read_only'));
  }

  checkTarget(): Promise<CheckedTarget> {
    return Promise.reject(new CodedError('read_only'));
  }

  async *#walk(
    names: readonly string[],
    parents: readonly ParentFolder[],
    after: readonly string[] | undefined,
  ): AsyncGenerator<FoundArtifact | UnreadFolder, void> {
    const children = (await this.#childrenOf(names)).filter(
      (child) => !after || leadsTo(child.names, after) || isAfter(child.names, after),
    );
    for (let from = 0; from < children.length; from += LOOK_BATCH) {
      const batch = children.slice(from, from + LOOK_BATCH);
      const looks = await mapConcurrently(batch, LOOK_WIDTH, (child) => this.#lookInto(child));
      for (const [at, look] of looks.entries()) {
        const child = batch[at] as Child;
        const { reference, failure, versions } = look;
        if (failure) yield { names: child.names, parents, failure };
        if (reference && (!after || isAfter(child.names, after))) yield { names: child.names, parents, reference, versions };
        if (look.hasFolders) yield* this.#walkInto(child, parents, after);
      }
    }
  }

  /** What is in a child, or why that cannot be read. */
  async *#walkInto(
    { names, label }: Child,
    parents: readonly ParentFolder[],
    after: readonly string[] | undefined,
  ): AsyncGenerator<FoundArtifact | UnreadFolder, void> {
    try {
      yield* this.#walk(names, [...parents, { name: label, relativePath: this.#pathOf(names) }], after);
    } catch (error) {
      const failure = toFailure(error);
      // Removed since its parent was read.
      if (failure.code !== 'not_found') yield { names, parents, failure };
    }
  }

  /** What is in a folder, by name. Rejects with `not_found` for a path that ADK does not write, and the file-system codes. */
  async #childrenOf(names: readonly string[]): Promise<Child[]> {
    const { levelOf, users, scopesOf, versions } = this.#layout;
    const level = levelOf(names);
    switch (level?.kind) {
      case undefined:
        throw new CodedError('not_found');
      case 'app': {
        const found = await this.#foldersIn([...names, ...users]);
        return found.map((user) => ({ names: [...names, ...users, user], label: user, isScope: true }));
      }
      case 'user':
        return (await scopesOf(names, (each) => this.#foldersIn(each))).map((scope) => ({ ...scope, isScope: true }));
      case 'artifacts': {
        const entries = await this.#entriesIn(names);
        const shown = entries.filter(
          ({ kind, name }) => (kind === 'directory' && (level.path.length === 0 || name !== versions[0])) || kind === 'symlink',
        );
        return shown
          .sort((one, other) => compareNames(one.name, other.name))
          .map(({ name, kind }) => ({ names: [...names, name], label: name, isScope: false, isLink: kind === 'symlink' }));
      }
    }
  }

  /** Whether a folder is an artifact, has others in it, or both: `a` and `a/b` can both be names. Never rejects. */
  async #lookInto({ names, isScope, isLink = false }: Child): Promise<Look> {
    if (isLink) return { failure: { code: 'is_symlink' }, hasFolders: false };
    if (isScope) return { hasFolders: true };
    try {
      const entries = await this.#fs.readDirectory(await this.#artifacts.place(names), { noFollow: true });
      const versions = this.#layout.versions.length === 0 ? versionsIn(entries, this.#layout) : undefined;
      const [held] = this.#layout.versions;
      const folders = entries.filter(isFolder);
      const hasFolders = folders.some(({ name }) => name !== held);
      const isArtifact = versions ? versions.length > 0 : folders.some(({ name }) => name === held);
      if (!isArtifact) return { hasFolders };
      const reference = this.#layout.referenceAt(names);
      return reference ? { reference, versions, hasFolders } : { failure: { code: 'adk_id_invalid' }, hasFolders };
    } catch (error) {
      const failure = toFailure(error);
      return failure.code === 'not_found' ? { hasFolders: false } : { failure, hasFolders: false };
    }
  }

  async #entriesOf(child: Child): Promise<WorkspaceEntry[]> {
    const { names, label: name } = child;
    const { reference, versions, failure, hasFolders } = await this.#lookInto(child);
    return [
      ...(failure ? [{ kind: 'invalid', name, failure } as const] : []),
      ...(reference ? [await this.#fileEntry({ names, reference, versions })] : []),
      ...(hasFolders ? [{ kind: 'folder', name, relativePath: this.#pathOf(names) } as const] : []),
    ];
  }

  /** In a folder an artifact is called by the last part of its name. */
  async #fileEntry({ names, reference, versions }: Omit<FoundArtifact, 'parents'>): Promise<WorkspaceEntry> {
    const name = names.at(-1) ?? '';
    return { kind: 'file', name, artifact: { ...(await this.#artifacts.describe(reference, versions)), name } };
  }

  /** The part of a path from the root that is below the workspace. */
  #pathOf(names: readonly string[]): string {
    return names.slice(this.#layout.depth).join('/');
  }

  /** By name; a missing folder is empty. */
  async #foldersIn(names: readonly string[]): Promise<string[]> {
    const entries = await this.#entriesIn(names);
    return entries
      .filter(isFolder)
      .map(({ name }) => name)
      .sort(compareNames);
  }

  async #entriesIn(names: readonly string[]): Promise<readonly DirectoryEntry[]> {
    try {
      return await this.#fs.readDirectory(await this.#artifacts.place(names), { noFollow: true });
    } catch (error) {
      const { code } = toFailure(error);
      if (code === 'not_found' || code === 'not_a_directory') return [];
      throw error;
    }
  }
}

interface Child {
  /** From the root. */
  readonly names: readonly string[];
  readonly label: string;
  /** A user, a session, or what belongs to a user: a folder without a look. */
  readonly isScope: boolean;
  readonly isLink?: boolean;
}

interface Look {
  readonly reference?: AdkReference;
  /** Where they were seen. */
  readonly versions?: readonly number[] | undefined;
  readonly failure?: Failure;
  readonly hasFolders: boolean;
}

/** An artifact, by its folder. */
export interface FoundArtifact {
  /** From the root to its folder. */
  readonly names: readonly string[];
  readonly parents: readonly ParentFolder[];
  readonly reference: AdkReference;
  /** Ascending, where the layout shows them without another look. */
  readonly versions?: readonly number[] | undefined;
}

/** A folder that cannot be read. */
export interface UnreadFolder extends Omit<FoundArtifact, 'reference' | 'versions'> {
  readonly failure: Failure;
}

function isFolder({ kind }: DirectoryEntry): boolean {
  return kind === 'directory';
}

/** @throws CodedError `not_found` when a name cannot be that of a folder */
function namesAt(workspaceId: string, relativePath: string): string[] {
  const names = [...workspaceId.split('/'), ...(relativePath === '' ? [] : relativePath.split('/'))];
  if (!names.every(isFolderName)) throw new CodedError('not_found');
  return names;
}

function leadsTo(names: readonly string[], target: readonly string[]): boolean {
  return names.length <= target.length && names.every((name, at) => name === target[at]);
}

/** Folder by folder in the order of names; what is in a folder comes after the folder. */
function isAfter(names: readonly string[], other: readonly string[]): boolean {
  const at = names.findIndex((name, index) => name !== other[index]);
  if (at < 0) return false;
  return at >= other.length || compareNames(names[at] ?? '', other[at] ?? '') > 0;
}
