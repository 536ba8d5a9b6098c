import * as vscode from 'vscode';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import { localFileSystem } from '../../platform/host-platform.node.ts';
import { UriFileSystem } from '../../platform/uri-file-system.ts';

/** A file system of the core, and the way between its locations and the URIs of VS Code. */
export interface UriBoundFileSystem {
  readonly fs: FileSystem;
  /** Whether reading a part of a file costs only that part. */
  readonly readsParts: boolean;
  locationOf(uri: vscode.Uri): Location;
  uriOf(location: Location): vscode.Uri;
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

/** What a file system of ours answers to whoever writes: all of them are for reading. */
export const READ_ONLY = { createDirectory: refuse, writeFile: refuse, delete: refuse, rename: refuse } as const;

/** Chooses for a URI the file system that can do most: Node's for local files, VS Code's for every other scheme. */
export class FileSystems {
  readonly #local: UriBoundFileSystem | undefined;
  readonly #virtual: UriBoundFileSystem;

  constructor() {
    const local = localFileSystem();
    this.#local = local && { fs: local, readsParts: true, locationOf: (uri) => uri.fsPath, uriOf: (location) => vscode.Uri.file(location) };
    const random = () => crypto.randomUUID().replaceAll('-', '');
    this.#virtual = {
      fs: new UriFileSystem({ api: vscode.workspace.fs, parse: (text) => vscode.Uri.parse(text, true), random }),
      readsParts: false,
      locationOf: (uri) => uri.toString(),
      uriOf: (location) => vscode.Uri.parse(location, true),
    };
  }

  for(uri: vscode.Uri): UriBoundFileSystem {
    return this.#local && uri.scheme === 'file' ? this.#local : this.#virtual;
  }
}
