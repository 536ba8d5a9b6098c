import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import * as esbuild from 'esbuild';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { keepsPictures } from '../support/kept-pictures.ts';
import { sdkClient } from '../support/mcp-client.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';
import { installChineseFonts, launchBrowser } from '../tooling/browser.mjs';

const ORIGIN = 'https://host.test';
const MIME_TYPE = 'text/html;profile=mcp-app';
/** What a host must enforce when a page names no domains (MCP Apps, "Content Security Policy"). */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";
const APPS = { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MIME_TYPE] } } } };
const KEY = 'agent-artifacts/comparison';

interface Row {
  readonly title: string | null;
  readonly verdict: string;
}
type Result = Awaited<ReturnType<Client['callTool']>> & { readonly _meta?: Record<string, { readonly rows: readonly Row[] }> };

describe('The MCP App beside preview_artifact', () => {
  let root: string;
  let browser: Browser;
  let hostScript: string;
  const pages: Page[] = [];

  before(async () => {
    await installChineseFonts();
    root = await copyOfRealRoot();
    const built = await esbuild.build({
      entryPoints: [path.join(import.meta.dirname, 'app-host.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
    });
    hostScript = built.outputFiles[0]?.text ?? '';
    browser = await launchBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.close()));
  });

  const preview = (client: Client, args: Record<string, unknown>) =>
    client.callTool({ name: 'preview_artifact', arguments: args }) as Promise<Result>;

  interface Shown {
    readonly app: FrameLocator;
    readonly page: Page;
    /** Violations of a policy, errors and requests for anything but the host and the app: should stay empty. */
    readonly problems: string[];
  }

  /** Shows a result in a host as a browser would. */
  async function show(client: Client, result: Result, context: object, { reads = true } = {}): Promise<Shown> {
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'preview_artifact');
    const uri = (tool?._meta?.['ui'] as { resourceUri: string }).resourceUri;
    const [content] = (await client.readResource({ uri })).contents;
    assert.ok(content && 'text' in content);
    assert.equal(content.mimeType, MIME_TYPE);
    const page = await browser.newPage({ viewport: { width: 760, height: 900 } });
    pages.push(page);
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    const theme = (context as { theme?: string }).theme;
    const documents: Record<string, { body: string; headers?: Record<string, string> }> = {
      '/': { body: `<!doctype html><style>body{margin:0;color-scheme:${theme}}iframe{display:block;width:100%;border:0}</style>` },
      '/app': { body: content.text, headers: { 'Content-Security-Policy': POLICY } },
    };
    await page.route('**/*', async (route) => {
      const known = route.request().url().startsWith(`${ORIGIN}/`) ? documents[new URL(route.request().url()).pathname] : undefined;
      if (known) return route.fulfill({ contentType: 'text/html', ...known });
      problems.push(`asked for ${route.request().url()}`);
      return route.abort();
    });
    await page.exposeFunction('readResource', (params: { uri: string }) => client.readResource(params));
    await page.goto(`${ORIGIN}/`);
    await page.addScriptTag({ content: hostScript });
    await page.evaluate((given) => openApp(given as never), { result, context, reads });
    return { app: page.frameLocator('iframe'), page, problems };
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (!keepsPictures) return;
    const folder = path.resolve(import.meta.dirname, '../../out/screenshots');
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  }

  it('shows a picture, and what every service receives of it, with tokens and price; why at a click', async () => {
    const client = await sdkClient(['--root', root, '--service', 'vision-model'], APPS);
    const result = await preview(client, { ref: 'artifact:8', model: 'claude-opus-4-5' });
    const { app, page, problems } = await show(client, result, { theme: 'light', locale: 'en-GB' });
    await app.locator('h1').getByText('chart').waitFor();
    const image = app.locator('.content img');
    await image.waitFor();
    assert.ok(await image.evaluate((each) => (each as HTMLImageElement).naturalWidth > 0), 'the picture is drawn');
    const rows = await app.locator('tbody tr:not(.why)').allInnerTexts();
    const compared = result._meta?.[KEY]?.rows ?? [];
    assert.equal(rows.length, compared.length);
    assert.ok(rows.length > 3, 'the services of the root are there');
    assert.match(rows[0] ?? '', /claude-opus-4-5[\s\S]*Image[\s\S]*≈ [\d,]+[\s\S]*\$/);
    assert.ok(compared.some(({ verdict }) => verdict === 'described'));
    assert.ok(rows.some((row) => row.includes('Description')));
    assert.equal(await app.locator('.why').count(), 1, 'that of the model asked about is open');
    await app.locator('tbody button').nth(1).click();
    assert.equal(await app.locator('.why').count(), 2);
    await picture(page, 'mcp-app-light');
    assert.deepEqual(problems, []);
  });

  it('is Chinese and dark where the host is, and follows it', async () => {
    const client = await sdkClient(['--root', root], APPS);
    const result = await preview(client, { ref: 'artifact:8' });
    const { app, page, problems } = await show(client, result, { theme: 'dark', locale: 'zh-CN' });
    await app.locator('th').getByText('价格').waitFor();
    await app.locator('.content img').waitFor();
    const background = () => app.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    assert.equal(await background(), 'rgb(30, 30, 30)');
    const latin = (await app.locator('.why li').allInnerTexts()).filter((text) => !/\p{Script=Han}/u.test(text));
    assert.deepEqual(latin, [], 'every reason is translated');
    await picture(page, 'mcp-app-dark-zh');
    await page.evaluate(() => changeContext({ theme: 'light', locale: 'en' }));
    await app.locator('th').getByText('Price').waitFor();
    assert.equal(await background(), 'rgb(255, 255, 255)');
    assert.deepEqual(problems, []);
  });

  it('draws a hostile name, text and type as they are written, and loads nothing', async () => {
    const artifacts = path.join(root, 'data/runtime/artifacts');
    const hostile = '<img src=x onerror="top.hacked=1">\u202e{0}</script><script>top.hacked=1</script>';
    await writeFile(path.join(artifacts, '4711.html'), `${hostile}<script src="https://evil.test/x.js"></script>`);
    const sidecar = { id: '4711', extension: '.html', type: 'text/html', name: hostile };
    await writeFile(path.join(artifacts, '4711.meta'), JSON.stringify(sidecar));
    const client = await sdkClient(['--root', root], APPS);
    const { app, page, problems } = await show(client, await preview(client, { ref: '4711' }), { theme: 'light' });
    await app.locator('pre').waitFor();
    assert.match((await app.locator('h1').textContent()) ?? '', /<img src=x onerror.*⟨202E⟩\{0\}/);
    assert.match((await app.locator('pre').textContent()) ?? '', /<script src="https:\/\/evil\.test/);
    assert.equal(await app.locator('main img, main script').count(), 0);
    assert.equal(await page.evaluate(() => 'hacked' in globalThis), false);
    assert.deepEqual(problems, []);
  });

  it('shows what the model is told where a host passes on nothing else or reads nothing, and a refusal as a sentence', async () => {
    const client = await sdkClient(['--root', root, '--service', 'vision-model'], APPS);
    const { _meta, ...bare } = await preview(client, { ref: 'artifact:8' });
    assert.ok(_meta);
    const { app, problems } = await show(client, bare, { theme: 'light' }, { reads: false });
    await app.locator('.state').getByText('Image').waitFor();
    assert.equal(await app.locator('.state').count(), 1);
    assert.equal(await app.locator('.content').count(), 0);
    const refused = await show(client, await preview(client, { ref: '999999' }), { theme: 'light' });
    await refused.app.getByText('The artifact does not exist or was deleted.').waitFor();
    assert.deepEqual([...problems, ...refused.problems], []);
  });

  for (const era of ['up to 2025-11-25', 'since 2026-07-28'] as const)
    it(`is text alone for a client that shows no pages, ${era}; the model is told the same with one`, async () => {
      const plain = await preview(await sdkClient(['--root', root], { era }), { ref: 'artifact:8' });
      assert.equal(plain._meta?.[KEY], undefined);
      const paged = await preview(await sdkClient(['--root', root], { era, ...APPS }), { ref: 'artifact:8' });
      assert.ok((paged._meta?.[KEY]?.rows.length ?? 0) > 1);
      assert.deepEqual(paged.content, plain.content);
      assert.deepEqual(paged.structuredContent, plain.structuredContent);
    });

  it('is one page whose policy allows its own script and style alone', async () => {
    const client = await sdkClient(['--root', root], APPS);
    const [content] = (await client.readResource({ uri: 'ui://agent-artifacts/preview.html' })).contents;
    assert.ok(content && 'text' in content);
    const policy = /Content-Security-Policy"\s+content="([^"]+)"/.exec(content.text)?.[1] ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; media-src data:;/);
    assert.doesNotMatch(content.text, /<(?:link|script)[^>]+(?:src|href)=/);
    assert.ok(Buffer.byteLength(content.text) < 500_000, `${Buffer.byteLength(content.text)} bytes`);
    const { resources } = await client.listResources();
    assert.ok(
      resources.every(({ uri }) => uri.startsWith('artifact:')),
      'it is not among the artifacts',
    );
  });
});
