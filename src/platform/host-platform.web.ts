import type { FileSystem } from '../core/io/file-system.ts';
import { type BundleFolder, type DisposableCompute, lazyCompute } from './compute/lazy-compute.ts';

// Stands in for host-file-system.node.ts in the web build.

/** In a web extension host there are no local files. */
export function localFileSystem(): FileSystem | undefined {
  return undefined;
}

/** Nor a home. */
export function homeFolder(): string | undefined {
  return undefined;
}

/** Nor their permission bits. */
export async function isWriteProtected(): Promise<boolean> {
  return false;
}

// Stands in for host-environment.node.ts in the web build.

/** In a web extension host there are no environment variables. */
export function environmentVariable(_name: string): string | undefined {
  return undefined;
}

// Stands in for host-compute.node.ts in the web build.

/** Tasks of the web extension host, in the web worker beside its bundle. */
export function hostCompute(bundles: BundleFolder): DisposableCompute {
  return lazyCompute(async () => (await import('./compute/web-worker-compute.ts')).webWorkerCompute(() => bundles.read('web/worker.js')));
}
