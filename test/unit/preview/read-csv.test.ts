import assert from 'node:assert/strict';
import { rowOf } from '../../../webview/preview/document/grid.ts';
import { readCsv } from '../../../webview/preview/document/read-csv.ts';

describe('a table of values', () => {
  const read = (text: string, isCut = false) => {
    const document = readCsv(text, isCut);
    assert.equal(document.kind, 'tables');
    const grid = document.kind === 'tables' ? document.tables[0]?.grid : undefined;
    assert.ok(grid);
    return { grid, rows: Array.from(grid.rowEnds, (_, row) => rowOf(grid, row)) };
  };

  it('delimiters are found out: what makes rows alike', () => {
    for (const delimiter of [',', '\t', ';', '|']) {
      assert.deepEqual(read(['a', 'b', 'c'].join(delimiter) + '\n' + ['1', '2', '3'].join(delimiter)).rows, [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ]);
    }
    assert.deepEqual(read('name;sum\nx;1,5\ny;2,5\n').rows[1], ['x', '1,5']);
    assert.deepEqual(read('sep=|\r\na|b\r\n').rows, [['a', 'b']]);
    assert.deepEqual(read('one column\nanother, with a comma\n').rows.length, 2);
  });

  it('quotes hold delimiters, line breaks and quotes', () => {
    assert.deepEqual(read('a,b\r\n"1, ""x""","2\n3"\r\n').rows, [
      ['a', 'b'],
      ['1, "x"', '2\n3'],
    ]);
  });

  it('rows may differ in length, and be empty', () => {
    const { grid, rows } = read('a,b\n1\n\n1,2,3\n');
    assert.deepEqual(rows, [['a', 'b'], ['1'], [''], ['1', '2', '3']]);
    assert.equal(grid.columns, 3);
  });

  it('the first row names the columns when it can', () => {
    assert.equal(read('a,b\n1,2').grid.hasHeader, true);
    assert.equal(read('1,2\n3,4').grid.hasHeader, false);
    assert.equal(read('a,a\n3,4').grid.hasHeader, false);
    assert.equal(read('a,b').grid.hasHeader, false);
  });

  it('more cells than fit are cut, and it says so', () => {
    assert.equal(read('a,b\n1,2', true).grid.isCut, true);
    const { grid } = read(`${','.repeat(999)}\n`.repeat(6000));
    assert.equal(grid.isCut, true);
    assert.equal(grid.rowEnds.length, 5000);
  });
});
