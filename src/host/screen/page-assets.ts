import * as vscode from 'vscode';
import type { PageAssets } from './page-html.ts';

/** The folder of everything our pages are made of. */
export function assetsFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** What the page of this name loads. @param name that of its entry in `esbuild.mjs` */
export function pageAssets(webview: vscode.Webview, extensionUri: vscode.Uri, name: string, title: string): PageAssets {
  const asset = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(assetsFolder(extensionUri), file)).toString();
  return {
    script: asset(`${name}.js`),
    style: asset(`${name}.css`),
    codicons: asset('codicon.css'),
    cspSource: webview.cspSource,
    language: vscode.env.language,
    title,
  };
}

/** Fresh and unguessable. */
export function freshNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
