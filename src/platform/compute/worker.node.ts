/** The Node worker: started by `threadCompute`, runs the core's tasks and reads databases. */
import { parentPort } from 'node:worker_threads';
import { TASKS } from '../../core/tasks.ts';
import { SESSION_TASKS } from '../sqlite/session-tasks.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { TaskServer } from './serve-tasks.ts';

const send = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);
const server = new TaskServer([...TASKS, ...SESSION_TASKS], send);
parentPort?.on('message', (message: ToWorker) => server.handle(message));
send({ kind: 'ready' });
