import type { FromWorker, StartWorker, ToWorker } from './messages.ts';
import { WorkerCompute } from './worker-compute.ts';

/** The used part of a web worker; the platform layer compiles against Node's types. */
interface WebWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { preventDefault(): void }) => void) | null;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  terminate(): void;
}
declare const Worker: new (url: string) => WebWorker;

/**
 * Runs tasks in web workers.
 *
 * @param read reads the built worker script. Workers start from a blob of it because the bundle may be on another origin.
 */
export function webWorkerCompute(read: () => PromiseLike<Uint8Array>): WorkerCompute {
  let address: Promise<string> | undefined;
  const start: StartWorker = async ({ message, ended }) => {
    address ??= Promise.resolve(read()).then((script) => URL.createObjectURL(new Blob([script.slice()], { type: 'text/javascript' })));
    const worker = new Worker(
      await address.catch((error: unknown) => {
        address = undefined;
        throw error;
      }),
    );
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        const received = data as FromWorker;
        if (received.kind !== 'ready') return message(received);
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
