import type { Compute } from '../../core/io/compute.ts';
import type { WorkerCompute } from './worker-compute.ts';

/** The folder with the extension's bundles. */
export interface BundleFolder {
  /** Local path. */
  readonly path: string;
  read(name: string): PromiseLike<Uint8Array>;
}

export interface DisposableCompute extends Compute {
  dispose(): void;
}

/** Loads the code and starts the workers on first use. */
export function lazyCompute(load: () => Promise<WorkerCompute>): DisposableCompute {
  let loaded: Promise<WorkerCompute> | undefined;
  // What could not be loaded once is tried again.
  const compute = (): Promise<WorkerCompute> =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
  return {
    run: async (task, input, options) => (await compute()).run(task, input, options),
    async *stream(task, chunks, input, options) {
      yield* (await compute()).stream(task, chunks, input, options);
    },
    dispose: () => void loaded?.then((each) => each.dispose()).catch(() => undefined),
  };
}
