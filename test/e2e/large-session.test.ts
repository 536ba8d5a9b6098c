import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { itWhenSoaked } from '../support/effort.ts';
import { enlarging } from '../support/enlarged-session.mjs';
import { DatabaseWriter, exportedFixture, nodeWithSqlite } from '../support/stored-sessions.ts';
import { run } from '../tooling/processes.mjs';
import { lendWorkbench } from './support/workbench.ts';

const MAX_GROWTH = 250e6;

/** The memory of the only extension host, in bytes: on a server of its own, which this test has where it is run alone. */
function memoryOfHost(): number {
  const hosts = readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('extensionHost')) return [];
      return [Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024];
    } catch {
      return [];
    }
  });
  assert.equal(hosts.length, 1, `Run it alone, by its title: there are ${hosts.length} extension hosts.`);
  return hosts[0] ?? 0;
}

describe('a session of 1 GB in a database of 2 GB', () => {
  itWhenSoaked('is listed before it is read to its end, and makes the extension host no larger than 250 MB more', async function () {
    this.timeout(600_000);
    const w = await lendWorkbench({ folder: 'project' });
    const file = path.join(w.folder, 'opencode.db');
    const writer = await DatabaseWriter.open(file);
    await writer.write(await exportedFixture('opencode'));
    await writer.close();
    await run(await nodeWithSqlite(), enlarging(file));
    assert.ok(statSync(file).size > 2e9);
    await w.openView('Explorer');
    const before = memoryOfHost();
    const figures: string[] = [];
    let most = 0;
    await w.runCommand('Agent Artifacts: Open as Conversation');
    await w.inputRow('opencode.db').click();
    await w.inputRow('Planted').waitFor();
    const begin = Date.now();
    const tell = (moment: string): void => {
      const grown = memoryOfHost() - before;
      most = Math.max(most, grown);
      figures.push(`${moment} after ${((Date.now() - begin) / 1000).toFixed(1)} s: +${(grown / 1e6).toFixed(0)} MB`);
    };
    const sampler = setInterval(() => (most = Math.max(most, memoryOfHost() - before)), 100);
    try {
      await w.page.keyboard.press('Enter');
      await w.webviewFrame().locator('.line').first().waitFor();
      tell('first messages');
      assert.equal(await w.webviewFrame().locator('.verdict').count(), 0, 'the rest is still read');
      await w.webviewFrame().locator('.verdict').waitFor({ timeout: 300_000 });
      tell('verdict');
      await w.webviewFrame().locator('vscode-progress-bar').waitFor({ state: 'detached', timeout: 300_000 });
      tell('read');
    } finally {
      clearInterval(sampler);
    }
    console.log(`${figures.join(', ')}; at most +${(most / 1e6).toFixed(0)} MB`);
    assert.ok(most <= MAX_GROWTH, figures.join(', '));
  });
});
