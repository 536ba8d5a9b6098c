import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cli } from '../../support/command-line.ts';
import { commandsIn, manPage } from '../../tooling/man-page.mjs';

/** What `man` makes of a page for a terminal of 78 columns, without `preconv`; undefined where groff is not installed. */
function formatted(page: string): Promise<{ readonly text: string; readonly complaints: string } | undefined> {
  return new Promise((resolve, reject) => {
    const groff = execFile('groff', ['-man', '-Tutf8', '-ww', '-P-cbou', '-rLL=78n'], (error, text, complaints) => {
      if (error?.code === 'ENOENT') resolve(undefined);
      else if (error) reject(error);
      else resolve({ text, complaints });
    });
    groff.stdin?.on('error', () => {});
    groff.stdin?.end(page);
  });
}

describe('The manual page', () => {
  it('is filled to the width of the terminal, and has every word of the help', async function () {
    const { stdout: help } = await cli(['help']);
    const texts = new Map<string, string>();
    for (const name of commandsIn(help)) texts.set(name, (await cli(['help', name])).stdout);
    const page = manPage('agent-artifacts', '1.2.3', help, texts);
    assert.match(page, /^[\p{ASCII}]*$/u);
    const made = await formatted(page);
    if (!made) this.skip();
    assert.equal(made.complaints, '');
    const lines = made.text.split('\n');
    assert.deepEqual(
      lines.filter((line) => line.length > 78),
      [],
    );
    const words = made.text.replaceAll(/\s+/g, ' ');
    for (const text of texts.values())
      for (const line of text.split('\n')) assert.ok(words.includes(line.trim().replaceAll(/ +/g, ' ')), line);
  });
});
