import * as vscode from 'vscode';
import { normaliseMediaType } from '../../core/content/media-type.ts';
import { decodeBase64 } from '../../core/io/base64.ts';
import { toFailure } from '../../core/io/errors.ts';
import { parseReference, workspaceReference } from '../../core/refs/reference.ts';
import type { ContentRouteResult } from '../../core/routing/route-result.ts';
import { type ArtifactNotFound, partNote, partsOfRoute } from '../../core/routing/tool-message.ts';
import type { ExpectedTarget } from '../../core/store/artifact.ts';
import { toolError, type ToolError, type ToolName, writeFileInput } from '../../core/tools/tool-definitions.ts';
import { type DataRoots, type OpenRoot, uniqueNames } from '../roots/open-root.ts';
import { settings } from '../roots/settings.ts';
import type { WriteTarget } from './write-question.ts';

/** What the tools in VS Code take besides the input of the core's tools. */
export interface ToolInput {
  readonly ref?: unknown;
  readonly workspaceId?: unknown;
  /** Id of the model service whose capabilities apply. */
  readonly service?: unknown;
  /** Name of the data root, as `uniqueNames` has it, where several are open. */
  readonly root?: unknown;
  readonly [argument: string]: unknown;
}

/**
 * Carries out a tool call in the data root it concerns, and gives the parts for the model. Where several are open, the
 * answer says of which it is.
 */
export async function callTool(roots: DataRoots, writes: AskedWrites, name: ToolName, input: ToolInput): Promise<ToolPart[]> {
  const { service, root: _, ...args } = input;
  const asked = name === 'write_file' ? confirmedTarget(roots, writes, input) : undefined;
  const root = asked?.root ?? (await rootFor(roots, name, input));
  if ('error' in root) return [jsonPart(root)];
  const serviceId = typeof service === 'string' && service !== '' ? service : serviceOfSetting(root);
  const result = await root.tools.executeToolCall(
    { ...(serviceId !== undefined && { serviceId }), ...(asked && { expected: asked.expected }) },
    name,
    args,
  );
  const source = roots.roots.length > 1 ? { root: uniqueNames(roots.roots).get(root) } : {};
  if ('error' in result) return [jsonPart(result)];
  if (!('routing' in result)) return [jsonPart({ ...result, ...source })];
  return 'root' in source ? [...artifactParts(result), jsonPart(source)] : artifactParts(result);
}

/**
 * The file a call would write, as it would be written: its place as the file system spells it, and its bytes. Or why it would
 * be refused. A person is asked about it, so that root, and what is there now, are remembered for the call itself.
 */
export async function writeTarget(roots: DataRoots, writes: AskedWrites, input: ToolInput): Promise<WriteTarget | ToolError> {
  const refuse = (error: Parameters<typeof toolError>[0], detail?: string) => toolError(error, settings.descriptionLanguage(), detail);
  const { service: _service, root: _root, ...args } = input;
  const parsed = writeFileInput.safeParse(args);
  if (!parsed.success) return refuse('arguments_invalid', [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].join(', '));
  const { path, content, encoding, workspaceId, mimeType } = parsed.data;
  if (workspaceId === undefined) return refuse('agent_unknown');
  const type = normaliseMediaType(mimeType);
  const root = await rootFor(roots, 'write_file', input);
  if (!('error' in root) && root.store.isReadOnly) return refuse('read_only');
  const asked = workspaceReference(workspaceId, path);
  if (!asked.ok) return refuse(asked.error);
  if (type === undefined) return refuse('mime_type_missing');
  if ('error' in root) return root;
  try {
    const bytes = encoding === 'base64' ? decodeBase64(content) : new TextEncoder().encode(content);
    const looked = await root.workspaces.checkTarget(asked.value);
    const { reference, realPath, existing } = looked;
    if (existing && existing.kind !== 'file') return refuse('not_a_file');
    rememberAsked(roots, writes, input, root, looked);
    return { rootName: uniqueNames(roots.roots).get(root) ?? root.name, reference, realPath, mimeType: type, bytes, replaces: existing };
  } catch (error) {
    return refuse(toFailure(error));
  }
}

/** A confirmation was shown for a write that has not arrived yet; after a refusal it never does, without notice. */
interface Question {
  readonly rootId: string;
  /** What was there when it was asked. */
  readonly expected: ExpectedTarget;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  /** A write of this wording has come since: another may follow that was asked about at the same time. */
  readonly isFollowed: boolean;
}

/** Milliseconds after which a question counts as declined, once there is another. */
const LONGEST_ASKED = 10 * 60 * 1000;

/** The writes a person was asked about, by what the choice of a root depends on. */
export type AskedWrites = Map<string, readonly Question[]>;

function keyOf({ root, workspaceId, path }: ToolInput): string {
  return JSON.stringify([root, workspaceId, path]);
}

function rememberAsked(
  roots: DataRoots,
  writes: AskedWrites,
  input: ToolInput,
  root: OpenRoot,
  { realPath, existing }: ExpectedTarget,
): void {
  const askedAt = Date.now();
  const isOpen = ({ rootId, askedAt: before, isFollowed }: Question) =>
    !isFollowed && askedAt - before < LONGEST_ASKED && roots.roots.some(({ id }) => id === rootId);
  const others = (writes.get(keyOf(input)) ?? []).filter(isOpen);
  writes.set(keyOf(input), [...others, { rootId: root.id, expected: { realPath, existing }, askedAt, isFollowed: false }]);
}

