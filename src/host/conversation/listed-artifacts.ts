import type * as vscode from 'vscode';
import { collectIndex } from '../../core/conversation/index-conversation.ts';
import { indexConversationTask } from '../../core/conversation/index-task.ts';
import type { Compute } from '../../core/io/compute.ts';
import { CodedError } from '../../core/io/errors.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import { partsOf } from '../roots/file-parts.ts';
import type { PartFiles, PlacedConversation } from './part-files.ts';
import { versionOf } from './session-checks.ts';
import type { ListedArtifacts, ListedSession } from './session-nodes.ts';

/** A session that was expanded. */
interface Held {
  /** As the view has it now. */
  session: ListedSession;
  /** The view shows what is below it. */
  isExpanded: boolean;
  readonly reading: AbortController;
  readonly conversation: { -readonly [Key in keyof PlacedConversation]: PlacedConversation[Key] };
  /** What was read last, and of which state of the file. */
  listed?: ListedArtifacts;
  version?: string;
  pending?: Promise<ListedArtifacts | undefined> | undefined;
  /** Before it the file is not read again, in milliseconds since 1970. */
  readAfter: number;
  timer?: ReturnType<typeof setTimeout>;
  registration?: { dispose(): void };
}

/** A session may be written to all the time: it is left alone for so many times as long as reading it takes. */
const REST = 2;
/** Sessions that are folded up again and whose artifacts can still be read, for the editors that show them. */
const MOST_FOLDED = 4;

/**
 * The artifacts of the sessions that are expanded: the file of each is indexed in the worker when they are asked for, and again after it has
 * changed.
 */
export class SessionListings {
  readonly #compute: Compute;
  readonly #parts: () => Promise<PartFiles>;
  readonly #onDidChange: (session: ListedSession) => void;
  /** By the place of their file, the one that was folded last at the end. */
  readonly #held = new Map<string, Held>();
  /** Places of the sessions that are kept: where their parts are, and by how many. */
  readonly #kept = new Map<string, { readonly folder: vscode.Uri; count: number }>();

  /** @param onDidChange told of a session whose artifacts are to be asked for again */
  constructor(compute: Compute, parts: () => Promise<PartFiles>, onDidChange: (session: ListedSession) => void) {
    this.#compute = compute;
    this.#parts = parts;
    this.#onDidChange = onDidChange;
  }

  /**
   * The artifacts of a session; undefined once it is folded up meanwhile, or let go of. Rejects with the file-system codes, and as
   * `Compute.run`.
   *
   * @param isExpanded the view asks for them, and shows them until it folds the session up
   */
  async of(session: ListedSession, isExpanded: boolean): Promise<ListedArtifacts | undefined> {
    const held = this.#hold(session);
    held.isExpanded ||= isExpanded;
    const { listed, version } = held;
    if (listed && version === versionOf(session.file)) return listed;
    const rest = held.readAfter - Date.now();
    if (!listed || rest <= 0) return (held.pending ??= this.#read(held));
    clearTimeout(held.timer);
    held.timer = setTimeout(() => this.#onDidChange(held.session), rest);
    return listed;
  }

  /** Keeps a session readable for a gallery, also while it is folded up. @returns where its parts are, and what ends that */
  async keep(session: ListedSession): Promise<{ readonly folder: vscode.Uri; dispose(): void }> {
    const { location } = session.file;
    const parts = await this.#parts();
    const held = this.#held.get(location);
    const kept = this.#kept.get(location) ?? { folder: (held && parts.folderOf(held.conversation)) ?? parts.newFolder(), count: 0 };
    kept.count++;
    this.#kept.set(location, kept);
    return {
      folder: kept.folder,
      dispose: () => {
        if (--kept.count > 0) return;
        this.#kept.delete(location);
        this.#release(location);
      },
    };
  }

  /** A session is folded up: it is not read to its end. */
  fold({ file: { location } }: ListedSession): void {
    const held = this.#held.get(location);
    if (!held) return;
    held.isExpanded = false;
    this.#release(location);
  }

  /** Lets go of a session that nobody shows any more, and of those that were shown longer ago than some others. */
  #release(location: string): void {
    const held = this.#held.get(location);
    if (!held || this.#isShown(held)) return;
    this.#held.delete(location);
    if (held.pending) return this.#end(held);
    this.#held.set(location, held);
    const folded = [...this.#held].filter(([, each]) => !this.#isShown(each));
    for (const [oldest] of folded.slice(0, -MOST_FOLDED)) this.letGo(({ file }) => file.location === oldest);
  }

  #isShown({ isExpanded, session }: Held): boolean {
    return isExpanded || this.#kept.has(session.file.location);
  }

  /** Nothing more is read of some sessions. */
  letGo(isMeant: (session: ListedSession) => boolean): void {
    for (const [location, held] of this.#held) {
      if (!isMeant(held.session)) continue;
      this.#held.delete(location);
      this.#end(held);
    }
  }

  /** Nobody looks: what is being read is not read to its end. */
  stop(): void {
    this.letGo(({ file }) => this.#held.get(file.location)?.pending !== undefined && !this.#kept.has(file.location));
  }

  #hold(session: ListedSession): Held {
    const { location } = session.file;
    const conversation = { uri: session.uri, compute: this.#compute };
    const held = this.#held.get(location) ?? { session, isExpanded: false, reading: new AbortController(), conversation, readAfter: 0 };
    held.session = session;
    this.#held.set(location, held);
    return held;
  }

  #end(held: Held): void {
    held.reading.abort();
    clearTimeout(held.timer);
    held.registration?.dispose();
    if (held.pending) this.#onDidChange(held.session);
  }

  async #read(held: Held): Promise<ListedArtifacts | undefined> {
    const { session, conversation } = held;
    const { signal } = held.reading;
    const begin = Date.now();
    try {
      const parts = await this.#parts();
      const chunks = partsOf(session.uri, session.files, () => signal.aborted);
      const index = await collectIndex(this.#compute.stream(indexConversationTask, chunks, {}, { deadline: LINT_DEADLINE_MS, signal }));
      signal.throwIfAborted();
      if (index.format === null) throw new CodedError('not_a_conversation');
      conversation.examined = { read: { index, version: undefined } };
      const artifacts = await parts.artifactsOf(conversation, signal);
      signal.throwIfAborted();
      held.registration ??= parts.add(conversation, this.#kept.get(session.file.location)?.folder);
      held.version = versionOf(session.file);
      return (held.listed = { ...artifacts, conversation, parts });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      held.pending = undefined;
      const end = Date.now();
      held.readAfter = end + (end - begin) * REST;
      // The session was written to while it was read.
      if (held.listed && versionOf(held.session.file) !== versionOf(session.file) && !signal.aborted) this.#onDidChange(held.session);
    }
  }
}
