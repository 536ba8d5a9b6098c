import assert from 'node:assert/strict';
import { ageFormatter } from '../../../src/host/screen/relative-age.ts';

describe('relative age', () => {
  const now = Date.parse('2026-06-15T12:00:00.000Z');
  const seconds = (count: number) => new Date(now - count * 1000).toISOString();
  const cases: ReadonlyArray<readonly [age: number, english: string, chinese: string]> = [
    [0, 'now', '现在'],
    [29, 'now', '现在'],
    [30, '30 sec ago', '30秒前'],
    [119, '1 min ago', '1分钟前'],
    [120, '2 min ago', '2分钟前'],
    [3 * 3600, '3 hr ago', '3小时前'],
    [2 * 86_400, '2 days ago', '2天前'],
    [21 * 86_400, '3 wk ago', '3周前'],
    [90 * 86_400, '3 mo ago', '3个月前'],
    [800 * 86_400, '2 yr ago', '2年前'],
    [-3600, 'in 1 hr', '1小时后'],
  ];
  for (const [age, english, chinese] of cases) {
    it(`says “${english}” of ${age} seconds`, () => {
      assert.equal(ageFormatter('en')(seconds(age), now), english);
      assert.equal(ageFormatter('zh-cn')(seconds(age), now), chinese);
    });
  }

  it('says nothing of what is no time', () => {
    assert.equal(ageFormatter('en')('yesterday-ish', now), undefined);
  });
});
