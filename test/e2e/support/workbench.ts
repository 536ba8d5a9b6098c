/** What a person sees: the packaged extension in a real VS Code, on a fresh copy of a data root, in a real browser. */
import assert from 'node:assert/strict';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { keepsPictures } from '../../support/kept-pictures.ts';
import { repository } from '../../tooling/product.mjs';
import { openContainer, openPage, runCommand, stablePicture, whilePainted, workbenchReady } from '../../vscode/workbench.mjs';
import { openFolder, type OpenedFolder } from './opened-folder.ts';
import {
  beforeTheEnd,
  leaveContext,
  logsDir,
  sharedBrowser,
  sharedServer,
  takeContext,
  vscodeUnderTest,
  type ServerKind,
  type VsCodeServer,
} from './shared-server.ts';

/** How long anything on the screen may take, in milliseconds; on an idle machine most of it takes less than one second. */
const patience = 30_000;

export type Theme = 'light' | 'dark' | 'contrast';

/** How the workbench marks the kind of its theme. */
const themeClass: Readonly<Record<Theme, string>> = { light: 'vs', dark: 'vs-dark', contrast: 'hc-black' };

export interface WorkbenchOptions {
  /** The fixture to open. It is copied; tests may change the copy. */
  folder?: 'agent-society-root' | 'project';
  server?: ServerKind;
  theme?: Theme;
  settings?: Record<string, unknown>;
  viewport?: { width: number; height: number };
}

/** What stands on the activity bar, by language. */
const ENGLISH = { ours: 'Agent Artifacts', explorer: 'Explorer' };
const TITLES: Readonly<Record<ServerKind, typeof ENGLISH>> = {
  english: ENGLISH,
  chinese: { ours: '智能体工件', explorer: '资源管理器' },
  web: ENGLISH,
};

/** Which of our views are unfolded at first, from the top, in a data root. */
const UNFOLDED = [true, true, true, false];

/** A colour of windows without a folder: here it only shows that the settings were read. */
const UNSEEN_COLOUR = 'statusBar.noFolderBackground';

/** What was not there before: a colour, and the name of a folder that the Explorer has at its top. */
interface Mark {
  readonly colour: string;
  readonly name: string;
}

let marks = 0;
function nextMark(): Mark {
  marks++;
  return { colour: `#${marks.toString(16).padStart(6, '0')}`, name: `!${marks}` };
}

const markSettings = ({ colour }: Mark) => ({ 'workbench.colorCustomizations': { [UNSEEN_COLOUR]: colour } });
const themeSettings = async (theme: Theme) => ({ 'workbench.colorTheme': (await vscodeUnderTest()).themes[theme] });

/** For pictures: a blinking cursor is never at rest. */
const STILL_SETTINGS = { 'editor.cursorBlinking': 'solid', 'workbench.reduceMotion': 'on' };

/** An open VS Code and the little vocabulary of its tests. Waits are bounded; what does not come says what it was. */
export class Workbench {
  /** A test has failed in it: nobody knows how it is. */
  isSpoilt = false;

  private constructor(
    readonly page: Page,
    readonly server: VsCodeServer,
    private readonly kind: ServerKind,
    private readonly opened: OpenedFolder,
    /** Errors of the page and the console of the extension host, without VS Code's own noise. */
    readonly log: string[],
  ) {}

  static async open({
    folder = 'agent-society-root',
    server: kind = 'english',
    theme = 'dark',
    settings = {},
    viewport,
  }: WorkbenchOptions = {}): Promise<Workbench> {
    const server = await sharedServer(kind);
    const opened = await openFolder(folder, { ...STILL_SETTINGS, ...settings, ...(await themeSettings(theme)) });
    const log: string[] = [];
    const context = takeContext(server);
    const page = await openPage(await sharedBrowser(), server, opened.folder, {
      onLog: (line) => log.push(`${line} (during: ${runningTest})`),
      unpainted: true,
      ...(viewport && { viewport }),
      ...(context && { context }),
    });
    page.setDefaultTimeout(patience);
    const workbench = new Workbench(page, server, kind, opened, log);
    try {
      await workbenchReady(page);
      await workbench.#themed(theme);
      await workbench.#watchesSettings();
      openWorkbenches.add(workbench);
      return workbench;
    } catch (error) {
      await workbench.picture('failed-to-open');
      await workbench.#end();
      throw error;
    }
  }

