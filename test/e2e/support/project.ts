import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const fixture = path.resolve(import.meta.dirname, '../../fixtures/project');

/**
 * An ordinary project with more files, for a workbench to copy: what is written after VS Code has opened a folder, and before it
 * watches it, is never shown.
 */
export async function projectWith(files: Readonly<Record<string, string>>): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-project-'));
  const folder = path.join(parent, 'project');
  await cp(fixture, folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return { folder, remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}
