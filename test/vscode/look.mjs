/** A developer's glance: opens a folder in a real VS Code with the extension under development and takes a picture. */
import { parseArgs } from 'node:util';
import path from 'node:path';
import { launchBrowser } from '../tooling/browser.mjs';
import { installVsCode } from './install.mjs';
import { startServer } from './server.mjs';
import { developmentPayload, openContainer, openPage, runCommand, stablePicture, workbenchReady } from './workbench.mjs';

const usage = `Usage: node test/vscode/look.mjs --folder DIR --screenshot FILE.png [options]
  --container TITLE   open this view container of the activity bar first, such as "Agent Artifacts"
  --row TEXT          click the first tree row with this text; may be given several times
  --command TITLE     then run a command by its title in the palette; may be given several times
  --wait SELECTOR     wait for a CSS selector before the picture
  --frames            print the text of every webview
  --theme NAME        light, dark (default) or contrast
  --size WxH          1440x900
  --settings JSON     more user settings
  --locale zh-cn      Chinese display language
  --trust             leave workspace trust on
  --vscode VERSION    newest (default) or oldest
Prints the console of the extension host. Build first: this loads dist/ of the repository.`;

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    screenshot: { type: 'string' },
    container: { type: 'string' },
    row: { type: 'string', multiple: true, default: [] },
    command: { type: 'string', multiple: true, default: [] },
    wait: { type: 'string' },
    frames: { type: 'boolean' },
    theme: { type: 'string', default: 'dark' },
    locale: { type: 'string' },
    size: { type: 'string', default: '1440x900' },
    settings: { type: 'string', default: '{}' },
    trust: { type: 'boolean', default: false },
    vscode: { type: 'string', default: 'newest' },
    help: { type: 'boolean' },
  },
});
if (values.help || !values.folder || !values.screenshot) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
const folder = path.resolve(values.folder);
const picture = path.resolve(values.screenshot);
const [width = 1440, height = 900] = values.size.split('x').map(Number);

const vscode = await installVsCode(values.vscode);
const theme = vscode.themes[/** @type {keyof typeof vscode.themes} */ (values.theme)] ?? values.theme;
const server = await startServer(vscode, {
  development: true,
  trust: values.trust,
  ...(values.locale === 'zh-cn' ? { locale: values.locale } : {}),
  settings: { 'workbench.colorTheme': theme, ...JSON.parse(values.settings) },
});
const browser = await launchBrowser();
try {
  const page = await openPage(browser, server, folder, {
    payload: developmentPayload(),
    viewport: { width, height },
    onLog: (line) => console.log(line),
  });
  try {
    await workbenchReady(page);
    if (values.container) await openContainer(page, values.container);
    for (const text of values.row) {
      await page.locator('.monaco-list-row').filter({ hasText: text }).first().click({ timeout: 20_000 });
    }
    for (const title of values.command) await runCommand(page, title);
    if (values.wait) await page.locator(values.wait).first().waitFor({ timeout: 30_000 });
  } catch (error) {
    console.log(/** @type {Error} */ (error).message); // the picture shows why
    process.exitCode = 1;
  }
  await stablePicture(page, picture);
  if (values.frames) {
    for (const frame of page.frames().filter((each) => each.name() === 'active-frame' || each.url().includes('fake.html'))) {
      console.log(`--- webview\n${await frame.locator('body').innerText()}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
