import { checkArgument, fileSystemArgument, folderArgument, loggerOf, objectWith, optionsOf } from '../../core/io/arguments.ts';
import type { Compute } from '../../core/io/compute.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { RootBounds } from '../../core/io/root-folder.ts';
import { fieldsOf } from './arguments.ts';
import { NodeFileSystem } from './node-file-system.ts';

/** The options of a core class with `fs` optional (default: Node's file system). */
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
 * Validates the common options of classes that work on folders: file system, folders, logger.
 *
 * @throws CodedError `arguments_invalid` for an invalid file system, folder, bounds or `compute`
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

/** Invalid bounds are refused: ignoring them would allow more. */
function boundsOf(bounds: RootBounds | undefined): RootBounds {
  const known = bounds === undefined ? {} : fieldsOf(bounds);
  checkArgument(known !== undefined && Object.values(known).every((place) => place === undefined || typeof place === 'string'), 'bounds');
  return known;
}

/** The given file system, or Node's by default. @throws CodedError `arguments_invalid` when it is invalid */
export function fileSystemOr(fs: FileSystem | null | undefined): FileSystem {
  return fs === null || fs === undefined ? new NodeFileSystem() : fileSystemArgument(fs);
}
