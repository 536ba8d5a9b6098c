/** What a person sees: the packaged extension in a real VS Code, on a fresh copy of a data root, in a real browser. */
import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../tooling/browser.mjs';
import { repository, vsix } from '../../tooling/product.mjs';
import { installVsCode } from '../../vscode/install.mjs';
import { startServer } from '../../vscode/server.mjs';
import { openContainer, openPage, runCommand, stablePicture, workbenchReady } from '../../vscode/workbench.mjs';

/** How long anything on the screen may take, in milliseconds; on an idle machine most of it takes less than one second. */
const patience = 30_000;

export interface WorkbenchOptions {
  /** The data root: a folder under test/fixtures, or an absolute path. It is copied; tests may change the copy. */
  folder?: string;
  theme?: 'light' | 'dark' | 'contrast';
  /** The display language, if not English. */
  locale?: 'zh-cn';
  /** false opens the folder in Restricted Mode. */
  trusted?: boolean;
  settings?: Record<string, unknown>;
  viewport?: { width: number; height: number };
}

/** An open VS Code and the little vocabulary of its tests. Waits are bounded; what does not come says what it was. */
export class Workbench {
  private constructor(
    readonly page: Page,
    /** The copy of the data root that is open. */
    readonly folder: string,
    /** Errors of the page and the console of the extension host, without VS Code's own noise. */
    readonly log: readonly string[],
    private readonly end: () => Promise<void>,
  ) {}

  static async open(options: WorkbenchOptions = {}): Promise<Workbench> {
    const vscode = await installVsCode(process.env['AGENT_ARTIFACTS_VSCODE'] ?? 'newest');
    const folder = await copyOf(options.folder ?? 'agent-society-root');
    const server = await startServer(vscode, {
      vsix,
      trust: options.trusted === false,
      ...(options.locale ? { locale: options.locale } : {}),
      settings: {
        'workbench.colorTheme': vscode.themes[options.theme ?? 'dark'],
        // Nobody is there to answer; unanswered means untrusted.
        ...(options.trusted === false ? { 'security.workspace.trust.startupPrompt': 'never' } : {}),
        ...options.settings,
      },
    });
    let browser: Browser | undefined;
    const end = async () => {
      await browser?.close();
      await server.stop();
      await rm(path.dirname(folder), { recursive: true, force: true });
    };
    try {
      browser = await launchBrowser();
      const log: string[] = [];
      const page = await openPage(browser, server, folder, {
        onLog: (line) => log.push(line),
        ...(options.viewport ? { viewport: options.viewport } : {}),
      });
      page.setDefaultTimeout(patience);
      await workbenchReady(page);
      return new Workbench(page, folder, log, end);
    } catch (error) {
      await end();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.end();
  }

  /** Opens a container of the activity bar, and in it a view that may be folded up. Titles are those on the screen. */
  async openView(container: string, view?: string): Promise<void> {
    await openContainer(this.page, container);
    if (view === undefined) return;
    const header = this.page.locator('.sidebar .pane-header').filter({ hasText: view }).first();
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
  }

  /** A row of a tree in the side bar by its label, without its description. */
  treeRow(label: string | RegExp): Locator {
    const name = typeof label === 'string' ? this.page.getByText(label, { exact: true }) : this.page.getByText(label);
    return this.page.locator('.sidebar .monaco-list-row').filter({ has: name }).first();
  }

  /** Runs a command by its title in the palette. */
  async runCommand(title: string): Promise<void> {
    await runCommand(this.page, title, patience);
  }

  /** The content of the webview in the active editor. */
  webviewFrame(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('#active-frame');
  }

  /** Keeps a picture of the whole window, once it has come to rest, as out/screenshots/{name}.png. */
  async screenshot(name: string): Promise<void> {
    const dir = path.join(repository, 'out/screenshots');
    await mkdir(dir, { recursive: true });
    await stablePicture(this.page, path.join(dir, `${name}.png`));
  }
}

/** Opens a workbench; close() it in the test's after hook. */
export function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  return Workbench.open(options);
}

/** A copy under the folder's own name, because VS Code shows that name. */
async function copyOf(folder: string): Promise<string> {
  const source = path.resolve(repository, 'test/fixtures', folder);
  const parent = await realpath(await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-e2e-')));
  const copy = path.join(parent, path.basename(source));
  await cp(source, copy, { recursive: true });
  return copy;
}
