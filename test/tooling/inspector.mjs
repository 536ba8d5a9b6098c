/** The MCP Inspector from npm: a client of the protocol that nobody here wrote. It needs a newer Node than the tests do. */
import path from 'node:path';
import { installNode, onceComplete, toolsDir } from '../vscode/install.mjs';
import { npm } from './processes.mjs';

const version = '2.12.0';
/** The Node line it runs on (22.19 or newer). */
const nodeLine = '24';

/**
 * Installs the Inspector once.
 * @param {(line: string) => void} [report] told when something long begins
 * @returns {Promise<{node: string, script: string}>} the program and the script to run with it
 */
export async function installInspector(report = console.log) {
  const node = await installNode(nodeLine, report);
  const dir = path.join(toolsDir, `inspector-${version}`);
  await onceComplete(dir, async () => {
    report('Getting the MCP Inspector from npm (about 110 MB, once) …');
    await npm(['install', '--ignore-scripts', `@modelcontextprotocol/inspector@${version}`], { cwd: dir });
  });
  return { node, script: path.join(dir, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js') };
}
