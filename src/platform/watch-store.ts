import { type FSWatcher, watch } from 'node:fs';
import { lstat, opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { MAX_WATCHED_FOLDERS } from '../core/io/limits.ts';
import { isTemporaryName } from '../core/io/temporary-name.ts';
import { workspaceReference } from '../core/refs/reference.ts';
import { adkLayoutOf } from '../core/store/adk/adk-store.ts';
import { groupById } from '../core/store/id-files.ts';
import type { DataRootLayout } from '../core/store/layout.ts';
import { isContentPath, isWorkspaceName } from '../core/store/workspace-names.ts';

/** What happened in a data root within a moment. */
export interface StoreChange {
  /** Whether names came or went. A file that is replaced atomically counts: its name does both. */
  readonly isListChanged: boolean;
  /** Ids of the artifacts whose content or metadata may have changed, those that came and went included. */
  readonly ids: ReadonlySet<string>;
}

export interface StoreWatch {
  /** Resolves when every folder is watched: what changes from then on is reported. Never rejects. */
  readonly ready: Promise<unknown>;
  stop(): void;
}

type WatchedLayout = Pick<DataRootLayout, 'artifactsDir' | 'workspacesDir'> & Partial<Pick<DataRootLayout, 'kind'>>;

/** Milliseconds from the first event to the report: a runtime writes an artifact in several steps, and many at a time. */
const GATHER_MS = 200;

/**
 * Reports artifacts that come, go or change in the store and in workspaces, as the operating system tells. Nothing is polled. A folder
 * that is not there yet is waited for.
 *
 * @param onProblem told once when folders cannot be watched; their changes are not reported
 */
export function watchStore(
  { kind = 'runtime', artifactsDir, workspacesDir }: WatchedLayout,
  onChange: (change: StoreChange) => void,
  onProblem: (reason: string) => void,
): StoreWatch {
  const names = new Set<string>();
  const ids = new Set<string>();
  let isListChanged = false;
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    const change = { isListChanged, ids: new Set([...groupById([...names]).keys(), ...ids]) };
    names.clear();
    ids.clear();
    isListChanged = false;
    onChange(change);
  };
  const gather = (isListed: boolean): void => {
    isListChanged ||= isListed;
    timer ??= setTimeout(report, GATHER_MS).unref();
  };
  let hasProblem = false;
  const problem = (reason: string): void => {
    if (!hasProblem) onProblem(reason);
    hasProblem = true;
  };
  if (kind !== 'runtime') {
    const layout = adkLayoutOf(kind);
    const files = new WatchedTree(artifactsDir, { isDeep: true, problem }, (path, isListed) => {
      const artifact = layout.artifactAround(path);
      if (artifact) ids.add(artifact.id);
      gather(isListed);
    });
    return {
      ready: files.ready,
      stop: () => {
        clearTimeout(timer);
        files.close();
      },
    };
  }
  const store = new WatchedTree(artifactsDir, { isDeep: false, problem }, ([name = '', ...rest], isListed) => {
    if (name.startsWith('.') || rest.length > 0) return;
    if (name !== '') names.add(name);
    gather(isListed);
  });
  const workspaces = new WatchedTree(workspacesDir, { isDeep: true, problem }, ([workspace = '', ...rest], isListed) => {
    if (workspace !== '' && !isWorkspaceName(workspace)) return;
    if (!isContentPath(rest)) {
      // the metadata of a file lie beside those of its workspace
      const described = workspaceReference(workspace, rest.slice(1).join('/'));
      if (!described.ok || rest.some(isTemporaryName)) return;
      ids.add(described.value.id);
      return gather(false);
    }
    const reference = workspaceReference(workspace, rest.join('/'));
    if (reference.ok) ids.add(reference.value.id);
    gather(isListed);
  });
  return {
    ready: Promise.all([store.ready, workspaces.ready]),
    stop: () => {
      clearTimeout(timer);
      store.close();
      workspaces.close();
    },
  };
}

/** Receives the names below the tree's folder, none for the folder itself. */
type OnEvent = (names: readonly string[], isListed: boolean) => void;

/** These watch all of a tree by themselves; elsewhere each folder is watched. */
const WATCHES_TREES = process.platform === 'darwin' || process.platform === 'win32';

/** A folder that is watched, with all below it where that is wanted. Links are not followed below it. */
class WatchedTree {
  readonly ready: Promise<void>;
  readonly #root: string;
  readonly #isDeep: boolean;
  readonly #problem: (reason: string) => void;
  readonly #onEvent: OnEvent;
  readonly #watchers = new Map<string, FSWatcher>();
  /** The watcher of the nearest folder above one that is not there. */
  #waiting: FSWatcher | undefined;
  #isClosed = false;