  /** The copy of the folder. */
  get folder(): string {
    return this.opened.folder;
  }

  /** Closes the window. Fails when something was logged as an error in it. */
  async close(): Promise<void> {
    const errors = [...this.log]; // leaving makes VS Code complain about itself
    await this.#end();
    assert.deepEqual(errors, [], 'errors in the console');
  }

  async #end(): Promise<void> {
    openWorkbenches.delete(this);
    // Leaving the page lets VS Code end its extension host; a page that only vanishes is waited for.
    this.page.on('dialog', (dialog) => void dialog.accept());
    await this.page.goto('about:blank');
    await this.page.close();
    leaveContext(this.server, this.page.context());
    await this.opened.remove();
  }

  /** Changes the colour theme and waits until it is on the screen. */
  async useTheme(theme: Theme): Promise<void> {
    await this.opened.changeSettings(await themeSettings(theme));
    await this.#themed(theme);
  }

  /**
   * Waits until VS Code learns of changes of the folder's settings. Of one that comes after it has read them and before it watches them it
   * learns nothing, so the change is made again.
   */
  async #watchesSettings(): Promise<void> {
    const mark = nextMark();
    await this.#until(
      () => this.opened.changeSettings(markSettings(mark)),
      () => this.#marked(mark, 3000),
      'VS Code learns of a change of its settings',
    );
  }

  /** @param timeout in milliseconds */
  async #marked({ colour }: Mark, timeout = patience): Promise<void> {
    await this.page.waitForFunction(
      ([name, value]) => getComputedStyle(document.querySelector('.monaco-workbench') ?? document.body).getPropertyValue(name) === value,
      [`--vscode-${UNSEEN_COLOUR.replace('.', '-')}`, colour] as const,
      { timeout },
    );
  }

  async #themed(theme: Theme): Promise<void> {
    await this.page.locator(`.monaco-workbench.${themeClass[theme]}`).waitFor();
  }

  /** Closes a window that nobody wants, whatever was logged in it. */
  async discard(): Promise<void> {
    await this.#end();
  }

  /**
   * Makes the window one that was just opened and shows our views, as far as a test sees: no editor, panel, menu, input or notification; the
   * folder as its fixture is, the settings as they were, trees from their tops. What was chosen in the preview and which rows are open stays.
   */
  async renew({ folder, theme, settings }: Required<Pick<WorkbenchOptions, 'folder' | 'theme' | 'settings'>>): Promise<void> {
    await this.#clear();
    const mark = nextMark();
    const isChanged = await this.opened.restore({ ...STILL_SETTINGS, ...settings, ...(await themeSettings(theme)), ...markSettings(mark) });
    await this.#marked(mark);
    await this.#themed(theme);
    if (isChanged) await this.#seesFiles(mark);
    await this.showViews(folder);
  }

  /** Shows our views as they are in a new window. */
  async showViews(folder: WorkbenchOptions['folder']): Promise<void> {
    await openContainer(this.page, TITLES[this.kind].ours);
    if (folder === 'project') return this.#forgetRoots();
    await this.#foldAsAtFirst();
    await this.#scroll(this.artifactRow(33), -500);
    // Our views see what became of the files a little later than VS Code's own: an artifact that is gone by then stands above the others.
    await this.artifactRow(33).and(this.page.locator('[data-index="1"]')).waitFor();
  }

  /** By the mouse: a webview that has the focus gets the keys first. */
  async #clear(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    await this.clearNotification(this.page.locator('.notifications-toasts .notification-list-item').first());
    const tabs = this.page.locator('[id="workbench.parts.editor"] .tab');
    const dialog = this.page.locator('.monaco-dialog-box');
    for (let open = await tabs.count(); open > 0; open--) {
      await tabs.first().click({ button: 'middle' });
      const last = tabs.nth(open - 1);
      // It is closed, or VS Code asks whether to save it.
      await this.page.locator('.monaco-workbench').filter({ hasNot: last }).or(dialog).first().waitFor();
      if (await dialog.isVisible()) await dialog.locator('.monaco-button').getByText("Don't Save", { exact: true }).click();
      await last.waitFor({ state: 'detached' });
    }
    const panel = this.page.locator('[id="workbench.parts.panel"]');
    if (await panel.isVisible()) await this.page.keyboard.press('ControlOrMeta+j');
    await panel.waitFor({ state: 'hidden' });
    await this.page.mouse.move(0, 0);
  }

  /** Waits until VS Code has seen what became of the files of the folder: it tells of changes in their order, and this is the last. */
  async #seesFiles({ name }: Mark): Promise<void> {
    const folder = path.join(this.folder, name);
    await mkdir(folder);
    await openContainer(this.page, TITLES[this.kind].explorer);
    await this.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: name }).first().waitFor();
    await rm(folder, { recursive: true });
  }

  async #foldAsAtFirst(): Promise<void> {
    const headers = this.page.locator('.sidebar .pane-header');
    await headers.nth(UNFOLDED.length - 1).waitFor();
    for (const [at, isUnfolded] of UNFOLDED.entries()) await this.#fold(headers.nth(at), isUnfolded);
  }

  async #fold(header: Locator, isUnfolded: boolean): Promise<void> {
    if ((await header.getAttribute('aria-expanded')) !== String(isUnfolded)) await header.click();
    await header.and(this.page.locator(`[aria-expanded="${isUnfolded}"]`)).waitFor();
  }

  /**
   * Has the data roots looked for anew, of which none is left: a configuration that is gone counts until a person asks. Then there are two
   * views, and no file is listed as previewed; while a new window does not know that yet, there are those of a data root.
   */
  async #forgetRoots(): Promise<void> {
    const second = this.page.locator('.sidebar .split-view-view:nth-child(2):last-child > .pane');
    const artifacts = this.page.locator('.sidebar .pane-header').first();
    const askAnew = async (): Promise<void> => {
      await this.#fold(artifacts, true);
      await artifacts.hover({ timeout: 3000 });
      await artifacts.locator('.action-label.codicon-refresh').click({ timeout: 3000 });
    };
    await this.#until(
      // The header goes while it is pointed at when the roots of a new window are known.
      async () => (await second.isVisible()) || (await askAnew().catch(() => undefined)),
      () => second.waitFor({ timeout: 3000 }),
      'no data root is left, and there are two views',
    );
    const clear = second.locator('.action-label.codicon-clear-all');
    if ((await clear.count()) > 0) {
      await second.locator('.pane-header').hover();
      await clear.click();
      await clear.waitFor({ state: 'detached' });
    }
    await this.page.mouse.move(0, 0);
  }

  /** Opens a container of the activity bar, and in it a view that may be folded up. Titles are those on the screen. */
  async openView(container: string, view?: string): Promise<void> {
    await openContainer(this.page, container);
    if (view === undefined) return;
    await this.viewHeader(view).waitFor();
    await this.#fold(this.viewHeader(view), true);
  }

  /** Folds views up, to leave their room to the others. */
  async foldViews(...views: readonly string[]): Promise<void> {
    for (const view of views) await this.#fold(this.viewHeader(view), false);
  }

  /**
   * Opens a row of a tree by its arrow, until a child of it is there. VS Code loses the click while it is told of a change
   * to the tree, and folds the row up again when the change comes before the children.
   */
  async unfoldRow(row: Locator, child: Locator): Promise<void> {
    await row.waitFor();
    await this.#until(
      async () => (await row.getAttribute('aria-expanded')) === 'false' && (await row.locator('.monaco-tl-twistie').click()),
      () => child.waitFor({ timeout: 3000 }),
      'the row shows its children',
    );
  }

  viewHeader(view: string): Locator {
    return this.page.locator('.sidebar .pane-header').filter({ hasText: view }).first();
  }

  /** A row of a tree in the side bar by its label, without its description. */
  treeRow(label: string | RegExp): Locator {
    const name = typeof label === 'string' ? this.page.getByText(label, { exact: true }) : this.page.getByText(label);
    return this.page.locator('.sidebar .monaco-list-row').filter({ has: name }).first();
  }

  /** The row of a regular artifact, by the number it was stored under. */
  artifactRow(id: number): Locator {
    return this.page.locator(`.sidebar .monaco-list-row[aria-label*=", ${id}, "]`).first();
  }

  /** Selects two artifacts, the first by a click. */
  async selectRows(first: number, second: number): Promise<void> {
    await this.artifactRow(first).click();
    await this.artifactRow(second).click({ modifiers: ['Control'] });
    await this.page.locator('.sidebar .monaco-list-row.selected').nth(1).waitFor();
  }

  /** Clicks a button in the title of a view. */
  async viewAction(view: string, title: string): Promise<void> {
    const header = this.viewHeader(view);
    await header.hover();
    await header.locator(`.action-label[aria-label="${title}"]`).click();
    await this.page.mouse.move(0, 0); // its tooltip would cover what comes
  }

  /** Chooses a command of the menu in the title of a view, by key as in {@link chooseFromMenu}. */
  async chooseFromTitle(view: string, label: string): Promise<void> {
    const header = this.viewHeader(view);
    await header.hover();
    await header.locator('.action-label.codicon-toolbar-more').click();
    await this.#chooseByKey(label);
  }

  /**
   * Chooses a command of a context menu, by key: VS Code takes no click in the first moment of a menu. The pointer leaves first what it is
   * on, for a hover that comes late would close the menu. Enter is pressed once the command has the focus, which the row may still be given
   * after the menu is there.
   *
   * @param picture the name of a picture of the menu
   */
  async chooseFromMenu(row: Locator, label: string | RegExp, picture?: string): Promise<void> {
    await this.#leaveHovers();
    await row.click({ button: 'right' });
    await this.#chooseByKey(label, picture);
  }

  async #chooseByKey(label: string | RegExp, picture?: string): Promise<void> {
    await this.page.locator('.monaco-menu .action-menu-item').filter({ hasText: label }).hover();
    await this.page.locator('.monaco-menu .action-menu-item:focus').filter({ hasText: label }).waitFor();
    if (picture !== undefined) await this.screenshot(picture);
    await this.page.keyboard.press('Enter');
    await this.page.mouse.move(0, 0);
  }

  /** Takes the pointer away. A hover that came while the pointer left has missed that, and stays until the pointer was on it and left again. */
  async #leaveHovers(): Promise<void> {
    const hovers = this.page.locator('.context-view .monaco-hover:visible');
    // At once: a hover that goes while its place is asked for is not waited for.
    const box = () => hovers.evaluateAll(([hover]) => hover?.getBoundingClientRect().toJSON() as DOMRect | undefined);
    const goes = () =>
      hovers
        .first()
        .waitFor({ state: 'hidden', timeout: 1000 })
        .then(
          () => true,
          () => false,
        );
    for (const until = Date.now() + patience; ;) {
      await this.page.mouse.move(0, 0);
      // Most go by themselves; to touch one that is going would be to point at what is below it, which has a hover, too.
      if (await goes()) return;
      const place = await box();
      if (place === undefined) return;
      assert.ok(Date.now() < until, 'the hover goes');
      await this.page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    }
  }

  /** Waits until the clipboard holds a text: a copy has no event, and waitForFunction does not wait for a promise. */
  async clipboardBecomes(text: string): Promise<void> {
    const read = () => this.page.evaluate(() => navigator.clipboard.readText());
    for (const until = Date.now() + 10_000; (await read()) !== text; await this.page.waitForTimeout(20))
      assert.ok(Date.now() < until, `the clipboard holds ${JSON.stringify(await read())}`);
  }

  /** A notification that has come, by its text. Now and then VS Code has two elements for one, for a moment: seen in Chinese, 1.139. */
  notification(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text }).first();
  }

  /**
   * Clears a notification, as a person does. Its buttons are there while the pointer is on it, from under which it may slide away while it
   * comes.
   */
  async clearNotification(notification: Locator): Promise<void> {
    const clear = notification.locator('.codicon-notifications-clear');
    for (const until = Date.now() + patience; (await notification.count()) > 0;) {
      assert.ok(Date.now() < until, 'the notification goes');
      await this.page.mouse.move(0, 0);
      await notification
        .hover({ timeout: 2000 })
        .then(() => clear.click({ timeout: 2000 }))
        .catch(() => undefined);
    }
  }

  /** The input that drops down from the top, and a line of the list below it. */
  get input(): Locator {
    return this.page.locator('.quick-input-widget:visible input.input');
  }

  inputRow(text: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
  }

  /**
   * Chooses a folder in the dialog for files, by the button with this label. The dialog names its first folder once it has listed it, over
   * whatever was typed before; while a line of its list is in focus, the button opens that one; and a click that comes while it lists what
   * was typed is lost.
   */
  async chooseFolder(folder: string, label: string): Promise<void> {
    await this.inputRow('..').waitFor();
    await this.input.fill(`${folder}${path.sep}`);
    await this.page.locator('.quick-input-list .monaco-list-row.focused').waitFor({ state: 'hidden' });
    const button = this.page.locator('.quick-input-widget .monaco-button').getByText(label);
    const dialog = this.page.locator('.quick-input-widget:visible');
    await this.#until(
      () => button.click(),
      () => dialog.waitFor({ state: 'hidden', timeout: 3000 }),
      'the dialog takes the folder',
    );
  }

  /** Opens the quick fixes at the cursor. VS Code closes them when it gives the focus back to the editor late. */
  async openQuickFixes(wanted: string): Promise<Locator> {
    const fix = this.page.getByText(wanted).first();
    await this.#until(
      () => this.page.keyboard.press('ControlOrMeta+.'),
      () => fix.waitFor({ timeout: 3000 }),
      `there is "${wanted}"`,
    );
    return fix;
  }

  /** Does something anew until what it is done for is there: where VS Code can lose it, and a person would do the same. */
  async #until(act: () => Promise<unknown>, isThere: () => Promise<unknown>, what: string): Promise<void> {
    for (const until = Date.now() + patience; ;) {
      await act();
      const came = await isThere().then(
        () => true,
        () => false,
      );
      if (came) return;
      assert.ok(Date.now() < until, what);
    }
  }

  /**
   * Opens the file of the active tab as a conversation, by the action in its title. VS Code draws the actions anew when it learns more of a
   * file (its problems, its long lines), and a click meanwhile is lost: the action is still there then.
   */
  async openAsConversation(): Promise<void> {
    const action = this.page.locator('.editor-actions .action-label[aria-label^="Open as Conversation"]').first();
    await action.waitFor();
    await this.#until(
      async () => (await action.isVisible()) && action.click({ timeout: 3000 }).catch(() => undefined),
      () => action.waitFor({ state: 'detached', timeout: 3000 }),
      'the conversation opens',
    );
    // Another action is below the pointer now.
    await this.#leaveHovers();
  }

  /**
   * Opens a file by its name, as Go to File finds it; by keys, since a click would leave the mouse on a tab, whose hover covers the text. The
   * list has the files that VS Code knew of when it opened; of one that was just written it is opened anew.
   */
  async openFile(name: string): Promise<void> {
    await this.page.mouse.move(0, 0);
    const row = this.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: name });
    const until = Date.now() + patience;
    for (let isThere = false; !isThere;) {
      assert.ok(Date.now() < until, `Go to File does not list ${name}`);
      await this.page.keyboard.press('ControlOrMeta+p');
      await this.input.fill(name);
      isThere = await row.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      await this.page.keyboard.press(isThere ? 'Enter' : 'Escape');
      await this.page.locator('.quick-input-widget:visible').waitFor({ state: 'hidden' });
    }
  }

  /** Where something is on the page, in pixels. What VS Code draws anew between finding it and measuring it is found again. */
  async placeOf(locator: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
    for (const until = Date.now() + patience; ;) {
      await locator.waitFor();
      const place = await locator.boundingBox();
      if (place !== null) return place;
      assert.ok(Date.now() < until, 'it stays where it is');
    }
  }

  /**
   * Points at the first link of the active editor that has this text. The mouse goes there by itself: Playwright would scroll the text
   * inside the editor, which does not notice, as soon as something is in the way.
   */
  async pointAtLink(text: string): Promise<void> {
    const link = this.page.locator('.editor-instance .view-line .detected-link').filter({ hasText: text }).first();
    const { x, y, width, height } = await this.placeOf(link);
    await this.page.mouse.move(x + width / 2, y + height / 2);
  }

  /** Follows a link by a click with Ctrl; see `pointAtLink`. */
  async followLink(text: string): Promise<void> {
    await this.pointAtLink(text);
    await this.page.keyboard.down('Control');
    // From now on it looks like one that can be followed, and is another element.
    await this.page.locator('.editor-instance .view-line .detected-link-active').first().waitFor();
    await this.page.mouse.down();
    await this.page.mouse.up();
    await this.page.keyboard.up('Control');
  }

  /** Chooses the model of the preview by its name, in the preview itself. */
  async pickModel(name: string): Promise<void> {
    const picker = this.webviewFrame().locator('preview-model-picker vscode-single-select');
    await picker.click();
    await picker.locator('.option').filter({ hasText: name }).click();
    await this.page.mouse.move(0, 0);
  }

  /** Waits until the preview has this name at its top; what is previewed may have headings of the same text. */
  async previewOf(name: string): Promise<void> {
    await this.webviewFrame().getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  /** What the preview says the model receives: the route and the reason, as it is once the route has this text. */
  async verdict(route: string): Promise<string> {
    const frame = this.webviewFrame();
    await frame.locator('.route').filter({ hasText: route }).waitFor();
    return (await frame.locator('.reason').innerText()).trim();
  }

  /**
   * Turns the mouse wheel over the tree of artifacts until all of a row is there: a tree keeps only rows that can be seen, and pulls one
   * that is partly seen back from under a click.
   */
  scrollTo(row: Locator): Promise<void> {
    return this.#scroll(row, 100);
  }

  async #scroll(row: Locator, pixels: number): Promise<void> {
    const list = this.page.locator('.sidebar .monaco-list').first();
    await list.hover();
    const isThere = async (): Promise<boolean> => {
      const [one, all] = (await row.isVisible()) ? [await row.boundingBox(), await list.boundingBox()] : [];
      return one && all ? one.y >= all.y && one.y + one.height <= all.y + all.height : false;
    };
    for (const until = Date.now() + patience; ;) {
      await this.page.mouse.wheel(0, pixels);
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
      if (await isThere()) break;
      assert.ok(Date.now() < until, 'the row is nowhere in the tree');
    }
    await this.page.mouse.move(0, 0); // the tooltip of the row below it would cover what comes
  }

  /** Runs a command by its title in the palette. */
  async runCommand(title: string): Promise<void> {
    await runCommand(this.page, title, patience);
  }

  /** The content of the webview in the active editor. */
  webviewFrame(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('#active-frame');
  }

  /** Waits until the page of the webview has the focus, as it has some time after a click on its tab. */
  async webviewHasFocus(): Promise<void> {
    await this.webviewFrame()
      .locator('html')
      .evaluate(async () => {
        if (!document.hasFocus()) await new Promise((resolve) => window.addEventListener('focus', resolve, { once: true }));
      });
  }

  /**
   * Waits until VS Code knows that the webview has lost the focus. The frame around its page looks every 250 ms whether it has it, and
   * tells (`trackFocus` in VS Code's webview/browser/pre/index.html, 1.139). If VS Code is told while it gives the focus back, the focus
   * stays on that frame, and the page does not get it.
   */
  async webviewIsLeft(): Promise<void> {
    await this.webviewFrame().locator(':focus').waitFor({ state: 'detached' });
    // a timer of the same frame, begun later and twice as long, comes after that look
    const frame = this.page.frameLocator('iframe.webview.ready:visible').locator('html');
    await frame.evaluate(() => new Promise((looked) => setTimeout(looked, 2 * 250)));
  }

  /** Prints the side bar as text, for runs of which only the output is kept. */
  async printSideBar(): Promise<void> {
    console.log(`The side bar when it failed:\n${await this.page.locator('.sidebar').ariaSnapshot()}`);
  }

  /** Keeps a picture of the window in a run that keeps them; does nothing in another one, so that no test waits by it. */
  async screenshot(name: string): Promise<void> {
    if (keepsPictures) await this.picture(name);
  }

  /** Makes a picture of the whole window, once it has come to rest: out/screenshots/{name}.png, and {name}.json with the names of its tabs. */
  async picture(name: string): Promise<void> {
    const dir = path.join(repository, 'out/screenshots');
    await mkdir(dir, { recursive: true });
    await whilePainted(this.page, () => stablePicture(this.page, path.join(dir, `${name}.png`)));
    const headers = this.page.frames().map((frame) => frame.locator('preview-tabs vscode-tab-header').allTextContents());
    const tabs = (await Promise.allSettled(headers)).flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    await writeFile(path.join(dir, `${name}.json`), JSON.stringify(tabs.map((tab) => tab.trim())));
  }
}

