import { lstat, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { toFailure } from '../../core/io/errors.ts';
import { NodeFileSystem } from '../../platform/node-file-system.ts';
import { createSampleRoot } from '../../sample/sample-root.ts';
import { type Command, Refusal, refusalOf } from '../command.ts';
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
  async run({ positionals, folder: from, json, terminal, language }) {
    const [name = ''] = positionals;
    const folder = path.resolve(from, name);
    const readAsset = (asset: string): Promise<Uint8Array> => readFile(path.join(MEDIA, asset));
    const wasThere = await lstat(folder).then(
      () => true,
      () => false,
    );
    try {
      await createSampleRoot(folder, { fs: new NodeFileSystem(), readAsset });
    } catch (error) {
      const failure = toFailure(error);
      // What was there, or came from somebody else meanwhile, stays.
      if (failure.code === 'already_exists' || (wasThere && failure.code === 'not_a_directory'))
        throw new Refusal(failure.code, `${name} exists and is not an empty folder. Name a new or empty folder.`);
      await removeMade(folder, wasThere);
      throw refusalOf(failure, language, name);
    }
    if (json) terminal.json({ folder });
    else {
      terminal.print(`Created a sample data root in ${folder}`);
      terminal.print(`Try: agent-artifacts list --root ${shellWord(name)}`);
    }
    return 0;
  },
};

/** Folders of a sample. */
const MADE = ['config', 'data'];

/** Removes what was made of a sample, so that another try finds the folder as this one did. */
async function removeMade(folder: string, wasThere: boolean): Promise<void> {
  const made = wasThere ? MADE.map((name) => path.join(folder, name)) : [folder];
  // What cannot be removed stays: the failure is told, whatever becomes of it.
  await Promise.allSettled(made.map((each) => rm(each, { recursive: true, force: true })));
}
