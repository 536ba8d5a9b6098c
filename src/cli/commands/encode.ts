import { workspaceReference } from '../../core/refs/reference.ts';
import type { Command } from '../command.ts';
import { refusalOf } from '../refusal.ts';

/** `encode`: the id of a workspace file; the file need not be there. */
export const encode: Command = {
  usage: 'WORKSPACE PATH',
  summary: 'print the id of a file in a workspace',
  help: [],
  options: {},
  positionals: { least: 2, most: 2 },
  run({ terminal, positionals, json, language }) {
    const [workspaceId = '', path = ''] = positionals;
    const encoded = workspaceReference(workspaceId, path);
    if (!encoded.ok) throw refusalOf(encoded.error, language, `${workspaceId} ${path}`);
    const { id, relativePath } = encoded.value;
    if (json) terminal.json({ id, workspaceId, relativePath });
    else terminal.print(id);
    return Promise.resolve(0);
  },
};
