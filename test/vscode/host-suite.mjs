/** Runs the suite in test/host inside the extension host of a real VS Code, with the extension under development. */
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { launchBrowser } from '../tooling/browser.mjs';
import { repository } from '../tooling/product.mjs';
import { installVsCode } from './install.mjs';
import { startServer } from './server.mjs';
import { developmentPayload, openPage } from './workbench.mjs';

/** The whole run, in milliseconds; each test has its own, shorter limit. */
const runTimeout = 30 * 60_000;

/** The data root the tests find in their workspace folder: a fresh copy for every session. */
const fixture = path.join(repository, 'test/fixtures/agent-society-root');

/**
 * @typedef {object} HostRun
 * @property {string} entry the compiled test/host/run.ts
 * @property {string} results where the record of the run goes
 * @property {boolean} restricted runs the tests of Restricted Mode, in a folder nobody trusts
 * @property {string} vscode see findRelease
 * @property {string} [grep]
 */

/** @param {HostRun} host */
function environment({ results, restricted, grep }) {
  return {
    AGENT_ARTIFACTS_RESULTS: results,
    AGENT_ARTIFACTS_RESTRICTED: restricted ? '1' : '0',
    AGENT_ARTIFACTS_GREP: grep ?? '',
  };
}

/** Nobody looks at the window: what is drawn is small and without colour, and nothing in it moves by itself. */
const unseen = /** @type {const} */ ({
  context: { deviceScaleFactor: 0.25, reducedMotion: 'reduce' },
  settings: { 'editor.cursorBlinking': 'solid', 'editor.minimap.enabled': false, 'workbench.reduceMotion': 'on' },
  /** Chromium paints nothing of a transparent page, which can have the focus, unlike a hidden one. */
  style: 'html { opacity: 0 !important } *, *::before, *::after { animation: none !important; transition: none !important }',
});

/** Runs in each frame, before there is anything in it. @param {string} text */
function addStyle(text) {
  const style = document.createElement('style');
  style.textContent = text;
  new MutationObserver((_, observer) => {
    if (!document.documentElement) return;
    observer.disconnect();
    document.documentElement.append(style);
  }).observe(document, { childList: true });
}

/** A copy of the fixture to open; the real path, because VS Code reports real ones. @returns {Promise<string>} */
async function copyFixture() {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-root-')));
  await cp(fixture, dir, { recursive: true });
  return dir;
}

/**
 * Runs the suite in a VS Code server driven by a browser.
 * @param {HostRun} host
 * @returns {Promise<string>} what the extension host said, for when something went wrong
 */
export async function runInServer(host) {
  const vscode = await installVsCode(host.vscode);
  const folder = await copyFixture();
  const server = await startServer(vscode, {
    development: true,
    trust: host.restricted,
    // Untrusted without asking: nobody is there to answer.
    settings: { ...unseen.settings, ...(host.restricted && { 'security.workspace.trust.startupPrompt': 'never' }) },
    env: environment(host),
  });
  const browser = await launchBrowser();
  const log = /** @type {string[]} */ ([]);
  try {
    await /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`The tests did not end within ${runTimeout / 60_000} minutes.`)), runTimeout);
        const done = () => {
          clearTimeout(timer);
          resolve();
        };
        const payload = developmentPayload(host.entry);
        browser
          .newContext(unseen.context)
          .then(async (context) => {
            await context.addInitScript(addStyle, unseen.style);
            return context;
          })
          .then((context) => openPage(browser, server, folder, { context, payload, onLog: (line) => log.push(line), onExit: done }))
          .then((page) => page.once('crash', () => reject(new Error('The page of VS Code crashed.'))))
          .catch(reject);
      })
    );
  } catch (error) {
    log.push(/** @type {Error} */ (error).message);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return log.join('\n');
}

/**
 * Runs the suite in a desktop VS Code that @vscode/test-electron downloads.
 * @param {HostRun} host
 * @returns {Promise<string>} why it failed, if it did not even run
 */
export async function runOnDesktop(host) {
  const folder = await copyFixture();
  try {
    await runTests({
      version: host.vscode === 'newest' ? 'stable' : host.vscode === 'oldest' ? '1.106.3' : host.vscode,
      extensionDevelopmentPath: repository,
      extensionTestsPath: host.entry,
      extensionTestsEnv: environment(host),
      launchArgs: [folder, '--disable-extensions', ...(host.restricted ? [] : ['--disable-workspace-trust'])],
    });
    return '';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
