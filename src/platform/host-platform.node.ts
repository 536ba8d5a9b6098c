import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { FileSystem } from '../core/io/file-system.ts';
import { type BundleFolder, type DisposableCompute, lazyCompute } from './compute/lazy-compute.ts';
import { NodeFileSystem } from './node-file-system.ts';

/** The file system for `file:` locations where the extension runs on Node. */
export function localFileSystem(): FileSystem | undefined {
  return new NodeFileSystem();
}

/** The person's home folder, for `~` in settings. */
export function homeFolder(): string | undefined {
  return homedir();
}

/** Whether nobody may write a local file, by its permission bits: what VS Code calls locked. False when it is not there. */
export async function isWriteProtected(path: string): Promise<boolean> {
  try {
    return ((await stat(path)).mode & 0o222) === 0;
  } catch {
    return false;
  }
}

/** The environment variables of the host the extension runs on. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}

/** Tasks of the extension host, in the worker beside its bundle. */
export function hostCompute({ path }: BundleFolder): DisposableCompute {
  return lazyCompute(async () => (await import('./compute/thread-compute.ts')).threadCompute(`${path}/worker.js`));
}
