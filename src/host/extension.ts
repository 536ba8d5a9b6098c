import * as vscode from 'vscode';
import type { Logger } from '../core/io/logger.ts';
import { homeFolder, hostCompute } from '../platform/host-platform.node.ts';
import { type AgentArtifactsApi, createApi } from './tools/api.ts';
import { registerLanguageModelTools } from './tools/language-model-tools.ts';
import { registerMcpServers } from './tools/mcp-server.ts';
import { registerAgents } from './agents/register.ts';
import { type ArtifactsView, registerArtifacts } from './artifacts/register.ts';
import { registerConversation } from './conversation/register.ts';
import { registerPreview } from './preview/register.ts';
import { registerFiles } from './files/register.ts';
import { registerLearnMore } from './screen/learn-more.ts';
import { registerReferences } from './references/register.ts';
import { registerRootCommands } from './add-root/register.ts';
import { WindowDataRoots } from './roots/data-roots.ts';
import { FileSystems } from './roots/file-systems.ts';
import { Samples, settings } from './roots/settings.ts';
import { Debounced } from '../platform/debounced.ts';
import { RememberedPreviewService } from './services/preview-service.ts';
import { registerServices } from './services/register.ts';
import { registerTranscript } from './transcript/register.ts';
import { registerVerify } from './verify/register.ts';

/** Puts the parts together; nothing is read from disk before a view or a command asks. */
export function activate(context: vscode.ExtensionContext): AgentArtifactsApi {
  const { extensionUri } = context;
  const logger = outputLogger(() => vscode.window.createOutputChannel('Agent Artifacts', { log: true }));
  let requests = 0;
  const told = new Debounced(() => logger.info(`object stores: ${requests} requests so far`), { quiet: 1000, longest: 5000 });
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');
  const fileSystems = new FileSystems({
    bundles: dist.fsPath,
    keptIn: vscode.Uri.joinPath(context.globalStorageUri, 'object-stores').fsPath,
    logger,
    optionsOf: (bucket) => settings.objectStore(bucket),
    onReplaced: () => logger.info('an object was replaced since it was listed; the new one is read'),
    onRequest: () => {
      requests++;
      told.call();
    },
  });
  const home = homeFolder();
  const compute = hostCompute({ path: dist.fsPath, read: (name) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(dist, name)) });
  const samples = new Samples(context.workspaceState);
  const roots = new WindowDataRoots({ fileSystems, logger, home, compute, samples });
  const previewService = new RememberedPreviewService(context.workspaceState);
  const preview = registerPreview({
    extensionUri,
    roots,
    fileSystems,
    previewService,
    logger,
    compute,
    memory: context.globalState,
    workspaceMemory: context.workspaceState,
    selectedArtifacts: () => artifacts.selection(),
  });
  const artifacts: ArtifactsView = registerArtifacts({
    roots,
    fileSystems,
    preview,
    extensionUri,
    logger,
    memory: context.workspaceState,
  });
  context.subscriptions.push(
    registerFiles(roots, fileSystems),
    registerReferences({ roots, previewService, artifacts, preview }),
    registerServices({
      extensionUri,
      roots,
      previewService,
      logger,
      listed: (root) => artifacts.tree.listed(root),
      folders: { globalStorage: context.globalStorageUri, home: home === undefined ? undefined : vscode.Uri.file(home) },
    }),
    registerAgents({ roots, fileSystems, previewService, preview, artifacts, selectedArtifacts: () => artifacts.selection() }),
    registerRootCommands({ roots, samples, fileSystems, extensionUri }),
    registerTranscript({ roots, fileSystems, compute, logger }),
    registerConversation({
      roots,
      fileSystems,
      preview,
      compute,
      previewService,
      memory: context.globalState,
      workspaceMemory: context.workspaceState,
      home,
      globalStorage: context.globalStorageUri,
      workspaceStorage: context.storageUri,
      extensionUri,
      logger,
    }),
    registerVerify({ roots, extensionUri, logger }),
    registerLanguageModelTools(roots),
    registerMcpServers(roots, context.extension),
    registerLearnMore(extensionUri),
    artifacts,
    preview,
    previewService,
    roots,
    compute,
    told,
    { dispose: () => void fileSystems.close() },
    logger,
  );
  return createApi({ dataRoots: roots, preview, artifacts });
}

/** The core's logger on an output channel, which is made when the first line is written. */
function outputLogger(createChannel: () => vscode.LogOutputChannel): Logger & vscode.Disposable {
  let channel: vscode.LogOutputChannel | undefined;
  const open = () => (channel ??= createChannel());
  return {
    debug: (message) => open().debug(message),
    info: (message) => open().info(message),
    warn: (message) => open().warn(message),
    error: (message) => open().error(message),
    dispose: () => channel?.dispose(),
  };
}
