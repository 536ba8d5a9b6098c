import { lazyCompute, type BundleFolder, type DisposableCompute } from './lazy-compute.ts';

/** Tasks of the extension host, in the worker beside its bundle. */
export function hostCompute({ path }: BundleFolder): DisposableCompute {
  return lazyCompute(async () => (await import('./thread-compute.ts')).threadCompute(`${path}/worker.js`));
}
