import path from 'node:path';
import { DEFAULT_MAX_CONTENT_BYTES } from '../core/content/size.ts';
import type { ConversationIndex } from '../core/conversation/conversation.ts';
import type { SessionArtifact, SessionReading } from '../core/conversation/session-artifacts.ts';
import type { Compute } from '../core/io/compute.ts';
import { CodedError, toFailure } from '../core/io/errors.ts';
import { LINT_DEADLINE_MS } from '../core/io/limits.ts';
import { safeName } from '../core/routing/safe-name.ts';
import type { Artifact } from '../core/store/artifact.ts';
import { coded, EntryError } from '../platform/entry-error.ts';
import type { SessionInput, SizedSession } from '../platform/session-input.ts';

/** How recorded sessions are read. */
export interface RecordedReading {
  /** The folder that their names are relative to. */
  readonly folder: string;
  /** Where their messages are read. */
  readonly compute: Compute;
  /** Bytes; a longer content is not given. Default: the core's. */
  readonly maxContentBytes?: number | undefined;
}

/** What was read of a session. */
interface Indexed {
  readonly index: ConversationIndex;
  /** The artifacts whose content is known for certain. */
  readonly artifacts: readonly SessionArtifact[];
}

/**
 * A recorded session of another program, named by whoever started the server. Nothing of it is read before it is asked for, its messages once for
 * each state of its file, and its file is open only as long as a request takes.
 */
export class RecordedSession {
  /** The base name of its file, behind that of its folder where another session's file has the same one: it stands for the session in URIs. */
  readonly name: string;
  readonly #location: string;
  readonly #compute: Compute;
  readonly #maxContentBytes: number;
  /** What was read last, and of which state of the file. */
  #last: { readonly state: string; readonly indexed: Promise<Indexed | null> } | undefined;

  constructor(location: string, name: string, { compute, maxContentBytes = DEFAULT_MAX_CONTENT_BYTES }: RecordedReading) {
    this.#location = location;
    this.name = name;
    this.#compute = compute;
    this.#maxContentBytes = maxContentBytes;
  }

  /** Makes sure that its file is there. @throws EntryError */
  async check(): Promise<void> {
    const { openInput } = await import('../platform/session-input.ts');
    try {
      const input = await openInput(this.name, this.#location, (sessions) => this.#unclear(sessions));
      await input.close();
    } catch (error) {
      if (error instanceof EntryError) throw error;
      const { code } = toFailure(error);
      throw new EntryError('session_unusable', `The session ${safeName(this.name)} cannot be opened: ${code}.`);
    }
  }

  /** The artifacts whose content is known for certain, in the order of the session. @throws CodedError, EntryError */
  artifacts(): Promise<readonly SessionArtifact[]> {
    return this.#open(({ artifacts }) => Promise.resolve(artifacts));
  }

  /**
   * An artifact with its content, as the session is now; undefined where it has none of that ID, or its content is not known for certain.
   *
   * @param version the number of a version of a written file; default: the last one whose content is known
   * @throws CodedError, EntryError
   */
  read(id: string, version: number | undefined): Promise<Artifact | undefined> {
    return this.#open(async ({ index, artifacts }, reading) => {
      const found = artifacts.find((artifact) => artifact.id === id);
      if (!found || (version !== undefined && found.kind !== 'file')) return undefined;
      const [{ readSessionArtifact }, { contentInSession }] = await Promise.all([
        import('../core/conversation/session-artifacts.ts'),
        import('../platform/session-content.ts'),
      ]);
      const { size = 0 } = (version === undefined || found.kind !== 'file' ? undefined : found.versions[version - 1]) ?? found;
      // Of what is not given nothing is read.
      if (size > this.#maxContentBytes) throw new CodedError('too_large', { limit: this.#maxContentBytes, size });
      const bytes = await readSessionArtifact(index, found, reading, version);
      const shown = { shown: this.name, location: this.#location };
      return bytes && contentInSession(found, bytes, shown, this.#maxContentBytes).read();
    });
  }

  async #open<T>(work: (indexed: Indexed, reading: SessionReading) => Promise<T>): Promise<T> {
    const { openInput } = await import('../platform/session-input.ts');
    const input = await openInput(this.name, this.#location, (sessions) => this.#unclear(sessions));
    try {
      const reading = { compute: this.#compute, read: (range) => coded(this.name, () => input.read(range)) } satisfies SessionReading;
      const indexed = await this.#indexed(input, reading);
      if (!indexed) throw new CodedError('not_a_conversation', { name: this.name });
      return await work(indexed, reading);
    } finally {
      await input.close();
    }
  }

  /** What the session has now; null where it is none. Requests that come while it is read share one reading. */
  #indexed(input: SessionInput, reading: SessionReading): Promise<Indexed | null> {
    const { state } = input;
    if (this.#last?.state === state) return this.#last.indexed;
    const indexed = this.#read(input, reading);
    const last = { state, indexed };
    this.#last = last;
    indexed.catch(() => {
      if (this.#last === last) this.#last = undefined;
    });
    return indexed;
  }

  async #read(input: SessionInput, reading: SessionReading): Promise<Indexed | null> {
    const [{ collectIndex }, { indexConversationTask }, { isContentKnown, sessionArtifacts }, { partsOfInput }] = await Promise.all([
      import('../core/conversation/index-conversation.ts'),
      import('../core/conversation/index-task.ts'),
      import('../core/conversation/session-artifacts.ts'),
      import('../platform/session-input.ts'),
    ]);
    const parts = partsOfInput({ ...input, read: reading.read });
    const index = await collectIndex(this.#compute.stream(indexConversationTask, parts, {}, { deadline: LINT_DEADLINE_MS }));
    if (index.format === null) return null;
    const { items } = await sessionArtifacts(index, reading);
    return { index, artifacts: items.filter((artifact) => isContentKnown(index, artifact)) };
  }

  #unclear(sessions: readonly SizedSession[]): Error {
    if (sessions.length === 0) return new CodedError('not_a_conversation', { name: this.name });
    const name = safeName(this.name);
    const example = `${name}#${safeName(sessions[0]?.id)}`;
    return new EntryError('session_ambiguous', `${name} has ${sessions.length} sessions; name one of them, such as ${example}.`);
  }
}

/**
 * The sessions that the server is started with, by the names that they have in URIs.
 *
 * @param files as they were named; one that is named twice counts once
 * @throws EntryError `session_ambiguous` where two files have the same name in folders of the same name, `session_unusable` where one cannot be opened
 */
export async function recordedSessions(files: readonly string[], reading: RecordedReading): Promise<ReadonlyMap<string, RecordedSession>> {
  const locations = [...new Set(files.map((file) => path.resolve(reading.folder, file)))];
  const baseOf = (location: string): string => path.basename(location).toWellFormed();
  const sessions = new Map<string, RecordedSession>();
  for (const location of locations) {
    const base = baseOf(location);
    const isAlone = locations.every((other) => other === location || baseOf(other) !== base);
    const name = isAlone ? base : `${baseOf(path.dirname(location))}/${base}`;
    if (sessions.has(name))
      throw new EntryError(
        'session_ambiguous',
        `Two files of --session are named "${safeName(name)}", so their artifacts cannot be told apart.`,
      );
    const session = new RecordedSession(location, name, reading);
    await session.check();
    sessions.set(name, session);
  }
  return sessions;
}
