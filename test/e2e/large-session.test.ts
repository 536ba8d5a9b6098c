import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { itWhenSoaked } from '../support/effort.ts';
import { enlarging } from '../support/enlarged-session.mjs';
import { DatabaseWriter, exportedFixture, nodeWithSqlite } from '../support/stored-sessions.ts';
import { run } from '../tooling/processes.mjs';
import { lendWorkbench } from './support/workbench.ts';

const MAX_GROWTH = 250e6;

/** The memory of the extension hosts there are, in bytes. Linux tells it. */
function memoryOfHosts(): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('extensionHost')) return [];
      return [Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024];
    } catch {
      return [];
    }
  });
}

describe('a session of 1 GB in a database of 2 GB', () => {
  itWhenSoaked('is listed before it is read to its end, and takes no more than 250 MB of the extension host', async function () {
    this.timeout(600_000);
    if (process.platform !== 'linux') this.skip();
    const w = await lendWorkbench({ folder: 'project' });
    // Which of several hosts is meant is not known: the test is run alone, by its title.
    if (memoryOfHosts().length !== 1) this.skip();
    const file = path.join(w.folder, 'opencode.db');
    const writer = await DatabaseWriter.open(file);
    await writer.write(await exportedFixture('opencode'));
    await writer.close();
    await run(await nodeWithSqlite(), enlarging(file));
    assert.ok(statSync(file).size > 2e9);
    await w.openView('Explorer');
    const [before = 0] = memoryOfHosts();
    const grownBy = (): number => (memoryOfHosts()[0] ?? 0) - before;
    const figures: string[] = [];
    let most = 0;
    await w.runCommand('Agent Artifacts: Open as Conversation');
    await w.inputRow('opencode.db').click();
    await w.inputRow('Planted').waitFor();
    const begin = Date.now();
    const tell = (moment: string): void => {
      const grown = grownBy();
      most = Math.max(most, grown);
      figures.push(`${moment} after ${((Date.now() - begin) / 1000).toFixed(1)} s: +${(grown / 1e6).toFixed(0)} MB`);
    };
    const sampler = setInterval(() => (most = Math.max(most, grownBy())), 100);
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
