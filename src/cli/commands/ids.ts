import { type ArtifactReference, workspaceReference } from '../../core/refs/reference.ts';
import type { Invocation } from '../command.ts';
import { typedReference, refusalOf, toRefusal } from '../refusal.ts';
import { isPath, openContent } from '../contents.ts';
import { printFacts } from '../table.ts';

/** `ids`: what an ID stands for and where its file is, or the ID of a workspace file. */
export async function ids(invocation: Invocation): Promise<number> {
  const { terminal, json, positionals } = invocation;
  const [first = '', path] = positionals;
  const made = path === undefined ? undefined : madeId(first, path, invocation);
  if (invocation.isSet('file')) return printFile(made?.id ?? first, invocation);
  if (made) {
    if (json) terminal.json(made);
    else terminal.print(made.id);
    return 0;
  }
  return printParts(first, invocation);
}

/** @throws Refusal why such a file has no ID */
function madeId(workspaceId: string, path: string, { language }: Invocation): { id: string; workspaceId: string; relativePath: string } {
  const encoded = workspaceReference(workspaceId, path);
  if (!encoded.ok) throw refusalOf(encoded.error, language, `${workspaceId} ${path}`);
  const { id, relativePath } = encoded.value;
  return { id, workspaceId, relativePath };
}

async function printFile(text: string, invocation: Invocation): Promise<number> {
  const { terminal, json } = invocation;
  const { metadata, realPlace } = await openContent(text, invocation);
  const path = await realPlace();
  if (json) terminal.json({ ref: metadata.id, path, isEnvelope: metadata.isEnvelope });
  else if (terminal.isInteractive) terminal.print(path);
  else terminal.text(`${path}\n`);
  return 0;
}

async function printParts(text: string, invocation: Invocation): Promise<number> {
  const { terminal, json } = invocation;
  if (await isPath(text, invocation)) return printFile(text, invocation);
  const reference = typedReference(text, invocation);
  const file = await fileOf(reference, text, invocation);
  const { kind: _kind, ...parts } = reference;
  if (json) terminal.json({ ...parts, ...(file !== undefined && { file }) });
  else printFacts(terminal, [...factsOf(reference), ['ID', reference.id], ['File', file]]);
  return 0;
}

/** Where the file is; undefined for an ID that says what it stands for by itself, and whose file is not found from here. */
async function fileOf({ kind }: ArtifactReference, text: string, invocation: Invocation): Promise<string | undefined> {
  try {
    return await (await openContent(text, invocation)).realPlace();
  } catch (error) {
    if (kind !== 'regular' && toRefusal(error, invocation.language)) return undefined;
    throw error;
  }
}

function factsOf(reference: ArtifactReference): Parameters<typeof printFacts>[1] {
  if (reference.kind === 'regular') return [];
  if (reference.kind === 'workspace') {
    return [
      ['Workspace', reference.workspaceId],
      ['Path', reference.relativePath],
    ];
  }
  const { app, user, session, path, version } = reference;
  return [
    ['App', app],
    ['User', user],
    ['Session', session],
    ['Name', path],
    ['Version', version === undefined ? undefined : String(version)],
  ];
}
