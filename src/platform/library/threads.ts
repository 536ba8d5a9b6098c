import type { Compute } from '../../core/io/compute.ts';
import { threadCompute } from '../compute/thread-compute.ts';

let threads: Compute | undefined;

/** Threads for what third-party code parses, started when they are needed; without the file of the worker it runs on this thread. */
export function libraryThreads(): Compute {
  threads ??= threadCompute(new URL('./worker.mjs', import.meta.url));
  return threads;
}
