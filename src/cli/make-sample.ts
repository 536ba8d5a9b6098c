/** Makes the sample data root in a folder: `node dist/sample.mjs FOLDER`. */
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { toFailure } from '../core/io/errors.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { createSampleRoot } from '../sample/sample-root.ts';

const MEDIA = path.join(import.meta.dirname, '..', 'media', 'sample');

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: node dist/sample.mjs FOLDER\n');
  process.exitCode = 2;
} else {
  try {
    await createSampleRoot(path.resolve(folder), { fs: new NodeFileSystem(), readAsset: (name) => readFile(path.join(MEDIA, name)) });
  } catch (error) {
    process.stderr.write(`Could not create the sample in ${folder}: ${toFailure(error).code}\n`);
    process.exitCode = 1;
  }
}
