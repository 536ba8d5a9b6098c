import { toFailure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { workspaceReference, type WorkspaceReference } from '../refs/reference.ts';

/**
 * A reference as the file system spells it. Some take `readme.md` for the `README.md` that is there, or one Unicode form
 * for another; ids, locks and metadata need one name for one file. What is not there yet keeps the name it was given.
 *
 * Rejects as `resolveInside` does.
 */
export async function spelledAsOnDisk(fs: FileSystem, workspacesDir: Location, reference: WorkspaceReference): Promise<WorkspaceReference> {
  const root = await fs.resolveInside(workspacesDir, []);
  const names = [reference.workspaceId, ...reference.relativePath.split('/')];
  if ((await fs.resolveInside(root, names, { allowMissing: true })) === fs.join(root, ...names)) return reference;
  const [workspaceId = '', ...path] = await namesOnDisk(fs, root, names);
  const spelled = workspaceReference(workspaceId, path.join('/'));
  return spelled.ok ? spelled.value : reference;
}

async function namesOnDisk(fs: FileSystem, folder: Location, names: readonly string[]): Promise<string[]> {
  const spelled: string[] = [];
  let at = folder;
  for (const name of names) {
    const found = await nameOnDisk(fs, at, name);
    spelled.push(found);
    at = fs.join(at, found);
  }
  return spelled;
}

async function nameOnDisk(fs: FileSystem, folder: Location, name: string): Promise<string> {
  try {
    const there = await fs.readNames(folder);
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
