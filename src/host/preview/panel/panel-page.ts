import * as vscode from 'vscode';
import type { OpenRoot } from '../../roots/open-root.ts';
import { assetsFolder, freshNonce, pageAssets } from '../../webview/page-assets.ts';
import { previewHtml } from '../preview-html.ts';

/** The folders a preview's page may load from: its own files, and those of the data root that hold artifacts. */
export function pageFolders(root: OpenRoot, extensionUri: vscode.Uri): vscode.Uri[] {
  return [assetsFolder(extensionUri), root.uriOf(root.layout.artifactsDir), root.uriOf(root.layout.workspacesDir)];
}

/** Gives a webview the page of a preview. */
export function setUpPage(webview: vscode.Webview, folders: readonly vscode.Uri[], extensionUri: vscode.Uri): void {
  webview.options = { enableScripts: true, localResourceRoots: folders };
  webview.html = previewHtml(pageAssets(webview, extensionUri, 'preview', vscode.l10n.t('Preview')), freshNonce());
}

/** The icon of the panel's tab. */
export function previewIcon(extensionUri: vscode.Uri): { light: vscode.Uri; dark: vscode.Uri } {
  const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', 'icons', `preview-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
