import { LONGEST_PARSED_AT_ONCE, PARSE_DEADLINE_MS } from './limits.ts';

/**
 * Work on untrusted input that can be stopped: in a worker with a deadline where the platform has workers. Only pure functions of the core
 * can run there; `core/tasks.ts` lists them.
 */

/** A pure function that may run in a worker. Input and output must be structured-cloneable. */
export interface Task<Input, Output> {
  /** Unique among all tasks. */
  readonly name: string;
  /** Loads the function where it runs. Bytes that it returns are its caller's: it must not keep them. */
  load(): Promise<(input: Input) => Output | Promise<Output>>;
}

/** A task over chunks, whose items arrive while it reads. */
export interface StreamTask<Input, Item> {
  readonly name: string;
  load(): Promise<(chunks: AsyncIterable<Uint8Array>, input: Input) => AsyncIterable<Item>>;
}

/** The used part of an AbortSignal. */
export interface CancelSignal {
  readonly aborted: boolean;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface RunOptions {
  /** Milliseconds from the start; for a stream, from the last chunk or item. */
  readonly deadline: number;
  /** Cancels the work: the promise or iteration rejects with the signal's reason. */
  readonly signal?: CancelSignal | undefined;
  /** The worker ends with the task and gives its memory back. For what uses much: the memory of WebAssembly never shrinks. */
  readonly endsWorker?: boolean;
  /** Where a job with this key ran, this one runs too if it can: what a worker keeps between jobs is there. It may run elsewhere. */
  readonly key?: string | undefined;
  /** Jobs with this key run there from now on, too. */
  readonly newKey?: string | undefined;
}

export interface Compute {
  /**
   * Runs a task. Byte arrays in `input` are copied.
   * Rejects with `deadline_passed` (params: `deadline` in milliseconds), `out_of_memory`, the code of the task's CodedError, or
   * `compute_failed`.
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, options: RunOptions): Promise<Output>;
  /**
   * Runs a task over chunks, requested as needed. A chunk may be overwritten once the next is requested. Rejects with errors of `chunks`,
   * and as `run`.
   */
  stream<Input, Item>(
    task: StreamTask<Input, Item>,
    chunks: AsyncIterable<Uint8Array>,
    input: Input,
    options: RunOptions,
  ): AsyncIterable<Item>;
}

/** Runs tasks on the calling thread, without deadlines: for tests and hosts without workers. */
export const directCompute: Compute = {
  async run(task, input, { signal }) {
    const work = await task.load();
    signal?.throwIfAborted();
    return work(input);
  },
  async *stream(task, chunks, input, { signal }) {
    const work = await task.load();
    yield* work(untilAborted(chunks, signal), input);
    signal?.throwIfAborted();
  },
};

/** @throws the signal's reason between chunks */
async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: CancelSignal | undefined): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  for await (const chunk of chunks) {
    yield chunk;
    signal?.throwIfAborted();
  }
}

/** Passes chunks through and reports the total bytes after each. */
export async function* countBytes(chunks: AsyncIterable<Uint8Array>, onProgress: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of chunks) {
    const { length } = chunk;
    yield chunk;
    onProgress((read += length));
  }
}

/** Runs a JSON parsing task: large input in a worker, else on this thread. Rejects as `Compute.run`. */
export function runParsing<Input extends { readonly bytes: Uint8Array }, Output>(
  compute: Compute,
  task: Task<Input, Output>,
  input: Input,
): Promise<Output> {
  return (input.bytes.length > LONGEST_PARSED_AT_ONCE ? compute : directCompute).run(task, input, { deadline: PARSE_DEADLINE_MS });
}

/** Bytes as the only chunk of a stream. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
