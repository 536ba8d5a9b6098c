import assert from 'node:assert/strict';
import { on } from 'node:events';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** How long a program may take to write a file, in milliseconds. */
const patience = 60_000;

/** Waits until a file has a text; VS Code empties a file before it writes it. */
export async function fileBecomes(file: string, text: string): Promise<void> {
  // Watched before the first look, so that no change comes between the two.
  const watcher = watch(file, { signal: AbortSignal.timeout(patience) });
  const changes = on(watcher, 'change', { close: ['close'] });
  try {
    if ((await readFile(file, 'utf8')) === text) return;
    for await (const _ of changes) if ((await readFile(file, 'utf8')) === text) return;
  } finally {
    watcher.close();
  }
  assert.equal(await readFile(file, 'utf8'), text);
}
