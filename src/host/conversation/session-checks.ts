import { examineConversationTask } from '../../core/conversation/examine-task.ts';
import { collectIndex } from '../../core/conversation/index-conversation.ts';
import { indexConversationTask, runOnIndex } from '../../core/conversation/index-task.ts';
import { factsOfIndex } from '../../core/conversation/session-facts.ts';
import type { SessionFile } from '../../core/conversation/sessions.ts';
import type { Compute } from '../../core/io/compute.ts';
import { LINT_DEADLINE_MS, MAX_CHECKED_SESSION_BYTES } from '../../core/io/limits.ts';
import type { PreviewModels } from '../preview/content-source.ts';
import { modelsWithoutRoot } from '../preview/file-source.ts';
import { partsOf } from '../roots/file-parts.ts';
import type { UriBoundFileSystem } from '../roots/file-systems.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { askedModel, receiverOf } from './conversation-document.ts';

/** A session to check. */
export interface CheckedFile {
  readonly file: SessionFile;
  readonly files: UriBoundFileSystem;
  /** The data root of an agent's conversation. */
  readonly root?: OpenRoot | undefined;
}

/** What is kept of a check: counts. */
export interface SessionVerdict {
  /** How many things the next request fails by, and how many it loses or wastes. */
  readonly errors: number;
  readonly warnings: number;
  readonly turns: number;
  readonly pictures: number;
  /** Bytes of its file that are base64 of media, sent or not. */
  readonly mediaBytes: number;
  /** Tokens of the next request; null when they are not known. */
  readonly tokens: number | null;
}

/**
 * Checks sessions one after the other in the worker: indexed once, for the model they were made with. Remembers counts, for as long as the
 * file stays as it is.
 */
export class SessionChecks {
  readonly #compute: Compute;
  readonly #onDidCheck: (session: CheckedFile) => void;
  readonly #verdicts = new Map<string, { readonly version: string; readonly verdict: SessionVerdict | null }>();
  readonly #waiting = new Map<string, CheckedFile>();
  #models: PreviewModels | undefined;
  #current: AbortController | undefined;
  readonly #onWork: (working: Promise<void>) => void;
  #isPaused = false;
  #isStopped = false;
  #checks = 0;
  #working: Promise<void> | undefined;

  /** @param onWork told of each stretch of work */
  constructor(compute: Compute, onDidCheck: (session: CheckedFile) => void, onWork: (working: Promise<void>) => void = () => undefined) {
    this.#compute = compute;
    this.#onDidCheck = onDidCheck;
    this.#onWork = onWork;
  }

  /** What is known of a session as it is now; null when it could not be read, undefined while it was not checked. */
  verdictOf(file: SessionFile): SessionVerdict | null | undefined {
    const known = this.#verdicts.get(file.location);
    return known?.version === versionOf(file) ? known.verdict : undefined;
  }

  /** The last verdict of a place, however old. */
  lastOf(location: string): SessionVerdict | null | undefined {
    return this.#verdicts.get(location)?.verdict;
  }

  /** Has a session checked when its turn comes; one that is too large, or known, is not. */
  want(session: CheckedFile): void {
    const { file } = session;
    if (this.#isStopped || file.size > MAX_CHECKED_SESSION_BYTES || this.verdictOf(file) !== undefined) return;
    this.#waiting.set(file.location, session);
    this.#work();
  }

  /** Nobody looks at the sessions that waited any more. */
  forget(): void {
    this.#waiting.clear();
    this.#current?.abort();
  }

  /** Stops, and forgets what waits; or takes sessions again. */
  stop(isStopped: boolean): void {
    this.#isStopped = isStopped;
    if (isStopped) this.forget();
  }

  /** Stops, or goes on with what waits. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) this.#current?.abort();
    else this.#work();
  }

  /** When nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #work(): void {
    if (this.#working || this.#isPaused || this.#waiting.size === 0) return;
    this.#working = this.#checkAll().finally(() => {
      this.#working = undefined;
      this.#work();
    });
    this.#onWork(this.#working);
  }

  async #checkAll(): Promise<void> {
    for (const session of this.#waiting.values()) {
      if (this.#isPaused) return;
      const { signal } = (this.#current = new AbortController());
      const { file } = session;
      const verdict = await this.#check(session, signal).catch(() => null);
      if (signal.aborted) return;
      if (this.#waiting.get(file.location) === session) this.#waiting.delete(file.location);
      this.#verdicts.set(file.location, { version: versionOf(file), verdict });
      this.#onDidCheck(session);
    }
  }

  async #check({ file, files, root }: CheckedFile, signal: AbortSignal): Promise<SessionVerdict> {
    const options = { deadline: LINT_DEADLINE_MS, signal };
    const chunks = partsOf(files.uriOf(file.location), files, () => signal.aborted);
    const key = `check ${++this.#checks}`;
    const index = await collectIndex(this.#compute.stream(indexConversationTask, chunks, { key }, { ...options, key }));
    signal.throwIfAborted();
    const models = root?.models ?? (this.#models ??= modelsWithoutRoot(this.#compute));
    const receiver = receiverOf(await askedModel(index, { models, agents: root?.agents }));
    const input = { conversation: { key, index, isLast: true }, receiver, texts: [] };
    const { findings, media, estimates } = await runOnIndex(this.#compute, examineConversationTask, input, options);
    const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length;
    return {
      errors: count('error'),
      warnings: count('warning'),
      turns: factsOfIndex(index).turns ?? 0,
      pictures: media,
      mediaBytes: index.weight.media.bytes,
      tokens: estimates && estimates.reduce((sum, { high }) => sum + high, 0),
    };
  }
}

/** By what a change of a session is told. */
export function versionOf({ size, mtime }: SessionFile): string {
  return `${size} ${mtime}`;
}
