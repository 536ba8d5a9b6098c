import { directCompute, type CancelSignal, type Compute, type RunOptions, type StreamTask, type Task } from '../../core/io/compute.ts';
import { CodedError, type ErrorCode } from '../../core/io/errors.ts';
import { withOwnBytes, type FromWorker, type StartWorker, type ToWorker, type WorkerEvents, type WorkerPort } from './messages.ts';

/** Two, so that hostile input in one worker doesn't block everything else. */
const DEFAULT_WORKERS = 2;
/** Chunks in flight per stream: the worker never waits for the next one, and memory use stays low. */
const CHUNKS_AHEAD = 2;
/** Keys of jobs that a worker is known by. */
const KEYS_OF_WORKER = 16;
/** Milliseconds for a worker to start; usually 50. */
const START_TIMEOUT_MS = 20_000;

/** A worker and its current job. */
interface PooledWorker {
  readonly port: WorkerPort;
  job: Job | undefined;
  /** The keys of the last jobs that had one, the newest last. */
  keys: readonly string[];
}

interface Job {
  readonly id: number;
  message(message: FromWorker): void;
  fail(error: unknown): void;
}

export interface PoolOptions {
  readonly startTimeout?: number;
  /** Workers at a time; one where a task needs what another kept. */
  readonly workers?: number;
}

/** Runs tasks in workers. Each job has a deadline; when it passes, its worker is terminated and the next job gets a new one. */
export class WorkerCompute implements Compute {
  readonly #start: StartWorker;
  readonly #idle: PooledWorker[] = [];
  readonly #all = new Set<PooledWorker>();
  readonly #queue: (() => void)[] = [];
  #starting = 0;
  #lastJob = 0;
  #isDisposed = false;
  /** A worker has started before. */
  #hasStarted = false;

  readonly #startTimeout: number;
  readonly #workers: number;

  /** @param options.startTimeout milliseconds */
  constructor(start: StartWorker, { startTimeout = START_TIMEOUT_MS, workers = DEFAULT_WORKERS }: PoolOptions = {}) {
    this.#start = start;
    this.#startTimeout = startTimeout;
    this.#workers = workers;
  }

