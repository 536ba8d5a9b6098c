/** A webview's page in a real Chromium, with everything VS Code gives it: the API, the theme, the built files. No network. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { takePage, type PageUser } from './page-pool.ts';
import { origin } from './page-server.ts';

const repository = path.resolve(import.meta.dirname, '../..');

/** How long a test waits for a message, in milliseconds: shorter than a test may take, so that it can say what came instead. */
const messageTimeout = 25_000;

/** Built-in themes of VS Code: Modern and 2026, light and dark, and the two of high contrast. `test/fixtures/themes` has their colours as a webview gets them. */
export const THEMES = ['light', 'dark', 'light-2026', 'dark-2026', 'contrast', 'contrast-light'] as const;
type Theme = (typeof THEMES)[number];

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
  /** Is told what the webview sends: a host that answers. */
  onPosted?: (message: unknown) => void;
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
  /** Changes the theme as VS Code does when a person chooses another: what is shown stays. */
  setTheme: (theme: Theme) => Promise<void>;
  /** What the webview keeps for when it is shown again. */
  keptState: () => Promise<unknown>;
  /** The first message of this type, sent already or soon. */
  message: (type: string) => Promise<Record<string, unknown>>;
  /** Stops the clock of the page: what it shows for a while stays until `page.clock` is moved on. */
  stopClock: () => Promise<void>;
  close: () => Promise<void>;
}

/** The address of a file given in `resources`. */
export function resource(name: string): string {
  return `${origin}/resources/${encodeURIComponent(name)}`;
}

/** Opens a page as VS Code opens a webview's: it knows nothing of those before it. */
export async function openWebviewPage(options: WebviewPageOptions): Promise<WebviewPage> {
  const posted: unknown[] = [];
  const problems: string[] = [];
  const requests: string[] = [];
  const waiting = new Set<() => void>();
  const user: PageUser = {
    html: options.html((asset) => `${origin}/dist/${asset}`, origin),
    resources: options.resources ?? {},
    requests,
    problems,
    onPosted: (message) => {
      posted.push(message);
      for (const look of waiting) look();
      options.onPosted?.(message);
    },
  };
  const taken = await takePage(user, {
    viewport: options.viewport ?? { width: 1000, height: 800 },
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
  });
  const { page } = taken;
  const theme = options.theme ?? 'dark';
  const script = await page.addInitScript(imitateVsCode, {
    bodyClass: bodyClasses[theme],
    css: await themeStyles(theme),
    state: JSON.stringify(options.state ?? null),
  });
  await page.goto(taken.address);

  return {
    page,
    posted,
    problems,
    requests,
    send: (message) => page.evaluate((data) => window.postMessage(data, '*'), message),
    setTheme: async (next) => page.evaluate(changeTheme, { bodyClass: bodyClasses[next], css: await themeStyles(next) }),
    keptState: () => page.evaluate(() => JSON.parse(sessionStorage.getItem(location.pathname) ?? 'null')),
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
    stopClock: async () => {
      taken.keepForNobody();
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
    },
    close: async () => {
      await script.dispose();
      await taken.release();
    },
  };
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
        // The address is this page's own, the storage is that of all pages.
        getState: () => JSON.parse(sessionStorage.getItem(location.pathname) ?? state) ?? undefined,
        setState: (value: unknown) => {
          sessionStorage.setItem(location.pathname, JSON.stringify(value));
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

/** Runs in the page: another theme in the place of the one it has. */
function changeTheme({ bodyClass, css }: { bodyClass: string; css: string }): void {
  document.adoptedStyleSheets[0]?.replaceSync(css);
  document.body.className = bodyClass;
  document.body.dataset['vscodeThemeKind'] = bodyClass.split(' ')[0] ?? '';
}
