import type { ErrorCode, ErrorParams } from '../../core/io/errors.ts';

/** From the host to a worker. A worker does one job at a time; `job` tells what belongs to which. */
export type ToWorker =
  | { readonly kind: 'run'; readonly job: number; readonly task: string; readonly input: unknown }
  | { readonly kind: 'stream'; readonly job: number; readonly task: string; readonly input: unknown }
  | { readonly kind: 'chunk'; readonly job: number; readonly buffer: ArrayBuffer; readonly length: number }
  | { readonly kind: 'end'; readonly job: number }
  | { readonly kind: 'cancel'; readonly job: number };

/** From a worker to the host. */
export type FromWorker =
  /** It has loaded and takes jobs. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly job: number; readonly value: unknown }
  | { readonly kind: 'items'; readonly job: number; readonly items: readonly unknown[] }
  /** A chunk was read to its end: the next one may come, in the same memory. */
  | { readonly kind: 'next'; readonly job: number; readonly buffer: ArrayBuffer }
  | { readonly kind: 'done'; readonly job: number }
  | { readonly kind: 'failed'; readonly job: number; readonly code: ErrorCode; readonly params: ErrorParams };

/** A worker as both Node's worker threads and the web's workers have it. */
export interface WorkerPort {
  post(message: ToWorker, transfer: readonly ArrayBuffer[]): void;
  /** Whether the process has to stay for it: an idle worker keeps nobody. */
  setBusy(isBusy: boolean): void;
  /** Ends the worker at once, whatever it does. */
  terminate(): void;
}

/** What a worker tells its host besides messages. */
export interface WorkerEvents {
  message(message: FromWorker): void;
  /** It has ended by itself. */
  ended(reason: 'out_of_memory' | 'compute_failed'): void;
}

/** Starts a worker; settles when it takes jobs. Rejects when the platform refuses, or the script is not there. */
export type StartWorker = (events: WorkerEvents) => Promise<WorkerPort>;

/**
 * Copies the byte arrays of an input, itself or a field of it, so that the copy can be handed over whole. Structured cloning
 * would copy the memory around them too.
 */
export function withOwnBytes(input: unknown): { readonly value: unknown; readonly transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const own = (value: unknown): unknown => {
    if (!(value instanceof Uint8Array)) return value;
    const copy = value.slice();
    transfer.push(copy.buffer);
    return copy;
  };
  if (typeof input !== 'object' || input === null || input instanceof Uint8Array || Array.isArray(input))
    return { value: own(input), transfer };
  return { value: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, own(value)])), transfer };
}
