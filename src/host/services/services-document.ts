import * as vscode from 'vscode';
import { VIEW_SCHEMES } from '../screen/documents.ts';

/** Names of model service configurations, the local and other variants included. */
const NAME = /(?:^|\/)llmservices(?:\.[^/]+)?\.json$/i;
const JSON_LANGUAGES: ReadonlySet<string> = new Set(['json', 'jsonc']);

/** Model service configurations, as files and while they are not saved yet. */
export const SERVICES_SELECTOR: vscode.DocumentSelector = ['json', 'jsonc'].map((language) => ({
  language,
  pattern: '**/llmservices*.json',
}));

/** Whether a file is a model service configuration, by its name. */
export function isServicesFile(uri: vscode.Uri): boolean {
  return NAME.test(uri.path) && !VIEW_SCHEMES.has(uri.scheme);
}

/**
 * Whether VS Code's own JSON support already reports what is wrong with the syntax of a document; it does so for
 * those in a tab.
 */
export function hasJsonSupport(document: vscode.TextDocument): boolean {
  return (
    JSON_LANGUAGES.has(document.languageId) &&
    vscode.extensions.getExtension('vscode.json-language-features') !== undefined &&
    vscode.workspace.getConfiguration('json', document).get('validate.enable', true) &&
    isInTab(document.uri)
  );
}

function isInTab(uri: vscode.Uri): boolean {
  const key = uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === key);
}
