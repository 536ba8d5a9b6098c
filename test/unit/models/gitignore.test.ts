import assert from 'node:assert/strict';
import { ignoredBy } from '../../../src/core/models/gitignore.ts';

describe('rules of a .gitignore', () => {
  for (const [rules, path, verdict] of [
    ['llmservices.local.json', 'config/llmservices.local.json', true],
    ['*.local.json', 'config/llmservices.local.json', true],
    ['/llmservices.json', 'config/llmservices.json', undefined],
    ['/config/', 'config/llmservices.json', true],
    ['config', 'a/config/llmservices.json', true],
    ['llmservices.json/', 'llmservices.json', undefined],
    ['config/*.json', 'config/llmservices.json', true],
    ['config/*.json', 'config/deep/llmservices.json', undefined],
    ['**/llmservices.json', 'a/b/llmservices.json', true],
    ['a/**', 'a/b/llmservices.json', true],
    ['a/**/x.json', 'a/x.json', true],
    ['*.json\r\n!llmservices.json\r\n', 'llmservices.json', false],
    ['# *.json\n\nllm?ervices.[j]son  ', 'llmservices.json', true],
    ['llmservices[!x]json', 'llmservices.json', true],
    ['[z-a].json', 'z.json', undefined],
    ['', 'llmservices.json', undefined],
    ['build/\n!build/llmservices.json', 'build/llmservices.json', true],
    ['!config/', 'config/llmservices.json', false],
    ['a**b.json', 'a/b.json', undefined],
    ['a/**', 'a', undefined],
    ['**/', 'a/llmservices.json', true],
    ['[/]*.json', 'a.json', undefined],
    ['llm[[:alpha:]]ervices.json', 'llmservices.json', true],
    ['llm[]s]ervices.json', 'llm]ervices.json', true],
    ['llm[\\]s]ervices.json', 'llm]ervices.json', true],
    ['llm[s', 'llm[s', undefined],
    ['\\#llm', '#llm', true],
    ['\\!llm', '!llm', true],
    ['llmservices.json\t', 'llmservices.json', undefined],
    ['llmservices.json\u00a0', 'llmservices.json', undefined],
    ['llm\\ ', 'llm ', true],
    ['llm\\\\ ', 'llm\\', true],
    ['llm\\', 'llm\\', undefined],
  ] as const) {
    it(`${JSON.stringify(rules)} for ${path}: ${verdict}`, () => assert.equal(ignoredBy(rules, path), verdict));
  }

  describe('[L-1] that were written to be slow', () => {
    const deep = `${'a/'.repeat(200)}llmservices.json`;

    for (const [title, rule, path] of [
      ['many stars against one name', `${'*a'.repeat(60)}b`, 'a'.repeat(250)],
      ['many double stars against many folders', `${'**/'.repeat(60)}b`, deep],
      ['both', `${'**/*a*a*a/'.repeat(20)}b`, `${`${'a'.repeat(200)}/`.repeat(15)}llmservices.json`],
    ] as const) {
      it(`are compared in steps of the product of both lengths: ${title}`, () => {
        const steps = { left: Number.MAX_SAFE_INTEGER };
        assert.equal(ignoredBy(rule, path, steps), undefined);
        const depth = path.split('/').length;
        const taken = Number.MAX_SAFE_INTEGER - steps.left;
        assert.ok(taken <= (rule.length + 3) * path.length * depth, `${taken} steps`);
      });
    }

    it('answer that nothing matches when there is more to compare than their limit', () => {
      assert.equal(ignoredBy(`*\n${'*a*a*a*b\n'.repeat(1_000)}`, 'a'.repeat(200), { left: 1_000 }), undefined);
      assert.equal(ignoredBy('*', 'a'.repeat(200), { left: 1_000 }), true);
    });

    it('count each member of a set, and each rule that is read', () => {
      const taken = (rules: string): number => {
        const steps = { left: Number.MAX_SAFE_INTEGER };
        ignoredBy(rules, 'a'.repeat(100), steps);
        return Number.MAX_SAFE_INTEGER - steps.left;
      };
      assert.ok(taken(`*[${'b'.repeat(4_000)}]`) > 4_000 * 100, 'a set of 4,000 against 100 characters');
      assert.ok(taken('x\n'.repeat(10_000)) > 10_000 * 50, '10,000 short rules');
      assert.ok(taken(`${'a'.repeat(100)}${'*'.repeat(3_000)}b`) > 3_000 * (8 + 1), 'stars behind the end of a name');
      const steps = { left: 1_000 };
      assert.equal(ignoredBy(`${'x\n'.repeat(10_000)}*`, 'a', steps), undefined);
      assert.ok(steps.left > -100, 'those behind the limit are not read');
    });

    it('may be as long as a path can be, and longer ones are passed over', () => {
      const name = 'a'.repeat(4_096);
      assert.equal(ignoredBy(name, name), true);
      assert.equal(ignoredBy(`${name}*`, name), undefined);
      assert.equal(ignoredBy(`${'?'.repeat(60_000)}\n*.json`, 'llmservices.json'), true);
    });

    it('may consist of blanks', () => {
      assert.equal(ignoredBy(`${' '.repeat(500_000)}x\n*.json${' '.repeat(4_000)}`, 'llmservices.json'), true);
      assert.equal(ignoredBy(`*.json\\${' '.repeat(4_000)}`, 'llmservices.json'), undefined);
    });
  });
});
