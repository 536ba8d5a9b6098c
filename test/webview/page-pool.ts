/**
 * The pages of a browser that the tests of a run share: a page goes from test to test, because a new one is a new process,
 * which takes longer than most tests do.
 */
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../tooling/browser.mjs';
import { origin, startPageServer, type PageContents, type PageServer } from './page-server.ts';

/** Who has a page, and is told what comes of it. */
export interface PageUser extends PageContents {
  /** Paths of everything the page and its workers ask for. */
  readonly requests: string[];
  /** Violations of the page's CSP, errors, and requests for anything that is not its own. */
  readonly problems: string[];
  onPosted: (message: unknown) => void;
}

export interface PageSurroundings {
  readonly viewport: { width: number; height: number };
  readonly reducedMotion: 'reduce' | 'no-preference';
}

export interface TakenPage {
  readonly page: Page;
  /** Where what the user has to show is served. */
  readonly address: string;
  /** Nobody gets the page after this user, who does something to it that cannot be undone. */
  keepForNobody: () => void;
  /** Gives the page back, empty. */
  release: () => Promise<void>;
}

interface PooledPage {
  readonly page: Page;
  /** Whose it is now. */
  user: PageUser | undefined;
}

let started: Promise<{ browser: Browser; server: PageServer }> | undefined;
const free: PooledPage[] = [];

after(async () => {
  if (!started) return;
  const { browser, server } = await started;
  await browser.close();
  await server.close();
});

/** Takes a page that nobody has, or opens one. */
export async function takePage(user: PageUser, { viewport, reducedMotion }: PageSurroundings): Promise<TakenPage> {
  const { browser, server } = await (started ??= start());
  const pooled = free.pop() ?? (await openPage(browser));
  const { page } = pooled;
  const address = server.add(user);
  pooled.user = user;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ reducedMotion });
  let isKept = true;
  return {
    page,
    address,
    keepForNobody: () => (isKept = false),
    release: async () => {
      // What the page did until it is left is told its user.
      if (isKept) await page.goto('about:blank');
      else await page.context().close();
      pooled.user = undefined;
      server.remove(address);
      if (!isKept) return;
      page.removeAllListeners('worker');
      free.push(pooled);
    },
  };
}

async function start(): Promise<{ browser: Browser; server: PageServer }> {
  const server = await startPageServer();
  return { server, browser: await launchBrowser(server.browserArguments) };
}

async function openPage(browser: Browser): Promise<PooledPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const pooled: PooledPage = { page, user: undefined };
  const problem = (text: string): void => void pooled.user?.problems.push(text);
  await page.exposeFunction('recordPosted', (message: unknown) => pooled.user?.onPosted(message));
  await page.exposeFunction('recordProblem', problem);
  page.on('pageerror', (error) => problem(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problem(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    const url = request.url();
    if (url.startsWith(`blob:${origin}/`)) return; // made by the page, and asked of nobody
    pooled.user?.requests.push(url.replace(`${origin}/`, ''));
    if (/^(?:https?|wss?|ftp):/.test(url) && !url.startsWith(`${origin}/`)) problem(`request: ${url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problem(`request: ${response.url()}`);
  });
  return pooled;
}
