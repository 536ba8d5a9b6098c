import * as vscode from 'vscode';
import { readSessionFacts, type SessionFacts } from '../../core/conversation/session-facts.ts';
import {
  findSessions,
  type FoundSessions,
  type Home,
  keepsDocuments,
  type Program,
  type SessionFile,
  sessionFolders,
} from '../../core/conversation/sessions.ts';
import { findDocuments, findSideFiles, sideFolders, titleOfDocuments } from '../../core/conversation/side-files.ts';
import type { SideFiles } from '../../core/conversation/side-walk.ts';
import type { Compute } from '../../core/io/compute.ts';
import { CodedError, toFailure } from '../../core/io/errors.ts';
import { RootFolder } from '../../core/io/root-folder.ts';
import { environmentVariable } from '../../platform/host-platform.node.ts';
import type { FileSystems, UriBoundFileSystem } from '../roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { sessionDatabases, uriOfSession } from '../roots/stored-sessions.ts';
import { AgingLines } from '../screen/aging-lines.ts';
import { CalmRefresh } from '../screen/calm-refresh.ts';
import { ageFormatter } from '../screen/relative-age.ts';
import { Debounced } from '../../platform/debounced.ts';
import { noLines, showProgress } from '../screen/notify.ts';
import { artifactNode, lineTime, sideFileNode, sideFileVersions, versionNodes } from './artifact-lines.ts';
import { SessionListings } from './listed-artifacts.ts';
import type { PartFiles } from './part-files.ts';
import { SessionChecks, versionOf } from './session-checks.ts';
import { decorationOf, itemOf } from './session-items.ts';
import {
  type ArtifactLine,
  type DocumentsNode,
  type ListedSession,
  type ListNote,
  type MoreSessionsNode,
  type SessionNode,
  uriOfLineNamed,
} from './session-nodes.ts';
import { ShownPrograms } from './shown-programs.ts';

/** What a conversation attached, read and wrote, and what its program keeps beside it. */
interface ArtifactLines {
  /** Each is made when it is shown. */
  readonly lines: readonly (() => ArtifactLine)[];
  /** Why these are not all. */
  readonly notes: readonly ListNote[];
}

export interface SessionsDependencies {
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly compute: Compute;
  readonly programs: ShownPrograms;
  /** By which artifacts are read; asked for with the first session that is expanded. */
  readonly parts: () => Promise<PartFiles>;
  /** Undefined where there are no local files. */
  readonly home: Home | undefined;
}

/** What the view is made of when it is first looked at. */
export interface ViewDependencies extends Pick<SessionsDependencies, 'roots' | 'fileSystems' | 'compute' | 'parts'> {
  /** The memory of this workspace. */
  readonly workspaceMemory: vscode.Memento;
  /** A person's home folder; undefined where there are no local files. */
  readonly home: string | undefined;
  /** The storage of this extension; those of others lie beside it. */
  readonly globalStorage: vscode.Uri;
  /** The same for this workspace; undefined in a window without one. */
  readonly workspaceStorage: vscode.Uri | undefined;
}

/** The part of a tree view that the tree looks at. */
export type WatchedView = Pick<vscode.TreeView<SessionNode>, 'visible' | 'onDidChangeVisibility' | 'onDidCollapseElement'>;

/** The view with what a person agreed to. @param views of which a window shows one @param tell as for {@link SessionsTree} */
export function openSessionsView(
  dependencies: ViewDependencies,
  views: readonly WatchedView[],
  tell: (nodes: SessionNode[] | undefined) => void,
): { readonly programs: ShownPrograms; readonly tree: SessionsTree } {
  const home = homeOf(dependencies);
  const programs = new ShownPrograms(dependencies.workspaceMemory, home);
  return { programs, tree: new SessionsTree({ ...dependencies, programs, home }, anyOf(views), tell) };
}

function anyOf(views: readonly WatchedView[]): WatchedView {
  return {
    get visible() {
      return views.some(({ visible }) => visible);
    },
    onDidChangeVisibility: (listener) => vscode.Disposable.from(...views.map((view) => view.onDidChangeVisibility(listener))),
    onDidCollapseElement: (listener) => vscode.Disposable.from(...views.map((view) => view.onDidCollapseElement(listener))),
  };
}

