import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PreviewState } from '../../src/shared/preview-protocol.ts';
import {
  everyOutcome,
  sampleAttachments,
  sampleComparison,
  samplePictures,
  sampleState,
  sampleWhy,
  sampleWire,
} from '../protocol/preview-samples.ts';
import { keepsPictures } from '../support/kept-pictures.ts';
import {
  documentResources,
  packedDocument,
  sampleCsv,
  sampleHtml,
  sampleMarkdown,
  sampleNotebook,
  textDocument,
} from './document-samples.ts';
import { conversationState, countedState, openConversation, openRequests, readingState } from './conversation-page.ts';
import { openMatrix } from './matrix-page.ts';
import { openPreview, type PreviewPageOptions } from './preview-page.ts';
import { resource, THEMES, type WebviewPage } from './support.ts';
import { openVerify, verifyState } from './verify-page.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const folder = path.join(repository, 'out/screenshots');
const artifacts = path.join(repository, 'test/fixtures/agent-society-root/data/runtime/artifacts');

const described: PreviewState['verdict'] = {
  outcome: 'description',
  binaryType: 'image',
  rule: 'capability_missing',
  capabilities: ['vision'],
  granted: null,
  limit: null,
  capable: ['vision-model'],
};
const longText = '[无法读取] chart.png\n类型: PNG 图片\n大小: 12.1 KB';

const image = { kind: 'image', uri: resource('8.png') } as const;

/** What is pictured: the tab, the state it is in, and what is there when it is. */
const scenes: Record<string, { tab: string; state: () => PreviewState; wait: string }> = {
  image: { tab: 'Rendered', state: () => sampleState({ content: image }), wait: 'preview-image img' },
  pdf: {
    tab: 'Rendered',
    state: () =>
      sampleState({
        facts: {
          ...sampleState().facts,
          name: 'report.pdf',
          typeName: 'PDF document',
          mimeType: 'application/pdf',
          media: ['2 pages'],
          icon: 'file-pdf',
        },
        content: { kind: 'pdf', uri: resource('15.pdf') },
        verdict: { ...sampleState().verdict, outcome: 'file', binaryType: 'document', granted: 'file', capabilities: ['file'] },
      }),
    wait: 'preview-pdf-page canvas[data-drawn]',
  },
  markdown: { tab: 'Rendered', state: () => textDocument('markdown', sampleMarkdown), wait: 'preview-document .hljs-keyword' },
  html: { tab: 'Rendered', state: () => textDocument('html', sampleHtml), wait: 'preview-document article' },
  notebook: { tab: 'Rendered', state: () => textDocument('notebook', sampleNotebook()), wait: 'preview-document canvas[data-drawn]' },
  csv: { tab: 'Rendered', state: () => textDocument('csv', sampleCsv()), wait: 'preview-grid td' },
  docx: { tab: 'Rendered', state: () => packedDocument('docx', 'a.docx'), wait: 'preview-document canvas[data-drawn]' },
  xlsx: { tab: 'Rendered', state: () => packedDocument('xlsx', 'a.xlsx'), wait: 'preview-grid td' },
  hex: {
    tab: 'Rendered',
    state: () =>
      sampleState({
        content: { kind: 'hex', head: Buffer.from('PK\u0003\u0004 a zip, or so it says; bytes go on and on. '.repeat(16)).toString('hex') },
      }),
    wait: 'preview-hex pre',
  },
  attachments: {
    tab: 'Rendered',
    state: () => sampleState({ content: sampleAttachments(), verdict: { ...sampleState().verdict, outcome: 'message', binaryType: null } }),
    wait: 'preview-attachments button',
  },
  pictures: {
    tab: 'Rendered',
    state: () => {
      const content = samplePictures([resource('8.png'), resource('8.png')]);
      return sampleState({
        facts: { ...sampleState().facts, name: content.items.map(({ name }) => name).join(' ↔ ') },
        content,
        verdict: { ...sampleState().verdict, outcome: 'message', binaryType: null },
      });
    },
    wait: 'preview-picture-pair tbody td',
  },
  message: {
    tab: 'Message',
    state: () =>
      sampleState({
        content: image,
        verdict: described,
        descriptions: { language: 'zh', isFixed: true },
        message: { json: '{}', jsonLength: 2, text: longText, textLength: longText.length },
      }),
    wait: 'preview-message code',
  },
  wire: { tab: 'Request Body', state: () => sampleState({ content: image, wire: everyOutcome() }), wait: 'preview-wire .hljs-attr' },
  why: {
    tab: 'Why',
    state: () => sampleState({ content: image, selected: 'text-model', verdict: described, why: sampleWhy(), wire: sampleWire() }),
    wait: 'preview-why button',
  },
  compare: { tab: 'Compare', state: () => sampleState({ content: image, comparison: sampleComparison(9) }), wait: 'preview-compare .row' },
};