const openWorkbenches = new Set<Workbench>();

/** The windows that are lent, by server and folder; they are closed after all tests. */
const lent = new Map<string, Workbench>();
/** The one that was lent last. */
let borrowed: Workbench | undefined;
beforeTheEnd(async () => {
  for (const workbench of lent.values()) await workbench.close();
});

/** The title of the test that runs, for what is logged meanwhile. */
let runningTest = 'the first one';

// This module is loaded with the first test file, so these run around every test.
beforeEach(function () {
  runningTest = this.currentTest?.fullTitle() ?? runningTest;
});

/** A hook before tests that fails has no `afterEach`: it leaves what a test leaves. Mocha sets the global function anew for each file. */
let before = keepingFailures(globalThis.before);
Object.defineProperty(globalThis, 'before', { get: () => before, set: (plain: Mocha.HookFunction) => (before = keepingFailures(plain)) });

function keepingFailures(plain: Mocha.HookFunction): Mocha.HookFunction {
  const keeping = (hook: (this: Mocha.Context) => unknown): void =>
    plain(async function () {
      try {
        await hook.call(this);
      } catch (error) {
        await keepFailure(`${this.test?.parent?.fullTitle()} before`);
        throw error;
      }
    });
  return keeping as Mocha.HookFunction;
}

