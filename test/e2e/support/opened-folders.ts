/** What a window opens: fresh copies of folders, with settings of their own. */
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
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
  /**
   * Makes the copy of the first folder what that is, and its settings those that it was opened with and these.
   * @returns whether any other file was something else
   */
  restore(settings: Record<string, unknown>): Promise<boolean>;
  remove(): Promise<void>;
}

/**
 * Copies folders, each under its own name, because VS Code shows that name.
 * @param folders under test/fixtures, or absolute; several make a workspace, none an empty window
 */
export async function openFolders(folders: readonly string[], settings: Record<string, unknown>): Promise<OpenedFolders> {
  const parent = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-e2e-')));
  const sources = folders.map((folder) => path.resolve(repository, 'test/fixtures', folder));
  const copies = await Promise.all(sources.map((source) => copyInto(parent, source)));
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
    async restore(changes) {
      const isChanged = await restoreCopy(sources[0] ?? '', folder);
      await writeJson(settingsFile, { ...settings, ...changes });
      return isChanged;
    },
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

async function copyInto(parent: string, source: string): Promise<string> {
  const copy = path.join(parent, path.basename(source));
  await cp(source, copy, { recursive: true });
  return copy;
}

/** Where the settings of a folder are, which no fixture has. */
const SETTINGS_FOLDER = '.vscode';

/** Deletes what was added to a copy, and brings back what was changed in it or is gone. */
async function restoreCopy(source: string, copy: string): Promise<boolean> {
  const [wanted, there] = await Promise.all([source, copy].map((folder) => readdir(folder, { withFileTypes: true })));
  const names = new Map((wanted ?? []).map((entry) => [entry.name, entry]));
  let isChanged = false;
  for (const entry of there ?? []) {
    if (entry.name === SETTINGS_FOLDER || names.get(entry.name)?.isDirectory() === entry.isDirectory()) continue;
    await rm(path.join(copy, entry.name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    isChanged = true;
  }
  for (const [name, entry] of names) {
    const [from, to] = [path.join(source, name), path.join(copy, name)];
    if (entry.isDirectory()) {
      // Not there, it is made, and is a change by that.
      isChanged = (await mkdir(to, { recursive: true })) !== undefined || isChanged;
      isChanged = (await restoreCopy(from, to)) || isChanged;
    } else if (!(await isSameFile(from, to))) {
      await copyFile(from, to);
      isChanged = true;
    }
  }
  return isChanged;
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [wanted, there] = await Promise.all([readFile(one), readFile(other).catch(() => undefined)]);
  return there !== undefined && wanted.equals(there);
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
