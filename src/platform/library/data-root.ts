import { folderArgument, optionsOf } from '../../core/io/arguments.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import {
  describeDataRoot as describeRoot,
  layoutOfFolder as layoutOf,
  type DataRootDescription,
  type DescribeOptions,
} from '../../core/store/layout.ts';
import { fileSystemOr } from './defaults.ts';

/** `describeDataRoot` of the core. @param fs default: the file system of Node */
export async function describeDataRoot(
  fs: FileSystem | null | undefined,
  folder: Location,
  options: DescribeOptions,
): Promise<DataRootDescription | undefined> {
  return describeRoot(fileSystemOr(fs), folderArgument(folder, 'folder'), known(options));
}

/** `layoutOfFolder` of the core. @param fs default: the file system of Node */
export async function layoutOfFolder(
  fs: FileSystem | null | undefined,
  folder: Location,
  options: DescribeOptions,
): Promise<DataRootDescription> {
  return layoutOf(fileSystemOr(fs), folderArgument(folder, 'folder'), known(options));
}

/** Nothing may lie outside unless that was said. */
function known(options: DescribeOptions): DescribeOptions {
  return { allowOutside: optionsOf(options, ['allowOutside']).allowOutside === true };
}
