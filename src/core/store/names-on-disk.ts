import { toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { workspaceReference, type WorkspaceReference } from '../refs/reference.ts';

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
