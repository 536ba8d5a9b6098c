import { CodedError, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { isTemporaryName } from '../io/temporary-name.ts';
import { workspaceReference, type WorkspaceReference } from '../refs/reference.ts';
import { isPlainName } from '../refs/relative-path.ts';
import { METADATA_FOLDER, WORKSPACE_METADATA_SUFFIX } from './workspace-metadata.ts';

/** Made once: `localeCompare` would make one for every comparison. */
const { compare } = new Intl.Collator(undefined, { numeric: true });

/** The order in which the names of a folder are shown: as a person sorts them, numbers by value. Names that differ are never equal. */
export function compareNames(a: string, b: string): number {
  return compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The order of paths in a walk: in each folder its folders first, then its files, each by name. A path that ends in a slash is a folder. */
export function comparePaths(a: string, b: string): number {
  if (!a.includes('/') && !b.includes('/')) return compareNames(a, b);
  const [first, second] = [a.split('/'), b.split('/')];
  let depth = 0;
  // Nothing lies under a file: one that has the name of a folder is compared with it by what they are.
  while (first[depth] === second[depth] && depth < first.length - 1 && depth < second.length - 1) depth++;
  const [one = '', other = ''] = [first[depth], second[depth]];
  const isFile = (names: readonly string[]): number => (depth === names.length - 1 ? 1 : 0);
  return isFile(first) - isFile(second) || compareNames(one, other);
}

/**
 * Whether a folder of this name can be a workspace: a plain name, not hidden, and not the name that the metadata
 * of another workspace has. The case of letters tells nothing on some file systems.
 */
export function isWorkspaceName(name: string): boolean {
  return isPlainName(name) && !name.startsWith('.') && !name.toLowerCase().endsWith(WORKSPACE_METADATA_SUFFIX);
}

/** Whether content can be at a path, given as names below its workspace: not in the metadata folder, whatever the case, nor under a temporary name. */
export function isContentPath(names: readonly string[]): boolean {
  return names[0]?.toLowerCase() !== METADATA_FOLDER && !names.some(isTemporaryName);
}

/** The names that lead from a folder to a place in it; none for the folder itself. Both are real places. Throws `outside_root`. */
export function namesBelow(fs: FileSystem, folder: Location, location: Location): string[] {
  const names: string[] = [];
  for (let at = location; at !== folder; at = fs.parent(at)) {
    if (fs.parent(at) === at) throw new CodedError('outside_root');
    names.unshift(fs.basename(at));
  }
  return names;
}

/**
 * A reference as the file system spells it. Some take `readme.md` for the `README.md` that is there, or one Unicode form
 * for another; ids, locks and metadata need one name for one file. What is not there yet keeps the name it was given.
 *
 * Rejects as `resolveInside` does.
 */
export async function spelledAsOnDisk(fs: FileSystem, folder: RootFolder, reference: WorkspaceReference): Promise<WorkspaceReference> {
  const root = await folder.present();
  const names = [reference.workspaceId, ...reference.relativePath.split('/')];
  if ((await folder.resolve(names, { allowMissing: true })) === fs.join(root, ...names)) return reference;
  const [workspaceId = '', ...path] = await namesOnDisk(fs, folder, names);
  const spelled = workspaceReference(workspaceId, path.join('/'));
  return spelled.ok ? spelled.value : reference;
}

async function namesOnDisk(fs: FileSystem, folder: RootFolder, names: readonly string[]): Promise<string[]> {
  const spelled: string[] = [];
  for (const name of names) spelled.push(await nameOnDisk(fs, await folder.resolve(spelled, { allowMissing: true }), name));
  return spelled;
}

async function nameOnDisk(fs: FileSystem, folder: Location, name: string): Promise<string> {
  try {
    const there = await fs.readNames(folder, { noFollow: true });
    if (there.includes(name)) return name;
    // Rejects where names that differ are different files: nothing has this one.
    await fs.stat(fs.join(folder, name));
    return there.find((other) => folded(other) === folded(name)) ?? name;
  } catch (error) {
    const { code } = toFailure(error);
    if (code === 'not_found' || code === 'not_a_directory') return name;
    throw error;
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
