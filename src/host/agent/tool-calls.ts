import * as vscode from 'vscode';
import { parseReference } from '../../core/refs/reference.ts';
import type { ToolName } from '../../core/tools/tool-definitions.ts';
import { toolError } from '../../core/tools/tool-errors.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { settings } from '../roots/settings.ts';
import { artifactParts, jsonPart, type ToolPart } from './tool-parts.ts';

/** What the tools in VS Code take besides the input of the core's tools. */
export interface ToolInput {
  readonly ref?: unknown;
  readonly workspaceId?: unknown;
  /** Id of the model service whose capabilities apply. */
  readonly service?: unknown;
  /** Name of the data root, where several are open. */
  readonly root?: unknown;
  readonly [argument: string]: unknown;
}

/** Carries out a tool call in the data root it concerns, and gives the parts for the model. */
export async function callTool(roots: DataRoots, name: ToolName, input: ToolInput): Promise<ToolPart[]> {
  await roots.ready();
  const { service, root: rootName, ...args } = input;
  const candidates = roots.roots.filter((root) => typeof rootName !== 'string' || root.name === rootName);
  const root = await rootFor(candidates, name, args);
  if (!root) return [jsonPart(toolError('not_found', settings.descriptionLanguage(), rootsInWords(roots)))];
  const serviceId = typeof service === 'string' && service !== '' ? service : serviceOfSetting(root);
  const result = await root.tools.executeToolCall({ ...(serviceId !== undefined && { serviceId }) }, name, args);
  return 'routing' in result || ('error' in result && name === 'get_artifact') ? artifactParts(result) : [jsonPart(result)];
}

/** The file a call would write, in words a person can judge: the root it lies in and its path there. */
export async function writeTarget(roots: DataRoots, input: ToolInput): Promise<{ root: OpenRoot; workspaceId: string; path: string } | undefined> {
  await roots.ready();
  const candidates = roots.roots.filter((root) => typeof input.root !== 'string' || root.name === input.root);
  const root = await rootFor(candidates, 'write_file', input);
  return root && { root, workspaceId: String(input.workspaceId ?? ''), path: String(input['path'] ?? '') };
}

/** Of several roots the one that has the artifact or the workspace a call speaks of; else the first. */
async function rootFor(candidates: readonly OpenRoot[], name: ToolName, args: ToolInput): Promise<OpenRoot | undefined> {
  if (candidates.length < 2) return candidates[0];
  for (const root of candidates) if (await has(root, name, args)) return root;
  return candidates[0];
}

async function has(root: OpenRoot, name: ToolName, { ref, workspaceId }: ToolInput): Promise<boolean> {
  try {
    if (name === 'get_artifact' && typeof ref === 'string') {
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

function rootsInWords(roots: DataRoots): string {
  return roots.roots.length === 0 ? vscode.l10n.t('no data root is open') : roots.roots.map(({ name }) => name).join(', ');
}
