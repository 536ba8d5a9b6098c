/** Opens a folder in the VS Code that is installed here, with settings and extensions of its own. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findProgram, run } from '../tooling/processes.mjs';
import { vsix } from '../tooling/product.mjs';
import { toolsDir } from './install.mjs';

/** @param {string} folder @param {(line: string) => void} [report] */
export async function openDesktop(folder, report = console.log) {
  const code = findProgram(process.platform === 'win32' ? ['code.cmd'] : ['code']);
  if (!code) {
    throw new Error(
      'The command "code" is not on the PATH: run "Shell Command: Install \'code\' command in PATH" in VS Code, or leave --desktop out.',
    );
  }
  const dir = path.join(toolsDir, 'desktop');
  await mkdir(dir, { recursive: true });
  const own = ['--extensions-dir', path.join(dir, 'extensions'), '--user-data-dir', path.join(dir, 'user-data')];
  report('Installing the extension into a profile of its own …');
  await run(code, [...own, '--install-extension', vsix, '--force']);
  await run(code, [...own, '--new-window', folder]);
  report(`VS Code shows ${folder}. Click the icon "Agent Artifacts" on the left.`);
}
