import * as vscode from 'vscode';
import { fail, ok, type Result } from '../../core/io/errors.ts';

const URI = /^[a-z][a-z0-9+.-]+:\/\//i;
const WINDOWS_ABSOLUTE = /^(?:[a-z]:[\\/]|\\\\)/i;
const FOLDER_VARIABLE = /^\$\{workspaceFolder(?::([^}]+))?\}/;

/** What the text of a setting may stand for is judged against. */
export interface FolderContext {
  readonly workspaceFolders: readonly { readonly name: string; readonly uri: vscode.Uri }[];
  /** Undefined where there is none, as in a web host. */
  readonly home: string | undefined;
}

/**
 * The folder a setting means: an absolute path, `~/…`, `${workspaceFolder}/…`, `${workspaceFolder:name}/…`,
 * a path relative to the first workspace folder, or a URI. However it is written, one folder has one URI: without `.`,
 * `..` and a slash at the end.
 *
 * Errors: `not_found` when it speaks of a workspace folder or a home that is not there, `path_has_nul`.
 */
export function resolveRootFolder(text: string, context: FolderContext): Result<vscode.Uri> {
  const folder = meantFolder(text, context);
  return folder.ok && folder.value.path !== '' ? ok(vscode.Uri.joinPath(folder.value, '.')) : folder;
}

function meantFolder(text: string, context: FolderContext): Result<vscode.Uri> {
  const path = text.trim();
  if (path.includes('\0')) return fail('path_has_nul');
  if (URI.test(path)) return ok(vscode.Uri.parse(path, true));
  if (path === '~' || path.startsWith('~/') || path.startsWith('~\\')) {
    return context.home === undefined ? fail('not_found') : ok(vscode.Uri.joinPath(vscode.Uri.file(context.home), path.slice(1)));
  }
  if (path.startsWith('/') || WINDOWS_ABSOLUTE.test(path)) return ok(vscode.Uri.file(path));
  const variable = FOLDER_VARIABLE.exec(path);
  const name = variable?.[1];
  const folder = context.workspaceFolders.find((candidate) => name === undefined || candidate.name === name);
  if (!folder) return fail('not_found');
  return ok(vscode.Uri.joinPath(folder.uri, variable ? path.slice(variable[0].length) : path));
}