/** Where programs are looked for once a person agreed; undefined where there are no local files. */
function homeOf({ home, globalStorage, workspaceStorage, fileSystems }: ViewDependencies): Home | undefined {
  if (home === undefined) return undefined;
  const { fs, locationOf } = fileSystems.for(vscode.Uri.file(home));
  const above = (own: vscode.Uri | undefined) => (own?.scheme === 'file' ? locationOf(vscode.Uri.joinPath(own, '..')) : undefined);
  const storages = { storage: above(globalStorage), workspaceStorage: above(workspaceStorage) };
  return { fs, folder: home, variable: environmentVariable, ...storages, databases: sessionDatabases(fileSystems) };
}

/** Conversations shown of a list at first, and with each step more. */
export const SESSIONS_PAGE = 50;
/** Artifacts, and versions of one, that are shown at first, and with each step more. */
export const ARTIFACTS_PAGE = 200;
/** A program that is at work writes all the time: the view is built anew when it pauses, or after a while. In milliseconds. */
const WRITING = { quiet: 1_000, longest: 10_000 };

/** The Conversations view: those of agents, and of the programs a person agreed to; nothing of others is even looked for. */
export class SessionsTree implements vscode.Disposable {
  readonly #dependencies: SessionsDependencies;
  readonly #view: WatchedView;
  readonly #refresh: CalmRefresh<SessionNode>;
  readonly #ages = new AgingLines<SessionNode>((nodes) => this.#refresh.add(nodes));
  readonly #age = ageFormatter(vscode.env.language);
  readonly #checks: SessionChecks;
  readonly #listings: SessionListings;
  readonly #decorated = new vscode.EventEmitter<vscode.Uri>();
  readonly #lookedAgain = new vscode.EventEmitter<void>();
  /** What the lines show may be something else now. */
  readonly onDidLookAgain = this.#lookedAgain.event;
  readonly #disposables: vscode.Disposable[];
  readonly #found = new Map<Program, Promise<FoundSessions>>();
  readonly #facts = new Map<string, { readonly version: string; readonly facts: SessionFacts }>();
  /** The node that shows a place, to draw it anew. */
  readonly #shown = new Map<string, ListedSession>();
  readonly #furtherPages = new Map<string, number>();
  #searching = new AbortController();
  /** How many there are. */
  #galleries = 0;
  #watchers: vscode.Disposable | undefined;
  #isAnswered = false;

