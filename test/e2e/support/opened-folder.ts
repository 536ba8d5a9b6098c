/** What a window opens: a fresh copy of a folder, with settings of its own. */
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../../tooling/product.mjs';

export interface OpenedFolder {
  /** The copy. */
  readonly folder: string;
  /** Changes settings of the window as its person would in settings.json. */
  changeSettings(settings: Record<string, unknown>): Promise<void>;
  /**
   * Makes the copy what the folder is, and these its settings.
   * @returns whether any other file was something else
   */
  restore(settings: Record<string, unknown>): Promise<boolean>;
  remove(): Promise<void>;
}

/**
 * Copies a folder under its own name, because VS Code shows that name.
 * @param name under test/fixtures
 */
export async function openFolder(name: string, settings: Record<string, unknown>): Promise<OpenedFolder> {
  const parent = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-e2e-')));
  const source = path.join(repository, 'test/fixtures', name);
  const folder = path.join(parent, name);
  await cp(source, folder, { recursive: true });
  const settingsFile = path.join(folder, SETTINGS_FOLDER, 'settings.json');
  await writeJson(settingsFile, settings);

  return {
    folder,
    async changeSettings(changes) {
      await writeJson(settingsFile, { ...(JSON.parse(await readFile(settingsFile, 'utf8')) as object), ...changes });
    },
    async restore(wanted) {
      const isChanged = await restoreCopy(source, folder);
      await writeJson(settingsFile, wanted);
      return isChanged;
    },
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
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
