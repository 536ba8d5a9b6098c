import * as vscode from 'vscode';
import type { Compute } from '../../core/io/compute.ts';
import { CodedError, fail, isOutOfReach, ok, type Result, toFailure } from '../../core/io/errors.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { DataRootDescription, DataRootLayout } from '../../core/store/layout.ts';
import { Debounced } from '../../platform/debounced.ts';
import { type FileSystems, STORE_SCHEME } from './file-systems.ts';
import type { DataRoots, OpenRoot, UnusableRoot } from './open-root.ts';
import type { CandidateFolder } from './root-factory.ts';
import { type Samples, settings } from './settings.ts';

/** Names whose coming or going can make a workspace folder a data root. */
const EVIDENCE = '{config/llmservices*.json,llmservices*.json,artifacts,workspaces,.adk,.adk/artifacts}';
/** Files whose content says where the parts of a data root lie. */
const LAYOUT_FILES = 'config/{app,app.local}.json';

/** Finds the data roots of the window and keeps them up to date. Touches the disk only from `ready()` on. */
export class WindowDataRoots implements DataRoots {
  readonly #fileSystems: FileSystems;
  readonly #logger: Logger;
  readonly #compute: Compute | undefined;
  readonly #home: string | undefined;
  readonly #samples: Pick<Samples, 'folders'> | undefined;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #onDidChangeArtifacts = new vscode.EventEmitter<OpenRoot>();
  readonly #onDidChangeServices = new vscode.EventEmitter<OpenRoot>();
  readonly #onDidChangeAgents = new vscode.EventEmitter<OpenRoot>();
  readonly #disposables: vscode.Disposable[] = [
    this.#onDidChange,
    this.#onDidChangeArtifacts,
    this.#onDidChangeServices,
    this.#onDidChangeAgents,
  ];
  readonly #rediscover = new Debounced(() => void (this.#ready = this.#discover()), { quiet: 300, longest: 2000 });
  #watchers: vscode.Disposable[] = [];
  #ready: Promise<void> | undefined;
  #generation = 0;
  #isDisposed = false;

  roots: readonly OpenRoot[] = [];
  unusable: readonly UnusableRoot[] = [];
  readonly onDidChange = this.#onDidChange.event;
  readonly onDidChangeArtifacts = this.#onDidChangeArtifacts.event;
  readonly onDidChangeServices = this.#onDidChangeServices.event;
  readonly onDidChangeAgents = this.#onDidChangeAgents.event;

  /** @param options.samples default: there are none */
  constructor(options: {
    fileSystems: FileSystems;
    logger: Logger;
    home: string | undefined;
    compute?: Compute;
    samples?: Pick<Samples, 'folders'>;
  }) {
    this.#fileSystems = options.fileSystems;
    this.#logger = options.logger;
    this.#home = options.home;
    this.#compute = options.compute;
    this.#samples = options.samples;
    this.#disposables.push(
      this.#rediscover,
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#changed()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (settings.affects(event, 'objectStores')) this.#fileSystems.disconnect();
        if (settings.affects(event, 'dataRoots', 'objectStores')) this.#changed();
        if (settings.affects(event, 'maxContentSize', 'descriptionLanguage')) this.#applySettings();
      }),
    );
  }

  ready(): Promise<void> {
    this.#ready ??= this.#discover();
    return this.#ready;
  }

  refresh(): Promise<void> {
    this.#ready = this.#discover({ forgetGone: true });
    return this.#ready;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#generation++;
    vscode.Disposable.from(...this.#watchers, ...this.#disposables).dispose();
  }

  /** Only after the first use: until then nothing is read. */
  #changed(): void {
    if (this.#ready) this.#rediscover.call();
  }

  /** @param options.forgetGone a configuration that is gone counts no more: a person asked for what is there */
  async #discover({ forgetGone = false } = {}): Promise<void> {
    const generation = ++this.#generation;
    if (forgetGone) for (const { store } of this.roots) store.listAnew();
    const unusable: UnusableRoot[] = [];
    const { candidatesBelow } = await import('./root-factory.ts');
    const candidates = [...this.#candidates(unusable), ...candidatesBelow(vscode.workspace.workspaceFolders ?? [])];
    const found = await Promise.all(candidates.map((candidate) => this.#open(candidate, unusable, !forgetGone)));
    const roots = uniqueById(found.filter((root) => root !== undefined));
    await Promise.all(roots.map((root) => Promise.all([root.services.load({ forgetGone }), root.agents.load()])));
    // A newer search has begun: who waits for this one waits for that one. Or the window is closing.
    if (generation !== this.#generation) return this.#isDisposed ? undefined : this.#ready;
    this.roots = roots;
    this.unusable = unusable;
    this.#logger.info(`data roots: ${roots.length} in ${candidates.length} folders, ${unusable.length} unusable`);
    for (const { problem } of unusable) this.#logger.warn(`a data root cannot be used: ${problem.code}`);
    this.#watch();
    this.#onDidChange.fire();
  }

  #candidates(unusable: UnusableRoot[]): CandidateFolder[] {
    const workspaceFolders = vscode.workspace.workspaceFolders ?? [];
    const candidates: CandidateFolder[] = workspaceFolders.map(({ uri }) => ({ folder: uri }));
    for (const text of settings.dataRoots()) {
      try {
        const folder = resolveRootFolder(text, { workspaceFolders, home: this.#home });
        if (folder.ok) candidates.push({ folder: folder.value, text });
        else unusable.push({ text, problem: folder.error });
      } catch (error) {
        unusable.push({ text, problem: toFailure(error) });
      }
    }
    const named = new Set(candidates.map(({ folder }) => folder.toString()));
    const samples = (this.#samples?.folders ?? []).filter((folder) => !named.has(folder.toString()));
    return [...candidates, ...samples.map((folder) => ({ folder, isSample: true }))];
  }

  async #open(candidate: CandidateFolder, unusable: UnusableRoot[], keepsGone: boolean): Promise<OpenRoot | undefined> {
    const { folder, text } = candidate;
    try {
      if (folder.scheme === STORE_SCHEME && !vscode.workspace.isTrusted) throw new CodedError('not_trusted');
      const files = await this.#fileSystems.load(folder);
      // The store, the routing and what they need are loaded with the first root, not at activation.
      const { createOpenRoot, describeCandidate, hasServicesFile } = await import('./root-factory.ts');
      const description = await describeCandidate(candidate, files, { allowOutside: vscode.workspace.isTrusted });
      const known = this.roots.find(({ id, isSample }) => id === folder.toString() && isSample === (candidate.isSample ?? false));
      // By what they are called: a folder that was replaced by a link while the window is open is not followed.
      if (known && description && isSame(known.layout, description.layout) && known.bounds.root === description.bounds.root) return known;
      if (known && keepsGone && lostItsServices(known, description) && !(description && (await hasServicesFile(description, files))))
        return known;
      return description && createOpenRoot(candidate, description, files, this.#logger, this.#compute);
    } catch (error) {
      const known = this.roots.find(({ id }) => id === folder.toString());
      // What is kept of a bucket that is out of reach is shown, with its age.
      if (known?.store.listAge && isOutOfReach(toFailure(error))) return known;
      unusable.push({ text: text ?? folder.toString(), problem: toFailure(error) });
      return undefined;
    }
  }

  #watch(): void {
    vscode.Disposable.from(...this.#watchers).dispose();
    const changes = {
      artifacts: (root: OpenRoot) => this.#onDidChangeArtifacts.fire(root),
      services: (root: OpenRoot) => void this.#reload(root, root.services, this.#onDidChangeServices),
      agents: (root: OpenRoot) => void this.#reloadAgents(root),
      layout: () => this.#changed(),
    };
    this.#watchers = this.roots.map((root) => watchRoot(root, changes));
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, EVIDENCE), false, true, false);
      const layout = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, LAYOUT_FILES));
      const call = () => this.#changed();
      this.#watchers.push(watcher, watcher.onDidCreate(call), watcher.onDidDelete(call));
      this.#watchers.push(layout, layout.onDidCreate(call), layout.onDidChange(call), layout.onDidDelete(call));
    }
  }

  async #reload(root: OpenRoot, part: { load(): Promise<unknown> }, changed: vscode.EventEmitter<OpenRoot>): Promise<void> {
    await part.load();
    if (this.roots.includes(root)) changed.fire(root);
  }

  /** Problems of roles are reported with the services. */
  async #reloadAgents(root: OpenRoot): Promise<void> {
    await this.#reload(root, root.agents, this.#onDidChangeAgents);
    if (this.roots.includes(root)) this.#onDidChangeServices.fire(root);
  }

  #applySettings(): void {
    for (const { store, router, capabilityRouter, contentAdapter } of this.roots) {
      store.maxContentBytes = router.maxContentBytes = capabilityRouter.maxContentBytes = settings.maxContentBytes();
      router.language = contentAdapter.language = settings.descriptionLanguage();
    }
    for (const root of this.roots) this.#onDidChangeServices.fire(root);
  }
}

