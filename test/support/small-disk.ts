import { spawnSync } from 'node:child_process';
import { temporaryFolder } from './temporary-folder.ts';

/** Mounts a disk of 1 MB that is a test's alone. @returns its folder; undefined where none can be mounted */
export async function mountSmallDisk(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const folder = await temporaryFolder({});
  return mount(['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]) ? folder : undefined;
}

/** Lets nobody write to a mounted disk any more. */
export function makeReadOnly(folder: string): void {
  if (!mount(['-o', 'remount,ro', folder])) throw new Error(`${folder} stays writable.`);
}

export function unmount(folder: string): void {
  spawnSync('umount', [folder]);
}

function mount(args: readonly string[]): boolean {
  return spawnSync('mount', args).status === 0;
}