  async run<Input, Output>(task: Task<Input, Output>, input: Input, options: RunOptions): Promise<Output> {
    const worker = await this.#take(options);
    if (!worker) return directCompute.run(task, input, options);
    return new Promise<Output>((resolve, reject) => {
      const job = this.#begin(worker, options, {
        message: (message) => {
          if (message.kind === 'result') job.settle(() => resolve(message.value as Output));
          else if (message.kind === 'failed') job.settle(() => reject(new CodedError(message.code, message.params)));
        },
        fail: (error) => reject(error as Error),
      });
      try {
        const { value, transfer } = withOwnBytes(input);
        job.post({ kind: 'run', job: job.id, task: task.name, input: value }, transfer);
      } catch (error) {
        reject(error as Error);
        job.abandon();
      }
    });
  }

  async *stream<Input, Item>(
    task: StreamTask<Input, Item>,
    chunks: AsyncIterable<Uint8Array>,
    input: Input,
    options: RunOptions,
  ): AsyncGenerator<Item> {
    const worker = await this.#take(options);
    if (!worker) return yield* directCompute.stream(task, chunks, input, options);
    const source = new ChunkSource(chunks);
    const items: Item[] = [];
    const changed = new Signal();
    /** Returned buffers, reused for the next chunks. */
    const free: ArrayBuffer[] = [];
    let inFlight = 0;
    let failure: { readonly error: unknown } | undefined;
    let isDone = false;
    const job = this.#begin(worker, options, {
      message: (message) => {
        if (message.kind === 'items') items.push(...(message.items as Item[]));
        else if (message.kind === 'next') {
          inFlight--;
          free.push(message.buffer);
        } else if (message.kind === 'done')
          job.settle(() => {
            isDone = true;
          });
        else if (message.kind === 'failed')
          job.settle(() => {
            failure = { error: new CodedError(message.code, message.params) };
          });
        // While the worker waits for a chunk it has nothing to compute, so its deadline is suspended.
        if (inFlight > 0 || source.isDone || message.kind === 'items') job.renewDeadline();
        else job.suspendDeadline();
        changed.tell();
        if (failure || isDone) source.giveUp();
      },
      fail: (error) => {
        failure = { error };
        changed.tell();
        source.giveUp();
      },
    });
    try {
      const { value, transfer } = withOwnBytes(input);
      job.post({ kind: 'stream', job: job.id, task: task.name, input: value }, transfer);
      // Until the first chunk is there the worker has nothing to compute.
      job.suspendDeadline();
      while (!isDone && !failure) {
        if (items.length > 0) {
          yield* items.splice(0);
          continue;
        }
        if (source.isDone || inFlight >= CHUNKS_AHEAD) {
          await changed.next();
          continue;
        }
        const next = await source.next();
        // the work may have ended meanwhile, well or not
        if (next === undefined || failure || isDone) continue;
        if (next.done === true) {
          job.post({ kind: 'end', job: job.id }, []);
        } else {
          const buffer = filled(free.pop(), next.value);
          inFlight++;
          job.post({ kind: 'chunk', job: job.id, buffer, length: next.value.length }, [buffer]);
        }
        job.renewDeadline();
      }
      if (failure) throw failure.error;
      yield* items;
    } finally {
      if (!isDone) job.abandon();
      await source.close();
    }
  }

  /** Terminates all workers; running jobs reject with `compute_failed`. */
  dispose(): void {
    this.#isDisposed = true;
    for (const worker of this.#all) this.#remove(worker, new CodedError('compute_failed', { reason: 'disposed' }));
    for (const wake of this.#queue.splice(0)) wake();
  }

  /** Returns a free worker, or undefined when none can be started and none ever could. @throws `compute_failed`, or the signal's reason */
  async #take({ signal, key, newKey }: RunOptions): Promise<PooledWorker | undefined> {
    try {
      for (;;) {
        signal?.throwIfAborted();
        if (this.#isDisposed) throw new CodedError('compute_failed', { reason: 'disposed' });
        const idle = this.#takeIdle(key, newKey);
        if (idle) return idle;
        if (this.#all.size + this.#starting >= this.#workers) await this.#freed(signal);
        else if (!(await this.#startWorker())) {
          if (this.#hasStarted) throw new CodedError('compute_failed', { reason: 'start' });
          this.#wakeNext();
          return undefined;
        }
      }
    } catch (error) {
      // This waiter may have been the one that was woken.
      this.#wakeNext();
      throw error;
    }
  }

  /** The idle worker that had the key before; without a key, one that nobody will look for. */
  #takeIdle(key: string | undefined, newKey: string | undefined): PooledWorker | undefined {
    const found = this.#idle.findLastIndex(({ keys }) => (key === undefined ? keys.length === 0 : keys.includes(key)));
    const worker = this.#idle.splice(found < 0 ? this.#idle.length - 1 : found, 1)[0];
    const known = [key, newKey].filter((each) => each !== undefined);
    if (worker) worker.keys = [...worker.keys.filter((each) => !known.includes(each)), ...known].slice(-KEYS_OF_WORKER);
    return worker;
  }

  /** Waits until a worker is free or can be started, or the signal is aborted. */
  #freed(signal: CancelSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        const at = this.#queue.indexOf(wake);
        if (at >= 0) this.#queue.splice(at, 1);
        wake();
      };
      this.#queue.push(wake);
      signal?.addEventListener('abort', leave);
    });
  }

  #wakeNext(): void {
    this.#queue.shift()?.();
  }

  /** Starts an idle worker. @returns whether it started */
  async #startWorker(): Promise<boolean> {
    this.#starting++;
    let worker: PooledWorker | undefined;
    let ended: ErrorCode | undefined;
    try {
      const port = await this.#startWithin({
        message: (message) => {
          if (message.kind !== 'ready' && worker?.job?.id === message.job) worker.job.message(message);
        },
        ended: (reason) => {
          ended = reason;
          if (worker) this.#remove(worker, new CodedError(reason));
        },
      });
      if (ended !== undefined) throw new CodedError(ended);
      worker = { port, job: undefined, keys: [] };
      this.#hasStarted = true;
      this.#all.add(worker);
      if (this.#isDisposed) this.#remove(worker, undefined);
      else this.#idle.push(worker);
      return true;
    } catch {
      return false;
    } finally {
      this.#starting--;
    }
  }

  /** A worker that misses the start deadline counts as failed; if it starts later, it is terminated. */
  async #startWithin(events: WorkerEvents): Promise<WorkerPort> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const starting = this.#start(events);
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        void starting.then((port) => port.terminate()).catch(() => undefined);
        reject(new CodedError('compute_failed', { reason: 'start' }));
      }, this.#startTimeout);
    });
    try {
      return await Promise.race([starting, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Assigns a job to a worker and starts its deadline. */
  #begin(worker: PooledWorker, { deadline, signal, endsWorker = false }: RunOptions, { message, fail }: Omit<Job, 'id'>): RunningJob {
    const id = ++this.#lastJob;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const end = (error: unknown) => this.#remove(worker, error);
    const onAbort = () => end(abortReason(signal));
    const renewDeadline = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(new CodedError('deadline_passed', { deadline })), deadline);
    };
    signal?.addEventListener('abort', onAbort);
    worker.job = {
      id,
      message,
      fail: (error) => {
        stop();
        fail(error);
      },
    };
    worker.port.setBusy(true);
    renewDeadline();
    // It may have been aborted since a worker was asked for; then there is no one left to notify.
    if (signal?.aborted) onAbort();
    const isRunning = (): boolean => worker.job?.id === id;
    return {
      id,
      post: (posted, transfer) => {
        if (isRunning()) worker.port.post(posted, transfer);
      },
      renewDeadline: () => {
        if (isRunning()) renewDeadline();
      },
      suspendDeadline: () => clearTimeout(timer),
      settle: (done) => {
        stop();
        worker.job = undefined;
        worker.port.setBusy(false);
        done();
        if (endsWorker) return this.#remove(worker, undefined);
        this.#idle.push(worker);
        this.#wakeNext();
      },
      abandon: () => {
        stop();
        if (isRunning()) this.#remove(worker, undefined);
      },
    };
  }

  #remove(worker: PooledWorker, error: unknown): void {
    const { job } = worker;
    worker.job = undefined;
    this.#all.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    worker.port.terminate();
    job?.fail(error);
    this.#wakeNext();
  }
}

