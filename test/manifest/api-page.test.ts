import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { samples } from '../support/samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const repository = path.join(import.meta.dirname, '../..');

/** Where the examples run. */
const ROOT = {
  'artifacts/1.png': samples.png,
  'artifacts/1.meta': { id: '1', extension: '.png', type: 'image/png', name: 'chart.png' },
  'config/llmservices.json': {
    services: [
      {
        id: 'gpt',
        name: 'GPT',
        model: 'gpt-5.2',
        baseURL: 'https://api.openai.com/v1',
        apiKey: '',
        capabilities: { input: ['text', 'vision'], output: ['text'] },
      },
    ],
  },
};

describe('docs/API.md', function () {
  this.timeout(60_000);

  it('has examples that print what they say', async () => {
    const page = await readFile(path.join(repository, 'docs/API.md'), 'utf8');
    const examples = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    assert.ok(examples.length >= 5);
    const folder = await temporaryFolder(ROOT);
    const library = pathToFileURL(path.join(repository, 'dist/core.mjs')).href;
    for (const [number, code] of examples.entries()) {
      const file = path.join(folder, `example-${number}.mjs`);
      await writeFile(file, code.replace("'agent-artifacts/core'", JSON.stringify(library)));
      const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
      const said = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text]) => text);
      assert.deepEqual(stdout.trimEnd().split('\n'), said, code);
      assert.equal(said.length, code.split('console.log(').length - 1, 'each says what it prints');
    }
  });
});
