import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { REASONS } from '../bench/reasons.mjs';
import { repository } from '../tooling/product.mjs';

describe('docs/figures.md', () => {
  /** The rows of its table: what was measured, its goal, the figure, and why it misses the goal. */
  async function rows(): Promise<{ what: string; goal: string; measured: string; reason: string }[]> {
    const page = await readFile(path.join(repository, 'docs/figures.md'), 'utf8');
    const lines = page.split('\n').filter((line) => line.startsWith('| '));
    return lines.slice(2).map((line) => {
      const [, what = '', goal = '', measured = '', reason = ''] = line.split('|').map((cell) => cell.trim());
      return { what, goal, measured, reason };
    });
  }

  it('[L-21] has a goal for each figure, and a reason for each that misses it, and for no other', async () => {
    const all = await rows();
    assert.ok(all.length > 50, `${all.length} rows`);
    for (const { what, goal, measured, reason } of all) {
      assert.notEqual(goal, '', what);
      assert.equal(reason !== '', measured.endsWith('✗'), `${what}: ${measured}, ${reason}`);
    }
  });

  it('[L-21] has a row for each reason of the bench', async () => {
    const all = await rows();
    for (const [beginning] of REASONS)
      assert.ok(
        all.some(({ what }) => what.startsWith(beginning)),
        beginning,
      );
  });
});
