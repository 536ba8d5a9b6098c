import assert from 'node:assert/strict';
import { cellOfProblem, CustomColumns, LONGEST_CAPABILITY, MOST_CUSTOM_COLUMNS } from '../../../../src/core/models/capability-cells.ts';
import { validateServices } from '../../../../src/core/models/validate.ts';
import { rowDifferences } from '../../../../src/host/services/matrix/matrix-feed.ts';

describe('columns of custom capabilities', () => {
  it('come in the order of their first service; standard ones on their own side need none', () => {
    const columns = new CustomColumns();
    columns.add({ input: ['text', 'vision', 'b'], output: ['vision', 'text'] });
    columns.add({ input: ['a', 'b'], output: ['tool_calling'] });
    assert.deepEqual(columns.columns, [
      { list: 'input', type: 'b' },
      { list: 'input', type: 'a' },
      { list: 'output', type: 'vision' },
    ]);
    assert.deepEqual(
      [columns.has('input', 'a'), columns.has('output', 'a'), columns.has('output', 'audio'), columns.hidden],
      [true, false, true, 0],
    );
  });

  it('are so many that a screen can hold them; the others are counted', () => {
    const columns = new CustomColumns();
    columns.add({
      input: Array.from({ length: MOST_CUSTOM_COLUMNS + 3 }, (_, n) => `c${n}`),
      output: ['x'.repeat(LONGEST_CAPABILITY + 1)],
    });
    assert.equal(columns.columns.length, MOST_CUSTOM_COLUMNS);
    assert.equal(columns.hidden, 4);
  });
});

describe('the cell a problem concerns', () => {
  it('is where the word is, or where the capability of a tag would be', () => {
    const text = JSON.stringify({
      services: [
        {
          id: 'a',
          capabilityTags: ['视觉理解', 'text only'],
          model: 5,
          capabilities: { input: ['visoin', 'audio', 'tool_calling', 'audio'], output: ['text'] },
        },
      ],
    });
    const cells = validateServices(text).problems.map((problem) => {
      const cell = cellOfProblem(problem);
      return `${problem.code} ${cell ? `${cell.list} ${cell.type}` : '–'}`;
    });
    assert.deepEqual(cells.sort(), [
      'capability_duplicate input audio',
      'capability_misspelt input visoin',
      'capability_wrong_direction input tool_calling',
      'tag_denies_capability input audio',
      'tag_without_capability input vision',
      'text_input_missing input text',
      'wrong_type –',
    ]);
  });
});

describe('differences of rows', () => {
  const applied = (before: readonly string[], after: readonly string[]): string[] => {
    const rows = [...before];
    for (const { start, remove, from, end } of rowDifferences(before, after)) rows.splice(start, remove, ...after.slice(from, end));
    return rows;
  };

  it('make the one list of the other', () => {
    const lists = ['', 'a', 'abc', 'axc', 'abcd', 'aabbcc', 'dcba', 'bc', 'aXbYc', 'abcabc'].map((text) => [...text]);
    for (const before of lists)
      for (const after of lists) assert.deepEqual(applied(before, after), after, `${before.join('')} → ${after.join('')}`);
  });

  it('are no more than what changed', () => {
    assert.deepEqual(rowDifferences([...'abcdef'], [...'aXcdYf']), [
      { start: 1, remove: 1, from: 1, end: 2 },
      { start: 4, remove: 1, from: 4, end: 5 },
    ]);
    assert.deepEqual(rowDifferences([...'abcdef'], [...'abXcdef']), [{ start: 2, remove: 0, from: 2, end: 3 }]);
    assert.deepEqual(rowDifferences([...'abc'], [...'abc']), []);
  });
});
