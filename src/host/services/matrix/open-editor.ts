import * as vscode from 'vscode';
import { assetsFolder, freshNonce, pageAssets } from '../../webview/page-assets.ts';
import { pageHtml } from '../../webview/page-html.ts';
import type { MatrixDependencies } from './matrix-dependencies.ts';
import { MatrixEditor } from './matrix-editor.ts';

/** Gives a panel the page of the matrix, over a document. */
export function openEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel, dependencies: MatrixDependencies): MatrixEditor {
  const { extensionUri } = dependencies;
  const editor = new MatrixEditor(document, panel, dependencies);
  panel.webview.options = { enableScripts: true, localResourceRoots: [assetsFolder(extensionUri)] };
  panel.webview.html = pageHtml(
    pageAssets(panel.webview, extensionUri, 'matrix', vscode.l10n.t('Capabilities of the model services')),
    freshNonce(),
  );
  return editor;
}
