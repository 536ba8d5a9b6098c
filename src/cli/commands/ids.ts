import { type AdkReference, workspaceReference } from '../../core/refs/reference.ts';
import { type Command, type Invocation, typedReference, Refusal, refusalOf } from '../command.ts';
import { openContent } from '../contents.ts';
import { printFacts } from '../table.ts';

/** `decode`: the workspace and the path an id names, or the parts of one of ADK. */
export const decode: Command = {
  usage: 'ID',
  summary: 'print the workspace and path encoded in a workspace file ID, or the parts of an ADK one',
  help: [],
  options: {},
  positionals: { least: 1, most: 1 },
  run(invocation) {
    const [text = ''] = invocation.positionals;
    const reference = typedReference(text, invocation);
    if (reference.kind === 'regular') throw new Refusal('not_workspace_id', `${text} is not a workspace file ID, which begins with "ws:".`);
    if (reference.kind === 'adk') return Promise.resolve(printAdk(invocation, reference));
    const { id, workspaceId, relativePath } = reference;
    if (invocation.json) invocation.terminal.json({ id, workspaceId, relativePath });
    else
      printFacts(invocation.terminal, [
        ['Workspace', workspaceId],
        ['Path', relativePath],
        ['ID', id],
      ]);
    return Promise.resolve(0);
  },
};

function printAdk({ terminal, json }: Invocation, { kind: _kind, ...artifact }: AdkReference): number {
  if (json) terminal.json(artifact);
  else {
    const { id, app, user, session, path, version } = artifact;
    printFacts(terminal, [
      ['App', app],
      ['User', user],
      ['Session', session],
      ['Name', path],
      ['Version', version === undefined ? undefined : String(version)],
      ['ID', id],
    ]);
  }
  return 0;
}

/** `encode`: the id of a workspace file; the file need not be there. */
export const encode: Command = {
  usage: 'WORKSPACE PATH',
  summary: 'print the ID of a workspace file',
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

/** `locate`: the path of an artifact's content, links resolved. */
export const locate: Command = {
  usage: 'REF',
  summary: 'print where an artifact is on disk',
  help: [],
  options: {},
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const { metadata, realPlace } = await openContent(invocation.positionals[0] ?? '', invocation);
    const path = await realPlace();
    if (invocation.json) invocation.terminal.json({ ref: metadata.id, path, isEnvelope: metadata.isEnvelope });
    else invocation.terminal.text(invocation.terminal.isInteractive ? path : `${path}\n`);
    return 0;
  },
};
