import { Worker } from 'node:worker_threads';
import type { FromWorker, StartWorker } from './messages.ts';
import { type PoolOptions, WorkerCompute } from './worker-compute.ts';

/** Heap limit of a worker in MiB: about a hundred times the largest ordinary task measured. */
const MAX_HEAP_MIB = 512;
/** Young generation limit in MiB: a scan creates mostly short-lived objects, and Node would let this space grow. */
const MAX_YOUNG_MIB = 8;

/** Runs tasks in Node worker threads. @param script the built worker: a path or `file:` URL */
export function threadCompute(script: string | URL, options?: PoolOptions): WorkerCompute {
  return new WorkerCompute(startThread(script), options);
}

function startThread(script: string | URL): StartWorker {
  return ({ message, ended }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(script, {
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB, maxYoungGenerationSizeMb: MAX_YOUNG_MIB },
      });
      worker.on('message', (received: FromWorker) => {
        if (received.kind !== 'ready') return message(received);
        worker.unref();
        resolve({
          post: (order, transfer) => worker.postMessage(order, transfer),
          setBusy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
          terminate: () => void worker.terminate(),
        });
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        reject(error);
        ended(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out_of_memory' : 'compute_failed');
      });
      worker.on('exit', () => {
        reject(new Error('the worker has ended'));
        ended('compute_failed');
      });
    });
}
