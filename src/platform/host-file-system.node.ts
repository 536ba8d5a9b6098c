import { homedir } from 'node:os';
import type { FileSystem } from '../core/io/file-system.ts';
import { NodeFileSystem } from './node-file-system.ts';

/** The file system for `file:` locations where the extension runs on Node. */
export function localFileSystem(): FileSystem | undefined {
  return new NodeFileSystem();
}

/** The person's home folder, for `~` in settings. */
export function homeFolder(): string | undefined {
  return homedir();
}
