import * as vscode from 'vscode';
import { showPick } from './quick-pick.ts';

/** The pages of documentation that the extension brings, by the names of their files. */
type Page = 'preview' | 'conversations' | 'artifacts' | 'services' | 'programs' | 'tools' | 'ci' | 'limits' | 'figures';

/** Opens a page of the documentation. @param argument the name of a page; without one a person chooses */
export async function openDocumentation(extensionUri: vscode.Uri, argument: unknown): Promise<void> {
  const items = pageItems();
  const item =
    items.find(({ page }) => page === argument) ??
    (await showPick(items, { title: vscode.l10n.t('Learn More'), placeHolder: vscode.l10n.t('The pages are in English') }));
  if (item)
    await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(extensionUri, 'dist', 'docs', `${item.page}.md`));
}

function pageItems(): readonly { readonly label: string; readonly page: Page }[] {
  return [
    { page: 'preview', label: vscode.l10n.t('Preview and compare: what a model receives of a file') },
    { page: 'conversations', label: vscode.l10n.t('Sessions and conversations: why a request fails, and repairs') },
    { page: 'artifacts', label: vscode.l10n.t('Artifacts: data roots, ADK folders, buckets and references') },
    { page: 'services', label: vscode.l10n.t('Model services: capabilities in llmservices.json') },
    { page: 'programs', label: vscode.l10n.t('Programs: what Copilot CLI, Claude Code and others send') },
    { page: 'tools', label: vscode.l10n.t('Agents: VS Code tools, the MCP server and the library') },
    { page: 'ci', label: vscode.l10n.t('The command line and CI') },
    { page: 'limits', label: vscode.l10n.t('Settings and limits') },
    { page: 'figures', label: vscode.l10n.t('Figures: how fast it is, as measured') },
  ];
}
