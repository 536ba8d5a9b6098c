/** The VS Code servers of the suite: one of each kind, started when first needed, stopped after the last test. */
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from '../../tooling/browser.mjs';
import { vsix } from '../../tooling/product.mjs';
import { installVsCode } from '../../vscode/install.mjs';
import { startServer } from '../../vscode/server.mjs';

/** `chinese` shows the other language; `web` runs the extension in the browser's web worker instead of in Node. */
export type ServerKind = 'english' | 'chinese' | 'web';
export type VsCodeServer = Awaited<ReturnType<typeof startServer>>;

/** Where the suite's servers look for the configuration of the AWS tools, which a test may write. Nothing of this machine is used. */
export const awsFolder = path.join(os.tmpdir(), `agent-artifacts-aws-${process.pid}`);

const servers = new Map<ServerKind, Promise<VsCodeServer>>();
let browser: Promise<Browser> | undefined;

/** The VS Code under test; `npm test -- e2e --vscode oldest` chooses another. */
export function vscodeUnderTest() {
  return installVsCode(process.env['AGENT_ARTIFACTS_VSCODE'] ?? 'newest');
}

/** The server of a kind, with the packaged extension installed. */
export function sharedServer(kind: ServerKind): Promise<VsCodeServer> {
  const running = servers.get(kind) ?? start(kind);
  servers.set(kind, running);
  return running;
}

export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/** Browser contexts whose window is closed, by the server that it was of. */
const freeContexts = new Map<VsCodeServer, BrowserContext[]>();

/** A context in which a window of the server was open before, if one is free: VS Code is compiled there already. */
export function takeContext(server: VsCodeServer): BrowserContext | undefined {
  return freeContexts.get(server)?.pop();
}

/** Gives a context back once its window is closed. */
export function leaveContext(server: VsCodeServer, context: BrowserContext): void {
  freeContexts.set(server, [...(freeContexts.get(server) ?? []), context]);
}

/** Where a server's extension hosts write their logs. */
export function logsDir({ dataDir }: VsCodeServer): string {
  return path.join(dataDir, 'data/logs');
}

async function start(kind: ServerKind): Promise<VsCodeServer> {
  const vscode = await vscodeUnderTest();
  return startServer(vscode, {
    vsix,
    env: {
      AWS_CONFIG_FILE: path.join(awsFolder, 'config'),
      AWS_SHARED_CREDENTIALS_FILE: path.join(awsFolder, 'credentials'),
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    ...(kind === 'chinese' ? { locale: 'zh-cn' as const } : {}),
    settings: {
      'workbench.colorTheme': vscode.themes.dark,
      ...(kind === 'web' ? { 'remote.extensionKind': { 'agent-artifacts.agent-artifacts': ['web'] } } : {}),
    },
  });
}

/** What is to be closed before the browser is. */
const closings: (() => Promise<void>)[] = [];
export function beforeTheEnd(close: () => Promise<void>): void {
  closings.push(close);
}

// This module is loaded with the first test file, so this runs after the last test of all.
after(async () => {
  for (const close of closings) await close();
  await (await browser)?.close();
  await Promise.all([...servers.values()].map(async (server) => (await server).stop()));
});
