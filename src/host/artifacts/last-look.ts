import * as vscode from 'vscode';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { Debounced } from '../../platform/debounced.ts';

/** When the view was last seen, in the memory of the workspace; milliseconds since the epoch. */
const LOOK_KEY = 'agentArtifacts.lastLook';
/** A program that writes many files changes the badge once. */
const BURST = { quiet: 200, longest: 1000 };
/** Enough to be more than anybody counts. */
const MOST = 10_000;

/** The view, as far as it is looked at. */
export type LookedAtView = Pick<vscode.TreeView<unknown>, 'visible' | 'badge' | 'onDidChangeVisibility'>;

/** What a look needs. */
interface Watched {
  readonly roots: Pick<DataRoots, 'roots' | 'onDidChange'>;
  readonly memory: vscode.Memento;
  /** From when on artifacts are new in what the view shows. */
  readonly onLook: (since: number) => void;
}

/**
 * What came since somebody last looked at the view. While it is hidden, the names that come into the stores are counted in its badge, as the
 * system tells them: nothing is read for that, and what is in workspaces, where agents do their work, is not counted. While it is seen there is
 * no badge, and what was made after the last look is new until the look ends.
 */
export class LastLook implements vscode.Disposable {
  readonly #view: LookedAtView;
  readonly #watched: Watched;
  readonly #came = new Set<string>();
  readonly #tell = new Debounced(() => this.#showBadge(), BURST);
  readonly #listeners: vscode.Disposable;
  #watchers: vscode.Disposable[] = [];

  constructor(view: LookedAtView, watched: Watched) {
    this.#view = view;
    this.#watched = watched;
    this.#listeners = vscode.Disposable.from(
      view.onDidChangeVisibility(({ visible }) => (visible ? this.#begin() : this.#end())),
      watched.roots.onDidChange(() => this.#watch()),
    );
    if (view.visible) this.#begin();
  }

  dispose(): void {
    vscode.Disposable.from(this.#listeners, this.#tell, ...this.#watchers).dispose();
  }

  #begin(): void {
    const last = this.#watched.memory.get<unknown>(LOOK_KEY);
    this.#watched.onLook(typeof last === 'number' ? last : Date.now());
    this.#came.clear();
    this.#showBadge();
    this.#watch();
    // A window that is closed while the view is seen has no later moment for it.
    void this.#watched.memory.update(LOOK_KEY, Date.now());
  }

  #end(): void {
    void this.#watched.memory.update(LOOK_KEY, Date.now());
    this.#watched.onLook(Number.POSITIVE_INFINITY);
    this.#watch();
  }

  /** Roots are known once somebody asked for them; until then there is nothing to watch. */
  #watch(): void {
    vscode.Disposable.from(...this.#watchers).dispose();
    this.#watchers = this.#view.visible ? [] : this.#watched.roots.roots.flatMap((root) => this.#watchRoot(root));
  }

  #watchRoot({ id, store, layout, uriOf }: OpenRoot): vscode.Disposable[] {
    const folder = uriOf(layout.artifactsDir);
    const pattern = store.hasOnlyFolders ? '**/metadata.json' : '*';
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern), false, true, false);
    const keyOf = ({ path }: vscode.Uri): string => {
      if (store.hasOnlyFolders) return `${id}\n${path}`;
      const name = path.slice(path.lastIndexOf('/') + 1);
      // an artifact and its metadata are two files of one name; what begins with a dot is none
      return name.startsWith('.') ? '' : `${id}\n${name.split('.', 1)[0] ?? ''}`;
    };
    const change = (uri: vscode.Uri, come: boolean): void => {
      const key = keyOf(uri);
      if (key === '') return;
      if (!come) this.#came.delete(key);
      else if (this.#came.size < MOST) this.#came.add(key);
      this.#tell.call();
    };
    return [watcher, watcher.onDidCreate((uri) => change(uri, true)), watcher.onDidDelete((uri) => change(uri, false))];
  }

  #showBadge(): void {
    const value = this.#view.visible ? 0 : this.#came.size;
    const count = value.toLocaleString(vscode.env.language);
    const tooltip = value === 1 ? vscode.l10n.t('1 new artifact') : vscode.l10n.t('{0} new artifacts', count);
    this.#view.badge = value === 0 ? undefined : { value, tooltip };
  }
}
