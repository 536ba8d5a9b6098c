/** What a window opens: fresh copies of folders, with settings of their own. */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../../tooling/product.mjs';
import { uriPath } from '../../vscode/server.mjs';
import type { VsCodeServer } from './shared-server.ts';

export interface OpenedFolders {
  /** The copy of the first folder; of an empty window the place where it would be. */
  readonly folder: string;
  /** Where a page opens them. */
  address(server: VsCodeServer): string;
  /** Changes settings of the window as its person would in settings.json. */
  changeSettings(settings: Record<string, unknown>): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Copies folders, each under its own name, because VS Code shows that name.
 * @param folders under test/fixtures, or absolute; several make a workspace, none an empty window
 */
export async function openFolders(folders: readonly string[], settings: Record<string, unknown>): Promise<OpenedFolders> {
  const parent = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-e2e-')));
  const copies = await Promise.all(folders.map((folder) => copyInto(parent, folder)));
  const folder = copies[0] ?? path.join(parent, 'none');
  const workspace = path.join(parent, 'agents.code-workspace');
  const settingsFile = path.join(folder, '.vscode/settings.json');
  const hasWorkspace = copies.length > 1;

  if (hasWorkspace) await writeJson(workspace, { folders: copies.map((copy) => ({ path: copy })), settings });
  else if (copies.length === 1) await writeJson(settingsFile, settings);

  return {
    folder,
    address(server) {
      const address = new URL(server.address(folder));
      if (copies.length !== 1) address.searchParams.delete('folder');
      if (hasWorkspace) address.searchParams.set('workspace', uriPath(workspace));
      if (copies.length === 0) address.searchParams.set('ew', 'true');
      return address.href;
    },
    async changeSettings(changes) {
      const file = hasWorkspace ? workspace : settingsFile;
      const before = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
      await writeJson(
        file,
        hasWorkspace ? { ...before, settings: { ...(before['settings'] as object), ...changes } } : { ...before, ...changes },
      );
    },
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

async function copyInto(parent: string, folder: string): Promise<string> {
  const source = path.resolve(repository, 'test/fixtures', folder);
  const copy = path.join(parent, path.basename(source));
  await cp(source, copy, { recursive: true });
  return copy;
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
