/** Finds a Chromium to drive, or gets one: a chosen one, an installed one, Debian's package, or the one on npm. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { onceComplete, toolsDir } from '../vscode/install.mjs';
import { findProgram, npm, run } from './processes.mjs';

/** Chromium as an npm package, for Linux without root. */
const packagedChromium = '@sparticuz/chromium@143.0.4';

/** The names browsers of this family have on the PATH, best first. */
const programs = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable', 'microsoft-edge'];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/**
 * Starts a headless browser.
 * @param {readonly string[]} [more] what it is started with besides
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchBrowser(more = []) {
  const { executablePath, args } = await findBrowser();
  return chromium.launch({ executablePath, args: [...flags, ...args, ...more] });
}

/**
 * @param {(line: string) => void} [report] told when something long begins
 * @returns {Promise<{executablePath: string, args: string[]}>}
 */
export async function findBrowser(report = console.log) {
  const chosen = process.env['AGENT_ARTIFACTS_BROWSER'];
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`AGENT_ARTIFACTS_BROWSER names ${chosen}, which is not there.`);
    return { executablePath: chosen, args: [] };
  }
  const installed = findInstalled() ?? ((await installByApt(['chromium'], report)) ? findInstalled() : undefined);
  if (installed) return { executablePath: installed, args: [] };
  if (process.platform === 'linux') return packaged(report);
  throw new Error('No Chrome, Chromium or Edge found: install one, or name it in AGENT_ARTIFACTS_BROWSER.');
}

/** @returns {string | undefined} */
function findInstalled() {
  if (process.platform === 'linux') return findProgram(programs);
  const folders = [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']];
  const candidates =
    process.platform === 'win32'
      ? folders
          .filter((dir) => dir !== undefined)
          .flatMap((dir) => [
            path.join(dir, 'Google/Chrome/Application/chrome.exe'),
            path.join(dir, 'Microsoft/Edge/Application/msedge.exe'),
          ])
      : ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) => [
          `/Applications/${name}.app/Contents/MacOS/${name}`,
          path.join(os.homedir(), `Applications/${name}.app/Contents/MacOS/${name}`),
        ]);
  return candidates.find((file) => existsSync(file));
}

/** Fonts for Chinese text, where they can be had without asking. @param {(line: string) => void} [report] */
export async function installChineseFonts(report = console.log) {
  if (process.platform !== 'linux') return;
  const fonts = await run('fc-list', [':lang=zh-cn', 'family']).catch(() => '');
  if (fonts.trim() === '') await installByApt(['fonts-noto-cjk'], report);
}

/**
 * @param {string[]} packages
 * @param {(line: string) => void} report
 * @returns {Promise<boolean>} whether they are there now
 */
async function installByApt(packages, report) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  report(`Installing ${packages.join(' and ')} with apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
    return true;
  } catch (error) {
    report(`apt-get could not: ${/** @type {Error} */ (error).message.split('\n').at(-1)}`);
    return false;
  }
}

/** @param {(line: string) => void} report */
async function packaged(report) {
  const dir = path.join(toolsDir, 'chromium');
  await onceComplete(dir, async () => {
    report('Getting Chromium from npm (once) …');
    await npm(['install', packagedChromium], { cwd: dir });
  });
  const entry = path.join(dir, 'node_modules/@sparticuz/chromium/build/esm/index.js');
  const { default: bundle } = await import(pathToFileURL(entry).href);
  return { executablePath: /** @type {string} */ (await bundle.executablePath()), args: /** @type {string[]} */ (bundle.args) };
}
