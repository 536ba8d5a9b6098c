import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PreviewState } from '../../src/shared/preview-protocol.ts';
import { sampleRow, sampleRows, sampleStatus, sampleColumns } from '../protocol/matrix-samples.ts';
import {
  everyOutcome,
  sampleAttachments,
  sampleComparison,
  samplePictures,
  sampleState,
  sampleWhy,
  tokenRange,
} from '../protocol/preview-samples.ts';
import { axeFindings } from './axe.ts';
import {
  documentResources,
  packedDocument,
  sampleCsv,
  sampleHtml,
  sampleMarkdown,
  sampleNotebook,
  textDocument,
} from './document-samples.ts';
import { conversationState, countedState, openConversation, openRequests, switchRow } from './conversation-page.ts';
import { galleryTile, openGallery } from './gallery-page.ts';
import { openMatrix } from './matrix-page.ts';
import { openPreview } from './preview-page.ts';
import { resource, THEMES, type WebviewPage } from './support.ts';
import { openVerify, verifyRow, verifyState } from './verify-page.ts';

const artifacts = path.resolve(import.meta.dirname, '../../test/fixtures/agent-society-root/data/runtime/artifacts');

const described: PreviewState['verdict'] = { ...sampleState().verdict, outcome: 'description', rule: 'capability_missing', granted: null };
const code = `// a comment\n@decorate('x')\nexport class Point extends Base<number> {\n  readonly x = 1.5;\n  move(by: string): void { return super.move(\`\${by}\`); }\n}\n`;
const markup = '<!-- note -->\n<p class="a">x</p>\n';

/** What the preview shows, by the tab it is on. */
const scenes: Record<string, { tab: string; wait: string; state: () => PreviewState }> = {
  image: {
    tab: 'Rendered',
    wait: 'preview-image img',
    state: () =>
      sampleState({
        content: { kind: 'image', uri: resource('8.png') },
        tokens: { routed: tokenRange(1105, 2210), pasted: tokenRange(101_239) },
      }),
  },
  pdf: {
    tab: 'Rendered',
    wait: 'preview-pdf-page canvas[data-drawn]',
    state: () => sampleState({ content: { kind: 'pdf', uri: resource('15.pdf') }, tokens: null }),
  },
  markdown: {
    tab: 'Rendered',
    wait: 'preview-document .hljs-keyword',
    state: () => textDocument('markdown', sampleMarkdown),
  },
  html: { tab: 'Rendered', wait: 'preview-document article', state: () => textDocument('html', sampleHtml) },
  notebook: {
    tab: 'Rendered',
    wait: 'preview-document canvas[data-drawn]',
    state: () => textDocument('notebook', sampleNotebook()),
  },
  csv: { tab: 'Rendered', wait: 'preview-grid td', state: () => textDocument('csv', sampleCsv()) },
  docx: { tab: 'Rendered', wait: 'preview-document canvas[data-drawn]', state: () => packedDocument('docx', 'a.docx') },
  xlsx: { tab: 'Rendered', wait: 'preview-grid td', state: () => packedDocument('xlsx', 'a.xlsx') },
  sound: { tab: 'Rendered', wait: 'audio', state: () => sampleState({ content: { kind: 'audio', uri: resource('19.mp3') } }) },
  bytes: { tab: 'Rendered', wait: 'preview-hex pre', state: () => sampleState({ content: { kind: 'hex', head: '504b0304'.repeat(64) } }) },
  code: {
    tab: 'Rendered',
    wait: 'preview-content .hljs-keyword',
    state: () => sampleState({ content: { kind: 'text', text: code, length: code.length, language: 'typescript' } }),
  },
  markup: {
    tab: 'Rendered',
    wait: 'preview-content .hljs-tag',
    state: () => sampleState({ content: { kind: 'text', text: markup, length: 5_000_000, language: 'xml' } }),
  },
  attachments: {
    tab: 'Rendered',
    wait: 'preview-attachments button',
    state: () => sampleState({ content: sampleAttachments(), verdict: { ...described, outcome: 'message', binaryType: null } }),
  },
  pictures: {
    tab: 'Rendered',
    wait: 'preview-picture-pair tbody td',
    state: () =>
      sampleState({
        content: samplePictures([resource('8.png'), resource('8.png')]),
        verdict: { ...described, outcome: 'message', binaryType: null },
      }),
  },
  warned: {
    tab: 'Rendered',
    wait: '.warning',
    state: () =>
      sampleState({
        content: { kind: 'facts' },
        warning: { code: 'type_contradicted', declared: 'image/png', detected: 'image/jpeg', by: 'metadata' },
        problem: 'The metadata cannot be read.',
      }),
  },
  missing: {
    tab: 'Rendered',
    wait: 'preview-content',
    state: () =>
      sampleState({
        content: { kind: 'problem', state: 'missing', reason: 'The file does not exist.' },
        verdict: { ...described, outcome: 'not_found', binaryType: null },
        message: null,
        wire: null,
      }),
  },
  message: {
    tab: 'Message',
    wait: 'preview-message code',
    state: () =>
      sampleState({
        verdict: described,
        content: { kind: 'facts' },
        descriptions: { language: 'en', isFixed: false },
        message: { json: '{\n  "role": "tool"\n}', jsonLength: 20, text: '[Cannot read] chart.png', textLength: 23 },
      }),
  },
  wire: {
    tab: 'Request Body',
    wait: 'preview-wire .hljs-attr',
    state: () => sampleState({ content: { kind: 'facts' }, wire: everyOutcome() }),
  },
  'no wire': {
    tab: 'Request Body',
    wait: 'preview-wire .notice',
    state: () => sampleState({ content: { kind: 'facts' }, wire: null, message: null }),
  },
  why: {
    tab: 'Why',
    wait: 'preview-why button',
    state: () => sampleState({ content: { kind: 'facts' }, selected: 'text-model', verdict: described, why: sampleWhy() }),
  },
  compare: {
    tab: 'Compare',
    wait: 'preview-comparison .row',
    state: () => sampleState({ content: { kind: 'facts' }, comparison: sampleComparison(9) }),
  },
};

