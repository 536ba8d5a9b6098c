import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseHostMessage, parseWebviewMessage, parsePreviewViewState, type PreviewContent } from '../../src/shared/preview-protocol.ts';
import { sampleAttachments, sampleComparison, sampleState } from './preview-samples.ts';
import { runs } from '../support/effort.ts';

const fromWebview = [
  { type: 'ready' },
  { type: 'selectModel', generation: 3, serviceId: 'vision-model' },
  { type: 'selectModel', generation: 3, serviceId: null },
  { type: 'setPinned', generation: 3, pinned: true },
  { type: 'openFile', generation: 3 },
  { type: 'setDescriptionLanguage', generation: 3, language: 'zh' },
  { type: 'copyReference', generation: 3, request: 1 },
  { type: 'copyMessage', generation: 3, request: 2, form: 'json' },
  { type: 'copyMessage', generation: 3, request: 2, form: 'text' },
  { type: 'editCapabilities', generation: 3 },
  { type: 'selectApi', generation: 3, api: 'anthropic' },
  { type: 'selectApi', generation: 3, api: null },
  { type: 'copyWire', generation: 3, request: 4, form: 'json' },
  { type: 'copyWire', generation: 3, request: 5, form: 'curl' },
  { type: 'setComparing', generation: 3, comparing: true },
  { type: 'applyFix', generation: 3, index: 0 },
  { type: 'openAttachment', generation: 3, index: 49 },
];

const fromHost = [
  { type: 'init', generation: 0, locale: 'zh-cn', bundle: { Text: '文本' }, state: null },
  { type: 'init', generation: 1, locale: 'en', bundle: {}, state: sampleState() },
  {
    type: 'state',
    generation: 2,
    state: sampleState({
      selected: null,
      message: null,
      warning: { code: 'type_unconfirmed', declared: 'image/png', looksLike: 'application/gzip' },
    }),
  },
  {
    type: 'state',
    generation: 3,
    state: sampleState({ content: sampleAttachments(), comparison: sampleComparison(3), tokens: null, wire: null }),
  },
  { type: 'busy', generation: 2 },
  { type: 'reply', request: 4, done: false },
];

