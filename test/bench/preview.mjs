/** The preview as a person meets it: in a real VS Code, with the packaged extension, from the click to what is on the screen. */
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from '../tooling/browser.mjs';
import { repository, vsix } from '../tooling/product.mjs';
import { installVsCode } from '../vscode/install.mjs';
import { startServer } from '../vscode/server.mjs';
import { openContainer, openPage, workbenchReady } from '../vscode/workbench.mjs';
import { median } from './measure.mjs';

const ROUNDS = 11;
/** A PNG is complete after its last chunk; what follows nobody draws, so that any size can be had. */
const IMAGE_BYTES = 1024 * 1024;

/**
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export async function measurePreview(temporary, report) {
  const server = await startServer(await installVsCode('newest'), { vsix, settings: {} });
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser, server, makeRoot(path.join(temporary, 'preview')));
    await workbenchReady(page);
    await openContainer(page, 'Agent Artifacts');
    const row = (/** @type {string} */ name) => page.locator('.sidebar .monaco-list-row').filter({ hasText: name }).first();
    await row('one.png').click();
    await page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('preview-image img').waitFor();
    const frame = await (await page.frameLocator('iframe.webview.ready').locator('#active-frame').elementHandle())?.contentFrame();
    if (!frame) throw new Error('There is no preview.');
    const paints = [];
    for (let round = 0; round < ROUNDS; round++)
      paints.push(await firstPaint(page, frame, row(round % 2 === 0 ? 'two.png' : 'one.png'), round % 2 === 0 ? 'two.png' : 'one.png'));
    const paint = median(paints);
    report('First paint of a preview of 1 MB, from the click', '< 300 ms warm', `${paint.toFixed(0)} ms`, paint < 300);
    const switches = [];
    for (let round = 0; round < ROUNDS * 2; round++)
      switches.push(await switchModel(frame, round % 2 === 0 ? 'text-model' : 'vision-model'));
    const change = median(switches.slice(2));
    report('Another model in the preview of an image of 1 MB', '< 50 ms to the verdict', `${change.toFixed(0)} ms`, change < 50);
    const hover = await hoverTime(page);
    report('The hover of a reference to an image of 1 MB, from the key', '< 100 ms warm', `${hover.toFixed(0)} ms`, hover < 100);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * The two references of a log are told of in turn. By the key, for VS Code waits before it asks for what the mouse points at.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number>} milliseconds from the key until the hover is on the screen
 */
async function hoverTime(page) {
  await page.keyboard.press('ControlOrMeta+p');
  await page.locator('.quick-input-widget:visible input.input').fill('run.log');
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'run.log' }).first().click();
  await page.locator('.editor-instance .view-line .detected-link').nth(1).waitFor();
  await page.keyboard.press('ControlOrMeta+Home');
  const hover = page.locator('.monaco-hover:visible');
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const name = round % 2 === 0 ? 'one.png' : 'two.png';
    const shown = page.evaluate(
      (wanted) =>
        new Promise((resolve) => {
          let pressed = 0;
          addEventListener(
            'keydown',
            function chord({ key }) {
              if (key !== 'i') return;
              pressed = performance.now();
              removeEventListener('keydown', chord, true);
            },
            true,
          );
          const look = () => {
            const isThere = [...document.querySelectorAll('.monaco-hover:not(.hidden)')].some(({ textContent }) =>
              textContent?.includes(wanted),
            );
            if (pressed > 0 && isThere) resolve(performance.now() - pressed);
            else requestAnimationFrame(look);
          };
          look();
        }),
      name,
    );
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.press('ControlOrMeta+i');
    times.push(/** @type {number} */ (await shown));
    await page.keyboard.press('Escape');
    await hover.first().waitFor({ state: 'hidden' });
    await page.keyboard.press(round % 2 === 0 ? 'ArrowDown' : 'ArrowUp');
  }
  // the first one loads what hovers need
  return median(times.slice(1));
}

const LARGE_IMAGE_BYTES = 10 * 1024 * 1024;
const FILM_BYTES = 5 * 1024 ** 3;

/**
 * Any file of an ordinary project, from the key that chooses the command in the Explorer's menu to the verdict.
 *
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export async function measureAnyFile(temporary, report) {
  const server = await startServer(await installVsCode('newest'), { vsix, settings: {} });
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser, server, makeProject(path.join(temporary, 'project')));
    await workbenchReady(page);
    // its icon is there once VS Code knows the extension's menus too
    await openContainer(page, 'Agent Artifacts');
    await openContainer(page, 'Explorer');
    await choosePreview(page, 'notes.txt');
    await page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').getByRole('heading', { name: 'notes.txt' }).waitFor();
    const frame = await (await page.frameLocator('iframe.webview.ready').locator('#active-frame').elementHandle())?.contentFrame();
    if (!frame) throw new Error('There is no preview.');
    for (const [what, name] of [
      ['an image of 10 MB', 'large.png'],
      ['a film of 5 GB', 'film.mp4'],
    ]) {
      const times = [];
      for (let round = 0; round < ROUNDS; round++) {
        times.push(await verdictAfterKey(page, frame, name ?? ''));
        await verdictAfterKey(page, frame, 'notes.txt');
      }
      const time = median(times);
      report(`From the Explorer's menu to the verdict on ${what ?? ''}`, '< 150 ms warm', `${time.toFixed(0)} ms`, time < 150);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** An ordinary project: a text, an image, and a film of which the disk holds the head only. @param {string} folder */
