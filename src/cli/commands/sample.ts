import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toFailure } from '../../core/io/errors.ts';
import { NodeFileSystem } from '../../platform/node-file-system.ts';
import { createSampleRoot } from '../../sample/sample-root.ts';
import { type Command, Refusal } from '../command.ts';
import { shellWord } from '../terminal.ts';

/** The media of the sample, beside `dist/` in the repository and in both packages. */
const MEDIA = path.join(import.meta.dirname, '..', 'media', 'sample');

/** `sample`: a data root to try the other commands on. */
export const sample: Command = {
  usage: 'DIR',
  summary: 'create a sample data root in a new or empty folder, to try the commands on',
  help: [],
  options: {},
  positionals: { least: 1, most: 1 },
  async run({ positionals, folder: from, json, terminal }) {
    const [name = ''] = positionals;
    const folder = path.resolve(from, name);
    const readAsset = (asset: string): Promise<Uint8Array> => readFile(path.join(MEDIA, asset));
    try {
      await createSampleRoot(folder, { fs: new NodeFileSystem(), readAsset });
    } catch (error) {
      const { code } = toFailure(error);
      throw new Refusal(
        code,
        code === 'already_exists' || code === 'not_a_directory'
          ? `${name} exists and is not an empty folder. Name a new or empty folder.`
          : `Could not create the sample in ${name}.`,
      );
    }
    if (json) terminal.json({ folder });
    else {
      terminal.print(`Created a sample data root in ${folder}`);
      terminal.print(`Try: agent-artifacts list --root ${shellWord(name)}`);
    }
    return 0;
  },
};
