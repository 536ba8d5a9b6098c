/** The web worker: started by `hostCompute`, runs the core's tasks. */
import { TASKS } from '../../core/tasks.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { TaskServer } from './serve-tasks.ts';

/** The used part of a dedicated worker's global scope. */
const scope = globalThis as unknown as {
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
  postMessage(message: FromWorker, transfer: readonly ArrayBuffer[]): void;
};

const server = new TaskServer(TASKS, (message, transfer = []) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => server.handle(data);
scope.postMessage({ kind: 'ready' }, []);
