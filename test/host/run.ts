/** The entry VS Code calls inside its extension host: runs the compiled tests beside it with mocha, those of `host/restricted` in a session of their own. */
import path from 'node:path';
import * as vscode from 'vscode';
import { recordResults } from '../tooling/results.mjs';

/**
 * Settings come by environment: AGENT_ARTIFACTS_RESULTS (the file for the record), AGENT_ARTIFACTS_GREP,
 * AGENT_ARTIFACTS_RESTRICTED (`1` in the session of Restricted Mode).
 * @throws when a test failed
 */
export async function run(): Promise<void> {
  const { AGENT_ARTIFACTS_RESULTS: results, AGENT_ARTIFACTS_GREP: grep } = process.env;
  if (!results) throw new Error('AGENT_ARTIFACTS_RESULTS does not say where the record goes.');
  const restricted = process.env['AGENT_ARTIFACTS_RESTRICTED'] === '1';
  if (vscode.workspace.isTrusted === restricted) {
    throw new Error(`The folder is ${restricted ? '' : 'not '}trusted; these tests need it the other way round.`);
  }
  // By import(), not require(): the oldest VS Code gives a namespace there, not the constructor.
  const { default: Mocha } = await import('mocha');
  // A test that is alone by `.only` would hide all others.
  const mocha = new Mocha({ timeout: 120_000, forbidOnly: true, reporter: Mocha.reporters.Base, ...(grep ? { grep } : {}) });
  mocha.addFile(path.join(__dirname, restricted ? 'restricted.js' : 'trusted.js'));
  await mocha.loadFilesAsync();
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run((failures) => {
      if (failures > 0) reject(new Error(`${failures} failed`));
      else resolve();
    });
    recordResults(runner, results);
  });
}
