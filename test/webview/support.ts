/** A webview's page in a real Chromium, with everything VS Code gives it: the API, the theme, the built files. No network. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { launchBrowser } from '../tooling/browser.mjs';

const repository = path.resolve(import.meta.dirname, '../..');

/** Where the page lives; requests are answered here and never leave the process. */
const origin = 'https://webview.test';

/** How long a test waits for a message, in milliseconds: shorter than a test may take, so that it can say what came instead. */
const messageTimeout = 25_000;

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.pdf': 'application/pdf',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/** Built-in themes of VS Code: Modern and 2026, light and dark, and the two of high contrast. `test/fixtures/themes` has their colours as a webview gets them. */
export const THEMES = ['light', 'dark', 'light-2026', 'dark-2026', 'contrast', 'contrast-light'] as const;
export type Theme = (typeof THEMES)[number];

/** What VS Code says of the kind of a theme on the body of a page. */
const bodyClasses: Readonly<Record<Theme, string>> = {
  light: 'vscode-light',
  'light-2026': 'vscode-light',
  dark: 'vscode-dark',
  'dark-2026': 'vscode-dark',
  contrast: 'vscode-high-contrast',
  'contrast-light': 'vscode-high-contrast-light vscode-high-contrast',
};

export interface WebviewPageOptions {
  /** Makes the page's HTML as the host does; `asset` gives the address of a file in dist/webview. */
  html: (asset: (name: string) => string, cspSource: string) => string;
  /** The theme its colours and classes are of. */
  theme?: Theme;
  /** Files the page may load, by name: `resource(name)` is their address. */
  resources?: Record<string, Uint8Array | string>;
  /** What `getState()` gives at first. */
  state?: unknown;
  viewport?: { width: number; height: number };
  /** The system asks for little motion. */
  reducedMotion?: boolean;
}

export interface WebviewPage {
  page: Page;
  /** Everything the webview sent, oldest first. */
  posted: unknown[];
  /** Violations of the page's CSP, errors, and requests for anything that is not its own: should stay empty. */
  problems: string[];
  /** Paths of everything the page and its workers asked for, oldest first. */
  requests: string[];
  /** Sends a message as the host does. */
  send: (message: unknown) => Promise<void>;
  /** The first message of this type, sent already or soon. */
  message: (type: string) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
}

/** The address of a file given in `resources`. */
export function resource(name: string): string {
  return `${origin}/resources/${encodeURIComponent(name)}`;
}

let sharedBrowser: Promise<Browser> | undefined;

after(async () => {
  await (await sharedBrowser)?.close();
  sharedBrowser = undefined;
});

/** Opens a page; all pages of a run share one browser, each has its own storage. */
export async function openWebviewPage(options: WebviewPageOptions): Promise<WebviewPage> {
  const browser = await (sharedBrowser ??= launchBrowser());
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1000, height: 800 },
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
  });
  const page = await context.newPage();
  const posted: unknown[] = [];
  const problems: string[] = [];
  const requests: string[] = [];
  const waiting = new Set<() => void>();

  await page.exposeFunction('recordPosted', (message: unknown) => {
    posted.push(message);
    for (const look of waiting) look();
  });
  await page.exposeFunction('recordProblem', (problem: string) => problems.push(problem));
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  const html = options.html((asset) => `${origin}/dist/${asset}`, origin);
  context.on('request', (request) => requests.push(request.url().replace(`${origin}/`, '')));
  await context.route('**/*', (route) => serve(route, html, options.resources ?? {}, problems));
  await page.addInitScript(imitateVsCode, {
    bodyClass: bodyClasses[options.theme ?? 'dark'],
    css: await themeStyles(options.theme ?? 'dark'),
    state: JSON.stringify(options.state ?? null),
  });
  await page.goto(`${origin}/`);

  return {
    page,
    posted,
    problems,
    requests,
    send: (message) => page.evaluate((data) => window.postMessage(data, '*'), message),
    message: (type) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = posted.find((each) => (each as { type?: unknown }).type === type);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found as Record<string, unknown>);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`The webview sent no "${type}" but ${JSON.stringify(posted)}; problems: ${problems.join('; ')}`));
        }, messageTimeout);
        waiting.add(look);
        look();
      }),
    close: () => context.close(),
  };
}

/** Answers a request with a built file, a given resource or the page itself; anything else is a problem. */
async function serve(route: Route, html: string, resources: Record<string, Uint8Array | string>, problems: string[]): Promise<void> {
  const url = new URL(route.request().url());
  const [, folder, ...rest] = url.pathname.split('/').map(decodeURIComponent);
  const name = rest.join('/');
  const contentType = contentTypes[path.extname(name)] ?? 'application/octet-stream';
  if (url.origin === origin && folder === '') {
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
  }
  if (url.origin === origin && folder === 'dist') {
    const body = await readFile(path.join(repository, 'dist/webview', name)).catch(() => undefined);
    if (body) return route.fulfill({ contentType, body });
  }
  const given = url.origin === origin && folder === 'resources' ? resources[name] : undefined;
  if (given !== undefined) return route.fulfill({ contentType, body: Buffer.from(given as string) });
  if (url.pathname !== '/favicon.ico') problems.push(`request: ${url.href}`);
  return route.fulfill({ status: 404, body: '' });
}

async function themeStyles(theme: Theme): Promise<string> {
  const folder = path.join(repository, 'test/fixtures/themes');
  const [variables, defaults] = await Promise.all([`${theme}.css`, 'webview.css'].map((name) => readFile(path.join(folder, name), 'utf8')));
  // The page itself is transparent; behind it lies the editor.
  return `${variables}\n${defaults}\nhtml { background: var(--vscode-editor-background); }`;
}

/** Runs in the page before its own scripts; state outlives a reload, as it does in VS Code. */
function imitateVsCode({ bodyClass, css, state }: { bodyClass: string; css: string; state: string }): void {
  const recorder = window as unknown as Record<'recordPosted' | 'recordProblem', (value: unknown) => void>;
  let acquired = false;
  Object.assign(window, {
    acquireVsCodeApi: () => {
      if (acquired) throw new Error('An instance of the VS Code API has already been acquired');
      acquired = true;
      return {
        postMessage: (message: unknown) => recorder.recordPosted(message),
        getState: () => JSON.parse(sessionStorage.getItem('state') ?? state) ?? undefined,
        setState: (value: unknown) => {
          sessionStorage.setItem('state', JSON.stringify(value));
          return value;
        },
      };
    },
  });
  document.addEventListener('securitypolicyviolation', (event) => {
    recorder.recordProblem(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
  });
  // A constructed sheet, because the page's CSP allows no inline style.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  document.addEventListener('DOMContentLoaded', () => {
    document.body.className = bodyClass;
    document.body.dataset['vscodeThemeKind'] = bodyClass.split(' ')[0] ?? '';
    document.body.setAttribute('role', 'document');
  });
}
