import { cp } from 'node:fs/promises';
import path from 'node:path';
import { REAL_ROOT } from './stores.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A copy of the real data root that a test may change. */
export async function copyOfRealRoot(): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'root');
  await cp(REAL_ROOT, folder, { recursive: true });
  return folder;
}
