import * as vscode from 'vscode';
import { STORE_SCHEME } from '../roots/file-systems.ts';
import { type DataRoots, uniqueNames } from '../roots/open-root.ts';
import { settings } from '../roots/settings.ts';

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
        const { mcpServerFor } = await import('./mcp-server-definition.ts');
        const names = uniqueNames(roots.roots);
        return roots.roots
          .filter(({ folder }) => folder.scheme === 'file' || folder.scheme === STORE_SCHEME)
          .map((root) => mcpServerFor(root, extension.extensionUri, version, names.size > 1 ? names.get(root) : undefined));
      },
    }),
  );
}
