/** What suites need before they begin, got once for all of them. */
import { installVsCode } from '../vscode/install.mjs';
import { findBrowser, installChineseFonts } from './browser.mjs';
import { installConformance } from './conformance.mjs';
import { installInspector } from './inspector.mjs';
import { buildForDevelopment, ensurePackaged } from './product.mjs';

/** @typedef {import('./steps.mjs').Need} Need */

/**
 * @param {object} run
 * @param {Promise<void>} [run.build] the build step of the same run, after which dist/ and the packages are there
 * @param {boolean} run.packaged whether any suite of the run needs the packages
 * @param {readonly string[]} run.vscode which VS Codes
 * @param {(line: string) => void} run.report told when something long begins
 * @returns {(need: Need) => Promise<unknown>}
 */
export function needsOf({ build, packaged, vscode, report }) {
  /** @type {Record<Need, () => Promise<unknown>>} */
  const ways = {
    built: () => build ?? (packaged ? ensurePackaged(report) : buildForDevelopment()),
    packaged: () => get('built'),
    vscode: async () => {
      for (const version of vscode) await installVsCode(version, report);
    },
    browser: () => findBrowser(report),
    fonts: () => installChineseFonts(report),
    inspector: () => installInspector(report),
    conformance: () => installConformance(report),
  };
  /** @type {Map<Need, Promise<unknown>>} */
  const known = new Map();
  /** One installation after the other: they use the same programs and folders. @type {Promise<unknown>} */
  let installing = Promise.resolve();
  /** @param {Need} need */
  function get(need) {
    const found = known.get(need);
    if (found) return found;
    const isInstallation = need !== 'built' && need !== 'packaged';
    const got = isInstallation ? installing.catch(() => undefined).then(ways[need]) : ways[need]();
    if (isInstallation) installing = got;
    known.set(need, got);
    got.catch(() => undefined); // whoever needs it says so
    return got;
  }
  return get;
}
