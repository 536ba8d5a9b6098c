import * as vscode from 'vscode';
import type { OpenRoot } from '../../roots/open-root.ts';
import { assetsFolder, freshNonce, pageAssets } from '../../webview/page-assets.ts';
import { previewHtml } from '../preview-html.ts';

/** Which folders each panel's page may load from; changing them reloads the page. */
const allowed = new WeakMap<vscode.WebviewPanel, string>();

/**
 * Gives a panel its page, which may load the page's own files and those in the folders of this data root
 * that hold artifacts. Nothing happens when it has that already.
 */
export function setUpWebview(panel: vscode.WebviewPanel, root: OpenRoot, extensionUri: vscode.Uri): void {
  const folders = [root.layout.artifactsDir, root.layout.workspacesDir].map((location) => root.uriOf(location));
  const localResourceRoots = [assetsFolder(extensionUri), ...folders];
  const key = localResourceRoots.join('\n');
  if (allowed.get(panel) === key) return;
  allowed.set(panel, key);
  const { webview } = panel;
  webview.options = { enableScripts: true, localResourceRoots };
  webview.html = previewHtml(pageAssets(webview, extensionUri, 'preview', vscode.l10n.t('Preview')), freshNonce());
}

/** The icon of the panel's tab. */
export function previewIcon(extensionUri: vscode.Uri): { light: vscode.Uri; dark: vscode.Uri } {
  const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', 'icons', `preview-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
