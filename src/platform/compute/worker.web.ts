/** The worker of a web extension host: started by `hostCompute`, runs the tasks of the core. */
import { TASKS } from '../../core/tasks.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { TaskServer } from './serve-tasks.ts';

/** The global scope of a dedicated worker, as far as it is used here. */
const scope = globalThis as unknown as {
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
  postMessage(message: FromWorker, transfer: readonly ArrayBuffer[]): void;
};

const server = new TaskServer(TASKS, (message, transfer = []) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => server.handle(data);
scope.postMessage({ kind: 'ready' }, []);
