import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isStandardColumn,
  knownAt,
  parseMatrixViewState,
  STANDARD_COLUMNS,
  parseMatrixHostMessage,
  parseMatrixWebviewMessage,
} from '../../src/shared/matrix-protocol.ts';
import { sampleColumns, sampleRows, sampleSources, sampleStatus } from './matrix-samples.ts';

const drawn = { version: 3, index: 0, id: 'a' };
const column = { list: 'input', type: 'vision' };
const fromWebview = [
  { type: 'ready' },
  { type: 'setCell', request: 1, ...drawn, column, declared: true },
  { type: 'setCell', request: 2, version: 3, index: 9999, id: null, column: { list: 'output', type: '图像生成' }, declared: false },
  { type: 'reveal', ...drawn, column },
  { type: 'reveal', ...drawn, column: null },
  { type: 'preview', ...drawn },
  { type: 'copyId', ...drawn },
  { type: 'openText', problem: 2 },
  { type: 'openText', problem: null },
  { type: 'addColumn', list: 'output', present: ['text'] },
  { type: 'addService' },
  { type: 'useTemplate' },
  { type: 'manageTrust' },
];
const fromHost = [
  { type: 'init', file: 'file:///root/config/llmservices.json', locale: 'zh-cn', bundle: { Text: '文本' }, meanings: { text: 'Text.' } },
  { type: 'sources', from: 1, sources: sampleSources },
  { type: 'rows', start: 0, remove: 2, rows: sampleRows() },
  {
    type: 'state',
    version: 3,
    status: sampleStatus({
      columns: sampleColumns,
      lock: 'restricted',
      gone: true,
      problems: [
        { severity: 'error', message: 'x', line: 3 },
        { severity: 'warning', message: 'y', line: null },
      ],
    }),
  },
  { type: 'reply', request: 1, done: false, version: 3, sentence: 'The file is read-only.' },
  { type: 'column', column },
  { type: 'focus', index: 3 },
];

describe('matrix protocol', () => {
  it('every message of either side comes through JSON and the schema unchanged', () => {
    for (const message of fromWebview)
      assert.deepEqual(parseMatrixWebviewMessage(JSON.parse(JSON.stringify(message))), { ok: true, message });
    for (const message of fromHost) assert.deepEqual(parseMatrixHostMessage(JSON.parse(JSON.stringify(message))), { ok: true, message });
  });

  it('refuses what no page of ours would say', () => {
    const wrong = [
      null,
      'setCell',
      {},
      { type: 'setcell' },
      { type: 'setCell', ...drawn, column, declared: true },
      { type: 'setCell', request: 1, ...drawn, index: -1, column, declared: true },
      { type: 'setCell', request: 1, ...drawn, column: { list: 'apiKey', type: 'x' }, declared: true },
      { type: 'setCell', request: 1, ...drawn, column: { list: 'input', type: '' }, declared: true },
      { type: 'setCell', request: 1, ...drawn, column: { list: 'input', type: 'x'.repeat(201) }, declared: true },
      { type: 'setCell', request: 1, ...drawn, id: 'x'.repeat(1001), column, declared: true },
      { type: 'openText', problem: 0.5 },
    ];
    for (const message of wrong) assert.equal(parseMatrixWebviewMessage(message).ok, false, JSON.stringify(message));
  });

  it('survives anything', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        parseMatrixWebviewMessage(data);
        parseMatrixHostMessage(data);
        parseMatrixViewState(data);
      }),
    );
  });

  it('rows have no room for a key or an address', () => {
    const [row] = sampleRows();
    const parsed = parseMatrixHostMessage({
      type: 'rows',
      start: 0,
      remove: 0,
      rows: [{ ...row, apiKey: 'sk-1', baseURL: 'https://k@h' }],
    });
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.message, { type: 'rows', start: 0, remove: 0, rows: [row] });
  });

  it('keeps what a person chose about the view, and nothing else', () => {
    const state = { filter: 'x', show: 'problems', added: [column], active: { index: 2, column: null }, scroll: { top: 10, left: 0 } };
    assert.deepEqual(parseMatrixViewState(state), state);
    assert.equal(parseMatrixViewState({ ...state, show: 'some' }), null);
  });
});

describe('columns of the matrix', () => {
  it('are the standard capabilities of each side, and models are known by nine of them', () => {
    assert.deepEqual(
      STANDARD_COLUMNS.filter(({ list }) => list === 'input').map(({ type }) => type),
      ['text', 'vision', 'audio', 'video', 'file', 'tool_result_media'],
    );
    assert.deepEqual(
      STANDARD_COLUMNS.filter(({ list }) => list === 'output').map(({ type }) => type),
      ['text', 'audio', 'video', 'file', 'structured_output', 'tool_calling'],
    );
    assert.deepEqual(
      STANDARD_COLUMNS.map(knownAt).filter((at) => at >= 0),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
    assert.equal(isStandardColumn({ list: 'output', type: 'vision' }), false);
  });
});
