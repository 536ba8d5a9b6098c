/**
 * A real VS Code from the npm registry alone: the package `code-server` carries a complete VS Code server with its web
 * workbench; the Node it needs is on npm too. Everything lies in `.vscode-test/` and is reused by later runs.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run, npm } from '../tooling/processes.mjs';

export const repository = path.resolve(import.meta.dirname, '../..');
export const toolsDir = path.join(repository, '.vscode-test');

/**
 * The releases tried here: the code-server that carries a VS Code, the Node line it runs on, and what stood before
 * "Light Modern" in the theme names of its time.
 */
const releases = {
  newest: { codeServer: '4.139.1', vscode: '1.139.1', node: '24', themePrefix: '' },
  oldest: { codeServer: '4.106.3', vscode: '1.106.3', node: '22', themePrefix: 'Default ' },
};

/**
 * @typedef {object} VsCode
 * @property {string} version the VS Code version, such as `1.139.1`
 * @property {string} node the Node program the server runs on
 * @property {string} serverMain the server's script
 * @property {{light: string, dark: string, contrast: string}} themes the names of the themes shown in tests
 */

/**
 * Finds the release a person named: `newest`, `oldest`, or a version of VS Code or of code-server.
 * @param {string} wanted
 */
export function findRelease(wanted) {
  const found = Object.entries(releases).find(([name, { codeServer, vscode }]) => [name, codeServer, vscode].includes(wanted));
  if (!found) {
    const known = Object.values(releases)
      .map(({ vscode }) => vscode)
      .join(', ');
    throw new Error(`There is no VS Code "${wanted}" here; choose one of ${known}.`);
  }
  return found[1];
}

/**
 * Installs a VS Code server once.
 * @param {string} [wanted] see findRelease
 * @param {(line: string) => void} [report] told when something long begins
 * @returns {Promise<VsCode>}
 */
export async function installVsCode(wanted = 'newest', report = console.log) {
  const release = findRelease(wanted);
  const node = await installNode(release.node, report);
  const dir = path.join(toolsDir, `code-server-${release.codeServer}`);
  const server = path.join(dir, 'node_modules/code-server/lib/vscode');
  await onceComplete(dir, async () => {
    report(`Getting VS Code ${release.vscode} from npm (about 200 MB, once) …`);
    await npm(['install', '--ignore-scripts', `code-server@${release.codeServer}`], { cwd: dir });
    report('Getting the libraries of VS Code …');
    await makeInstallableFromRegistry(server);
    await npm(['install', '--omit=dev', '--ignore-scripts'], { cwd: server });
  });
  return {
    version: release.vscode,
    node,
    serverMain: path.join(server, 'out/server-main.js'),
    themes: {
      light: `${release.themePrefix}Light Modern`,
      dark: `${release.themePrefix}Dark Modern`,
      contrast: 'Default High Contrast',
    },
  };
}

/**
 * The oldest release takes one library from a git address, which a machine behind a registry mirror cannot reach;
 * the same library is in the registry.
 * @param {string} server
 */
async function makeInstallableFromRegistry(server) {
  const file = path.join(server, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  if (!manifest.dependencies?.['@parcel/watcher']?.includes('/')) return;
  manifest.dependencies['@parcel/watcher'] = '^2.5.1';
  await writeFile(file, JSON.stringify(manifest, null, 2));
  await rm(path.join(server, 'npm-shrinkwrap.json'), { force: true });
}

/**
 * Installs a Node program once.
 * @param {string} major
 * @param {(line: string) => void} [report] told when something long begins
 * @returns {Promise<string>} the program
 */
export async function installNode(major, report = console.log) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const dir = path.join(toolsDir, `node-${major}`);
  await onceComplete(dir, async () => {
    report(`Getting Node ${major} from npm …`);
    await npm(['install', '--ignore-scripts', `${name}@${major}`], { cwd: dir });
    // a third of it are headers, for which nothing is compiled here
    await rm(path.join(dir, 'node_modules', name, 'include'), { recursive: true, force: true });
  });
  return path.join(dir, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node');
}

/**
 * Fills a folder once. The stamp is written last, so an interrupted installation is done again from the beginning.
 * @param {string} dir
 * @param {() => Promise<void>} fill
 */
export async function onceComplete(dir, fill) {
  const stamp = path.join(dir, '.complete');
  if (existsSync(stamp)) return;
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  // A manifest of its own keeps npm from walking up to the repository's.
  await writeFile(path.join(dir, 'package.json'), '{ "private": true }\n');
  await fill();
  await writeFile(stamp, '');
}

/** Runs a script with this VS Code's Node to its end. @param {VsCode} vscode @param {string[]} args */
export function runServer(vscode, args) {
  return run(vscode.node, [vscode.serverMain, ...args], { cwd: toolsDir });
}
