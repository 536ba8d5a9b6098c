import * as path from 'node:path';
import type { Location } from '../core/io/file-system.ts';
import { readServicesAt } from '../core/services/services-file.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { Refusal } from './refusal.ts';

/** A file named on the command line, as text; a byte order mark stays. @throws Refusal `not_found`, or why it cannot be read */
export async function readTextFile(name: string): Promise<{ readonly location: Location; readonly text: string }> {
  const location = path.resolve(name);
  const file = await readServicesAt(new NodeFileSystem(), location);
  if (!file) throw new Refusal('not_found', `There is no file ${location}.`);
  const [problem] = file.problems;
  if (file.text === undefined)
    throw new Refusal(problem?.code ?? 'file_unreadable', `${location}: ${problem?.message ?? 'It cannot be read.'}`);
  return { location, text: file.text };
}
