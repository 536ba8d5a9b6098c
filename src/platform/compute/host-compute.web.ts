import { lazyCompute, type BundleFolder, type DisposableCompute } from './lazy-compute.ts';

// Stands in for host-compute.node.ts in the web build.

/** Tasks of the web extension host, in the web worker beside its bundle. */
export function hostCompute(bundles: BundleFolder): DisposableCompute {
  return lazyCompute(async () => (await import('./web-worker-compute.ts')).webWorkerCompute(() => bundles.read('web/worker.js')));
}
