import * as vscode from 'vscode';
import { loadOnce } from '../../core/io/concurrency.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { RootsTree } from './roots-tree.ts';
import { onCommand } from '../screen/commands.ts';
import { followKeptCatalogue } from './catalogue-in-use.ts';
import type { KnownFolders } from './exchange/import-sources.ts';
import type { LanguageDependencies } from './language/dependencies.ts';
import { registerLanguage } from './language/register.ts';
import type { MatrixDependencies } from './matrix/matrix-editor.ts';
import { registerMatrix } from './matrix/register.ts';
import type { PreviewService } from './preview-service.ts';
import type { ServiceNode } from './service-nodes.ts';
import { isServiceArgument, servicesFileOf, targetFile } from './service-target.ts';
import { isServicesFile } from './services-document.ts';
import { forgetClosed } from './services-state.ts';

/** What the features around `llmservices.json` work with. */
export interface ServicesDependencies extends LanguageDependencies, MatrixDependencies {
  readonly folders: KnownFolders;
}

/** Registers diagnostics, commands and the view of model services. */
export function registerServices({
  roots,
  previewService,
  listed,
  extensionUri,
  logger,
  folders,
}: ServicesDependencies): vscode.Disposable {
  followKeptCatalogue(logger);
  const tree = new ServiceTree(roots, previewService);
  const view = vscode.window.createTreeView('agentArtifacts.services', { treeDataProvider: tree, showCollapseAll: true });
  /** Loaded with the first configuration that is open or in force. */
  const diagnostics = loadOnce(async () => new (await import('./diagnostics.ts')).ServicesDiagnostics(roots));
  const startDiagnostics = (): void => {
    const isNeeded = roots.roots.length > 0 || vscode.workspace.textDocuments.some(({ uri }) => isServicesFile(uri));
    if (isNeeded) void diagnostics();
  };
  startDiagnostics();
  /** The commands that change a file, loaded when the first of them is run. */
  const editing = loadOnce(async () => new (await import('./edit-commands.ts')).EditCommands(roots, folders));
  const validating = () => import('./validate-commands.ts');
  const describeView = (): void => {
    view.description = tree.description;
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(startDiagnostics),
    roots.onDidChange(startDiagnostics),
    { dispose: () => void diagnostics.started()?.then((started) => started.dispose()) },
    registerLanguage({ roots, previewService, listed }),
    registerMatrix({ roots, extensionUri, logger }),
    forgetClosed(),
    tree,
    view,
    { dispose: () => void editing.started()?.then((commands) => commands.dispose()) },
    roots.onDidChange(describeView),
    roots.onDidChangeServices(describeView),
    onCommand('agentArtifacts.validateServices', async (argument) =>
      (await validating()).validateModelServices(roots, await diagnostics(), argument),
    ),
    onCommand('agentArtifacts.editCapabilities', async (argument) => (await editing()).editCapabilities(argument)),
    onCommand('agentArtifacts.addService', async (argument) => (await editing()).addService(argument)),
    onCommand('agentArtifacts.createServicesFile', async (argument) => (await editing()).createServicesFile(argument)),
    onCommand('agentArtifacts.inferCapabilities', async (argument) => (await editing()).inferCapabilities(argument)),
    onCommand('agentArtifacts.importServices', async (argument) => (await editing()).importServices(argument)),
    onCommand('agentArtifacts.exportServices', async (argument) => (await editing()).exportServices(argument)),
    onCommand('agentArtifacts.applyProposal', async (argument) => (await editing()).applyProposal(argument)),
    onCommand('agentArtifacts.discardProposal', async (argument) => (await editing()).discardProposal(argument)),
    onCommand('agentArtifacts.showNotCarried', async (argument) => (await editing()).showNotCarried(argument)),
    onCommand('agentArtifacts.updateModelCatalogue', async () => (await import('./update-catalogue.ts')).updateModelCatalogue(logger)),
    onCommand('agentArtifacts.openService', (argument) => openService(roots, argument)),
    onCommand('agentArtifacts.useServiceForPreview', async (argument) => useForPreview(previewService, argument)),
    onCommand('agentArtifacts.refreshServices', () => roots.refresh()),
  );
}

/** Opens the configuration at a service, at a problem, or at its top. */
async function openService(roots: DataRoots, argument: unknown): Promise<void> {
  const uri = await targetFile(roots, argument);
  if (uri === undefined) return;
  const { index, offset } = (argument ?? {}) as { readonly index?: number; readonly offset?: number };
  const document = await vscode.workspace.openTextDocument(uri);
  if (offset === undefined) {
    const { revealService } = await import('./edit-service.ts');
    return revealService(document, index === undefined ? undefined : { index });
  }
  const position = document.positionAt(offset);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position), preview: false });
}

async function useForPreview(previewService: PreviewService, argument: unknown): Promise<void> {
  if (isServiceArgument(argument) && argument.serviceId) previewService.select(argument.root, argument.serviceId);
}

/** The Model Services view: every service of every root, what it can do, and what is wrong with it. */
export class ServiceTree extends RootsTree<ServiceNode> {
  async getTreeItem(node: ServiceNode): Promise<vscode.TreeItem> {
    const { toTreeItem } = await items();
    const usedByPreview =
      node.kind === 'service' && node.entry.config !== undefined && this.previewService.selectedServiceId(node.root) === node.serviceId;
    return toTreeItem(node, usedByPreview);
  }

  protected override async childrenOf(node: ServiceNode): Promise<ServiceNode[]> {
    return (await nodes()).childrenOf(node);
  }

  protected override async topNodes(): Promise<ServiceNode[]> {
    return (await nodes()).topNodes(this.roots.roots);
  }

  /** Which file is in force, beside the title of the view; with several roots each says it for itself. */
  get description(): string {
    const [root] = this.roots.roots;
    if (!root || this.roots.roots.length > 1 || root.services.state.source === undefined) return '';
    return vscode.workspace.asRelativePath(servicesFileOf(root));
  }
}

/** What the view shows, loaded when it is first looked at. */
const nodes = () => import('./service-nodes.ts');
const items = () => import('./service-tree-items.ts');
