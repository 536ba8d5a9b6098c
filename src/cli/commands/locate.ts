import { contentPlace, findArtifact } from '../artifact.ts';
import type { Command } from '../command.ts';

/** `locate`: the path of an artifact's content, links resolved. */
export const locate: Command = {
  usage: 'REF',
  summary: 'print the path of an artifact',
  help: [],
  options: {},
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const root = await invocation.root();
    const metadata = await findArtifact(root, invocation.positionals[0] ?? '', invocation);
    const path = await root.store.realPlace(metadata, contentPlace(metadata, invocation));
    if (invocation.json) invocation.terminal.json({ ref: metadata.id, path, isEnvelope: metadata.isEnvelope });
    else invocation.terminal.text(invocation.terminal.isInteractive ? path : `${path}\n`);
    return 0;
  },
};
