import { checkArgument, fileSystemArgument, folderArgument, loggerOf, objectWith, optionsOf } from '../../core/io/arguments.ts';
import type { Compute } from '../../core/io/compute.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { RootBounds } from '../../core/io/root-folder.ts';
import { fieldsOf } from './arguments.ts';
import { NodeFileSystem } from './node-file-system.ts';

/** The options of a class of the core in which `fs` may be left out: it is the file system of Node then. */
export type WithDefault<Class extends abstract new (options: never) => unknown> = Omit<ConstructorParameters<Class>[0], 'fs'> & {
  readonly fs?: FileSystem;
};

type CommonOptions<Folder extends string> = Record<Folder, Location> & {
  readonly fs: FileSystem;
  readonly bounds: RootBounds;
  readonly logger: Logger;
  readonly compute?: Compute;
};

/**
 * What every class that works on folders needs of its options: a file system, its folders, a logger that can be called.
 *
 * @throws CodedError `arguments_invalid` for a file system, a folder, bounds or a `compute` that are none
 */
export function commonOptions<Folder extends string>(
  options:
    | { readonly fs?: FileSystem; readonly bounds?: RootBounds; readonly logger?: Logger; readonly compute?: Compute | undefined }
    | undefined,
  folders: readonly Folder[],
): CommonOptions<Folder> {
  const { fs, bounds, logger, compute } = optionsOf(options, ['fs', 'bounds', 'logger', 'compute']);
  const places = optionsOf(options as Partial<Record<string, Location>>, folders);
  const found = Object.fromEntries(folders.map((name) => [name, folderArgument(places[name], name)])) as Record<Folder, Location>;
  return {
    ...found,
    fs: fileSystemOr(fs),
    bounds: boundsOf(bounds),
    logger: loggerOf(logger),
    ...(compute !== undefined && { compute: objectWith<Compute>(compute, ['run', 'stream'], 'compute') }),
  };
}

/** One that cannot be understood is refused: without it more would be allowed. */
function boundsOf(bounds: RootBounds | undefined): RootBounds {
  const known = bounds === undefined ? {} : fieldsOf(bounds);
  checkArgument(known !== undefined && Object.values(known).every((place) => place === undefined || typeof place === 'string'), 'bounds');
  return known;
}

/** The file system that was given, or that of Node where none was. @throws CodedError `arguments_invalid` for what is none */
export function fileSystemOr(fs: FileSystem | null | undefined): FileSystem {
  return fs === null || fs === undefined ? new NodeFileSystem() : fileSystemArgument(fs);
}