const describePictures = keepsPictures ? describe : () => undefined;

describePictures('the preview in pictures', () => {
  let resources: Record<string, Uint8Array>;
  let chinese: Record<string, string>;

  before(async () => {
    await mkdir(folder, { recursive: true });
    resources = Object.fromEntries(
      await Promise.all(['8.png', '15.pdf'].map(async (name) => [name, await readFile(path.join(artifacts, name))] as const)),
    );
    Object.assign(resources, documentResources());
    chinese = JSON.parse(await readFile(path.join(repository, 'media/l10n/bundle.l10n.zh-cn.json'), 'utf8')) as Record<string, string>;
  });

  /** Pictures every scene; what is not of the page's own or against its policy fails the test. */
  async function picture(name: string, options: PreviewPageOptions): Promise<void> {
    const view = await openPreview(null, { resources, ...options });
    for (const [scene, { tab, state, wait }] of Object.entries(scenes)) {
      await view.show(state());
      await view.page.getByRole('tab', { name: options.bundle?.[tab] ?? tab, exact: true }).click();
      await view.page.locator(wait).first().waitFor();
      await view.page.evaluate(() => document.fonts.ready);
      await view.page.mouse.move(0, 0);
      await view.page.screenshot({ path: path.join(folder, `webview-${scene}-${name}.png`), fullPage: true });
    }
    await view.finish();
  }

  for (const theme of THEMES) {
    it(`in the theme ${theme}`, () => picture(theme, { theme }));
  }
  it('in Chinese', () => picture('chinese', { theme: 'dark', locale: 'zh-cn', bundle: chinese }));
  it('400 pixels wide', () => picture('narrow', { theme: 'light', viewport: { width: 400, height: 800 } }));
});

describePictures('the matrix and a verification in pictures', () => {
  let chinese: Record<string, string>;

  before(async () => {
    await mkdir(folder, { recursive: true });
    chinese = JSON.parse(await readFile(path.join(repository, 'media/l10n/bundle.l10n.zh-cn.json'), 'utf8')) as Record<string, string>;
  });

  async function picture(view: WebviewPage, name: string): Promise<void> {
    await view.page.evaluate(() => document.fonts.ready);
    await view.page.screenshot({ path: path.join(folder, `webview-${name}.png`), fullPage: true });
    assert.deepEqual(view.problems, []);
    await view.close();
  }
  async function pictures(name: string, options: PreviewPageOptions): Promise<void> {
    const matrix = await openMatrix({ ...options, viewport: { width: 1000, height: 420 } });
    await matrix.cell(1, 1).focus();
    await picture(matrix, `matrix-${name}`);
    await picture(await openVerify(verifyState(), options), `verify-${name}`);
    await conversations(name, options);
  }
  async function conversations(name: string, options: PreviewPageOptions): Promise<void> {
    await picture(await openConversation(conversationState(), options), `conversation-${name}`);
    await picture(await openConversation(readingState(), options), `conversation-reading-${name}`);
    const counted = await openConversation(countedState(31), options);
    await openRequests(counted, 31, options.bundle?.['Requests']);
    await counted.page.locator('requests-table .row').nth(6).click();
    await picture(counted, `conversation-requests-${name}`);
  }

  for (const theme of THEMES) {
    it(`in the theme ${theme}`, () => pictures(theme, { theme }));
  }
  it('in Chinese', () => pictures('chinese', { theme: 'light', locale: 'zh-cn', bundle: chinese }));
  it('a conversation 400 pixels wide', () => conversations('narrow', { theme: 'light', viewport: { width: 400, height: 800 } }));
});
