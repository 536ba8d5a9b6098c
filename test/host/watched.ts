import * as vscode from 'vscode';

/** Waits until VS Code tells what happens in a folder: it takes a while to begin, and what happened before is never told. */
export async function watched(folder: vscode.Uri): Promise<vscode.Disposable> {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  const probe = vscode.Uri.joinPath(folder, 'probe');
  const told = new Promise<void>((resolve) => {
    const writing = setInterval(() => void vscode.workspace.fs.writeFile(probe, Buffer.from(String(performance.now()))), 50);
    watcher.onDidChange(() => {
      clearInterval(writing);
      resolve();
    });
  });
  await told;
  return watcher;
}
