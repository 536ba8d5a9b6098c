/** One running VS Code server: on 127.0.0.1 only, behind a random token, with its data in a private folder. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runServer } from './install.mjs';
import { installLanguagePack } from './language-pack.mjs';
import { start, stop } from '../tooling/processes.mjs';

/** How long a server may take until it listens, in milliseconds. */
const startTimeout = 60_000;

/**
 * User settings of every session: nothing is sent or fetched, nothing covers the view.
 * @type {Record<string, unknown>}
 */
const quietSettings = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none',
  'git.openRepositoryInParentFolders': 'never',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'chat.commandCenter.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  // It looks for ports that programs of this machine open, and says of each that it is forwarded. Where there are addresses for ports, as
  // here, only the second setting ends its looking through all processes, again and again.
  'remote.autoForwardPorts': false,
  'remote.autoForwardPortsSource': 'output',
};

/**
 * @typedef {object} ServerOptions
 * @property {string} [vsix] a packaged extension to install into the session
 * @property {Record<string, unknown>} [settings] user settings beside the quiet ones
 * @property {boolean} [trust] asks whether a folder is trusted, as VS Code does for everyone; otherwise all are trusted
 * @property {boolean} [development] lets a page load an extension under development and run tests in it
 * @property {boolean} [ownSessions] shows the sessions of other programs that are here, as an installed extension would; otherwise none
 * @property {'zh-cn'} [locale] the display language, if not English
 * @property {number} [port] 0 picks a free one
 * @property {NodeJS.ProcessEnv} [env] added to the server's environment, and so to the extension host's
 */

/**
 * @typedef {object} Server
 * @property {number} port
 * @property {string} dataDir the session's private folder, removed at the end
 * @property {(folder: string, payload?: Record<string, string>) => string} address where a page opens a folder
 * @property {Promise<void>} ended resolves when the server has gone, for whatever reason
 * @property {() => Promise<void>} stop ends it with all its children and removes its data
 */

/**
 * Starts a server with a fresh extensions folder and fresh user data.
 * @param {import('./install.mjs').VsCode} vscode
 * @param {ServerOptions} [options]
 * @returns {Promise<Server>}
 */
export async function startServer(vscode, options = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-vscode-'));
  try {
    return await startIn(dataDir, vscode, options);
  } catch (error) {
    await removeData(dataDir);
    throw error;
  }
}

/**
 * @param {string} dataDir
 * @param {import('./install.mjs').VsCode} vscode
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 */
async function startIn(dataDir, vscode, options) {
  const tokenFile = path.join(dataDir, 'token');
  const token = randomBytes(24).toString('hex');
  await writeFile(tokenFile, token, { mode: 0o600 });
  await mkdir(path.join(dataDir, 'data/User'), { recursive: true });
  const settings = { ...quietSettings, ...options.settings };
  await writeFile(path.join(dataDir, 'data/User/settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
  const common = ['--server-data-dir', dataDir, '--extensions-dir', path.join(dataDir, 'extensions'), '--accept-server-license-terms'];
  if (options.locale) await installLanguagePack(path.join(dataDir, 'data'));
  if (options.vsix) await runServer(vscode, ['--install-extension', options.vsix, ...common]);

  const child = start(
    vscode.node,
    [
      vscode.serverMain,
      ...common,
      '--host',
      '127.0.0.1',
      '--port',
      String(options.port ?? 0),
      '--connection-token-file',
      tokenFile,
      '--telemetry-level',
      'off',
      // the welcome page of VS Code, not that of the package it comes in
      '--disable-getting-started-override',
      ...(options.trust ? [] : ['--disable-workspace-trust']),
      ...(options.development ? ['--enable-smoke-test-driver'] : []),
      ...(options.locale ? ['--locale', options.locale] : []),
    ],
    { cwd: dataDir, env: { ...(options.ownSessions ? {} : noPrograms(dataDir)), ...options.env } },
  );
  const ended = /** @type {Promise<void>} */ (new Promise((resolve) => child.once('exit', () => resolve())));
  // Whatever ends this process ends the server.
  const stopNow = () => {
    if (child.pid && child.exitCode === null) child.kill('SIGTERM');
  };
  process.once('exit', stopNow);
  const end = async () => {
    await stop(child);
    process.removeListener('exit', stopNow);
    await removeData(dataDir);
  };
  try {
    const port = await listening(child, options.port);
    return { port, dataDir, ended, stop: end, address: (folder, payload) => addressOf(port, token, folder, payload) };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Where other programs keep their sessions, and a person a catalogue of models, for the extension host: those of whoever runs the tests are
 * not its business.
 * @param {string} dataDir
 */
function noPrograms(dataDir) {
  const home = path.join(dataDir, 'home');
  return {
    HOME: home,
    USERPROFILE: home,
    CLAUDE_CONFIG_DIR: path.join(dataDir, 'claude'),
    CODEX_HOME: path.join(dataDir, 'codex'),
    XDG_DATA_HOME: path.join(dataDir, 'person'),
  };
}

/** @param {string} dataDir */
function removeData(dataDir) {
  return rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [wantedPort] for the message only
 * @returns {Promise<number>} the port
 */
function listening(child, wantedPort) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (/** @type {string} */ why) => {
      clearTimeout(timer);
      reject(
        new Error(
          /EADDRINUSE/.test(output)
            ? `Port ${wantedPort} is in use; choose another one with --port, or none.`
            : `The VS Code server ${why}.\n${output.slice(-4000)}`,
        ),
      );
    };
    const timer = setTimeout(() => fail(`did not answer within ${startTimeout / 1000} seconds`), startTimeout);
    const read = (/** @type {string} */ text) => {
      output = (output + text).slice(-20_000);
      const found = /agent listening on (\d+)/.exec(output);
      if (!found) return;
      clearTimeout(timer);
      resolve(Number(found[1]));
    };
    // Both streams are read to the end: a full pipe would stop the server.
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('error', (error) => fail(`does not start: ${error.message}`));
    child.once('exit', (code) => fail(`ended with code ${code}`));
  });
}

/**
 * @param {number} port
 * @param {string} token
 * @param {string} folder an absolute path
 * @param {Record<string, string>} [payload] extension development parameters of VS Code's web workbench
 */
function addressOf(port, token, folder, payload) {
  const query = [`tkn=${token}`, `folder=${encodeURIComponent(uriPath(folder)).replaceAll('%2F', '/')}`];
  if (payload) query.push(`payload=${encodeURIComponent(JSON.stringify(Object.entries(payload)))}`);
  return `http://127.0.0.1:${port}/?${query.join('&')}`;
}

/** The path of a file's URI: `/c:/x` for `C:\x`. @param {string} file */
export function uriPath(file) {
  return decodeURIComponent(pathToFileURL(file).pathname);
}
