import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';

const REAL_ROOT = path.join(import.meta.dirname, '../../fixtures/agent-society-root');

/** A copy of the real data root that a test may change. */
export interface RootCopy {
  readonly uri: vscode.Uri;
  /** A file below it. */
  file(...names: string[]): vscode.Uri;
  remove(): Promise<void>;
}

/** Copies the real data root into a temporary folder outside of every workspace folder. */
export async function copyOfRealRoot(): Promise<RootCopy> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-preview-')));
  await cp(REAL_ROOT, folder, { recursive: true });
  const uri = vscode.Uri.file(folder);
  return {
    uri,
    file: (...names) => vscode.Uri.joinPath(uri, ...names),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