  /** @param tell draws nodes anew; undefined for all */
  constructor(dependencies: SessionsDependencies, view: WatchedView, tell: (nodes: SessionNode[] | undefined) => void) {
    this.#dependencies = dependencies;
    this.#view = view;
    this.#refresh = new CalmRefresh(tell);
    this.#checks = new SessionChecks(
      dependencies.compute,
      ({ file }) => this.#checked(file),
      (working) => tellOfChecks(working, dependencies.roots),
    );
    this.#listings = new SessionListings(dependencies.compute, dependencies.parts, (session) => {
      // VS Code knows a line by the node that it was given.
      this.#refresh.add([this.#shown.get(session.file.location) ?? session]);
      this.#lookedAgain.fire();
    });
    this.#checks.pause(!view.visible);
    this.#ages.follow(view);
    const { roots, programs } = dependencies;
    const changed = (): void => this.refresh();
    this.#disposables = [
      this.#refresh,
      this.#ages,
      this.#decorated,
      this.#lookedAgain,
      vscode.window.registerFileDecorationProvider({
        onDidChangeFileDecorations: this.#decorated.event,
        provideFileDecoration: (uri) => decorationOf(uri, (location) => this.#checks.lastOf(location)),
      }),
      view.onDidChangeVisibility(() => this.#visibilityChanged()),
      view.onDidCollapseElement(({ element }) => element.kind === 'session' && this.#listings.fold(element)),
      programs.onDidChange(() => this.#listings.letGo((session) => !this.isAgreedTo(session))),
      vscode.workspace.onDidGrantWorkspaceTrust(changed),
      vscode.workspace.onDidChangeWorkspaceFolders(changed),
      programs.onDidChange(changed),
      roots.onDidChange(changed),
      roots.onDidChangeAgents(changed),
    ];
  }

  /** Whether the view is visible, or a gallery is open. */
  get #isLookedAt(): boolean {
    return this.#view.visible || this.#galleries > 0;
  }

  getChildren(node?: SessionNode): Promise<SessionNode[]> {
    return this.#refresh.answering(() => (node ? this.#childrenOf(node) : this.#top()).catch(noLines));
  }

  async getTreeItem(node: SessionNode): Promise<vscode.TreeItem> {
    const written = timeOf(node);
    if (written !== undefined) this.#ages.draw(node.id, node, (now) => this.#age(written, now));
    if (node.kind === 'documents') return itemOf(node, await this.#titleOf(node));
    if (node.kind !== 'session') return itemOf(node);
    this.#shown.set(node.file.location, node);
    this.#checks.want(node);
    const facts = await this.#factsOf(node).catch((error: unknown) => ({ failure: toFailure(error) }));
    return itemOf(node, facts, this.#checks.verdictOf(node.file));
  }

  /** Looks for everything again. */
  refresh(): void {
    this.#searching.abort();
    this.#searching = new AbortController();
    this.#found.clear();
    this.#checks.forget();
    this.#shown.clear();
    this.#ages.clear();
    this.#unwatch();
    if (this.#isAnswered) this.#refresh.addAll();
    // There can be a gallery while the view is not shown.
    if (this.#galleries > 0) this.#watch(this.#dependencies.roots.roots);
    this.#lookedAgain.fire();
  }

  /** As a person asked for it: what was stopped goes on. */
  lookAgain(): void {
    this.#checks.stop(false);
    this.refresh();
  }

  /** No conversation is checked until a person looks for all of them again. */
  stopChecking(): void {
    this.#checks.stop(true);
  }

  /** The newest of those the view begins with, as its lines name them. */
  async recent(): Promise<{ readonly uri: vscode.Uri; readonly label: string; readonly description: string }[]> {
    const lists = await Promise.all((await this.#top()).map((node) => this.#childrenOf(node)));
    const sessions = lists.flat().filter((node) => node.kind === 'session');
    const newest = sessions.toSorted((one, other) => other.file.mtime - one.file.mtime).slice(0, SESSIONS_PAGE);
    return Promise.all(
      newest.map(async (node) => {
        const { label, description } = await this.getTreeItem(node);
        return { uri: node.uri, label: String(label), description: String(description) };
      }),
    );
  }

  /** Shows more of a list. */
  showMore({ list }: Pick<MoreSessionsNode, 'list'>): void {
    this.#furtherPages.set(list, (this.#furtherPages.get(list) ?? 0) + 1);
    this.#refresh.addAll();
  }

  /** When all conversations in the view have been checked. */
  async checked(): Promise<void> {
    await this.#checks.idle();
  }

  dispose(): void {
    this.#searching.abort();
    this.#checks.pause(true);
    this.#listings.letGo(() => true);
    this.#unwatch();
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  async #top(): Promise<SessionNode[]> {
    const { roots, programs } = this.#dependencies;
    await roots.ready();
    this.#isAnswered = true;
    const ofRoots = await Promise.all(roots.roots.map((root) => this.#rootNode(root)));
    const shown = programs.shown.map((program): SessionNode => ({ kind: 'program', id: program, program }));
    const nodes: SessionNode[] = [...ofRoots.flatMap((node) => node ?? []), ...shown];
    this.#watch(roots.roots);
    void vscode.commands.executeCommand('setContext', SHOWN_CONTEXT, shown.length > 0);
    // Empty: VS Code shows the welcome text, which offers those that are installed.
    if (nodes.length === 0) {
      if (roots.roots.length === 0) await programs.tellInstalled();
      return [];
    }
    return programs.others.length > 0 ? [...nodes, { kind: 'offer', id: 'offer', isFirst: shown.length === 0 }] : nodes;
  }

  async #childrenOf(node: SessionNode): Promise<SessionNode[]> {
    switch (node.kind) {
      case 'root': {
        const { id, root, found } = node;
        const { fs, uriOf, locationOf, readsParts } = this.#dependencies.fileSystems.for(root.folder);
        const files: UriBoundFileSystem = { fs, uriOf, locationOf, readsParts };
        const session = (file: SessionFile): ListedSession => {
          const agentId = fs.basename(file.location).replace(/\.json$/, '');
          return {
            kind: 'session',
            id: `${id}\n${agentId}`,
            file,
            files,
            root,
            uri: root.uriOf(file.location),
            program: undefined,
            agentId,
            isElsewhere: false,
          };
        };
        return [...notesOf(id, found), ...this.#page(id, found.here, session)];
      }
      case 'program': {
        const { id, program } = node;
        const found = await this.#sessionsOf(program);
        if (keepsDocuments(program)) return this.#documentsOf(id, program, found);
        const others: SessionNode[] =
          found.others.length > 0 ? [{ kind: 'others', id: `${id}\nothers`, program, files: found.others }] : [];
        const none: SessionNode[] = found.here.length === 0 && !found.problem ? [{ kind: 'note', id: `${id}\nnone`, note: 'none' }] : [];
        return [...notesOf(id, found), ...none, ...this.#page(id, found.here, (file) => this.#session(program, file, false)), ...others];
      }
      case 'others':
        return this.#page(node.id, node.files, (file) => this.#session(node.program, file, true));
      case 'session':
      case 'documents':
        return this.#childrenOfConversation(node);
      case 'artifact':
        return this.#page(node.id, versionNodes(node), (version) => version, ARTIFACTS_PAGE);
      case 'side':
        return this.#page(node.id, sideFileVersions(node), (version) => version, ARTIFACTS_PAGE);
      default:
        return [];
    }
  }

  /** Which folder a conversation was about is not looked up: all are listed. */
  #documentsOf(list: string, program: Program, found: FoundSessions): SessionNode[] {
    const none: SessionNode[] =
      found.others.length === 0 && !found.problem ? [{ kind: 'note', id: `${list}\nnone`, note: 'noDocuments' }] : [];
    const nodeOf = (file: SessionFile): DocumentsNode => {
      const files = this.#dependencies.fileSystems.for(uriOfSession(file));
      return { kind: 'documents', id: `${program}\n${file.location}`, file, files, program };
    };
    return [...notesOf(list, found), ...none, ...this.#page(list, found.others, nodeOf)];
  }

  async #titleOf(node: DocumentsNode): Promise<SessionFacts> {
    if (!this.isAgreedTo(node)) return {};
    const { file, files } = node;
    const version = versionOf(file);
    const known = this.#facts.get(file.location);
    if (known?.version === version) return known.facts;
    const title = await titleOfDocuments(files.fs, file.location);
    const facts = title === undefined ? {} : { title };
    this.#facts.set(file.location, { version, facts });
    return facts;
  }

  /** Whether folders may be looked at that are none of the session's own: those that the question named. */
  #isElsewhereRead({ program }: ListedSession): boolean {
    return program === undefined || this.#dependencies.programs.readsElsewhere(program);
  }

  /** Whether what a conversation has may be read. */
  isAgreedTo({ program }: ListedSession | DocumentsNode): boolean {
    return program === undefined || this.#dependencies.programs.shown.includes(program);
  }

  /**
   * The artifacts of a conversation, and the files beside it; undefined where they may not be read, or are asked for no more. Rejects with the
   * file-system codes, and as `Compute.run`.
   *
   * @param isExpanded as for {@link SessionListings.of}
   */
  async linesOf(node: ListedSession | DocumentsNode, { isExpanded = false } = {}): Promise<ArtifactLines | undefined> {
    if (!this.isAgreedTo(node)) return undefined;
    const { id, file, files } = node;
    if (node.kind === 'documents') return linesOfFiles(node, await findDocuments(files.fs, file.location));
    const listed = await this.#listings.of(node, isExpanded);
    if (!listed) return undefined;
    const { items, unread, conversation } = listed;
    const { index } = conversation.examined?.read ?? {};
    const beside = linesOfFiles(
      node,
      await findSideFiles(files.fs, file.location, index, { isElsewhereRead: this.#isElsewhereRead(node) }),
    );
    const notes: ListNote[] = unread > 0 ? [{ kind: 'note', id: `${id}\nunread`, note: 'unread', count: unread }] : [];
    return {
      lines: [...items.map((item) => () => artifactNode(node, listed, item)), ...beside.lines],
      notes: [...notes, ...beside.notes],
    };
  }

  /** Keeps the lines of a conversation readable for a gallery. @returns where what they show is, and what ends that */
  async keep(node: ListedSession | DocumentsNode): Promise<{ readonly folders: readonly vscode.Uri[]; dispose(): void }> {
    const { file, files } = node;
    const kept = node.kind === 'session' ? await this.#listings.keep(node) : undefined;
    this.#galleries++;
    this.#watch(this.#dependencies.roots.roots);
    return {
      folders: kept ? [kept.folder, ...sideFolders(files.fs, file.location).map(files.uriOf)] : [files.uriOf(file.location)],
      dispose: () => {
        this.#galleries--;
        kept?.dispose();
        if (!this.#isLookedAt) this.#unwatch();
      },
    };
  }

  /** A conversation as its program has it by now. Rejects with `not_found` where it is gone. */
  async asOfNow<Node extends ListedSession | DocumentsNode>(node: Node): Promise<Node> {
    const { program, root, file } = node;
    const { signal } = this.#searching;
    const find = async () => (program === undefined ? root && (await this.#rootNode(root))?.found : this.#sessionsOf(program));
    const found = await find().catch((error: unknown) => {
      // All is looked for again meanwhile.
      if (signal.aborted) return find();
      throw error;
    });
    const now = [...(found?.here ?? []), ...(found?.others ?? [])].find(({ location }) => location === file.location);
    if (!now) throw new CodedError('not_found');
    return { ...node, file: now };
  }

  async #childrenOfConversation(node: ListedSession | DocumentsNode): Promise<SessionNode[]> {
    const { id } = node;
    try {
      const found = await this.linesOf(node, { isExpanded: true });
      if (!found) return [];
      const { lines, notes } = found;
      const note = node.kind === 'session' ? 'noArtifacts' : 'noDocuments';
      if (lines.length === 0 && notes.length === 0) return [{ kind: 'note', id: `${id}\nnone`, note }];
      return [...notes, ...this.#page(id, lines, (line) => line(), ARTIFACTS_PAGE)];
    } catch (error) {
      return [{ kind: 'note', id: `${id}\nproblem`, note: { failure: toFailure(error) } }];
    }
  }

  #session(program: Program, file: SessionFile, isElsewhere: boolean): ListedSession {
    const uri = uriOfSession(file);
    return {
      kind: 'session',
      id: `${program}\n${file.location}`,
      file,
      files: this.#dependencies.fileSystems.for(uri),
      uri,
      program,
      isElsewhere,
    };
  }

  #page<Item>(list: string, items: readonly Item[], nodeOf: (item: Item) => SessionNode, page = SESSIONS_PAGE): SessionNode[] {
    const shown = page * (1 + (this.#furtherPages.get(list) ?? 0));
    const nodes = items.slice(0, shown).map(nodeOf);
    if (items.length <= shown) return nodes;
    return [...nodes, { kind: 'more', id: `${list}\nmore`, list, count: Math.min(page, items.length - shown) }];
  }

  async #rootNode(root: OpenRoot): Promise<Extract<SessionNode, { kind: 'root' }> | undefined> {
    const { fs } = this.#dependencies.fileSystems.for(root.folder);
    const { runtimeDir } = root.layout;
    const folder = await new RootFolder(fs, runtimeDir, { real: root.bounds.runtimeDir }).resolve([CONVERSATIONS]).catch(() => undefined);
    if (folder === undefined) return undefined;
    // Every file of the folder belongs to it: there is nothing to look up in them.
    const place = { folder, levels: [/\.json$/], namesFolders: false };
    const { others, ...found } = await findSessions(fs, [place], [], this.#searching.signal);
    if (others.length === 0 && !found.problem && found.unreadable === 0) return undefined;
    return { kind: 'root', id: root.id, root, found: { ...found, here: others, others: [] } };
  }

  #sessionsOf(program: Program): Promise<FoundSessions> {
    const { home } = this.#dependencies;
    if (!home || !this.#dependencies.programs.shown.includes(program)) {
      return Promise.resolve({ here: [], others: [], isCut: false, links: 0, unreadable: 0 });
    }
    const known = this.#found.get(program);
    if (known) return known;
    const finding = this.#find(program, home, this.#searching.signal);
    this.#found.set(program, finding);
    return finding;
  }

  async #find(program: Program, home: Home, signal: AbortSignal): Promise<FoundSessions> {
    const local = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
    // A program writes the folder as the system gave it, which may be the one a link leads to.
    const real = await Promise.all(local.map((folder) => home.fs.resolveInside(folder, []).catch(() => folder)));
    return findSessions(home.fs, sessionFolders(program, home), [...new Set([...local, ...real])], signal);
  }

  async #factsOf({ file, files, root }: ListedSession): Promise<SessionFacts> {
    const version = versionOf(file);
    const known = this.#facts.get(file.location);
    if (known?.version === version) return known.facts;
    const { compute } = this.#dependencies;
    const facts = await readSessionFacts(root ? files.fs : (this.#dependencies.home?.fs ?? files.fs), file, {
      compute,
      signal: this.#searching.signal,
    });
    this.#facts.set(file.location, { version, facts });
    return facts;
  }

  #checked({ location }: SessionFile): void {
    const node = this.#shown.get(location);
    if (!node) return;
    this.#decorated.fire(uriOfLineNamed(location));
    this.#refresh.add([node]);
  }

  #visibilityChanged(): void {
    this.#checks.pause(!this.#view.visible);
    if (!this.#view.visible) {
      this.#listings.stop();
      if (!this.#isLookedAt) this.#unwatch();
    } else if (this.#isAnswered && !this.#watchers) {
      // What happened meanwhile was not watched.
      this.refresh();
    }
  }

  /** Watches what is shown, while it is. */
  #watch(roots: readonly OpenRoot[]): void {
    if (this.#watchers || !this.#isLookedAt) return;
    const { home, programs } = this.#dependencies;
    const written = new Debounced(() => this.refresh(), WRITING);
    const folders = [
      ...roots.map((root) => [vscode.Uri.joinPath(root.uriOf(root.layout.runtimeDir), CONVERSATIONS), '*.json'] as const),
      ...(home ? programs.shown.flatMap((program) => sessionFolders(program, home)) : []).map(
        ({ folder, levels, databases, areDocuments }) => {
          const pattern = levels.map((level) => (typeof level === 'string' ? level : '*')).join('/');
          // What is written to a database stands in a log beside it first.
          return [vscode.Uri.file(folder), databases ? `${pattern}*` : areDocuments ? `${pattern}/*` : pattern] as const;
        },
      ),
    ];
    const watchers = folders.map(([folder, pattern]) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern));
      const notice = (): void => written.call();
      return vscode.Disposable.from(watcher, watcher.onDidCreate(notice), watcher.onDidChange(notice), watcher.onDidDelete(notice));
    });
    this.#watchers = vscode.Disposable.from(written, ...watchers);
  }

  #unwatch(): void {
    this.#watchers?.dispose();
    this.#watchers = undefined;
  }
}

/** Whether there is a program to stop showing. Also in `when` clauses of package.json. */
const SHOWN_CONTEXT = 'agentArtifacts.hasShownPrograms';
/** Whether conversations are checked; also in `when` clauses of package.json. */
const CHECKING_CONTEXT = 'agentArtifacts.isCheckingConversations';

/** Shows that conversations are checked, and how that is stopped. */
function tellOfChecks(working: Promise<void>, { roots, unusable }: DataRoots): void {
  void vscode.commands.executeCommand('setContext', CHECKING_CONTEXT, true);
  const done = working.then(() => vscode.commands.executeCommand('setContext', CHECKING_CONTEXT, false));
  const viewId = roots.length + unusable.length === 0 ? 'agentArtifacts.sessions' : 'agentArtifacts.conversations';
  void showProgress({ location: { viewId } }, async () => void (await done));
}

/** The folder of the runtime with the conversation of each agent. */
const CONVERSATIONS = 'conversations';

/** When what a line shows was written or changed, as an ISO 8601 time. */
function timeOf(node: SessionNode): string | undefined {
  if (node.kind === 'artifact' || node.kind === 'side') return lineTime(node);
  return node.kind === 'session' || node.kind === 'documents' ? new Date(node.file.mtime).toISOString() : undefined;
}

function linesOfFiles(node: ListedSession | DocumentsNode, { files, isCut }: SideFiles): ArtifactLines {
  return {
    lines: files.map((file) => () => sideFileNode(node, file)),
    notes: isCut ? [{ kind: 'note', id: `${node.id}\nbesideCut`, note: 'besideCut' }] : [],
  };
}

function notesOf(id: string, { problem, links, unreadable, isCut }: FoundSessions): SessionNode[] {
  const note = (name: ListNote['note'], count?: number): ListNote => ({
    kind: 'note',
    id: `${id}\n${typeof name === 'string' ? name : 'problem'}`,
    note: name,
    ...(count !== undefined && { count }),
  });
  return [
    ...(problem ? [note({ failure: problem })] : []),
    ...(unreadable > 0 ? [note('unreadable', unreadable)] : []),
    ...(links > 0 ? [note('links', links)] : []),
    ...(isCut ? [note('cut')] : []),
  ];
}