/** A root at the same location stays the same object: its views keep their state. */
function isSame(one: DataRootLayout, other: DataRootLayout): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Whether only the file of services can be what a root lacks now: a folder may be known for a root by that file alone, and by where it
 * lies. What was read of it stays in force.
 */
function lostItsServices({ layout, services }: OpenRoot, now: DataRootDescription | undefined): boolean {
  return services.state.entries.length > 0 && (now === undefined || isSame(layout, { ...now.layout, configDir: layout.configDir }));
}

function uniqueById(roots: readonly OpenRoot[]): OpenRoot[] {
  return [...new Map(roots.map((root) => [root.id, root])).values()];
}

const URI = /^[a-z][a-z0-9+.-]+:\/\//i;
/** `s3://bucket/prefix` (S3 User Guide, "General purpose bucket naming rules"). */
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/i;
const WINDOWS_ABSOLUTE = /^(?:[a-z]:[\\/]|\\\\)/i;
const FOLDER_VARIABLE = /^\$\{workspaceFolder(?::([^}]+))?\}/;

/** The context in which the text of a setting is resolved. */
export interface FolderContext {
  readonly workspaceFolders: readonly { readonly name: string; readonly uri: vscode.Uri }[];
  /** Undefined where there is none, as in a web host. */
  readonly home: string | undefined;
}

