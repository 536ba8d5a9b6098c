import type { FileSystem } from '../core/io/file-system.ts';
import { type BundleFolder, type DisposableCompute, lazyCompute } from './compute/lazy-compute.ts';

// Replaces host-platform.node.ts in the web build: no local files, home folder, permission bits or environment variables.

export function localFileSystem(): FileSystem | undefined {
  return undefined;
}

export async function objectStores(): Promise<undefined> {
  return undefined;
}

export async function storedSessions(_bundles: string): Promise<undefined> {
  return undefined;
}

export async function storeProfiles(): Promise<readonly string[]> {
  return [];
}

export function hasLocalFiles(): boolean {
  return false;
}

export function homeFolder(): string | undefined {
  return undefined;
}

export async function isWriteProtected(): Promise<boolean> {
  return false;
}

export function environmentVariable(_name: string): string | undefined {
  return undefined;
}

/** Runs tasks of the web extension host in the web worker next to its bundle. */
export function hostCompute(bundles: BundleFolder): DisposableCompute {
  return lazyCompute(async () => (await import('./compute/web-worker-compute.ts')).webWorkerCompute(() => bundles.read('web/worker.js')));
}

export async function localRepairs(): Promise<undefined> {
  return undefined;
}

export async function mediaFolder(): Promise<undefined> {
  return undefined;
}

/** The bundled catalogue is all there is. */
export function useKeptCatalogue(_warn: (sentence: string) => void): void {}

export async function catalogueUpdates(): Promise<undefined> {
  return undefined;
}