interface RunningJob {
  readonly id: number;
  post(message: ToWorker, transfer: readonly ArrayBuffer[]): void;
  renewDeadline(): void;
  suspendDeadline(): void;
  /** The job has finished; its worker is free. */
  settle(done: () => void): void;
  /** The rest of the result is not needed. */
  abandon(): void;
}

function abortReason(signal: CancelSignal | undefined): unknown {
  try {
    signal?.throwIfAborted();
    return undefined;
  } catch (reason) {
    return reason;
  }
}

/** A source of chunks that may take its time: a wait for it can be ended. */
class ChunkSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #isReading = false;
  #giveUp = (): void => undefined;
  /** It has no more chunks. */
  isDone = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @returns undefined when the wait was ended */
  async next(): Promise<IteratorResult<Uint8Array> | undefined> {
    this.#isReading = true;
    const next = await new Promise<IteratorResult<Uint8Array> | undefined>((resolve, reject) => {
      this.#giveUp = () => resolve(undefined);
      this.#chunks
        .next()
        .finally(() => (this.#isReading = false))
        .then(resolve, reject);
    });
    this.isDone = next?.done === true;
    return next;
  }

  /** Ends the wait for the next chunk. */
  giveUp(): void {
    this.#giveUp();
  }

  async close(): Promise<void> {
    const isReturned = this.isDone ? undefined : this.#chunks.return?.();
    // A source that is still reading would be waited for.
    if (this.#isReading) isReturned?.catch(() => undefined);
    else await isReturned;
  }
}

/** The bytes in a buffer, the one that is free where it is large enough. */
function filled(free: ArrayBuffer | undefined, bytes: Uint8Array): ArrayBuffer {
  const buffer = free && free.byteLength >= bytes.length ? free : new ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

/** Lets a caller wait for a change. */
class Signal {
  #isTold = false;
  #wake: (() => void) | undefined;

  tell(): void {
    this.#isTold = true;
    this.#wake?.();
  }

  async next(): Promise<void> {
    if (!this.#isTold)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#isTold = false;
  }
}
