import type { FileSystem } from '../core/io/file-system.ts';

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
