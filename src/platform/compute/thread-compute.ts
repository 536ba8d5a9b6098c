import { Worker } from 'node:worker_threads';
import type { FromWorker, StartWorker } from './messages.ts';
import { WorkerCompute } from './worker-compute.ts';

/** Memory of a worker's JavaScript heap in MiB: a hundred times what the largest ordinary task was seen to need. */
const MAX_HEAP_MIB = 512;
/** The same of what was just made: a scan makes much that is gone at once, and Node would let it grow. */
const MAX_YOUNG_MIB = 8;

/** Tasks in worker threads of Node. @param script the built worker: a path, or a `file:` URL */
export function threadCompute(script: string | URL): WorkerCompute {
  return new WorkerCompute(startThread(script));
}

function startThread(script: string | URL): StartWorker {
  return ({ message, ended }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(script, {
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB, maxYoungGenerationSizeMb: MAX_YOUNG_MIB },
      });
      worker.on('message', (told: FromWorker) => {
        if (told.kind !== 'ready') return message(told);
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
