import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { everyOutcome, sampleAttachments, sampleComparison, sampleState, sampleWhy } from '../protocol/preview-samples.ts';
import type { PreviewState } from '../../src/shared/preview-protocol.ts';
import { makePdf } from './pdf-samples.ts';
import { openPreview, type PreviewPage, type PreviewPageOptions } from './preview-page.ts';
import { resource } from './support.ts';

const TABS = ['Rendered', 'Message', 'Request Body', 'Why', 'Compare'];

/** Markup, a line break, a NUL, an override of the direction, real Arabic, and more than any line holds. */
const HOSTILE = `<b>x</b>\n\u0000\u202egnp.exe\u202c تقرير ${'w'.repeat(300)}.png`;

function hostile(): PreviewState {
  const state = sampleState({ comparison: sampleComparison(3), why: sampleWhy(), wire: everyOutcome(), content: sampleAttachments() });
  return {
    ...state,
    facts: { ...state.facts, name: HOSTILE, agentId: HOSTILE, messageId: HOSTILE, id: HOSTILE, place: HOSTILE, declaredMimeType: HOSTILE },
    verdict: { ...state.verdict, outcome: 'message', binaryType: null },
    content: { kind: 'attachments', items: sampleAttachments().items.map((item) => ({ ...item, name: HOSTILE, reason: HOSTILE })) },
    message: { json: JSON.stringify(HOSTILE), jsonLength: 400, text: HOSTILE, textLength: HOSTILE.length },
    wire: { ...everyOutcome(), because: HOSTILE, parts: everyOutcome().parts.map((part) => ({ ...part, label: HOSTILE })) },
    why: {
      steps: sampleWhy().steps.map((step) => ({ ...step, title: HOSTILE, detail: HOSTILE })),
      fixes: sampleWhy().fixes.map((fix) => ({ ...fix, label: HOSTILE })),
    },
    comparison: {
      services: sampleComparison(3).services.map((row) => ({ ...row, name: HOSTILE, model: HOSTILE, detail: HOSTILE })),
      apis: sampleComparison(3).apis,
      programs: sampleComparison(3).programs.map((row) => ({ ...row, name: HOSTILE, version: HOSTILE, sends: HOSTILE, detail: HOSTILE })),
    },
    models: [{ id: 'vision-model', name: HOSTILE, model: HOSTILE, input: ['text', 'vision'] }],
  };
}

