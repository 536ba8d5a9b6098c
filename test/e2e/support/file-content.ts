import assert from 'node:assert/strict';
import { on } from 'node:events';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** How long a program may take to write a file, in milliseconds. */
const patience = 60_000;

/** Waits until a file has a text. */
export async function fileBecomes(file: string, text: string): Promise<void> {
  if (!(await hasSoon(file, (there) => there === text))) assert.equal(await readFile(file, 'utf8'), text);
}

/** Whether a file comes to have a text as it is wanted; VS Code empties a file before it writes it. */
export async function hasSoon(file: string, isWanted: (text: string) => boolean): Promise<boolean> {
  // Watched before the first look, so that no change comes between the two.
  const watcher = watch(file, { signal: AbortSignal.timeout(patience) });
  const changes = on(watcher, 'change', { close: ['close'] });
  try {
    if (isWanted(await readFile(file, 'utf8'))) return true;
    for await (const _ of changes) if (isWanted(await readFile(file, 'utf8'))) return true;
  } finally {
    watcher.close();
  }
  return false;
}
