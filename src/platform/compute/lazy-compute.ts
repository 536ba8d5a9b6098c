import type { Compute } from '../../core/io/compute.ts';
import type { WorkerCompute } from './worker-compute.ts';

/** Where the extension's bundles lie. */
export interface BundleFolder {
  /** The folder as a path of this machine. */
  readonly path: string;
  /** Reads a file in it. */
  read(name: string): PromiseLike<Uint8Array>;
}

/** A compute that holds workers until it is disposed. */
export interface DisposableCompute extends Compute {
  dispose(): void;
}

/** Loads the code and starts the workers with the first task, not before. */
export function lazyCompute(load: () => Promise<WorkerCompute>): DisposableCompute {
  let loaded: Promise<WorkerCompute> | undefined;
  const compute = (): Promise<WorkerCompute> => (loaded ??= load());
  return {
    run: async (task, input, options) => (await compute()).run(task, input, options),
    async *stream(task, chunks, input, options) {
      yield* (await compute()).stream(task, chunks, input, options);
    },
    dispose: () => void loaded?.then((each) => each.dispose()),
  };
}
