import * as vscode from 'vscode';
import { placeText, STORE_SCHEME } from '../roots/file-systems.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { settings } from '../roots/settings.ts';
import { plainText } from '../screen/plain-text.ts';
import { mcpServerArguments } from './mcp-server-arguments.ts';

/** The server of a data root. @param name of the root, where there are several */
export function mcpServerFor(
  root: OpenRoot,
  extensionUri: vscode.Uri,
  version: string,
  name: string | undefined,
): vscode.McpStdioServerDefinition {
  const label = name === undefined ? 'Agent Artifacts' : `Agent Artifacts (${plainText(name)})`;
  const script = vscode.Uri.joinPath(extensionUri, 'dist', 'mcp.mjs').fsPath;
  const service = settings.toolService();
  const args = mcpServerArguments({
    root: placeText(root.folder),
    language: settings.descriptionLanguage(),
    maxContentBytes: settings.maxContentBytes(),
    service: service !== undefined && root.router.knowsService(service) ? service : undefined,
  });
  // The editor's own executable runs as plain Node with this variable.
  const env = { ELECTRON_RUN_AS_NODE: '1', ...(root.folder.scheme === STORE_SCHEME && storeVariables(root.folder.authority)) };
  return new vscode.McpStdioServerDefinition(label, process.execPath, [script, ...args], env, version);
}

/** How a bucket is reached, as the AWS tools are told. Credentials the server finds by itself, as they do. */
function storeVariables(bucket: string): Record<string, string> {
  const { endpoint, region, profile } = settings.objectStore(bucket);
  return {
    ...(endpoint !== undefined && { AWS_ENDPOINT_URL_S3: endpoint }),
    ...(region !== undefined && { AWS_REGION: region }),
    ...(profile !== undefined && { AWS_PROFILE: profile }),
  };
}
