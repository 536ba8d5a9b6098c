import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ReplacedFile } from '../../../src/cli/replaced-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const services = (id: string): string =>
  JSON.stringify({ services: [{ id, name: id, baseURL: 'http://127.0.0.1:1/v1', model: 'm', apiKey: 'none' }] });

describe('[L-2] A file that an import replaces', function () {
  let file: string;
  before(function () {
    // A file that is open keeps its name there, so that nothing can be saved into one that is gone.
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    file = path.join(
      await temporaryFolder({ 'llmservices.json': services('before'), 'new.json': services('imported') }),
      'llmservices.json',
    );
  });

  /** Takes the file's name away while an editor has it open, which has written the first text into it, and writes the others. */
  async function replacedWhile(...[first, ...others]: readonly string[]): Promise<string | undefined> {
    const held = await ReplacedFile.hold(file);
    assert.ok(held);
    const opened = path.join(path.dirname(file), 'opened');
    await rename(file, opened);
    await rename(path.join(path.dirname(file), 'new.json'), file);
    if (first !== undefined) await writeFile(opened, first);
    const [saved] = await Promise.all([held.saved(), writeAll(opened, others)]);
    await held.release();
    return saved;
  }

  async function writeAll(opened: string, texts: readonly string[]): Promise<void> {
    for (const text of texts) await writeFile(opened, text);
  }

  it('tells what an editor has saved into it, once that is whole', async () => {
    assert.equal(await replacedWhile('', services('edited').slice(0, 30), services('edited')), services('edited'));
  });

  it('tells nothing when nobody saved', async () => {
    assert.equal(await replacedWhile(), undefined);
  });

  it('tells nothing when what was saved cannot be used', async () => {
    assert.equal(await replacedWhile(''), undefined);
  });

  it('is not held when it is not there', async () => {
    await rm(file);
    assert.equal(await ReplacedFile.hold(file), undefined);
  });
});
