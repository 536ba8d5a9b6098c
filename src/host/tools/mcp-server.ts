import * as vscode from 'vscode';
import { placeText, STORE_SCHEME } from '../roots/file-systems.ts';
import { type DataRoots, type OpenRoot, uniqueNames } from '../roots/open-root.ts';
import { settings } from '../roots/settings.ts';
import { plainText } from '../screen/plain-text.ts';
import { mcpServerArguments } from './mcp-server-arguments.ts';

/** As the manifest names it. */
const PROVIDER = 'agentArtifacts.mcp';

/**
 * Offers VS Code an MCP server for each data root on this machine or in a bucket. Offering starts nothing: VS Code runs a server when
 * it is used, in its own Node.
 */
export function registerMcpServers(roots: DataRoots, extension: vscode.Extension<unknown>): vscode.Disposable {
  // In a web host there are no processes.
  if (extension.extensionUri.scheme !== 'file') return new vscode.Disposable(() => {});
  const changed = new vscode.EventEmitter<void>();
  const version = String((extension.packageJSON as { version?: unknown }).version);
  return vscode.Disposable.from(
    changed,
    roots.onDidChange(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration(
      (event) => settings.affects(event, 'toolService', 'descriptionLanguage', 'maxContentSize', 'objectStores') && changed.fire(),
    ),
    vscode.lm.registerMcpServerDefinitionProvider(PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      async provideMcpServerDefinitions() {
        // A server is a process, and its root may name places outside the folder: not before the folder is trusted.
        if (!vscode.workspace.isTrusted) return [];
        await roots.ready();
        const names = uniqueNames(roots.roots);
        return roots.roots
          .filter(({ folder }) => folder.scheme === 'file' || folder.scheme === STORE_SCHEME)
          .map((root) => mcpServerFor(root, extension.extensionUri, version, names.size > 1 ? names.get(root) : undefined));
      },
    }),
  );
}

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
