import * as vscode from 'vscode';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import { CodedError } from '../../core/io/errors.ts';
import { localFileSystem, objectStores, type StoreOptions } from '../../platform/host-platform.node.ts';
import { UriFileSystem } from '../../platform/uri-file-system.ts';
import { STORED_SCHEME } from './stored-scheme.ts';
import type { BoundStoredSessions } from './stored-sessions.ts';

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

/** The scheme of buckets in VS Code. Settings and the command line say `s3:`, which extensions of others have for themselves. */
export const STORE_SCHEME = 'agent-artifacts-s3';

/** A place as a person would write it. */
export function placeText(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  return uri.scheme === STORE_SCHEME ? `s3://${uri.authority}${uri.path}` : uri.toString(true);
}

/** Chooses for a URI the file system that can do most: Node's for local files, the S3 client for buckets, VS Code's for every other scheme. */
export class FileSystems {
  readonly #bundles: string | undefined;
  readonly #storeOptions: StoreOptions;
  #stores: (UriBoundFileSystem & { disconnect(): void; close(): Promise<void> }) | undefined;
  #stored: BoundStoredSessions | undefined;
  readonly #local: UriBoundFileSystem | undefined;
  readonly #virtual: UriBoundFileSystem;

  /** @param options.bundles the local path of the folder with the extension's bundles; without it, no database is read */
  constructor({ bundles, ...storeOptions }: StoreOptions & { readonly bundles?: string } = {}) {
    this.#bundles = bundles;
    this.#storeOptions = storeOptions;
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

  /** What it takes to read a place: the client of object stores is loaded with the first one. Rejects with `stores_unsupported` in a browser. */
  async load(uri: vscode.Uri): Promise<UriBoundFileSystem> {
    if (uri.scheme === STORED_SCHEME) return this.stored();
    if (uri.scheme !== STORE_SCHEME || this.#stores) return this.for(uri);
    const fs = await objectStores(this.#storeOptions);
    if (!fs) throw new CodedError('stores_unsupported');
    return (this.#stores ??= {
      fs,
      readsParts: true,
      locationOf: ({ authority, path }) => `s3://${authority}${path}`.replace(/\/$/, ''),
      uriOf: (location) => {
        const [bucket = '', ...key] = location.slice('s3://'.length).split('/');
        return vscode.Uri.from({ scheme: STORE_SCHEME, authority: bucket, path: `/${key.join('/')}` });
      },
      disconnect: () => fs.disconnect(),
      close: () => fs.close(),
    });
  }

  /** Sessions in databases of programs. Rejects with `sqlite_missing` where there are no local files. */
  async stored(): Promise<BoundStoredSessions> {
    const { boundStoredSessions } = await import('./stored-sessions.ts');
    const stored = await boundStoredSessions(this.#bundles);
    // Two may ask at once; a worker starts with the first reading.
    return (this.#stored ??= stored);
  }

  /** Connections to object stores are made anew, as they are set up then. */
  disconnect(): void {
    this.#stores?.disconnect();
  }

  /** Ends connections and what is under way; what is to be kept of object stores is written. */
  async close(): Promise<void> {
    this.#stored?.fs.close();
    await this.#stores?.close();
  }

  /** The file system of a place that was loaded, or needs no loading. */
  for(uri: vscode.Uri): UriBoundFileSystem {
    if (uri.scheme === STORE_SCHEME && this.#stores) return this.#stores;
    if (uri.scheme === STORED_SCHEME && this.#stored) return this.#stored;
    return this.#local && uri.scheme === 'file' ? this.#local : this.#virtual;
  }
}
