/** Serves a folder in a VS Code with the packaged extension until a person presses Ctrl+C. */
import { spawn } from 'node:child_process';
import { findProgram } from '../tooling/processes.mjs';
import { vsix } from '../tooling/product.mjs';
import { installVsCode } from './install.mjs';
import { startServer } from './server.mjs';

/**
 * @param {object} how
 * @param {string} how.folder
 * @param {number} how.port 0 picks a free one
 * @param {boolean} how.open opens the browser where there is one
 * @param {boolean} how.ownFolder the folder was made here, so nobody is asked whether to trust it
 * @param {'zh-cn'} [how.locale]
 */
export async function serve({ folder, port, open, ownFolder, locale }) {
  const vscode = await installVsCode();
  console.log(`Starting VS Code ${vscode.version} …`);
  const server = await startServer(vscode, {
    vsix,
    port,
    trust: !ownFolder,
    ownSessions: true,
    // the page of the walkthroughs, of which one is ours
    settings: { 'workbench.startupEditor': 'welcomePage' },
    ...(locale ? { locale } : {}),
  });
  const address = server.address(folder);
  console.log(
    `\nShowing ${folder}\nClick the icon "Agent Artifacts" on the left, or choose its walkthrough on the Welcome page. Ctrl+C ends it.\n\n  ${address}\n`,
  );
  if (open) openBrowser(address);

  let asked = false;
  await /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
        process.on(signal, () => {
          asked = true;
          resolve();
        });
      }
      void server.ended.then(resolve);
    })
  );
  await server.stop();
  if (!asked) throw new Error('VS Code ended by itself; start it again.');
}

/** Opens the default browser, if this session has a screen. @param {string} address */
function openBrowser(address) {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address];
  const noScreen = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
  if (noScreen || process.env['SSH_CONNECTION'] || (process.platform === 'linux' && !findProgram(['xdg-open']))) return;
  const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // the address is on the screen
  child.unref();
}
