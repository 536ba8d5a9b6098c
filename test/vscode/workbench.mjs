/** A page with VS Code's workbench in it: opening one, waiting until it is there, and the little every driver needs. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { repository } from './install.mjs';
import { uriPath } from './server.mjs';

/** How long the workbench may take to appear, in milliseconds; a cold start on a busy machine takes about 15 s. */
const startTimeout = 90_000;

/** How long a page must look the same to be at rest, in milliseconds: two looks, since each has the whole page drawn. */
const restTime = 750;

/**
 * What this VS Code says in every session: native modules that are not built, services that are not asked for, and its own
 * questions that it gives up (whether there is a language pack, after one second).
 */
const noise =
  /bindings file|native-watchdog|build\/Release\/watchdog|Service ?Worker|Failed to load resource|open-vsx|AgentHost|api\.github|bad HTTP response|allow-same-origin|authentication provider|ERR Canceled: Canceled/i;

/**
 * @typedef {object} OpenOptions
 * @property {Record<string, string>} [payload] see developmentPayload
 * @property {(line: string) => void} [onLog] the extension host's console, and errors of the page, without the known noise
 * @property {(code: number) => void} [onExit] the end of a test run inside VS Code
 * @property {{width: number, height: number}} [viewport]
 * @property {boolean} [unpainted] nobody looks at it but in {@link whilePainted}
 * @property {import('playwright-core').BrowserContext} [context] one of its own, or that of an earlier page of the same server, which is
 *   closed: VS Code finds nothing of what it has stored, and the browser does not compile it anew
 */

/** What makes a page load the extension of this repository from its sources. @param {string} [testsPath] a compiled test entry */
export function developmentPayload(testsPath) {
  const remote = (/** @type {string} */ file) => `vscode-remote://remote${uriPath(file)}`;
  return {
    extensionDevelopmentPath: remote(repository),
    ...(testsPath ? { extensionTestsPath: remote(path.resolve(testsPath)) } : {}),
    skipWelcome: 'true',
    skipReleaseNotes: 'true',
  };
}

/**
 * Opens a folder in a new page, of its own browser context unless one is given.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./server.mjs').Server} server
 * @param {string} folder an absolute path
 * @param {OpenOptions} [options]
 */
export async function openPage(browser, server, folder, options = {}) {
  const context = options.context ?? (await browser.newContext());
  // A person would be asked; nobody is there to answer.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.setViewportSize(options.viewport ?? { width: 1440, height: 900 });
  if (options.unpainted) await leaveUnpainted(page);
  const address = server.address(folder, options.payload);
  if (options.context) await forget(page, new URL(address).origin);
  page.on('console', (message) => {
    const text = message
      .text()
      .replace(/%c|color: \S* ?/g, '')
      .trim();
    if ((text.includes('[Extension Host]') || message.type() === 'error') && !noise.test(text)) options.onLog?.(text);
  });
  page.on('pageerror', (error) => options.onLog?.(`[page] ${error.stack ?? error.message}`));
  // VS Code calls both in a test run; its console comes through the page's own.
  await page.exposeFunction('codeAutomationLog', () => undefined);
  await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => options.onExit?.(code));
  await page.goto(address, { timeout: startTimeout });
  return page;
}

/**
 * Removes what pages of an origin have stored, and leaves what the browser has cached of it.
 * @param {import('playwright-core').Page} page
 * @param {string} origin
 */
async function forget(page, origin) {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,file_systems,cookies' });
  await session.detach();
}

/**
 * Has nothing painted of a page at which nobody looks: Chromium paints nothing of what is transparent, which can be clicked and have the
 * focus, unlike what is hidden. Before it opens anything.
 * @param {import('playwright-core').Page} page
 */
async function leaveUnpainted(page) {
  // Runs in each frame, before there is anything in it; a webview replaces its whole document.
  await page.addInitScript(() => {
    const hide = () => document.documentElement?.style.setProperty('opacity', '0', 'important');
    new MutationObserver(hide).observe(document, { childList: true });
    hide();
  });
}

/**
 * Has an unpainted page painted for as long as something looks at it; when a frame has come or was filled meanwhile, which is hidden, it looks
 * again.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<unknown>} look
 */
