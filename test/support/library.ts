import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as library from '../../src/platform/core-entry.ts';

/** What `dist/core.mjs` exports. */
export type Library = typeof library;

const repository = path.join(import.meta.dirname, '../..');

/** The library as it is built and shipped. */
export async function builtLibrary(): Promise<Library> {
  return (await import(pathToFileURL(path.join(repository, 'dist/core.mjs')).href)) as Library;
}

/** One callable of an export, with arguments it takes. */
export interface Callable {
  readonly name: string;
  /** Arguments that it takes, made anew for each call. */
  readonly good: () => readonly unknown[];
  readonly call: (...args: readonly unknown[]) => unknown;
}

/** What came of a call. */
export type Outcome = { readonly value: unknown } | { readonly code: string } | { readonly crash: unknown };

/** Calls, waits for what comes, and reads a few items of what comes one by one. */
export async function outcomeOf(run: () => unknown): Promise<Outcome> {
  try {
    const value = await run();
    if (isAsyncIterable(value)) for await (const _item of take(value, 3));
    if (isStaged(value)) await value.discard();
    return { value };
  } catch (error) {
    const { name, code } = (typeof error === 'object' && error !== null ? error : {}) as { name?: unknown; code?: unknown };
    return name === 'CodedError' && typeof code === 'string' ? { code } : { crash: error };
  }
}

/** A staged file holds its folder open. */
function isStaged(value: unknown): value is { discard(): Promise<void> } {
  return typeof value === 'object' && value !== null && 'discard' in value && typeof value.discard === 'function';
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && typeof Object.getPrototypeOf(value)?.[Symbol.asyncIterator] === 'function';
}

async function* take<T>(items: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  let left = most;
  for await (const item of items) {
    yield item;
    if (--left === 0) return;
  }
}

/** Every way to put another value into arguments: in place of each, and of each field of each, down to a depth. */
export function placesIn(args: readonly unknown[], depth: number): (readonly PropertyKey[])[] {
  const places: PropertyKey[][] = [];
  const visit = (value: unknown, place: PropertyKey[], left: number): void => {
    if (place.length > 0) places.push(place);
    if (left === 0 || typeof value !== 'object' || value === null || !isPlain(value)) return;
    for (const key of Object.keys(value)) visit(Reflect.get(value, key), [...place, Array.isArray(value) ? Number(key) : key], left - 1);
  };
  visit(args, [], depth + 1);
  return places;
}

/** A copy of plain lists and objects with another value in one place. */
export function withValueAt(value: unknown, [key, ...rest]: readonly PropertyKey[], other: unknown): unknown {
  if (key === undefined) return other;
  const copy: object = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  Reflect.set(copy, key, withValueAt(Reflect.get(copy, key), rest, other));
  return copy;
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Values that none of the arguments is: each kind there is in JavaScript. */
export function garbage(): readonly unknown[] {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  return [
    null,
    undefined,
    true,
    0,
    -1,
    1.5,
    Number.NaN,
    Infinity,
    10n,
    '',
    '\0',
    'no such word',
    '\ud800',
    Symbol('s'),
    {},
    [],
    [null],
    [[]],
    circle,
    Object.create(null),
    () => undefined,
    class {},
    new Date(Number.NaN),
    new Map(),
    new Uint8Array(3),
    new Error('e'),
    Promise.resolve(null),
    { toString: null, valueOf: null },
    {
      get any(): never {
        throw new TypeError('a getter');
      },
    },
    hostile(),
  ];
}

/** An object that lets nobody look at it. */
function hostile(): object {
  const refuse = (): never => {
    throw new TypeError('hands off');
  };
  return new Proxy(
    {},
    {
      get: (_target, key) => (key === 'then' ? undefined : refuse()),
      has: refuse,
      ownKeys: refuse,
      getOwnPropertyDescriptor: refuse,
      getPrototypeOf: refuse,
    },
  );
}
