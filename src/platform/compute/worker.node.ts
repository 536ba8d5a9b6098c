/** The Node worker: started by `threadCompute`, runs the core's tasks. */
import { parentPort } from 'node:worker_threads';
import { TASKS } from '../../core/tasks.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { TaskServer } from './serve-tasks.ts';

const send = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);
const server = new TaskServer(TASKS, send);
parentPort?.on('message', (message: ToWorker) => server.handle(message));
send({ kind: 'ready' });
