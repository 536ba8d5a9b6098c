import { CodedError, toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { isTemporaryName } from '../io/temporary-name.ts';
import { workspaceReference, type WorkspaceReference } from '../refs/reference.ts';
import { isPlainName } from '../refs/relative-path.ts';
import { METADATA_FOLDER, WORKSPACE_METADATA_SUFFIX } from './workspace-metadata.ts';

/** Cached: `localeCompare` would create a collator per comparison. */
const { compare } = new Intl.Collator(undefined, { numeric: true });

/** Natural sort order of names. Different names never compare equal. */
export function compareNames(a: string, b: string): number {
  return compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Order of paths in a walk: folders before files, each by name. A path ending with a slash is a folder. */
export function comparePaths(a: string, b: string): number {
  if (!a.includes('/') && !b.includes('/')) return compareNames(a, b);
  const [first, second] = [a.split('/'), b.split('/')];
  let depth = 0;
  // A file and a folder may have the same name: then their kinds are compared.
  while (first[depth] === second[depth] && depth < first.length - 1 && depth < second.length - 1) depth++;
  const [one = '', other = ''] = [first[depth], second[depth]];
  const isFile = (names: readonly string[]): number => (depth === names.length - 1 ? 1 : 0);
  return isFile(first) - isFile(second) || compareNames(one, other);
}

/** Whether a folder name can be a workspace: a plain name, not hidden, and not another workspace's metadata name, ignoring case. */
export function isWorkspaceName(name: string): boolean {
  return isPlainName(name) && !name.startsWith('.') && !name.toLowerCase().endsWith(WORKSPACE_METADATA_SUFFIX);
}

/** Whether content can be at a path below its workspace: not in the metadata folder (ignoring case) or under a temporary name. */
export function isContentPath(names: readonly string[]): boolean {
  return names[0]?.toLowerCase() !== METADATA_FOLDER && !names.some(isTemporaryName);
}

/** The names from a folder to a location in it; empty for the folder itself. Both are real paths. Throws `outside_root`. */
export function namesBelow(fs: FileSystem, folder: Location, location: Location): string[] {
  const names: string[] = [];
  for (let at = location; at !== folder; at = fs.parent(at)) {
    if (fs.parent(at) === at) throw new CodedError('outside_root');
    names.unshift(fs.basename(at));
  }
  return names;
}

/**
 * The reference as spelled on disk. Some file systems treat `readme.md` as an existing `README.md`, or ignore Unicode normalisation; ids,
 * locks and metadata need one spelling per file. Names that don't exist yet are kept.
 *
 * Rejects as `resolveInside`.
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
    // Rejects where differently spelled names are different files: this one doesn't exist.
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