/** What a failure looked like, and what the extension hosts wrote; where only the output is kept, the side bar as text is in it. */
afterEach(async function () {
  if (this.currentTest?.state === 'failed') await keepFailure(this.currentTest.fullTitle());
});

async function keepFailure(title: string): Promise<void> {
  if (borrowed) borrowed.isSpoilt = true;
  const name = `failed-${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}`;
  // Several windows are open: the first picture is that of the borrowed one.
  const windows = [...openWorkbenches].sort((a, b) => Number(b === borrowed) - Number(a === borrowed));
  for (const [at, workbench] of windows.entries()) {
    const ofWindow = at === 0 ? name : `${name}-${at + 1}`;
    await workbench.picture(ofWindow);
    if (at === 0) await workbench.printSideBar();
    await cp(logsDir(workbench.server), path.join(repository, 'out/e2e-logs', ofWindow), { recursive: true, force: true });
  }
}

/** Drawn by the GPU, a terminal has no text that could be found. */
const LENT_SETTINGS = { 'editor.minimap.enabled': false, 'terminal.integrated.gpuAcceleration': 'off' };

/**
 * A window on a fixture, one a server and folder: opened for the first test that wants it, made anew for each further one, which takes a tenth
 * of the time, and also when a test has failed in it. Its files and settings may be changed; it is not to be closed. A test that chooses
 * something which VS Code remembers takes it back, or opens a window of its own.
 */
export async function lendWorkbench({
  server = 'english',
  folder = 'agent-society-root',
  theme = 'dark',
  settings = {},
  viewport = { width: 1440, height: 900 },
}: WorkbenchOptions = {}): Promise<Workbench> {
  const key = `${server} ${folder}`;
  if (lent.get(key)?.isSpoilt) {
    await lent.get(key)?.discard();
    lent.delete(key);
  }
  const options = { folder, theme, settings: { ...LENT_SETTINGS, ...settings } };
  const earlier = lent.get(key);
  const workbench = earlier ?? (await openWorkbench({ ...options, server, viewport }));
  lent.set(key, workbench);
  borrowed = workbench;
  try {
    if (!earlier) await workbench.showViews(folder);
    else {
      await workbench.page.setViewportSize(viewport);
      await workbench.renew(options);
    }
  } catch (error) {
    workbench.isSpoilt = true;
    await workbench.picture(`failed-to-renew-${server}-${folder}`);
    await workbench.printSideBar();
    throw error;
  }
  return workbench;
}

/** Opens a window; close() it in the test's after hook. */
export function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  return Workbench.open(options);
}
