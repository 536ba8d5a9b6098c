import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ReplacedFile } from '../../../src/cli/replaced-file.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { cli } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LITELLM = path.join(import.meta.dirname, '../../fixtures/exchange/litellm.yaml');

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

  for (const [what, save] of [
    ['in place', () => writeFile(file, services('edited'))],
    ['under another name that takes its own', () => rename(path.join(path.dirname(file), 'new.json'), file)],
    ['away', () => rm(file)],
  ] as const)
    it(`is in place until somebody saves it ${what}`, async () => {
      const held = await ReplacedFile.hold(file);
      const before = held?.isInPlace();
      await save();
      assert.deepEqual([before, held?.isInPlace()], [true, false]);
      await held?.release();
    });

  it('is read again when an editor saves it, under another name that takes its own, right before its name is taken', async () => {
    const { isInPlace } = ReplacedFile.prototype;
    let saves = 0;
    ReplacedFile.prototype.isInPlace = function () {
      if (saves++ === 0) {
        writeFileSync(`${file}.saved`, services('edited'));
        renameSync(`${file}.saved`, file);
      }
      return isInPlace.call(this);
    };
    try {
      const { code, stderr } = await cli(['import', LITELLM, '--into', file]);
      assert.equal(code, 0, stderr);
    } finally {
      ReplacedFile.prototype.isInPlace = isInPlace;
    }
    const ids = validateServices(await readFile(file, 'utf8')).entries.map(({ id }) => id);
    assert.deepEqual([ids, saves], [['edited', 'gpt-4o', 'gpt-4o-2', 'llava-hf', 'claude'], 2]);
  });

  it('is not held when it is not there', async () => {
    await rm(file);
    assert.equal(await ReplacedFile.hold(file), undefined);
  });
});