/**
 * The folder a setting means: an absolute path, `~/…`, `${workspaceFolder}/…`, `${workspaceFolder:name}/…`,
 * a path relative to the first workspace folder, or a URI. However it is written, one folder has one URI: without `.`,
 * `..` and a slash at the end.
 *
 * Errors: `not_found` for a workspace folder or home that does not exist, `path_has_nul`.
 */
export function resolveRootFolder(text: string, context: FolderContext): Result<vscode.Uri> {
  const folder = meantFolder(text, context);
  return folder.ok && folder.value.path !== '' ? ok(vscode.Uri.joinPath(folder.value, '.')) : folder;
}

function meantFolder(text: string, context: FolderContext): Result<vscode.Uri> {
  const path = text.trim();
  if (path.includes('\0')) return fail('path_has_nul');
  const [, bucket, key = ''] = BUCKET.exec(path) ?? [];
  // A key is written as it is: per cent signs in it are its own.
  if (bucket !== undefined) return ok(vscode.Uri.from({ scheme: STORE_SCHEME, authority: bucket.toLowerCase(), path: key }));
  if (URI.test(path)) return ok(vscode.Uri.parse(path, true));
  if (path === '~' || path.startsWith('~/') || path.startsWith('~\\')) {
    return context.home === undefined ? fail('not_found') : ok(vscode.Uri.joinPath(vscode.Uri.file(context.home), path.slice(1)));
  }
  if (path.startsWith('/') || WINDOWS_ABSOLUTE.test(path)) return ok(vscode.Uri.file(path));
  const variable = FOLDER_VARIABLE.exec(path);
  const name = variable?.[1];
  const folder = context.workspaceFolders.find((candidate) => name === undefined || candidate.name === name);
  if (!folder) return fail('not_found');
  return ok(vscode.Uri.joinPath(folder.uri, variable ? path.slice(variable[0].length) : path));
}

/** What a change on disk can concern. */
export interface RootChanges {
  artifacts(root: OpenRoot): void;
  services(root: OpenRoot): void;
  agents(root: OpenRoot): void;
  /** `app.json`: where the parts of the root lie, and its default model. */
  layout(): void;
}

/** A program that writes many files makes one event of them, soon after the last. */
const BURST = { quiet: 200, longest: 1000 };

/** Watches the files of one root until disposed. */
export function watchRoot(root: OpenRoot, changes: RootChanges): vscode.Disposable {
  const { layout, uriOf } = root;
  const [artifacts, workspaces, config, runtime] = [
    uriOf(layout.artifactsDir),
    uriOf(layout.workspacesDir),
    uriOf(layout.configDir),
    uriOf(layout.runtimeDir),
  ];
  /** @param whole the one entry that counts, as it comes and goes: some systems report its changes for every file in it */
  const watch = (folder: vscode.Uri, pattern: string, onChange: () => void, whole?: vscode.Uri): vscode.Disposable[] => {
    const debounced = new Debounced(onChange, BURST);
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern), false, whole !== undefined);
    const call = ({ path }: vscode.Uri): void => {
      if (folder === artifacts) root.searched.forget(path.slice(path.lastIndexOf('/') + 1));
      if (folder !== workspaces) root.store.forgetIndex();
      if (whole === undefined || path === whole.path) debounced.call();
    };
    return [watcher, debounced, watcher.onDidCreate(call), watcher.onDidChange(call), watcher.onDidDelete(call)];
  };
  const everything = (): void => {
    changes.artifacts(root);
    changes.services(root);
    changes.agents(root);
    changes.layout();
  };
  return vscode.Disposable.from(
    ...watch(artifacts, '*', () => changes.artifacts(root)),
    ...watch(workspaces, '**', () => changes.artifacts(root)),
    ...watch(config, 'llmservices*.json', () => changes.services(root)),
    ...watch(runtime, 'org.json', () => changes.agents(root)),
    ...watch(config, '{app,app.local}.json', () => changes.layout()),
    ...foldersBetween(root.folder, [artifacts, workspaces, config, runtime]).flatMap((folder) =>
      watch(vscode.Uri.joinPath(folder, '..'), '*', everything, folder),
    ),
  );
}

/** The parts of a root and the folders they lie in, below the root: of one that goes or comes as a whole, VS Code reports nothing of its contents. */
function foldersBetween(root: vscode.Uri, parts: readonly vscode.Uri[]): vscode.Uri[] {
  const found = new Map<string, vscode.Uri>();
  for (let part of parts) {
    for (; part.path.startsWith(`${root.path}/`) && !found.has(part.path); part = vscode.Uri.joinPath(part, '..'))
      found.set(part.path, part);
  }
  return [...found.values()];
}
