import assert from 'node:assert/strict';
import { readFile, watch } from 'node:fs/promises';

/** How long a program may take to write a file, in milliseconds. */
const patience = 10_000;

/** Waits until a file has a text; VS Code empties a file before it writes it. */
export async function fileBecomes(file: string, text: string): Promise<void> {
  const changes = watch(file, { signal: AbortSignal.timeout(patience) });
  if ((await readFile(file, 'utf8')) === text) return;
  try {
    for await (const _ of changes) if ((await readFile(file, 'utf8')) === text) return;
  } catch {
    assert.equal(await readFile(file, 'utf8'), text);
  }
}
