import * as vscode from 'vscode';
import type { FileSystems } from '../roots/file-systems.ts';
import { asFile } from './artifact-files.ts';

/** Buckets as files for VS Code: editors open what lies there, for reading. */
export class StoreFiles {
  readonly #fileSystems: FileSystems;

  constructor(fileSystems: FileSystems) {
    this.#fileSystems = fileSystems;
  }

  stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return asFile(uri, async () => {
      const { fs, locationOf } = await this.#load(uri);
      const { kind, size, mtime } = await fs.stat(locationOf(uri));
      const type = kind === 'directory' ? vscode.FileType.Directory : vscode.FileType.File;
      return { type, size, mtime, ctime: mtime, permissions: vscode.FilePermission.Readonly };
    });
  }

  readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return asFile(uri, async () => {
      const { fs, locationOf } = await this.#load(uri);
      const entries = await fs.readDirectory(locationOf(uri));
      return entries.map(({ name, kind }) => [name, kind === 'directory' ? vscode.FileType.Directory : vscode.FileType.File]);
    });
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return asFile(uri, async () => {
      const { fs, locationOf } = await this.#load(uri);
      return fs.readFile(locationOf(uri));
    });
  }

  #load(uri: vscode.Uri): ReturnType<FileSystems['load']> {
    if (!vscode.workspace.isTrusted) throw vscode.FileSystemError.NoPermissions(uri);
    return this.#fileSystems.load(uri);
  }
}
