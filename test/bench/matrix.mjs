/** The capability matrix: what its rows cost the extension host, and what drawing and scrolling cost its page in a real VS Code. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { launchBrowser } from '../tooling/browser.mjs';
import { vsix } from '../tooling/product.mjs';
import { installVsCode } from '../vscode/install.mjs';
import { startServer } from '../vscode/server.mjs';
import { openPage, workbenchReady } from '../vscode/workbench.mjs';
import { longestBlock, median } from './measure.mjs';

const SERVICES = 500;
/** `MAX_SERVICES`: more are a problem that says so. */
const MOST_SERVICES = 1000;
const SCROLLS = 120;
/** One frame of a screen with 60 of them in a second, in milliseconds. */
const FRAME = 16;

const MODELS = ['gpt-4o', 'gpt-4', 'claude-sonnet-4.5', 'gemini-2.5-pro', 'qwen2.5-coder-32b-instruct', 'llava', 'a model'];

/** A configuration in which every tenth service has a mistake. @param {number} count */
function configuration(count) {
  const services = Array.from({ length: count }, (_, n) => ({
    id: `service-${n}`,
    name: `Service ${n}`,
    model: MODELS[n % MODELS.length],
    capabilities: {
      input: n % 10 === 0 ? ['text', 'visoin'] : n % 2 === 0 ? ['text', 'vision'] : ['text'],
      output: ['text', 'tool_calling'],
    },
  }));
  return JSON.stringify({ services }, null, 2);
}

/**
 * @param {string} repository
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export async function measureFeed(repository, report) {
  const outfile = path.join(repository, 'out/bench/matrix-feed.mjs');
  await esbuild.build({
    absWorkingDir: repository,
    entryPoints: ['src/host/services/matrix/matrix-feed.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  const { KnownSources, MatrixFeed } = await import(pathToFileURL(outfile).href);
  const cell = { state: 'declared', known: 'yes', source: 1 };
  const rows = JSON.parse(configuration(MOST_SERVICES)).services.map((/** @type {object} */ service, /** @type {number} */ index) => ({
    ...service,
    index,
    cells: Array(12).fill(cell),
  }));
  let bytes = 0;
  const feed = new MatrixFeed((/** @type {unknown} */ message) => {
    bytes += JSON.stringify(message).length; // as VS Code does
  });
  const known = new KnownSources();
  const many = MOST_SERVICES.toLocaleString('en');
  const block = await longestBlock(async () => feed.send(rows, known));
  report(`Longest block by sending the rows of a matrix of ${many} services`, '< 50 ms', `${block.toFixed(0)} ms`, block < 50);
  bytes = 0;
  feed.send([{ ...rows[0], cells: [] }, ...rows.slice(1)], known);
  report(`Bytes sent to the page when one of ${many} services changes`, '< 1,000', bytes.toLocaleString('en'), bytes < 1000);
}

/**
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export async function measureMatrix(temporary, report) {
  const folder = path.join(temporary, 'matrix');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'llmservices.json'), configuration(SERVICES));
  const server = await startServer(await installVsCode('newest'), {
    vsix,
    settings: { 'workbench.editorAssociations': { 'llmservices.json': 'agentArtifacts.capabilityMatrix' } },
  });
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser, server, folder);
    await workbenchReady(page);
    await page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'llmservices.json' }).first().dblclick();
    await page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('[data-row="0"][data-column="0"]').waitFor();
    const frame = await (await page.frameLocator('iframe.webview.ready').locator('#active-frame').elementHandle())?.contentFrame();
    if (!frame) throw new Error('There is no matrix.');
    const { scrolls, filters, drawn } = await frame.evaluate(measureInPage, SCROLLS);
    report(`Rows drawn of ${SERVICES} services in the matrix`, '≤ 60', `${drawn}`, drawn <= 60);
    report(
      `Scrolling the matrix of ${SERVICES} services by 17 rows at a time: script and layout of a frame`,
      `< ${FRAME} ms`,
      `${median(scrolls).toFixed(1)} ms`,
      median(scrolls) < FRAME,
    );
    report(`Filtering ${SERVICES} services: from the key to the rows`, '< 50 ms', `${median(filters).toFixed(0)} ms`, median(filters) < 50);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Runs in the page. @param {number} count */
async function measureInPage(count) {
  const app = /** @type {any} */ (document.querySelector('agent-artifacts-matrix'));
  const grid = app.shadowRoot.querySelector('matrix-grid');
  const scroller = grid.shadowRoot.querySelector('.scroller');
  /** Asking for a height makes the browser lay out what was drawn. */
  const settled = async () => {
    await app.updateComplete;
    await grid.updateComplete;
    return grid.shadowRoot.querySelector('.body').getBoundingClientRect().height;
  };
  const scrolls = [];
  let drawn = 0;
  for (let n = 0; n < count; n++) {
    // after the grid's own listener
    const scrolled = new Promise((resolve) => scroller.addEventListener('scroll', () => resolve(performance.now()), { once: true }));
    scroller.scrollTop = ((n + 1) * 442) % (scroller.scrollHeight - scroller.clientHeight);
    const begin = /** @type {number} */ (await scrolled);
    await settled();
    scrolls.push(performance.now() - begin);
    drawn = Math.max(drawn, grid.shadowRoot.querySelectorAll('.body [role=row]').length);
  }
  const input = app.shadowRoot.querySelector('matrix-toolbar').shadowRoot.querySelector('input');
  const filters = [];
  for (let n = 0; n < 21; n++) {
    const begin = performance.now();
    input.value = n % 2 === 0 ? 'vision service 1' : '';
    input.dispatchEvent(new InputEvent('input'));
    await settled();
    filters.push(performance.now() - begin);
  }
  return { scrolls, filters, drawn };
}
