import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkCatalogue } from '../../../src/core/models/catalogue/check-catalogue.ts';
import { loadCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { parseConfigText } from '../../../src/core/models/parse.ts';
import { PROBLEM_CODES, type ServiceProblem } from '../../../src/core/models/problems.ts';
import { validateParsed } from '../../../src/core/models/validate.ts';
import { PROBLEM_EXAMPLES } from '../../support/problem-examples.ts';

const repository = path.join(import.meta.dirname, '../../..');

/** All that is found in a text by itself: by parsing, by the rules and by the catalogue. */
async function problemsOf(text: string): Promise<readonly ServiceProblem[]> {
  const parsed = parseConfigText(text);
  const { entries, problems } = validateParsed(parsed);
  if (parsed.root === undefined) return problems;
  const disagreements = checkCatalogue(entries, parsed.root, await loadCatalogue());
  return [...problems, ...disagreements.map(({ problem }) => problem)];
}

describe('every problem of llmservices.json', () => {
  it('has its example', () => {
    assert.deepEqual(Object.keys(PROBLEM_EXAMPLES).sort(), [...PROBLEM_CODES].sort());
  });

  for (const [code, example] of Object.entries(PROBLEM_EXAMPLES)) {
    if ('testedIn' in example) {
      it(`${code} is asserted by the test that is said to have it`, () => {
        assert.match(readFileSync(path.join(repository, example.testedIn), 'utf8'), new RegExp(`\\b${code}\\b`));
      });
      continue;
    }
    it(`${code} is found in its example, marks what it is about, and is as grave as it should be`, async () => {
      const { text, marked, severity } = example;
      const found = (await problemsOf(text)).find((each) => each.code === code);
      assert.ok(found, `no ${code} in ${text.slice(0, 200)}`);
      const { offset = 0, length = 0 } = found.range ?? {};
      assert.deepEqual([text.slice(offset, offset + length), found.severity], [marked, severity]);
    });
  }
});
