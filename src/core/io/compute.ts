/**
 * Work on untrusted input, run where it can be stopped: in a worker with a deadline where the platform has workers.
 * What may run there are pure functions of the core, named by a task; `core/tasks.ts` lists all of them.
 */

/** A pure function that may run in a worker. Input and output are values that the structured clone algorithm copies. */
export interface Task<Input, Output> {
  /** Unique among all tasks: what a worker is told. */
  readonly name: string;
  /** The function; its code is loaded where it runs, and only then. */
  load(): Promise<(input: Input) => Output | Promise<Output>>;
}

/** The same for input of any size, which comes in chunks, and output that comes while it is read. */
export interface StreamTask<Input, Item> {
  readonly name: string;
  load(): Promise<(chunks: AsyncIterable<Uint8Array>, input: Input) => AsyncIterable<Item>>;
}

/** The part of an AbortSignal that is used; every host has it. */
export interface CancelSignal {
  readonly aborted: boolean;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface RunOptions {
  /** Milliseconds from the beginning of the work; of a stream, from the last chunk it was given or item it gave. */
  readonly deadline: number;
  /** Gives the work up; the promise, or the iteration, then rejects with the signal's reason. */
  readonly signal?: CancelSignal | undefined;
}

export interface Compute {
  /**
   * Runs a task. Byte arrays in `input` are copied, the caller keeps its own.
   *
   * Rejects with `deadline_passed` (params: `deadline` in milliseconds) when the work was stopped, `out_of_memory` when it
   * took more memory than a worker has, the code of the task's own CodedError, or `compute_failed`.
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, options: RunOptions): Promise<Output>;
  /**
   * Runs a task over chunks, which are asked for as the work goes on. A chunk may be overwritten once the next is asked for.
   * Ends with whatever `chunks` throws, and as `run` does.
   */
  stream<Input, Item>(
    task: StreamTask<Input, Item>,
    chunks: AsyncIterable<Uint8Array>,
    input: Input,
    options: RunOptions,
  ): AsyncIterable<Item>;
}

/** Runs tasks on the calling thread: for tests and for hosts without workers. No deadline can be kept there. */
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

/** @throws the signal's reason between two chunks */
async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: CancelSignal | undefined): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  for await (const chunk of chunks) {
    yield chunk;
    signal?.throwIfAborted();
  }
}

/** Passes chunks on and tells after each of them how many bytes there were so far. */
export async function* countBytes(chunks: AsyncIterable<Uint8Array>, onProgress: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of chunks) {
    const { length } = chunk;
    yield chunk;
    onProgress((read += length));
  }
}
