import * as vscode from 'vscode';
import { safeName } from '../../core/routing/description.ts';
import { notify } from '../screen/notify.ts';
import type { WireFixture } from './wire-copies.ts';

/**
 * Asks where a fixture goes and writes it there; nothing is written before. Rejects when it cannot be written.
 * @param name what is previewed
 * @param folder where the dialog begins; undefined: wherever VS Code begins
 */
export async function exportFixture(fixture: WireFixture, name: string, folder: vscode.Uri | undefined): Promise<void> {
  const filename = `${plainFileName([name, fixture.service?.id ?? 'text-only', fixture.api].join('.'))}.json`;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export as Test Fixture'),
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: folder ? vscode.Uri.joinPath(folder, filename) : vscode.Uri.file(filename),
    filters: { JSON: ['json'] },
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${JSON.stringify(fixture, null, 2)}\n`));
  const exported = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  notify('information', vscode.l10n.t('Exported {0}.', exported), {
    title: vscode.l10n.t('Open File'),
    run: () => vscode.commands.executeCommand('vscode.open', uri),
  });
}

/** Names come from data: what some file system refuses becomes a dash. */
function plainFileName(name: string): string {
  return (
    safeName(name)
      .replace(/[\\/:*?"<>|]+/g, '-')
      .replace(/^[.\s]+/, '')
      .slice(0, 150) || 'artifact'
  );
}
