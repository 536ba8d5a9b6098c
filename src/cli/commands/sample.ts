import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { toFailure } from '../../core/io/errors.ts';
import { NodeFileSystem } from '../../platform/node-file-system.ts';
import { createSampleRoot } from '../../sample/sample-root.ts';
import type { Invocation } from '../command.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { shellPath } from '../terminal.ts';

/** The media of the sample, beside `dist/` in the repository and in both packages; this module is a chunk in a folder of `dist/`. */
const MEDIA = path.join(import.meta.dirname, '..', '..', 'media', 'sample');

/** `sample`: a data root to try the other commands on. */
export async function sample({ positionals, folder: from, json, terminal, language }: Invocation): Promise<number> {
  const [name = ''] = positionals;
  const folder = path.resolve(from, name);
  const readAsset = (asset: string): Promise<Uint8Array> => readFile(path.join(MEDIA, asset));
  const before = await stateOf(folder);
  try {
    await createSampleRoot(folder, { fs: new NodeFileSystem(), readAsset });
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'already_exists' || (before === 'other' && failure.code === 'not_a_directory'))
      throw new Refusal(failure.code, `${name} exists and is not an empty folder. Name a new or empty folder.`);
    await removeMade(folder, before);
    throw refusalOf(failure, language, name);
  }
  if (json) terminal.json({ folder });
  else {
    terminal.print(`Created a sample data root in ${name}`);
    terminal.print(`Try: agent-artifacts list --root ${shellPath(name)}`);
  }
  return 0;
}

/** What is at the place of a sample before it is made; `other` is all that is not ours to remove. */
type PlaceState = 'absent' | 'empty' | 'other';

async function stateOf(folder: string): Promise<PlaceState> {
  try {
    await lstat(folder);
  } catch {
    return 'absent';
  }
  // A folder that does not tell what is in it may hold anything.
  const names = await readdir(folder).catch(() => undefined);
  return names?.length === 0 ? 'empty' : 'other';
}

/** Folders of a sample. */
const MADE = ['config', 'data'];

/** Removes what was made of a sample, so that another try finds the folder as this one did; what somebody else put into it stays. */
async function removeMade(folder: string, before: PlaceState): Promise<void> {
  if (before === 'other') return;
  // What cannot be removed stays: the failure is told, whatever becomes of it.
  await Promise.allSettled(MADE.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
  if (before === 'absent') await rmdir(folder).catch(() => undefined);
}
