/** The conformance suite of the protocol's authors, from npm. It needs a newer Node than the tests do. */
import path from 'node:path';
import { installNode, onceComplete, toolsDir } from '../vscode/install.mjs';
import { npm } from './processes.mjs';

/** The first release that knows the revision 2026-07-28 is none of the stable ones. */
const version = '0.2.0-alpha.12';
/** The Node line it runs on (22 or newer). */
const nodeLine = '24';

/**
 * Installs the suite once.
 * @param {(line: string) => void} [report] told when something long begins
 * @returns {Promise<{node: string, script: string}>} the program and the script to run with it
 */
export async function installConformance(report = console.log) {
  const node = await installNode(nodeLine, report);
  const dir = path.join(toolsDir, `conformance-${version}`);
  await onceComplete(dir, async () => {
    report('Getting the MCP conformance suite from npm (about 20 MB, once) …');
    await npm(['install', '--ignore-scripts', `@modelcontextprotocol/conformance@${version}`], { cwd: dir });
  });
  return { node, script: path.join(dir, 'node_modules/@modelcontextprotocol/conformance/dist/index.js') };
}
