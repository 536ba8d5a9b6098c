import * as vscode from 'vscode';
import { safeName } from '../../core/routing/description.ts';
import { placeText } from '../roots/file-systems.ts';
import { commandItem } from '../screen/commands.ts';
import { lastName } from '../screen/documents.ts';

/** Under which the files are remembered, for the workspace. */
const KEY = 'agentArtifacts.previewedFiles';
/** More than a person looks through to find one again. */
export const MOST_PREVIEWED_FILES = 20;
/** Whether there is a list to clear. Also in `when` clauses of package.json. */
const LISTED_CONTEXT = 'agentArtifacts.hasPreviewedFiles';

/** The files that were last previewed, newest first. Nothing is read of them to show the list. */
export class PreviewedFiles {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'> | undefined;
  readonly #tell: () => void;

  /** @param memory undefined where nothing is remembered @param tell is called when the list is another */
  constructor(memory: Pick<vscode.Memento, 'get' | 'update'> | undefined, tell: () => void) {
    this.#memory = memory;
    this.#tell = tell;
  }

  /** What the view shows. */
  list(): vscode.Uri[] {
    const files = this.#remembered;
    void vscode.commands.executeCommand('setContext', LISTED_CONTEXT, files.length > 0);
    return files.map((file) => vscode.Uri.parse(file));
  }

  /** Puts files before the others; one that is listed moves there. */
  async add(uris: readonly vscode.Uri[]): Promise<void> {
    const added = uris.map(String);
    await this.#remember([...new Set([...added, ...this.#remembered])].slice(0, MOST_PREVIEWED_FILES));
  }

  /** @param uri that of a file; anything else is none */
  async remove(uri: unknown): Promise<void> {
    if (uri instanceof vscode.Uri) await this.#remember(this.#remembered.filter((file) => file !== uri.toString()));
  }

  async clear(): Promise<void> {
    await this.#remember([]);
  }

  get #remembered(): readonly string[] {
    const stored = this.#memory?.get<unknown>(KEY);
    return Array.isArray(stored) ? stored.filter((file) => typeof file === 'string') : [];
  }

  async #remember(files: readonly string[]): Promise<void> {
    await this.#memory?.update(KEY, files.length > 0 ? files : undefined);
    this.#tell();
  }
}

/** How a file looks in the list: as in the Explorer, with its folder. */
export function itemOfFile(uri: vscode.Uri): vscode.TreeItem {
  const item = new vscode.TreeItem(safeName(lastName(uri)));
  item.id = uri.toString();
  item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.description = safeName(folderInWords(uri));
  item.contextValue = 'previewedFile';
  item.command = commandItem('agentArtifacts.internal.previewAgain', vscode.l10n.t('Open Preview'), uri);
  // Without it a tooltip is all a screen reader says.
  item.accessibilityInformation = { label: [item.label, item.description].filter(Boolean).join(', ') };
  return item;
}

/** The folder of a file, in the workspace relative to it; empty at its top. */
function folderInWords(uri: vscode.Uri): string {
  const path = vscode.workspace.getWorkspaceFolder(uri) ? vscode.workspace.asRelativePath(uri) : placeText(uri);
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), 0));
}
