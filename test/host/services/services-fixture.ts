import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { layoutOfFolder } from '../../../src/core/store/layout.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../../../src/host/roots/open-root.ts';
import { createOpenRoot } from '../../../src/host/roots/root-factory.ts';
import { answering } from '../preview/fake-panel.ts';

/** How long a change of the screen may take, in milliseconds. */
const PATIENCE = 45_000;

/** A folder of its own for a test, outside every workspace folder. */
export interface Folder {
  readonly uri: vscode.Uri;
  write(name: string, text: string): Promise<vscode.Uri>;
  remove(): Promise<void>;
}

/** A folder of its own for every test of a suite; the extension is active, and no editor outlives a test. */
export function folderForEach(): Pick<Folder, 'uri' | 'write'> {
  let folder: Folder;
  before(async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
  });
  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    await closeAllEditors();
    await folder.remove();
  });
  return {
    get uri() {
      return folder.uri;
    },
    write: (name, text) => folder.write(name, text),
  };
}

export async function makeFolder(): Promise<Folder> {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-services-')));
  return {
    uri: vscode.Uri.file(dir),
    write: async (name, text) => {
      await writeFile(path.join(dir, name), text);
      return vscode.Uri.file(path.join(dir, name));
    },
    remove: () => rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** A data root whose configuration lies in the folder itself. */
export async function openRoot(folder: vscode.Uri): Promise<OpenRoot> {
  const files = new FileSystems().for(folder);
  const description = await layoutOfFolder(files.fs, files.locationOf(folder), { allowOutside: false });
  const layout = { ...description.layout, configDir: files.locationOf(folder) };
  const root = createOpenRoot(
    { folder },
    { ...description, layout, bounds: { ...description.bounds, configDir: undefined } },
    files,
    silentLogger,
  );
  await root.services.load();
  return root;
}

/** A data root with a role for a service that is there, one for a service that is not, and a service without a role. */
export async function rootWithRoles(folder: Pick<Folder, 'uri' | 'write'>): Promise<{ readonly root: OpenRoot; readonly uri: vscode.Uri }> {
  const uri = await folder.write('llmservices.json', '{"services": [{"id": "used"}, {"id": "spare"}]}');
  const root = await openRoot(folder.uri);
  const runtime = root.uriOf(root.layout.runtimeDir).fsPath;
  await mkdir(runtime, { recursive: true });
  await writeFile(
    path.join(runtime, 'org.json'),
    JSON.stringify({
      roles: [
        { id: '1', name: 'painter', llmServiceId: 'gone' },
        { id: '2', name: 'writer', llmServiceId: 'used' },
      ],
    }),
  );
  await root.agents.load();
  return { root, uri };
}

/** Roots that never change by themselves. */
export function rootsOf(...roots: OpenRoot[]): DataRoots & { readonly servicesChanged: vscode.EventEmitter<OpenRoot> } {
  const servicesChanged = new vscode.EventEmitter<OpenRoot>();
  const never = new vscode.EventEmitter<never>();
  return {
    roots,
    unusable: [],
    onDidChange: never.event,
    onDidChangeArtifacts: never.event,
    onDidChangeServices: servicesChanged.event,
    onDidChangeAgents: never.event,
    servicesChanged,
    ready: async () => undefined,
    refresh: async () => undefined,
    dispose: () => undefined,
  };
}

/** Waits until the diagnostics of a file are as wanted, checking whenever they change. */
export function diagnosticsOf(
  uri: vscode.Uri,
  wanted: (diagnostics: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const diagnostics = vscode.languages.getDiagnostics(uri);
      if (!wanted(diagnostics)) return;
      stop();
      resolve(diagnostics);
    };
    const listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((changed) => changed.toString() === uri.toString())) check();
    });
    const timer = setTimeout(() => {
      stop();
      const found = vscode.languages.getDiagnostics(uri).map(({ message, source }) => `${source}: ${message}`);
      reject(new Error(`The diagnostics of ${uri.path} are not as wanted: ${JSON.stringify(found)}`));
    }, PATIENCE);
    const stop = (): void => {
      clearTimeout(timer);
      listener.dispose();
    };
    check();
  });
}

/** Replaces the first occurrence of a part of an open document. */
export async function replaceIn(document: vscode.TextDocument, part: string, replacement: string): Promise<void> {
  const offset = document.getText().indexOf(part);
  if (offset === -1) throw new Error(`The document has no ${part}.`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(offset), document.positionAt(offset + part.length)), replacement);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error('The edit was refused.');
}

/**
 * Lets a person answer every message that tells something.
 *
 * @param count of messages that are waited for: nobody else waits for what an answer brings about
 * @returns what was said
 */
export async function telling(answer: string | undefined, work: () => unknown, count = 0): Promise<unknown[][]> {
  const said: unknown[][] = [];
  const all = Promise.withResolvers<void>();
  const tell = async (...words: unknown[]): Promise<string | undefined> => {
    if (said.push(words) >= count) all.resolve();
    return answer;
  };
  await answering('showInformationMessage', tell, async () => {
    await work();
    if (count > 0) await all.promise;
  });
  return said;
}

/** Lets a formatter change a text as it is saved, as `editor.formatOnSave` does. */
export async function formattingOnSave<T>(format: (text: string) => string, work: () => Promise<T>): Promise<T> {
  const listener = vscode.workspace.onWillSaveTextDocument(({ document, waitUntil }) => {
    const text = document.getText();
    waitUntil(
      Promise.resolve([vscode.TextEdit.replace(new vscode.Range(document.positionAt(0), document.positionAt(text.length)), format(text))]),
    );
  });
  try {
    return await work();
  } finally {
    listener.dispose();
  }
}

export async function closeAllEditors(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (!document.isDirty) continue;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