describe('preview protocol', () => {
  it('every message of the webview comes through JSON and the schema unchanged', () => {
    for (const message of fromWebview) {
      assert.deepEqual(parseWebviewMessage(JSON.parse(JSON.stringify(message))), { ok: true, message });
    }
  });

  it('every message of the host comes through JSON and the schema unchanged', () => {
    for (const message of fromHost) {
      assert.deepEqual(parseHostMessage(JSON.parse(JSON.stringify(message))), { ok: true, message });
    }
  });

  it('every kind of content comes through the schema unchanged', () => {
    const contents: PreviewContent[] = [
      { kind: 'text', text: '\u0000<script>', length: 9, language: null },
      { kind: 'text', text: 'head', length: null, language: 'json' },
      { kind: 'audio', uri: 'x' },
      { kind: 'video', uri: 'x' },
      { kind: 'pdf', uri: 'x' },
      { kind: 'hex', head: '00ff' },
      sampleAttachments(),
      { kind: 'facts' },
      { kind: 'pdf', uri: 'x' },
      { kind: 'hex', head: '00ff' },
      {
        kind: 'attachments',
        items: [{ reference: 'artifact:8', name: 'a', typeName: '', icon: 'file', size: null, outcome: 'described', reason: 'no' }],
      },
      { kind: 'problem', state: 'reserved', reason: 'not yet' },
    ];
    for (const content of contents) {
      const message = { type: 'state', generation: 1, state: sampleState({ content }) };
      assert.deepEqual(parseHostMessage(message), { ok: true, message });
    }
  });

  it('malformed messages of the webview are refused with a reason that does not repeat them', () => {
    const secret = 'file:///etc/passwd';
    const malformed: unknown[] = [
      undefined,
      null,
      0,
      secret,
      [],
      {},
      { type: secret },
      { type: 'openFile' },
      { type: 'openFile', generation: -1 },
      { type: 'openFile', generation: 1.5 },
      { type: 'openFile', generation: secret },
      { type: 'selectModel', generation: 1 },
      { type: 'selectModel', generation: 1, serviceId: { id: secret } },
      { type: 'selectModel', generation: 1, serviceId: 'x'.repeat(1001) },
      { type: 'setPinned', generation: 1, pinned: 'true' },
      { type: 'setDescriptionLanguage', generation: 1, language: 'fr' },
      { type: 'copyMessage', generation: 1, request: 1, form: secret },
      { type: 'copyMessage', generation: 1, request: '1', form: 'json' },
      { type: 'copyReference', generation: 1 },
      { type: 'selectApi', generation: 1, api: 'x'.repeat(101) },
      { type: 'selectApi', generation: 1 },
      { type: 'copyWire', generation: 1, request: 1, form: secret },
      { type: 'setComparing', generation: 1, comparing: 1 },
      { type: 'applyFix', generation: 1, index: -1 },
      { type: 'applyFix', generation: 1, index: secret },
      { type: 'openAttachment', generation: 1, index: 0.5 },
      { type: 'state', generation: 1, state: sampleState() },
    ];
    for (const message of malformed) {
      const parsed = parseWebviewMessage(message);
      assert.equal(parsed.ok, false, JSON.stringify(message));
      if (!parsed.ok) assert.ok(!parsed.reason.includes(secret), parsed.reason);
    }
  });

  it('fields nobody asked for do not come through: a path in openFile stays behind', () => {
    const parsed = parseWebviewMessage({ type: 'openFile', generation: 1, path: '/etc/passwd', uri: 'file:///etc/passwd' });
    assert.deepEqual(parsed, { ok: true, message: { type: 'openFile', generation: 1 } });
  });

  it('a key that slipped into a service does not come through to the webview', () => {
    const state = sampleState();
    const models = state.models.map((model) => ({ ...model, apiKey: 'sk-secret', baseURL: 'https://user:secret@host' }));
    const parsed = parseHostMessage({ type: 'state', generation: 1, state: { ...state, models } });
    assert.ok(parsed.ok);
    assert.ok(!JSON.stringify(parsed).includes('secret'));
  });

  it('a state with a field of a wrong type is refused and says which', () => {
    const state = { ...sampleState(), pinned: 'yes' };
    const parsed = parseHostMessage({ type: 'state', generation: 1, state });
    assert.ok(!parsed.ok);
    assert.match(parsed.reason, /state\.pinned/);
  });

  it('whatever arrives, parsing never throws', () => {
    const hostile = fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom('ready', 'init', 'state', 'openFile', 'copyMessage', '__proto__'),
        generation: fc.anything(),
        state: fc.anything(),
      }),
    );
    fc.assert(
      fc.property(hostile, (data) => {
        assert.equal(typeof parseWebviewMessage(data).ok, 'boolean');
        assert.equal(typeof parseHostMessage(data).ok, 'boolean');
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('kept view state', () => {
  const kept = {
    reference: 'artifact:8',
    attachments: ['artifact:8', 'artifact:9'],
    rootId: 'file:///data',
    pinned: true,
    tab: 'compare',
    api: 'anthropic',
    sort: { column: 'bytes', descending: true },
    messageForm: 'json',
    documentForm: 'source',
    zoom: 'actual',
    scroll: 120.5,
  };

  it('comes back as it was kept', () => {
    assert.deepEqual(parsePreviewViewState(JSON.parse(JSON.stringify(kept))), kept);
  });

  it('is none when it is not ours: older, foreign, hostile or huge', () => {
    const others: unknown[] = [
      undefined,
      null,
      'x',
      {},
      { ...kept, tab: 'content' },
      { ...kept, sort: { column: 'colour', descending: true } },
      { ...kept, attachments: Array(1001).fill('artifact:8') },
      { ...kept, scroll: -1 },
      { ...kept, reference: 8 },
      { ...kept, reference: 'x'.repeat(10_001) },
    ];
    for (const other of others) assert.equal(parsePreviewViewState(other), null);
  });
});
