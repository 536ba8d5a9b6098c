import type { StreamTask, Task } from '../../core/io/compute.ts';
import { CodedError } from '../../core/io/errors.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Maximum items per message: posting costs more than finding them. */
const ITEMS_AT_ONCE = 256;

/** Posts a message to the host; the buffers in `transfer` are transferred. */
type Send = (message: FromWorker, transfer?: readonly ArrayBuffer[]) => void;

type Chunk = Uint8Array<ArrayBuffer>;

/** The worker side: runs tasks by name. */
export class TaskServer {
  readonly #tasks: ReadonlyMap<string, Task<unknown, unknown> | StreamTask<unknown, unknown>>;
  readonly #send: Send;
  #chunks: ChunkQueue | undefined;
  /** The stream the chunks belong to. */
  #streamJob: number | undefined;

  constructor(tasks: ReadonlyArray<Task<never, unknown> | StreamTask<never, unknown>>, send: Send) {
    this.#tasks = new Map(tasks.map((task) => [task.name, task as Task<unknown, unknown>]));
    this.#send = send;
  }

  handle(message: ToWorker): void {
    switch (message.kind) {
      case 'run':
        void this.#settle(message.job, () => this.#run(message.job, message.task, message.input));
        return;
      case 'stream':
        this.#streamJob = message.job;
        this.#chunks = new ChunkQueue(({ buffer }) => this.#send({ kind: 'next', job: message.job, buffer }, [buffer]));
        void this.#settle(message.job, () => this.#stream(message.job, message.task, message.input));
        return;
      case 'chunk':
        if (message.job === this.#streamJob) this.#chunks?.push(new Uint8Array(message.buffer, 0, message.length));
        return;
      case 'end':
      case 'cancel':
        if (message.job === this.#streamJob) this.#chunks?.end();
    }
  }

  async #settle(job: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { code, params } = error instanceof CodedError ? error : new CodedError('compute_failed', { reason: String(error) });
      this.#send({ kind: 'failed', job, code, params });
    }
  }

  async #run(job: number, name: string, input: unknown): Promise<void> {
    const work = await (this.#task(name) as Task<unknown, unknown>).load();
    const value = await work(input);
    this.#send({ kind: 'result', job, value }, isWholeBuffer(value) ? [value.buffer] : []);
  }

  async #stream(job: number, name: string, input: unknown): Promise<void> {
    const chunks = this.#chunks as ChunkQueue;
    const work = await (this.#task(name) as StreamTask<unknown, unknown>).load();
    let items: unknown[] = [];
    const flush = () => {
      if (items.length > 0) this.#send({ kind: 'items', job, items });
      items = [];
    };
    chunks.beforeNext = flush;
    for await (const item of work(chunks, input)) if (items.push(item) >= ITEMS_AT_ONCE) flush();
    flush();
    this.#send({ kind: 'done', job });
  }

  #task(name: string): Task<unknown, unknown> | StreamTask<unknown, unknown> {
    const task = this.#tasks.get(name);
    if (!task) throw new CodedError('compute_failed', { reason: `there is no task ${name}` });
    return task;
  }
}

/** Whether a result is bytes with a buffer of their own, which can be given away; posted, they would lie here until they are collected. */
function isWholeBuffer(value: unknown): value is Chunk {
  return value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.length === value.buffer.byteLength;
}

/** The chunks from the host as an async iterable. */
class ChunkQueue implements AsyncIterable<Uint8Array> {
  readonly #waiting: Chunk[] = [];
  readonly #onNext: (done: Chunk) => void;
  #hasEnded = false;
  #wake: (() => void) | undefined;
  /** Called before each chunk is requested. */
  beforeNext: () => void = () => undefined;

  constructor(onNext: (done: Chunk) => void) {
    this.#onNext = onNext;
  }

  push(bytes: Chunk): void {
    this.#waiting.push(bytes);
    this.#wake?.();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#waiting.shift();
      if (chunk) {
        yield chunk;
        this.beforeNext();
        this.#onNext(chunk);
      } else if (this.#hasEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