  constructor(root: string, options: { readonly isDeep: boolean; readonly problem: (reason: string) => void }, onEvent: OnEvent) {
    this.#root = root;
    this.#isDeep = options.isDeep;
    this.#problem = options.problem;
    this.#onEvent = onEvent;
    this.ready = this.#open(false);
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting?.close();
    this.#forget(this.#root);
  }

  /** @param isNew whether it came while it was waited for */
  async #open(isNew: boolean): Promise<void> {
    if (this.#isClosed || this.#watchers.has(this.#root)) return;
    const outcome = this.#watch(this.#root);
    if (outcome === 'absent') return this.#wait();
    if (isNew) this.#onEvent([], true);
    if (outcome === 'watched') await this.#descend(this.#root, isNew);
  }

  /** The nearest folder above that is there tells when the next one comes. */
  async #wait(): Promise<void> {
    for (let above = path.dirname(this.#root); ; above = path.dirname(above)) {
      try {
        const waiting = watch(above, { persistent: false }, () => {
          waiting.close();
          void this.#open(true);
        }).on('error', () => waiting.close());
        this.#waiting?.close();
        this.#waiting = waiting;
        break;
      } catch (error) {
        if (!isAbsence(error) || above === path.dirname(above)) return this.#problem(reasonOf(error));
      }
    }
    // it may have come between the two looks
    if (!(await isFolder(this.#root, stat))) return;
    this.#waiting.close();
    await this.#open(true);
  }

  #watch(folder: string): 'watched' | 'absent' | 'refused' {
    try {
      if (this.#watchers.size >= MAX_WATCHED_FOLDERS) throw new Error(`more than ${MAX_WATCHED_FOLDERS} folders`);
      const recursive = this.#isDeep && WATCHES_TREES;
      const watcher = watch(folder, { persistent: false, recursive }, (event, name) => {
        if (name !== null) void this.#happened(folder, name, event === 'rename');
      });
      watcher.on('error', () => this.#forget(folder));
      this.#watchers.set(folder, watcher);
      return 'watched';
    } catch (error) {
      if (isAbsence(error)) return 'absent';
      this.#problem(reasonOf(error));
      return 'refused';
    }
  }

  /** The folders nearest to the root come first: there may be more than can be watched. */
  async #descend(folder: string, isNew: boolean): Promise<void> {
    if (!this.#isDeep || (WATCHES_TREES && !isNew)) return;
    const folders = [folder];
    for (const each of folders) {
      try {
        if (!(await this.#watchIn(each, isNew, folders))) return;
      } catch (error) {
        if (!isAbsence(error)) this.#problem(reasonOf(error));
      }
    }
  }

  /** Watches the folders in one, and adds them to those to go into. @returns whether more can be watched */
  async #watchIn(folder: string, isNew: boolean, folders: string[]): Promise<boolean> {
    for await (const entry of await opendir(folder)) {
      if (this.#isClosed) return false;
      const location = path.join(folder, entry.name);
      if (isNew) this.#onEvent(this.#namesOf(location), true);
      if (!entry.isDirectory() || this.#watchers.has(location)) continue;
      const outcome = WATCHES_TREES ? 'watched' : this.#watch(location);
      if (outcome === 'refused') return false;
      if (outcome === 'watched') folders.push(location);
    }
    return true;
  }

  async #happened(folder: string, name: string, isListed: boolean): Promise<void> {
    const location = path.join(folder, name);
    if (!isListed) return this.#onEvent(this.#namesOf(location), false);
    const isThere = await isFolder(this.#root, stat);
    if (this.#isClosed) return;
    this.#onEvent(isThere ? this.#namesOf(location) : [], true);
    if (!isThere) {
      this.#forget(this.#root);
      return this.#open(true);
    }
    if (!this.#isDeep || WATCHES_TREES) return;
    if (!(await isFolder(location, lstat))) this.#forget(location);
    else if (!this.#watchers.has(location) && this.#watch(location) === 'watched') await this.#descend(location, true);
  }

  #namesOf(location: string): string[] {
    return path.relative(this.#root, location).split(path.sep);
  }

  /** Ends what is watched at and below a folder. */
  #forget(folder: string): void {
    for (const [location, watcher] of this.#watchers) {
      if (location !== folder && !location.startsWith(folder + path.sep)) continue;
      watcher.close();
      this.#watchers.delete(location);
    }
  }
}

async function isFolder(location: string, look: typeof lstat | typeof stat): Promise<boolean> {
  try {
    return (await look(location)).isDirectory();
  } catch {
    return false;
  }
}

function isAbsence(error: unknown): boolean {
  const code = reasonOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