function makeProject(folder) {
  mkdirSync(folder, { recursive: true });
  const image = Buffer.alloc(LARGE_IMAGE_BYTES);
  readFileSync(path.join(repository, 'media/sample/chart.png')).copy(image);
  writeFileSync(path.join(folder, 'large.png'), image);
  writeFileSync(path.join(folder, 'notes.txt'), 'Notes.\n');
  const film = path.join(folder, 'film.mp4');
  writeFileSync(film, readFileSync(path.join(repository, 'media/sample/demo.mp4')));
  truncateSync(film, FILM_BYTES);
  return folder;
}

/** The menu of a file, with our command under the mouse. @param {import('playwright-core').Page} page @param {string} name */
async function choosePreview(page, name) {
  await page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first().click({ button: 'right' });
  await page.locator('.monaco-menu .action-label').filter({ hasText: 'Preview as a Model Receives It' }).hover();
  await page.keyboard.press('Enter');
}

/**
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Frame} frame
 * @param {string} name
 * @returns {Promise<number>} milliseconds from the key until the verdict on that file is on the screen
 */
async function verdictAfterKey(page, frame, name) {
  await page.evaluate(() =>
    addEventListener(
      'keydown',
      () => {
        document.documentElement.dataset['pressed'] = String(performance.timeOrigin + performance.now());
      },
      { once: true, capture: true },
    ),
  );
  const shown = frame.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const app = document.querySelector('agent-artifacts-preview')?.shadowRoot;
          const title = app?.querySelector('preview-header')?.shadowRoot?.querySelector('h1')?.textContent?.trim();
          const route = app?.querySelector('preview-verdict')?.shadowRoot?.querySelector('.route')?.textContent?.trim();
          if (title === wanted && route) resolve(performance.timeOrigin + performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    name,
  );
  await choosePreview(page, name);
  const end = /** @type {number} */ (await shown);
  return end - Number(await page.evaluate(() => document.documentElement.dataset['pressed']));
}

/** A data root of two images and two services, and a log that names the images. @param {string} folder */
function makeRoot(folder) {
  const artifacts = path.join(folder, 'artifacts');
  for (const name of ['artifacts', 'workspaces', 'config']) mkdirSync(path.join(folder, name), { recursive: true });
  const image = Buffer.alloc(IMAGE_BYTES);
  readFileSync(path.join(repository, 'media/sample/chart.png')).copy(image);
  for (const [id, name] of [
    ['1', 'one.png'],
    ['2', 'two.png'],
  ]) {
    writeFileSync(path.join(artifacts, `${id}.png`), image);
    writeFileSync(
      path.join(artifacts, `${id}.meta`),
      JSON.stringify({ id, extension: '.png', type: 'image/png', name, createdAt: new Date().toISOString() }),
    );
  }
  writeFileSync(path.join(folder, 'run.log'), 'artifact:1\nartifact:2\n');
  writeFileSync(
    path.join(folder, 'config/llmservices.json'),
    JSON.stringify({
      services: [
        { id: 'vision-model', model: 'gpt-4o', api: 'openai-chat', capabilities: { input: ['text', 'vision'], output: ['text'] } },
        { id: 'text-model', model: 'gpt-4', api: 'openai-chat', capabilities: { input: ['text'], output: ['text'] } },
      ],
    }),
  );
  return folder;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Frame} frame
 * @param {import('playwright-core').Locator} row
 * @param {string} name
 * @returns {Promise<number>} milliseconds from the press of the button until the image is drawn under its name
 */
async function firstPaint(page, frame, row, name) {
  await page.evaluate(() =>
    addEventListener(
      'mousedown',
      () => {
        document.documentElement.dataset['pressed'] = String(performance.timeOrigin + performance.now());
      },
      { once: true, capture: true },
    ),
  );
  const drawn = frame.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const app = document.querySelector('agent-artifacts-preview')?.shadowRoot;
          const title = app?.querySelector('preview-header')?.shadowRoot?.querySelector('h1')?.textContent?.trim();
          const image = app
            ?.querySelector('preview-tabs')
            ?.shadowRoot?.querySelector('preview-content')
            ?.shadowRoot?.querySelector('preview-image')
            ?.shadowRoot?.querySelector('img');
          if (title === wanted && image?.complete && image.naturalWidth > 0) resolve(performance.timeOrigin + performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    name,
  );
  await row.click();
  const end = /** @type {number} */ (await drawn);
  return end - Number(await page.evaluate(() => document.documentElement.dataset['pressed']));
}

/**
 * @param {import('playwright-core').Frame} frame
 * @param {string} serviceId
 * @returns {Promise<number>} milliseconds from the choice until the verdict says the other route
 */
function switchModel(frame, serviceId) {
  return frame.evaluate(
    (id) =>
      new Promise((resolve) => {
        const app = document.querySelector('agent-artifacts-preview');
        const verdict = () => app?.shadowRoot?.querySelector('preview-verdict')?.shadowRoot?.querySelector('.route')?.textContent;
        const before = verdict();
        const begin = performance.now();
        const look = () => {
          if (verdict() !== before) resolve(performance.now() - begin);
          else requestAnimationFrame(look);
        };
        app?.dispatchEvent(new CustomEvent('preview-action', { detail: { type: 'selectModel', serviceId: id } }));
        look();
      }),
    serviceId,
  );
}
