import type { ErrorCode, ErrorParams } from '../../core/io/errors.ts';

/** Messages from the host to a worker. A worker runs one job at a time; `job` identifies it. */
export type ToWorker =
  | { readonly kind: 'run'; readonly job: number; readonly task: string; readonly input: unknown }
  | { readonly kind: 'stream'; readonly job: number; readonly task: string; readonly input: unknown }
  | { readonly kind: 'chunk'; readonly job: number; readonly buffer: ArrayBuffer; readonly length: number }
  | { readonly kind: 'end'; readonly job: number }
  | { readonly kind: 'cancel'; readonly job: number };

export type FromWorker =
  /** The worker is loaded and accepts jobs. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly job: number; readonly value: unknown }
  | { readonly kind: 'items'; readonly job: number; readonly items: readonly unknown[] }
  /** The chunk was consumed; its buffer can be reused for the next one. */
  | { readonly kind: 'next'; readonly job: number; readonly buffer: ArrayBuffer }
  | { readonly kind: 'done'; readonly job: number }
  | { readonly kind: 'failed'; readonly job: number; readonly code: ErrorCode; readonly params: ErrorParams };

/** The common part of Node's worker threads and web workers. */
export interface WorkerPort {
  post(message: ToWorker, transfer: readonly ArrayBuffer[]): void;
  /** Whether the worker keeps the process alive. */
  setBusy(isBusy: boolean): void;
  terminate(): void;
}

export interface WorkerEvents {
  message(message: FromWorker): void;
  /** The worker exited by itself. */
  ended(reason: 'out_of_memory' | 'compute_failed'): void;
}

/** Starts a worker and resolves once it accepts jobs. Rejects when the platform refuses or the script is missing. */
export type StartWorker = (events: WorkerEvents) => Promise<WorkerPort>;

/**
 * Copies an input's byte arrays (the input itself or its fields) so that their buffers can be transferred. A structured clone would copy
 * the whole underlying buffer.
 */
export function withOwnBytes(input: unknown): { readonly value: unknown; readonly transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const own = (value: unknown): unknown => {
    if (!(value instanceof Uint8Array)) return value;
    // not `slice`, which gives a view where it is a Buffer of Node
    const copy = new Uint8Array(value);
    transfer.push(copy.buffer);
    return copy;
  };
  if (typeof input !== 'object' || input === null || input instanceof Uint8Array || Array.isArray(input))
    return { value: own(input), transfer };
  return { value: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, own(value)])), transfer };
}