describe('how the preview looks', () => {
  let view: PreviewPage;
  afterEach(() => view.finish());

  async function eachTab(state: PreviewState, options: PreviewPageOptions, look: (tab: string) => Promise<void>): Promise<void> {
    view = await openPreview(state, options);
    for (const tab of TABS) {
      await view.page.getByRole('tab', { name: tab, exact: true }).click();
      await view.page
        .getByRole('tabpanel')
        .filter({ visible: true })
        .locator('preview-attachments, preview-message pre, preview-wire pre, preview-why ol, preview-comparison')
        .first()
        .waitFor();
      await look(tab);
    }
  }
  const overflow = (): Promise<number> =>
    view.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it('names of markup, controls and turned directions, as long as they like, stay names: nothing is wider than the view', async () => {
    await eachTab(hostile(), { viewport: { width: 400, height: 800 } }, async (tab) => {
      assert.equal(await overflow(), 0, tab);
      assert.equal(await view.page.locator('b', { hasText: /^x$/ }).count(), 0, tab);
    });
    const name = await view.page.locator('h1').innerText();
    assert.ok(name.startsWith('<b>x</b>⟨000A⟩⟨0000⟩⟨202E⟩gnp.exe⟨202C⟩ تقرير w'), name.slice(0, 60));
    assert.ok(((await view.page.locator('h1').boundingBox())?.height ?? 0) < 40, 'on one line');
  });

  it('in high contrast every box has the border of the theme, and the row in force one of its own', async () => {
    const border = 'rgb(111, 195, 223)';
    const colorOf = (selector: string, side = 'borderTopColor'): Promise<string> =>
      view.page
        .locator(selector)
        .first()
        .evaluate((element, property) => getComputedStyle(element)[property as 'borderTopColor'], side);
    await eachTab(
      sampleState({ comparison: sampleComparison(3), why: sampleWhy(), content: sampleAttachments() }),
      { theme: 'contrast' },
      async (tab) => {
        assert.equal(await colorOf('preview-verdict section'), border);
        if (tab === 'Request Body') assert.equal(await colorOf('preview-wire-parts ul'), border);
        if (tab === 'Why') assert.equal(await colorOf('preview-why .fixes .choice'), border);
        if (tab === 'Compare') {
          assert.equal(await colorOf('preview-comparison .scroller'), border);
          assert.equal(await colorOf('preview-comparison [aria-selected=true]', 'outlineColor'), 'rgb(243, 133, 24)');
        }
      },
    );
  });

  for (const [theme, color] of [
    ['contrast', 'rgb(243, 133, 24)'],
    ['contrast-light', 'rgb(0, 107, 189)'],
  ] as const) {
    it(`[E-22a] in high contrast (${theme}) the row in force and the row with the focus differ, and one that is both is either`, async () => {
      view = await openPreview(sampleState({ content: { kind: 'facts' }, comparison: sampleComparison(3) }), { theme });
      await view.page.getByRole('tab', { name: 'Compare', exact: true }).click();
      const table = view.page.locator('preview-comparison table').first();
      const [inForce, above] = [table.getByRole('row', { name: 'Vision model' }), table.getByRole('row', { name: 'Text model' })];
      const look = (row: Locator): Promise<string[]> =>
        row.evaluate((element) => {
          const { outlineStyle, outlineColor } = getComputedStyle(element);
          return [
            outlineStyle,
            outlineColor,
            getComputedStyle(element.querySelector('td') ?? element).boxShadow === 'none' ? 'no bar' : 'bar',
          ];
        });
      await inForce.waitFor();
      await view.page.mouse.move(0, 0);
      assert.deepEqual(await look(inForce), ['dotted', color, 'bar']);
      await view.page.keyboard.press('Tab');
      await table.focus();
      assert.deepEqual(await look(inForce), ['solid', color, 'bar']);
      await table.press('ArrowUp');
      assert.deepEqual(
        [await look(inForce), await look(above)],
        [
          ['dotted', color, 'bar'],
          ['solid', color, 'no bar'],
        ],
      );
    });
  }

  it('[E-22] a white page and a white picture have an edge on a white editor, the one of the theme in high contrast', async () => {
    const resources = {
      'white.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="white"/></svg>',
      'white.pdf': makePdf({}),
    };
    const edgeOf = (selector: string): Promise<string[]> =>
      view.page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
          return [outlineStyle, outlineWidth, outlineColor];
        });
    // a quarter of the text's colour, or the border of the theme in high contrast
    for (const [theme, wanted] of [
      ['light', /\/ 0\.25\)$/],
      ['light-2026', /\/ 0\.25\)$/],
      ['contrast-light', /^rgb\(15, 74, 133\)$/],
      ['contrast', /^rgb\(111, 195, 223\)$/],
    ] as const) {
      view = await openPreview(sampleState({ content: { kind: 'image', uri: resource('white.svg') } }), { theme, resources });
      await view.page.getByText('40 × 30 pixels').waitFor();
      const image = await edgeOf('preview-image img');
      await view.show(sampleState({ reference: 'artifact:9', content: { kind: 'pdf', uri: resource('white.pdf') } }));
      await view.page.locator('preview-pdf-page').first().waitFor();
      const page = await edgeOf('preview-pdf-page');
      for (const [style, width, color] of [image, page]) {
        assert.deepEqual([style, width], ['solid', '1px'], theme);
        assert.match(color ?? '', wanted, theme);
      }
      if (theme !== 'contrast') await view.finish();
    }
  });

  it('what has the focus shows it', async () => {
    const outline = (): Promise<string> =>
      view.page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        const row = element?.querySelector('.row.active');
        return element ? getComputedStyle(row ?? element).outlineStyle : 'none';
      });
    await eachTab(sampleState({ comparison: sampleComparison(3), why: sampleWhy(), content: sampleAttachments() }), {}, async (tab) => {
      const target =
        {
          Rendered: 'preview-attachments button',
          Message: 'preview-message pre',
          'Request Body': 'preview-wire a',
          Why: 'preview-why button',
          Compare: 'preview-comparison table',
        }[tab] ?? '';
      await view.page.keyboard.press('Tab');
      await view.page.locator(target).first().focus();
      assert.equal(await outline(), 'solid', tab);
    });
  });

  it('nothing moves for those who asked for little motion', async () => {
    view = await openPreview(sampleState({ content: { kind: 'facts' } }), { reducedMotion: true });
    await view.page.locator('h1').waitFor();
    await view.send({ type: 'busy', generation: view.generation() });
    await view.page.locator('vscode-progress-bar .indicator').waitFor();
    assert.deepEqual(await view.page.evaluate(() => document.getAnimations().map((animation) => String(animation.playState))), []);
  });
});
