import * as vscode from 'vscode';
import type { FileSystem } from '../../../src/core/io/file-system.ts';
import type { Logger } from '../../../src/core/io/logger.ts';
import { layoutOfFolder } from '../../../src/core/store/layout.ts';
import { FileSystems, type UriBoundFileSystem } from '../../../src/host/roots/file-systems.ts';
import { PreviewController } from '../../../src/host/preview/preview-controller.ts';
import type { PreviewPanel } from '../../../src/host/preview/preview-panel.ts';
import type { DataRoots, OpenRoot } from '../../../src/host/roots/open-root.ts';
import { createOpenRoot } from '../../../src/host/roots/root-factory.ts';
import type { Choosable, PreviewService } from '../../../src/host/services/preview-service.ts';
import type { PreviewState } from '../../../src/shared/preview-protocol.ts';

/** How long a change of the screen may take, in milliseconds. */
const PATIENCE = 45_000;

/** Previews of the workspace folder's data root, with the accesses to its files counted. */
export interface PreviewFixture {
  readonly root: OpenRoot;
  readonly fs: FileSystem;
  readonly controller: PreviewController;
  readonly previewService: PreviewService;
  readonly changeServices: () => void;
  /** What the previews warned of. */
  readonly warnings: string[];
  /** Calls to the file system so far, by method. */
  readonly accesses: string[];
  dispose(): void;
}

/** @param folder of a data root; the workspace folder when none is given */
export async function openFixture(folder = vscode.workspace.workspaceFolders?.[0]?.uri): Promise<PreviewFixture> {
  if (!folder) throw new Error('The tests need a workspace folder.');
  const accesses: string[] = [];
  const warnings: string[] = [];
  const nothing = (): void => undefined;
  const logger: Logger = { debug: nothing, info: nothing, warn: (text) => warnings.push(text), error: (text) => warnings.push(text) };
  const real = new FileSystems().for(folder);
  const files: UriBoundFileSystem = { ...real, fs: counted(real.fs, accesses) };
  const root = createOpenRoot({ folder }, await layoutOfFolder(files.fs, files.locationOf(folder), { allowOutside: false }), files, logger);
  await root.services.load();

  const servicesChanged = new vscode.EventEmitter<OpenRoot>();
  const selectionChanged = new vscode.EventEmitter<Choosable>();
  const never = new vscode.EventEmitter<never>();
  const roots: DataRoots = {
    roots: [root],
    unusable: [],
    onDidChange: never.event,
    onDidChangeArtifacts: never.event,
    onDidChangeServices: servicesChanged.event,
    onDidChangeAgents: never.event,
    ready: async () => undefined,
    refresh: async () => undefined,
    dispose: nothing,
  };
  let selected: string | undefined = 'vision-model';
  const previewService: PreviewService = {
    selectedServiceId: () => selected,
    select: (_models, serviceId) => {
      selected = serviceId;
      selectionChanged.fire(root);
    },
    recentModels: () => [],
    onDidChange: selectionChanged.event,
  };
  const fileSystems = { for: () => files } as unknown as FileSystems;
  const extensionUri = vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.extensionUri;
  if (!extensionUri) throw new Error('The extension is not there.');
  const controller = new PreviewController({ extensionUri, roots, fileSystems, previewService, logger });
  return {
    root,
    fs: files.fs,
    controller,
    previewService,
    changeServices: () => servicesChanged.fire(root),
    warnings,
    accesses,
    dispose: () => controller.dispose(),
  };
}

/** The state of a preview once it fulfils a condition; now, or after changes of the screen. */
export function shown(panel: PreviewPanel, condition: (state: PreviewState) => boolean): Promise<PreviewState> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listener.dispose();
      reject(new Error(`The preview did not get there: ${JSON.stringify(panel.state).slice(0, 500)}`));
    }, PATIENCE);
    const look = (state: PreviewState | undefined): void => {
      if (!state || !condition(state)) return;
      clearTimeout(timer);
      listener.dispose();
      resolve(state);
    };
    const listener = panel.onDidShow(look);
    look(panel.state);
  });
}

function counted(fs: FileSystem, accesses: string[]): FileSystem {
  return new Proxy(fs, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return (...parameters: unknown[]): unknown => {
        if (!/^(?:join|parent|basename|resolve|contains)$/.test(String(property))) accesses.push(String(property));
        return member.apply(target, parameters);
      };
    },
  });
}
