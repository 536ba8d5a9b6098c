import * as vscode from 'vscode';
import { onCommand } from '../../screen/commands.ts';
import { targetFile } from '../service-target.ts';
import type { MatrixDependencies, MatrixEditor } from './matrix-editor.ts';

/** The type of the editor; also in `customEditors` of package.json, and in its `when` clauses. */
const MATRIX_VIEW_TYPE = 'agentArtifacts.capabilityMatrix';

/** Registers the capability matrix, another editor for `llmservices.json`, and its commands. */
export function registerMatrix(dependencies: MatrixDependencies): vscode.Disposable {
  const editors = new Set<MatrixEditor>();
  const { commands, window } = vscode;
  return vscode.Disposable.from(
    window.registerCustomEditorProvider(
      MATRIX_VIEW_TYPE,
      { resolveCustomTextEditor: resolve },
      { supportsMultipleEditorsPerDocument: true },
    ),
    onCommand('agentArtifacts.openMatrix', (argument: unknown) => open(argument, vscode.ViewColumn.Active)),
    onCommand('agentArtifacts.openMatrixToSide', (argument: unknown) => open(argument, vscode.ViewColumn.Beside)),
    onCommand('agentArtifacts.openMatrixText', () => commands.executeCommand('workbench.action.reopenTextEditor')),
    onCommand('agentArtifacts.matrixReveal', (argument: unknown) => act('reveal', argument)),
    onCommand('agentArtifacts.matrixPreview', (argument: unknown) => act('preview', argument)),
    onCommand('agentArtifacts.matrixCopyId', (argument: unknown) => act('copyId', argument)),
  );

  async function resolve(document: vscode.TextDocument, panel: vscode.WebviewPanel): Promise<void> {
    const { openEditor } = await import('./matrix-editor.ts');
    const editor = openEditor(document, panel, dependencies);
    editors.add(editor);
    panel.onDidDispose(() => {
      editors.delete(editor);
      editor.dispose();
    });
  }

  function active(): MatrixEditor | undefined {
    return [...editors].find(({ isActive }) => isActive);
  }

  async function open(argument: unknown, column: vscode.ViewColumn): Promise<void> {
    const uri = await targetFile(dependencies.roots, argument ?? active()?.document.uri);
    if (uri) await commands.executeCommand('vscode.openWith', uri, MATRIX_VIEW_TYPE, column);
  }

  /**
   * A command of a row's context menu; VS Code passes the page's description of the row. It names its file, for the click that opened the
   * menu may not have brought its editor to the front yet.
   */
  async function act(type: 'reveal' | 'preview' | 'copyId', argument: unknown): Promise<void> {
    if (typeof argument !== 'object' || argument === null || !('file' in argument) || !('service' in argument)) return;
    const editor = [...editors].find(({ document }) => String(document.uri) === argument.file);
    const { parseMatrixWebviewMessage } = await import('../../../shared/matrix-protocol.ts');
    const parsed = parseMatrixWebviewMessage({ ...(typeof argument.service === 'object' ? argument.service : {}), type, column: null });
    if (editor && parsed.ok && parsed.message.type !== 'ready') await editor.handleRequest(parsed.message);
  }
}
