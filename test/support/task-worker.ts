/** A worker of Node with tasks that behave badly, for the tests of `WorkerCompute`. */
import { parentPort } from 'node:worker_threads';
import type { StreamTask, Task } from '../../src/core/io/compute.ts';
import { CodedError } from '../../src/core/io/errors.ts';
import type { FromWorker, ToWorker } from '../../src/platform/compute/messages.ts';
import { TaskServer } from '../../src/platform/compute/serve-tasks.ts';

const task = <Input, Output>(name: string, work: (input: Input) => Output): Task<Input, Output> => ({ name, load: async () => work });

export const echo = task('echo', (input: { bytes: Uint8Array; text: string }) => input);
export const spin = task('spin', (): void => {
  for (;;);
});
export const refuse = task('refuse', (): void => {
  throw new CodedError('too_large', { limit: 5 });
});
export const fault = task('fault', (): void => {
  throw new TypeError('oops');
});
export const allocate = task('allocate', (): void => {
  for (const all: unknown[] = []; ;) all.push(new Array(4e6).fill(1.5));
});
/** Gives the length of every chunk; a chunk that begins with 255 holds it for ever. */
export const lengths: StreamTask<{ from: number }, number> = {
  name: 'lengths',
  load: async () =>
    async function* (chunks, { from }) {
      for await (const chunk of chunks) {
        if (chunk[0] === 255) for (;;);
        yield from + chunk.length;
      }
      yield -1;
    },
};
/** Takes every chunk, and never comes to its end. */
export const lingers: StreamTask<undefined, number> = {
  name: 'lingers',
  load: async () =>
    async function* (chunks) {
      for await (const chunk of chunks) yield chunk.length;
      for (;;);
    },
};
/** Gives the first chunk's length and ends, or refuses the chunk; reads no other. */
export const first: StreamTask<{ refuses: boolean }, number> = {
  name: 'first',
  load: async () =>
    async function* (chunks, { refuses }) {
      for await (const chunk of chunks) {
        if (refuses) throw new CodedError('too_large');
        yield chunk.length;
        return;
      }
    },
};

const send = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);
const server = new TaskServer([echo, spin, refuse, fault, allocate, lengths, lingers, first], send);
parentPort?.on('message', (message: ToWorker) => server.handle(message));
send({ kind: 'ready' });
