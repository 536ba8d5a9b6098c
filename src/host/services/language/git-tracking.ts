import * as vscode from 'vscode';
import { ignoredBy, MOST_RULE_STEPS } from '../../../core/models/gitignore.ts';

/** Whether git has a file: `maybe` when git is not available, or it would be added by `git add --all`. */
export type Tracking = 'tracked' | 'maybe' | 'no';

/** What we use of the API of VS Code's Git extension (its `git.d.ts`). */
interface GitRepository {
  /** With an empty tree-ish: of the index. Rejects when the path is not there. */
  getObjectDetails(treeish: string, path: string): Promise<unknown>;
  checkIgnore(paths: string[]): Promise<ReadonlySet<string>>;
}
export interface GitApi {
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly onDidOpenRepository: vscode.Event<unknown>;
  getRepository(uri: vscode.Uri): GitRepository | null;
}

/** Folders above a file that are looked at. */
const MOST_FOLDERS = 64;
const MOST_RULES = 1024 * 1024;

/** VS Code's Git extension, when it is on and the workspace is trusted. It is asked, never started. */
export function gitApi(): GitApi | undefined {
  const extension = vscode.extensions.getExtension<{ readonly enabled: boolean; getAPI(version: 1): GitApi }>('vscode.git');
  if (!vscode.workspace.isTrusted || !extension?.isActive || !extension.exports.enabled) return undefined;
  try {
    return extension.exports.getAPI(1);
  } catch {
    return undefined; // switched off, or no git on this machine
  }
}

/** Asks the Git extension; where it knows nothing of the folder, looks for a `.git` above the file and for rules that leave it out. */
export async function trackingOf(uri: vscode.Uri, git: GitApi | undefined = gitApi()): Promise<Tracking> {
  if (uri.scheme !== 'file') return 'no';
  const repository = git?.getRepository(uri);
  if (!repository) return (await isLikelyTracked(uri)) ? 'maybe' : 'no';
  try {
    await repository.getObjectDetails('', uri.fsPath);
    return 'tracked';
  } catch {
    const ignored = await repository.checkIgnore([uri.fsPath]).catch(() => undefined);
    return ignored === undefined ? ((await isLikelyTracked(uri)) ? 'maybe' : 'no') : ignored.size > 0 ? 'no' : 'maybe';
  }
}

async function isLikelyTracked(uri: vscode.Uri): Promise<boolean> {
  const repository = await repositoryOf(uri);
  return repository !== undefined && !(await isIgnored(uri, repository));
}

/** The folder with the `.git` above a file. */
export async function repositoryOf(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  for (const folder of foldersAbove(uri)) {
    if (await exists(vscode.Uri.joinPath(folder, '.git'))) return folder;
  }
  return undefined;
}

/** Whether a `.gitignore` between a file and its repository leaves it out; the nearest matching rule decides. */
export async function isIgnored(uri: vscode.Uri, repository: vscode.Uri): Promise<boolean> {
  const steps = { left: MOST_RULE_STEPS };
  for (const folder of foldersAbove(uri)) {
    const rules = await readText(vscode.Uri.joinPath(folder, '.gitignore'));
    const path = uri.path.slice(folder.path.replace(/\/$/, '').length + 1);
    const verdict = rules === undefined ? undefined : ignoredBy(rules, path, steps);
    if (verdict !== undefined) return verdict;
    if (folder.path === repository.path) return false;
  }
  return false;
}

/** A small text as it is in an editor or on the disk; undefined when it is not there. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.length > MOST_RULES ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

function foldersAbove(uri: vscode.Uri): vscode.Uri[] {
  const folders = [vscode.Uri.joinPath(uri, '..')];
  while (folders.length < MOST_FOLDERS) {
    const last = folders.at(-1) as vscode.Uri;
    const above = vscode.Uri.joinPath(last, '..');
    if (above.path === last.path) break;
    folders.push(above);
  }
  return folders;
}