/**
 * The root to write in: the one a person was asked about, though another would be chosen by now; and what was there, by the last
 * question. Undefined of a call that nobody was asked about, as VS Code allows where it lets a person change the input.
 */
function confirmedTarget(
  roots: DataRoots,
  writes: AskedWrites,
  input: ToolInput,
): { readonly root: OpenRoot | ToolError; readonly expected: ExpectedTarget } | undefined {
  const [question, ...others] = writes.get(keyOf(input)) ?? [];
  if (!question) return undefined;
  const { expected } = others.at(-1) ?? question;
  const isOne = others.every(({ rootId }) => rootId === question.rootId);
  if (isOne && others.length > 0)
    writes.set(
      keyOf(input),
      others.map((other) => ({ ...other, isFollowed: true })),
    );
  else writes.delete(keyOf(input));
  const root = isOne ? roots.roots.find(({ id }) => id === question.rootId) : undefined;
  return { root: root ?? toolError('root_changed', settings.descriptionLanguage()), expected };
}

/**
 * The root a call means: the one it names, else the only one that has the artifact or the workspace named.
 * One that is nowhere is missing in whichever root; where a new one is to be, or which of several is meant, has to be said.
 */
async function rootFor(roots: DataRoots, name: ToolName, input: ToolInput): Promise<OpenRoot | ToolError> {
  await roots.ready();
  const names = uniqueNames(roots.roots);
  const refuse = (code: 'root_unknown' | 'root_ambiguous', of: readonly OpenRoot[]) =>
    toolError(code, settings.descriptionLanguage(), rootsInWords(of.map((root) => names.get(root) ?? root.name)));
  const wanted = typeof input.root === 'string' && input.root !== '' ? input.root : undefined;
  const named = roots.roots.filter((root) => wanted === undefined || names.get(root) === wanted);
  const candidates = named.length > 0 ? named : roots.roots.filter((root) => root.name === wanted);
  const [first] = candidates;
  if (!first) return refuse('root_unknown', roots.roots);
  if (candidates.length === 1) return first;
  const holds = await Promise.all(candidates.map((root) => has(root, name, input)));
  const holders = candidates.filter((_, index) => holds[index]);
  if (holders.length === 1) return holders[0] ?? first;
  const speaksOfOne =
    name === 'get_artifact' || name === 'preview_artifact' || (name === 'list_artifacts' && typeof input.workspaceId === 'string');
  if (holders.length === 0 && speaksOfOne) return first;
  return refuse('root_ambiguous', holders.length > 0 ? holders : candidates);
}

async function has(root: OpenRoot, name: ToolName, { ref, workspaceId }: ToolInput): Promise<boolean> {
  try {
    if ((name === 'get_artifact' || name === 'preview_artifact') && typeof ref === 'string') {
      const parsed = parseReference(ref);
      return parsed.ok && (await root.store.getMetadata(parsed.value)) !== null;
    }
    if (typeof workspaceId !== 'string') return false;
    return (await root.workspaces.listWorkspaces()).some((workspace) => workspace.workspaceId === workspaceId);
  } catch {
    return false;
  }
}

/** A setting that names no service of this root means text only: capability doubt never sends bytes. */
function serviceOfSetting(root: OpenRoot): string | undefined {
  const serviceId = settings.toolService();
  return serviceId !== undefined && root.router.knowsService(serviceId) ? serviceId : undefined;
}

function rootsInWords(names: readonly string[]): string {
  return names.length === 0 ? vscode.l10n.t('no data root is open') : names.join(', ');
}

/** A part of a tool's result as VS Code hands it to a model. */
type ToolPart = vscode.LanguageModelTextPart | vscode.LanguageModelDataPart;

/**
 * A routed artifact as parts: text as it is; an image or a file as data beside a text that names it; a
 * refusal as JSON text.
 */
function artifactParts(result: ContentRouteResult | ArtifactNotFound | ToolError): ToolPart[] {
  if ('error' in result) return [jsonPart(result)];
  if (result.routing === 'text') {
    const { part } = result.metadata;
    return [result.content, ...(part ? [partNote(part)] : [])].map((text) => new vscode.LanguageModelTextPart(text));
  }
  const captions = partsOfRoute(result).filter((part) => part.type === 'text');
  return [...captions.map(({ text }) => new vscode.LanguageModelTextPart(text)), dataPart(result)];
}

/** Everything that is not content: listings, agents, what was written, refusals. */
function jsonPart(value: object): ToolPart {
  return new vscode.LanguageModelTextPart(JSON.stringify(value));
}

function dataPart(result: Exclude<ContentRouteResult, { routing: 'text' }>): vscode.LanguageModelDataPart {
  if (result.routing === 'file') return new vscode.LanguageModelDataPart(decodeBase64(result.file.file.data), result.file.file.mimeType);
  const { url } = result.imageUrl.image_url;
  const comma = url.indexOf(',');
  const mimeType = url.slice('data:'.length, url.indexOf(';'));
  return vscode.LanguageModelDataPart.image(decodeBase64(url.slice(comma + 1)), mimeType);
}
