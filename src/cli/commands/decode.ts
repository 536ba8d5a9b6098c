import { referenceOf } from '../artifact.ts';
import type { Command } from '../command.ts';
import { Refusal } from '../refusal.ts';
import { printFacts } from '../table.ts';

/** `decode`: the workspace and the path an id names. */
export const decode: Command = {
  usage: 'ID',
  summary: 'print the workspace and the path that an id names',
  help: [],
  options: {},
  positionals: { least: 1, most: 1 },
  run(invocation) {
    const [text = ''] = invocation.positionals;
    const reference = referenceOf(text, invocation);
    if (reference.kind === 'regular')
      throw new Refusal('not_workspace_id', `${text} is not the id of a workspace file: those begin with "ws:".`);
    const { id, workspaceId, relativePath } = reference;
    if (invocation.json) invocation.terminal.json({ id, workspaceId, relativePath });
    else
      printFacts(invocation.terminal, [
        ['Workspace', workspaceId],
        ['Path', relativePath],
        ['Id', id],
      ]);
    return Promise.resolve(0);
  },
};
