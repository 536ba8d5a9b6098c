import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const module = pathToFileURL(path.join(import.meta.dirname, '../../bench/held-memory.mjs')).href;
const MB = 1_000_000;

describe('the memory that a measured process held', () => {
  it('leaves out what the process held that started it', function () {
    // only Linux counts it
    if (process.platform !== 'linux') this.skip();
    const held = Buffer.alloc(400 * MB, 1);
    const told = Number(
      execFileSync(
        process.execPath,
        ['--input-type=module', '-e', `import { mostMemoryHeld } from '${module}'; console.log(mostMemoryHeld());`],
        { encoding: 'utf8' },
      ),
    );
    assert.ok(told > 10 * MB && told < held.length / 2, `${told} bytes`);
  });

  it('holds what the process let go again', () => {
    const program = `import { mostMemoryHeld } from '${module}'; { Buffer.alloc(${200 * MB}, 1); } console.log(mostMemoryHeld());`;
    assert.ok(Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })) > 200 * MB);
  });
});
