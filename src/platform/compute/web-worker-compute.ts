import type { FromWorker, StartWorker, ToWorker } from './messages.ts';
import { WorkerCompute } from './worker-compute.ts';

/** The part of a web worker that is used here; the types of the platform layer are Node's. */
interface WebWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { preventDefault(): void }) => void) | null;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  terminate(): void;
}
declare const Worker: new (url: string) => WebWorker;

/**
 * Tasks in web workers.
 *
 * @param read the built worker's script. Workers start from a copy of it: the bundle may lie on another origin.
 */
export function webWorkerCompute(read: () => PromiseLike<Uint8Array>): WorkerCompute {
  let address: Promise<string> | undefined;
  const start: StartWorker = async ({ message, ended }) => {
    address ??= Promise.resolve(read()).then((script) => URL.createObjectURL(new Blob([script.slice()], { type: 'text/javascript' })));
    const worker = new Worker(await address);
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        const told = data as FromWorker;
        if (told.kind !== 'ready') return message(told);
        resolve({
          post: (order: ToWorker, transfer) => worker.postMessage(order, transfer),
          setBusy: () => undefined,
          terminate: () => worker.terminate(),
        });
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error('the worker has ended'));
        ended('compute_failed');
      };
    });
  };
  return new WorkerCompute(start);
}