export async function whilePainted(page, look) {
  await setOpacity(page, '');
  try {
    do await look();
    while (await setOpacity(page, ''));
  } finally {
    await setOpacity(page, '0');
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {'' | '0'} opacity
 * @returns {Promise<boolean>} whether a frame had another
 */
async function setOpacity(page, opacity) {
  const set = (/** @type {string} */ value) => {
    const { style } = document.documentElement;
    const isOther = style.opacity !== value;
    style.setProperty('opacity', value, 'important');
    return isOther;
  };
  // A frame may go meanwhile.
  const results = await Promise.allSettled(page.frames().map((frame) => frame.evaluate(set, opacity)));
  return results.some((result) => result.status === 'fulfilled' && result.value);
}

/** Waits until the workbench with its folder is on the page. @param {import('playwright-core').Page} page */
export async function workbenchReady(page) {
  await page.locator('.monaco-workbench .activitybar .action-item').first().waitFor({ timeout: startTimeout });
  // The status bar shows the remote as soon as the extension host's connection stands.
  await page.locator('.monaco-workbench .statusbar').first().waitFor({ timeout: startTimeout });
}

/**
 * A picture of the page once it has come to rest: nothing shows progress, and it has looked the same for a while.
 * @param {import('playwright-core').Page} page
 * @param {string} [file] where to keep it
 * @param {number} [timeout] milliseconds; after that the last picture is taken as it is
 */
export async function stablePicture(page, file, timeout = 15_000) {
  const until = Date.now() + timeout;
  await page
    .locator('.monaco-progress-container.active:visible')
    .first()
    .waitFor({ state: 'hidden', timeout })
    .catch(() => undefined);
  let picture = await page.screenshot({ caret: 'hide' });
  for (let isAtRest = false; !isAtRest && Date.now() < until;) {
    await setTimeout(restTime);
    const next = await page.screenshot({ caret: 'hide' });
    isAtRest = next.equals(picture);
    picture = next;
  }
  if (file) await writeFile(file, picture);
  return picture;
}

/**
 * Opens a view container of the activity bar by its title.
 * @param {import('playwright-core').Page} page
 * @param {string} title such as `Agent Artifacts`
 */
export async function openContainer(page, title) {
  const item = page.locator(`.activitybar .action-item a[aria-label^="${title}"]`).first();
  await item.waitFor({ timeout: 30_000 });
  const isOpen = () => item.evaluate((link) => link.closest('.action-item')?.classList.contains('checked'));
  const opened = page.locator('.activitybar .action-item.checked').filter({ has: page.locator(`a[aria-label^="${title}"]`) });
  while (!(await isOpen())) {
    // the icon and the badge on it, which may cover it
    await item.locator('..').click();
    // A click closes a container that VS Code, which is still starting, has opened by itself a moment before.
    await opened.waitFor({ timeout: 5000 }).catch(() => undefined);
  }
  await page.mouse.move(0, 0); // its tooltip would cover the view
}

/**
 * Gives the focus of a webview to its tab. VS Code gives it back when the palette closes, and a webview gets it so late that the list which a
 * command opens is there by then, and closes: a rest of https://github.com/microsoft/vscode/issues/75209.
 * @param {import('playwright-core').Page} page
 */
async function focusOnTab(page) {
  await page.evaluate(() => {
    if (document.activeElement?.tagName === 'IFRAME')
      /** @type {HTMLElement | null} */ (document.querySelector('.editor-group-container.active .tab.active'))?.focus();
  });
}

/**
 * Runs a command by its title in the palette. The palette lists what was registered when it opened, and VS Code closes it when it gives the
 * focus back to a webview late; so it is opened anew until it shows the command.
 * @param {import('playwright-core').Page} page
 * @param {string} title as the palette shows it, with or without the category: `Agent Artifacts: Refresh`
 * @param {number} [timeout] milliseconds
 */
export async function runCommand(page, title, timeout = 30_000) {
  const until = Date.now() + timeout;
  const input = page.locator('.quick-input-widget:visible input.input');
  const exactly = new RegExp(`^(.*: )?${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
  const row = page
    .locator('.quick-input-list .monaco-list-row')
    .filter({ has: page.locator('.label-name', { hasText: exactly }) })
    .first();
  for (;;) {
    await focusOnTab(page);
    await page.keyboard.press('F1');
    try {
      await input.fill(`>${title}`, { timeout: 2000 });
      await row.waitFor({ timeout: 2000 });
      // Longer than a busy machine takes for it: what was clicked is not clicked again.
      return await row.click({ timeout: 10_000 });
    } catch (cause) {
      if (Date.now() > until) throw new Error(`The command palette does not show "${title}".`, { cause });
    }
    if (await input.isVisible()) await page.keyboard.press('Escape');
    await input.waitFor({ state: 'hidden', timeout });
  }
}
