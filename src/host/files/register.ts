import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import { type FileSystems, READ_ONLY, STORE_SCHEME } from '../roots/file-systems.ts';
import { STORED_SCHEME } from '../roots/stored-scheme.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { ARTIFACT_SCHEME } from './artifact-uri.ts';

/** What makes addresses of it is loaded with the first one. */
const SCHEME: typeof ARTIFACT_SCHEME = 'artifact';

/** Registers artifacts and buckets as read-only files; what reads them is loaded with the first one. */
export function registerFiles(roots: DataRoots, fileSystems: FileSystems): vscode.Disposable {
  return vscode.Disposable.from(registerArtifactFiles(roots, fileSystems), registerStoreFiles(fileSystems));
}

/** Registers artifacts as read-only files, for whatever takes files: comparisons, viewers of other extensions, search. */
export function registerArtifactFiles(roots: DataRoots, fileSystems: FileSystems): vscode.Disposable {
  const files = loadOnce(async () => new (await import('../files/artifact-files.ts')).ArtifactFiles(roots, fileSystems));
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** One for each who watches: VS Code asks once for every way in which a file is watched. */
  const watched = new Set<{ readonly uri: vscode.Uri }>();
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    readDirectory: async (uri) => (await files()).readDirectory(uri),
    watch: (uri) => {
      const watch = { uri };
      watched.add(watch);
      return new vscode.Disposable(() => watched.delete(watch));
    },
    ...READ_ONLY,
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(SCHEME, provider, { isReadonly: true, isCaseSensitive: true }),
    // VS Code compares time and size of those it shows.
    roots.onDidChangeArtifacts(() => changed.fire([...watched].map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })))),
  );
}

/** Buckets, and sessions in databases, as files, for editors and viewers; what reads them is loaded with the first one. */
function registerStoreFiles(fileSystems: FileSystems): vscode.Disposable {
  const files = loadOnce(async () => new (await import('./store-files.ts')).StoreFiles(fileSystems));
  const never = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: never.event,
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).readFile(uri),
    readDirectory: async (uri) => (await files()).readDirectory(uri),
    // Nothing polls a bucket.
    watch: () => never,
    ...READ_ONLY,
  };
  return vscode.Disposable.from(
    never,
    ...[STORE_SCHEME, STORED_SCHEME].map((scheme) =>
      vscode.workspace.registerFileSystemProvider(scheme, provider, { isReadonly: true, isCaseSensitive: true }),
    ),
  );
}