describe('accessibility', function () {
  this.timeout(180_000);
  let view: WebviewPage;
  let resources: Record<string, Uint8Array>;
  let found: string[];

  before(async () => {
    resources = Object.fromEntries(
      await Promise.all(['8.png', '15.pdf', '19.mp3'].map(async (name) => [name, await readFile(path.join(artifacts, name))] as const)),
    );
    Object.assign(resources, documentResources());
  });
  beforeEach(() => (found = []));
  afterEach(() => view.close());

  /** What is shown, by all rules in the first theme; in the others only their colours are different. */
  const look = async (name: string): Promise<void> => {
    for (const theme of THEMES) {
      await view.setTheme(theme);
      const findings = await axeFindings(view.page, theme === THEMES[0] ? 'all' : 'colours');
      found.push(...findings.map((line) => `${name}, ${theme}: ${line}`));
    }
  };

  it('[E-22a] axe finds nothing in the preview, in any theme', async () => {
    const preview = await openPreview(sampleState({ content: { kind: 'facts' } }), { resources, viewport: { width: 1000, height: 1600 } });
    view = preview;
    for (const [name, { tab, wait, state }] of Object.entries(scenes)) {
      await preview.show(state());
      await view.page.getByRole('tab', { name: tab, exact: true }).click();
      await view.page.locator(wait).first().waitFor();
      await look(name);
    }
    // the last one: rows below the pointer, and walked to with the keyboard
    await view.page.locator('preview-comparison .row').nth(1).hover();
    await look('compare, pointed at');
    await view.page.locator('preview-comparison table').first().press('ArrowDown');
    await look('compare, walked');
    assert.deepEqual(found, []);
  });

  it('[E-22a] axe finds nothing in the matrix, in any theme', async () => {
    const matrix = await openMatrix({
      rows: [...sampleRows(), sampleRow({ id: 'twin', counts: false, problems: [{ severity: 'error', message: 'Twice.', cell: null }] })],
    });
    view = matrix;
    await look('services');
    await matrix.cell(1, 1).focus();
    await matrix.cell(2, -1).hover();
    await look('focus, pointed at');
    await matrix.change(
      null,
      sampleStatus({
        columns: sampleColumns,
        lock: 'restricted',
        gone: true,
        hiddenColumns: 3,
        problems: [
          { severity: 'error', message: 'No closing bracket.', line: 7 },
          { severity: 'warning', message: 'Read by nobody.', line: null },
          { severity: 'information', message: 'Not in force.', line: null },
        ],
      }),
    );
    await view.page.locator('.notice').first().waitFor();
    await look('notices');
    await matrix.change(
      null,
      sampleStatus({ text: 'unusable', problems: [{ severity: 'error', message: 'No closing bracket.', line: 7 }] }),
    );
    await view.page.getByText('The file has errors.').waitFor();
    await look('unusable');
    await matrix.change(null, sampleStatus({ text: 'blank' }));
    await view.page.locator('matrix-welcome').waitFor();
    await look('blank');
    assert.deepEqual(found, []);
  });

  it('[E-22a] axe finds nothing in a verification, in any theme', async () => {
    view = await openVerify(verifyState());
    await look('done');
    await view.page.setViewportSize({ width: 500, height: 900 });
    await look('narrow');
    await view.send({
      type: 'state',
      state: verifyState({
        phase: 'asking',
        changes: [],
        rows: [
          verifyRow('text'),
          verifyRow('vision', { outcome: 'asking', because: '', words: null }),
          verifyRow('audio', { outcome: 'waiting', because: '', words: null }),
        ],
      }),
    });
    await view.page.getByRole('button', { name: 'Cancel' }).waitFor();
    await look('asking');
    assert.deepEqual(found, []);
  });

  it('[E-22a] axe finds nothing in a gallery, in any theme', async () => {
    const gallery = await openGallery(
      40,
      (at) => galleryTile(at, at === 5 ? { icon: 'warning', isProblem: true, facts: 'Outside.' } : { hasLook: at < 3 }),
      {
        resources,
        shown: { note: 'Only the first 40 artifacts are shown.' },
        look: (id) =>
          [
            { kind: 'picture' as const, uri: resource('8.png'), format: 'image' as const },
            { kind: 'text' as const, text: '# Notes' },
            { kind: 'mark' as const, reason: 'Too large.' },
          ][Number(id)],
      },
    );
    view = gallery;
    await view.page.locator('.tile img').waitFor();
    await view.page.locator('.tile .mark').waitFor();
    await look('tiles');
    await view.page.getByRole('option').nth(1).click();
    await view.page.getByRole('option').nth(3).hover();
    await look('one selected, another pointed at');
    await view.page.setViewportSize({ width: 320, height: 700 });
    await look('narrow');
    await gallery.show({ count: 0, failure: 'The folder cannot be read.' });
    await view.page.getByText('The folder cannot be read.').waitFor();
    await look('unreadable');
    assert.deepEqual(found, []);
  });

  it('[E-22a] axe finds nothing in a conversation, in any theme', async () => {
    view = await openConversation(conversationState());
    await look('failing');
    await view.page.locator('.list').press('Home');
    await look('a line selected');
    await view.send({ type: 'state', state: countedState(31, { revision: 2 }) });
    await openRequests(view, 31);
    await view.page.locator('requests-table .row').nth(6).click();
    await look('requests');
    await view.page.setViewportSize({ width: 500, height: 900 });
    await look('narrow');
    await view.page.getByRole('button', { name: 'Compare Models' }).click();
    const fails = { outcome: 'fails' as const, message: 4, sentence: 'Too large.', repairs: 3 };
    await view.send({
      type: 'switches',
      rows: [switchRow('claude-opus', { isChosen: true }), switchRow('gpt', { ...fails, tokens: null, lost: [3] })],
    });
    await view.page.locator('switch-table tbody tr').first().waitFor();
    await look('switch');
    assert.deepEqual(found, []);
  });
});
