import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  everyOutcome,
  pricedRange,
  sampleAttachments,
  sampleComparison,
  samplePictures,
  sampleState,
  sampleWhy,
  sampleWire,
  tokenRange,
} from '../protocol/preview-samples.ts';
import { API_NAMES } from '../../src/core/wire/verdict.ts';
import type { PreviewState } from '../../src/shared/preview-protocol.ts';
import { openPreview, type PreviewPage, type PreviewPageOptions } from './preview-page.ts';
import { resource } from './support.ts';

const facts = { kind: 'facts' } as const;
const state = (change: Partial<PreviewState> = {}): PreviewState => sampleState({ content: facts, ...change });

describe('the tabs of the preview', () => {
  let view: PreviewPage;
  afterEach(() => view.finish());

  async function open(shown: PreviewState, tab: string, options: PreviewPageOptions = {}): Promise<void> {
    view = await openPreview(shown, options);
    await view.page.getByRole('tab', { name: tab, exact: true }).click();
  }
  const tab = (name: string) => view.page.getByRole('tab', { name, exact: true });

  it('five, walked with the arrow keys, chosen with Enter or Space, and kept over a reload', async () => {
    await open(state(), 'Rendered');
    assert.deepEqual(await view.page.getByRole('tab').allInnerTexts(), ['Rendered', 'Message', 'Request Body', 'Why', 'Compare']);
    const { keyboard } = view.page;
    await tab('Rendered').focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await keyboard.press('Space');
    await view.page.locator('preview-wire').waitFor({ state: 'visible' });
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await view.page.locator('preview-why').waitFor({ state: 'visible' });
    assert.equal(await tab('Why').getAttribute('aria-selected'), 'true');
    assert.equal(await tab('Request Body').getAttribute('aria-selected'), 'false');
    await view.reload(state());
    await view.page.locator('preview-why').waitFor({ state: 'visible' });
    assert.equal(await view.page.locator('preview-content').count(), 0, 'what was not asked for is not read again');
  });

  it('what the later tabs need is loaded with them', async () => {
    view = await openPreview(state());
    await view.page.getByText('There is no visual preview').waitFor();
    const loaded = (part: string): boolean => view.requests.some((request) => request.includes(`chunks/${part}`));
    assert.ok(!loaded('wire-view') && !loaded('why-view') && !loaded('compare-view') && !loaded('message-view'));
    await tab('Why').click();
    await view.page.locator('preview-why ol').waitFor();
    assert.ok(loaded('why-view') && !loaded('compare-view'));
  });

  describe('the request body', () => {
    it('every part with its outcome and rule, and the limits with the worst first', async () => {
      await open(state({ wire: everyOutcome() }), 'Request Body');
      const parts = view.page.getByRole('list', { name: 'Parts' }).getByRole('listitem');
      await parts.first().waitFor();
      assert.deepEqual(await parts.locator('.badge').allInnerTexts(), ['Sent', 'In a user message', 'Converted', 'Rejected', 'Dropped']);
      assert.match(
        await parts.nth(1).innerText(),
        /chart\.png · image\/png[\s\S]*moves to the user message[\s\S]*\/messages\/1\/content\/0/,
      );
      const limits = view.page.getByRole('list', { name: 'Limits' }).getByRole('listitem');
      assert.deepEqual(await limits.locator('.badge').allInnerTexts(), ['Error', 'Warning', 'Note']);
    });

    it('only pages on the web are links; packages and hostile sources stay text', async () => {
      const sources = [
        'https://docs.example.com/x (2026-03)',
        'openai ChatCompletionTool',
        'javascript:window.hacked=1',
        'http://plain.example.com',
        'data:text/html,x',
      ];
      const parts = sources.map((source) => ({ label: 'text', outcome: 'sent' as const, rule: 'rule', source, pointer: null }));
      await open(state({ wire: sampleWire({ parts }) }), 'Request Body');
      const shown = view.page.locator('preview-wire .source');
      await shown.first().waitFor();
      assert.deepEqual(await shown.allInnerTexts(), ['docs.example.com (2026-03)', ...sources.slice(1)]);
      assert.deepEqual(await shown.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))), [
        'https://docs.example.com/x',
      ]);
    });

    it('names the API, how that is known and why; another one can be chosen, and given up again', async () => {
      await open(state(), 'Request Body');
      await view.page.getByText('inferred · The base URL is that of OpenAI.').waitFor();
      await view.page.locator('preview-api-picker vscode-single-select').focus();
      await view.page.keyboard.press('ArrowDown');
      await view.page.keyboard.press('ArrowDown');
      await view.page.keyboard.press('Enter');
      assert.equal((await view.message('selectApi'))['api'], 'openai-responses');
      await view.show(
        state({ wire: sampleWire({ api: 'anthropic', certainty: 'chosen', because: 'You chose it.', serviceApi: 'openai-chat' }) }),
      );
      await view.page.getByRole('button', { name: 'Back to the service’s API' }).waitFor();
      view.posted.length = 0;
      await view.page.getByRole('button', { name: 'Back to the service’s API' }).click();
      assert.equal((await view.message('selectApi'))['api'], null);
      assert.equal(await keptState('api'), 'anthropic');
    });

    it('is copied as JSON or curl, each button confirming its own, and exported', async () => {
      await open(state(), 'Request Body');
      const button = (name: string) => view.page.locator('preview-wire vscode-button', { hasText: name });
      await view.stopClock();
      await button('Copy as curl').click();
      const asked = await view.message('copyWire');
      assert.deepEqual(asked, { type: 'copyWire', generation: 1, request: 1, form: 'curl' });
      await view.send({ type: 'reply', request: 1, done: true });
      await button('Copied').waitFor();
      assert.equal(await button('Copied').count(), 1);
      assert.equal(await button('Copy as JSON').count(), 1);
      await view.page.clock.runFor(60_000);
      await button('Copy as curl').waitFor();
    });

    it('a copy that failed confirms nothing', async () => {
      await open(state(), 'Request Body');
      await view.page.locator('preview-wire vscode-button', { hasText: 'Copy as JSON' }).click();
      await view.message('copyWire');
      await view.send({ type: 'reply', request: 1, done: false });
      await view.show(state({ facts: { ...state().facts, name: 'later' } }));
      await view.page.getByRole('heading', { name: 'later' }).waitFor();
      assert.equal(await view.page.getByText('Copied').count(), 0);
    });

    it('without a message there is no request', async () => {
      await open(state({ message: null, wire: null }), 'Request Body');
      await view.page.getByText('No message, so no request.').waitFor();
    });
  });

  describe('why', () => {
    it('the steps in order, each with its state in words, and what would change the outcome', async () => {
      await open(state({ why: sampleWhy() }), 'Why');
      const steps = view.page.getByRole('list', { name: 'How it was decided' }).getByRole('listitem');
      await steps.first().waitFor();
      const texts = (await steps.locator('.name').allTextContents()).map((each) => each.split(':')[0]);
      assert.deepEqual(texts, ['Passed', 'Warning', 'Stopped here', 'Not reached']);
      await view.page.getByRole('button', { name: 'Use Vision model' }).focus();
      await view.page.keyboard.press('Enter');
      assert.deepEqual(await view.message('applyFix'), { type: 'applyFix', generation: 1, index: 1 });
    });

    it('a detail of several lines keeps them', async () => {
      await open(state({ why: { steps: [{ state: 'passed', title: 'Step', detail: 'one\ntwo' }], fixes: [] } }), 'Why');
      await view.page.locator('preview-why .dim').waitFor();
      assert.equal(await view.page.locator('preview-why .dim').innerText(), 'one\ntwo');
    });

    it('where nothing is to be mended, nothing is offered', async () => {
      await open(state(), 'Why');
      await view.page.getByText('The image moves to the user message that follows.').waitFor();
      assert.equal(await view.page.getByText('How to fix this').count(), 0);
    });
  });

  it('[the tokens] say what is sent and what pasting would cost, with the source of the formula', async () => {
    await open(state({ tokens: { routed: tokenRange(1500, 3000), pasted: tokenRange(101_239) } }), 'Message');
    const line = view.page.locator('preview-token-line');
    await line.locator('p').first().waitFor();
    const words = (await line.locator('p').allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ');
    assert.match(words, /^≈ 1,500–3,000 tokens · price unknown as base64 text \(cannot be read by the model\): ≈ 101,239 \(34× as many\)/);
    assert.match((await line.locator('b').first().getAttribute('title')) ?? '', /An estimate\. Formula: 85 .* Source: https/);
    await view.page.locator('preview-message').getByText('≈ 1,500–3,000 tokens').waitFor();
    await view.show(state({ tokens: null }));
    await view.page.getByText('Estimating tokens…').waitFor();
  });

  it('[the tokens] have their price and their share of the context beside them, each with its source', async () => {
    await open(state({ tokens: { routed: pricedRange(1500), pasted: pricedRange(101_239) } }), 'Message');
    const line = view.page.locator('preview-token-line p').first();
    await line.waitFor();
    const words = (await line.innerText()).replaceAll(/\s+/g, ' ');
    assert.match(
      words,
      /^≈ 1,500 tokens · ≈ \$0\.003 · ≈ 1\.2% of the context as base64 text \(cannot be read by the model\): ≈ 101,239 · ≈ \$0\.0506/,
    );
    const [sent, pasted] = [await line.locator('b').boundingBox(), await line.locator('.pasted').boundingBox()];
    assert.ok(sent && pasted && pasted.y >= sent.y + sent.height, 'what pasting would cost has a line of its own');
    assert.match((await line.locator('.price').first().getAttribute('title')) ?? '', /genai-prices 0\.1\.8, 2026-09-23$/);
    assert.match((await line.locator('.context').getAttribute('title')) ?? '', /128,000 tokens\. Source: @langchain/);
    await view.page.locator('preview-message').getByText('≈ $0.003').waitFor();
  });

  it('[L-19] what the content would cost as base64 never stands alone, and not as the better deal', async () => {
    await open(state({ tokens: { routed: tokenRange(1500), pasted: tokenRange(300) } }), 'Message');
    const line = view.page.locator('preview-token-line p').first();
    await line.waitFor();
    assert.match((await line.innerText()).replaceAll(/\s+/g, ' '), /as base64 text \(cannot be read by the model\): ≈ 300(?!.*more)/);
    assert.deepEqual(await line.locator('b').allInnerTexts(), ['≈ 1,500 tokens']);
    await view.show(state({ tokens: { routed: null, pasted: tokenRange(300) } }));
    await line.getByText('as base64 text (cannot be read by the model): ≈ 300').waitFor();
  });

  it('[the tokens] have their formula in “Why”, with a link for each source of a sum', async () => {
    const sources = [
      'https://ai.google.dev/gemini-api/docs/tokens (2026-11)',
      'https://ai.google.dev/gemini-api/docs/document-processing (2026-11)',
    ];
    await open(state({ tokens: { routed: { ...tokenRange(516), sources }, pasted: null } }), 'Why');
    const line = view.page.locator('preview-why .formula');
    await line.waitFor();
    assert.match(await line.innerText(), /^85 \+ 170 · ⌈w\/512⌉/);
    const addresses = await line.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.deepEqual(
      addresses,
      sources.map((source) => source.split(' ')[0]),
    );
    assert.doesNotMatch(await line.innerText(), /https:/);
  });

  it('[E-17] an attachment that the model is known not to take is doubtful, never green', async () => {
    const content = sampleAttachments();
    const items = content.items.map((item) => ({ ...item, outcome: 'doubtful' as const, reason: 'gpt-5.2 is known not to support it' }));
    await open(
      state({ content: { ...content, items }, verdict: { ...state().verdict, outcome: 'message', binaryType: null } }),
      'Rendered',
    );
    await view.page.locator('preview-attachments .badge.warning').first().waitFor();
    assert.equal(await view.page.locator('preview-attachments .badge.good').count(), 0);
    assert.equal(await view.page.locator('preview-attachments .badge').first().innerText(), 'Doubtful');
  });

  it('several attachments: what becomes of each, and each opens', async () => {
    const verdict = { ...state().verdict, outcome: 'message' as const, binaryType: null };
    await open(state({ content: sampleAttachments(), verdict }), 'Rendered');
    assert.equal(await view.page.locator('.route').innerText(), 'Message with 3 attachments\n1 included, 1 described, 1 failed');
    const item = view.page.getByRole('button', { name: /report\.pdf.*PDF document · 16\.0 KB.*does not declare.*Described/s });
    await item.focus();
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.message('openAttachment'), { type: 'openAttachment', generation: 1, index: 1 });
    assert.deepEqual(await keptState('attachments'), ['artifact:8', 'artifact:15', 'artifact:33']);
  });

  it('bytes nothing can draw: offset, sixteen bytes and ASCII in each line', async () => {
    const bytes = Buffer.from('GIF8\0\x01\xff<b>0123456789', 'latin1');
    await open(state({ content: { kind: 'hex', head: bytes.toString('hex') } }), 'Rendered');
    const dump = view.page.getByRole('region', { name: 'Bytes of chart.png in hexadecimal and ASCII' });
    assert.equal(
      await dump.textContent(),
      [
        '00000000  47 49 46 38 00 01 ff 3c  62 3e 30 31 32 33 34 35  GIF8...<b>012345',
        '00000010  36 37 38 39                                       6789',
        '',
      ].join('\n'),
    );
    await view.page.getByText('The first 20 of 12,345 bytes:').waitFor();
  });

  describe('the comparison', () => {
    const compared = (count: number) => state({ comparison: sampleComparison(count) });
    const grid = () => view.page.getByRole('grid', { name: 'What every model service would receive' });
    const names = () => grid().locator('.row td.name .line:first-child').allInnerTexts();

    it('is asked for while it is on the screen, also after a reload', async () => {
      await open(state(), 'Compare');
      assert.deepEqual(await view.message('setComparing'), { type: 'setComparing', generation: 1, comparing: true });
      await view.page.getByText('Comparing…').waitFor();
      view.posted.length = 0;
      await tab('Why').click();
      assert.deepEqual(await view.message('setComparing'), { type: 'setComparing', generation: 1, comparing: false });
      await tab('Compare').click();
      await view.reload(state());
      assert.deepEqual(await view.message('setComparing'), { type: 'setComparing', generation: 2, comparing: true });
    });

    it('[L-20] gives way to two pictures that are to be compared, whichever tab is open', async () => {
      const png = await readFile(path.resolve(import.meta.dirname, '../fixtures/agent-society-root/data/runtime/artifacts/8.png'));
      await open(compared(3), 'Compare', { resources: { '8.png': png } });
      await view.show(state({ content: samplePictures([resource('8.png'), resource('8.png')]) }));
      await view.send({ type: 'showTab', tab: 'rendered' });
      await view.page.locator('preview-picture-pair img').first().waitFor({ state: 'visible' });
      await view.page.getByRole('tab', { name: 'Rendered', selected: true }).waitFor();
      await view.send({ type: 'showTab', tab: 'compare' });
      await view.page.getByRole('tab', { name: 'Compare', selected: true }).waitFor();
    });

    it('lets a person choose the models that are compared', async () => {
      await open(compared(12), 'Compare');
      await view.page.getByRole('button', { name: 'Choose Models to Compare…' }).click();
      assert.deepEqual(await view.message('chooseComparedModels'), { type: 'chooseComparedModels', generation: 1 });
    });

    it('is sorted by its headers, says so, and stays sorted over a reload', async () => {
      await open(compared(12), 'Compare', { viewport: { width: 1200, height: 800 } });
      const header = (name: string) => grid().getByRole('columnheader', { name, exact: true });
      await header('Model').waitFor();
      assert.equal(await header('Model').getAttribute('aria-sort'), 'ascending');
      assert.deepEqual((await names()).slice(0, 3), ['Service 3', 'Service 4', 'Service 5']);
      await header('Bytes').getByRole('button').focus();
      await view.page.keyboard.press('Enter');
      assert.equal(await header('Bytes').getAttribute('aria-sort'), 'ascending');
      assert.equal(await header('Model').getAttribute('aria-sort'), 'none');
      await view.page.keyboard.press('Enter');
      assert.equal(await header('Bytes').getAttribute('aria-sort'), 'descending');
      const bytes = (shown: PreviewState): (number | null)[] => shown.comparison?.services.map((row) => row.bytes) ?? [];
      const largest = Math.max(...bytes(compared(12)).map((each) => each ?? 0));
      const expected = compared(12).comparison?.services.find((row) => row.bytes === largest)?.name;
      assert.equal((await names())[0], expected);
      assert.equal((await names()).at(-1), 'Service 11', 'what is not known comes last');
      for (const title of ['Context', 'Price']) {
        await header(title).getByRole('button').click();
        assert.equal(await header(title).getAttribute('aria-sort'), 'ascending');
        const last = (await names()).slice(-4).sort();
        assert.deepEqual(last, ['Service 10', 'Service 3', 'Service 5', 'Service 9'], `${title}: what is unknown or rejected comes last`);
      }
      await header('Bytes').getByRole('button').click();
      await header('Bytes').getByRole('button').click();
      await view.reload(compared(12));
      await header('Bytes').waitFor();
      assert.equal(await header('Bytes').getAttribute('aria-sort'), 'descending');
    });

    it('a row picks its model, by keyboard or by click; the one in force is marked', async () => {
      await open(compared(12), 'Compare');
      await grid().waitFor();
      assert.deepEqual(await grid().locator('[aria-selected=true] td.name .line:first-child').allInnerTexts(), ['Vision model']);
      await grid().focus();
      await view.page.keyboard.press('Home');
      await view.page.keyboard.press('ArrowDown');
      assert.equal(await grid().getAttribute('aria-activedescendant'), 'row-1');
      await view.page.keyboard.press('Enter');
      assert.equal((await view.message('selectModel'))['serviceId'], 'service-4');
      view.posted.length = 0;
      await grid().getByText('Text model').click();
      assert.equal((await view.message('selectModel'))['serviceId'], 'text-model');
    });

    it('keeps its place while the same artifact is compared anew, but not for another one', async () => {
      await open(compared(12), 'Compare');
      await grid().focus();
      await view.page.keyboard.press('End');
      await view.show(state({ selected: 'text-model' }));
      await grid().locator('[aria-selected=true]', { hasText: 'Text model' }).waitFor();
      assert.equal(await view.page.getByText('Comparing…').count(), 0);
      assert.equal(await grid().getAttribute('aria-activedescendant'), 'row-11');
      await view.show(state({ reference: 'artifact:9' }));
      await view.page.getByText('Comparing…').waitFor();
    });

    it('the sentence below is that of the row in force when the model is chosen elsewhere', async () => {
      await open(compared(12), 'Compare');
      const sentence = view.page.locator('preview-comparison .whole b').first();
      await sentence.filter({ hasText: 'Vision model:' }).waitFor();
      await tab('Message').click();
      await view.show(state({ selected: 'text-model' }));
      await tab('Compare').click();
      await view.show(state({ selected: 'text-model', comparison: sampleComparison(12) }));
      await grid().locator('[aria-selected=true]', { hasText: 'Text model' }).waitFor();
      assert.equal(await sentence.innerText(), 'Text model:');
    });

    it('a rejected request is not said to be sent, and its price is no figure to compare by', async () => {
      const { services, apis } = sampleComparison(3);
      const range = { low: 900, high: 900, formula: 'f', sources: [], price: { low: 0.001, high: 0.001, source: 's' } };
      const refused = { ...services[2], arrival: 'refused', wire: 'sent', limit: 'error', tokens: range } as (typeof services)[number];
      const cheap = {
        ...services[1],
        arrival: 'arrives',
        wire: 'sent',
        limit: null,
        tokens: { ...range, price: { ...range.price, low: 1, high: 1 } },
      };
      await open(state({ comparison: { services: [refused, cheap as (typeof services)[number]], apis, programs: [] } }), 'Compare');
      const row = grid().locator('.row', { hasText: refused.name });
      await row.getByText('over a limit').waitFor();
      assert.equal(await row.getByText('Sent').count(), 0);
      // its cells have no figure; who points at one is told what it would be
      assert.deepEqual(await row.locator('[title^="If it were accepted: "]').allInnerTexts(), ['–', '–']);
      assert.equal(await row.getByTitle('If it were accepted: ≈ $0.001').count(), 1);
      assert.equal(await row.getByText('$').count(), 0);
      await grid().getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
      assert.deepEqual(await names(), [cheap.name, refused.name]);
    });

    it('[L-18] a row has one verdict: what the model receives, and below it how that comes to it', async () => {
      const { services, apis } = sampleComparison(4);
      const plain = { limit: null, files: undefined };
      const rows = [
        { ...services[0], ...plain, arrival: 'arrives', route: 'image_url', wire: 'rehomed' },
        { ...services[1], ...plain, arrival: 'described', route: 'description', wire: 'sent' },
        { ...services[2], ...plain, arrival: 'partly', route: 'message', wire: 'dropped', files: { sent: 2, all: 3 } },
        { ...services[3], ...plain, arrival: 'refused', route: 'file', wire: 'sent', limit: 'error' },
      ] as typeof services;
      await open(state({ comparison: { services: rows, apis, programs: [] }, selected: 'vision-model' }), 'Compare');
      const cells = rows.map(({ name }) => grid().locator('.row', { hasText: name }).locator('td.route'));
      const words = await Promise.all(cells.map((cell) => cell.innerText()));
      assert.deepEqual(words, ['Image\nin a user message', 'Description', '2 of 3 files', 'Refused\nover a limit']);
      assert.equal(await grid().getByRole('columnheader', { name: 'Outcome' }).count(), 0);
      assert.equal(await grid().locator('.row', { hasText: 'Text model' }).locator('.good').count(), 0, 'no green beside a description');
      await view.page.getByRole('heading', { name: 'All APIs, with the capabilities of Vision model' }).waitFor();
    });

    it('programs are listed with what they send to the model, and with figures only where content is sent', async () => {
      const { services, apis, programs } = sampleComparison(3);
      await open(state({ comparison: { services, apis, programs }, selected: 'vision-model' }), 'Compare');
      await view.page.getByRole('heading', { name: 'Through Claude Code, Codex and other programs, to Vision model' }).waitFor();
      const rows = view.page.locator('preview-programs tbody tr');
      const words = await rows.evaluateAll((all) => all.map((each) => [...each.children].map((cell) => (cell as HTMLElement).innerText)));
      assert.deepEqual(words[0]?.slice(0, 3), [
        'Claude Code\n1.2.3',
        'Image, 1568 × 1045, image/png\nSeen on 2026-11-27 with gpt-4o.',
        '≈ 765',
      ]);
      assert.deepEqual(words[1], ['Copilot CLI\n1.2.3', 'Only a note\nSeen on 2026-11-27 with gpt-4o.', '–', '–']);
      assert.deepEqual(words[2]?.slice(2), ['unknown', 'unknown']);
      await view.show(state({ comparison: { services, apis, programs: [] }, selected: 'vision-model' }));
      await view.page.locator('preview-programs').waitFor({ state: 'detached' });
    });

    it('nothing costs nothing that could be compared', async () => {
      const { services, apis } = sampleComparison(3);
      const none = { ...services[2], arrival: 'nothing', wire: 'dropped', limit: null, tokens: null } as (typeof services)[number];
      await open(state({ comparison: { services: [none], apis, programs: [] } }), 'Compare');
      const row = grid().locator('.row', { hasText: none.name });
      await row.getByText('–', { exact: true }).nth(1).waitFor();
      assert.equal(await row.getByText('unknown').count(), 0);
    });

    it('without a model there is no price to know', async () => {
      const { services, apis } = sampleComparison(3);
      const tokens = { low: 96, high: 96, formula: 'f', sources: [] };
      const none = { ...services[2], model: '', arrival: 'arrives', wire: 'sent', limit: null, tokens } as (typeof services)[number];
      await open(state({ comparison: { services: [none], apis, programs: [] } }), 'Compare');
      const row = grid().locator('.row', { hasText: none.name });
      await row.getByText('≈ 96').waitFor();
      await row.getByTitle('No model is named, so there is no price and no context window.').nth(1).waitFor();
      assert.equal(await row.getByText('unknown').count(), 0);
    });

    it('fits its width: what there is no room for stands below, of the row in force', async () => {
      await open(compared(3), 'Compare');
      const scroller = view.page.locator('preview-comparison .scroller').first();
      // The page hears of its width in one of the next frames.
      const overflow = () =>
        scroller.evaluate(
          (element) =>
            new Promise<number>((resolve) => {
              let frames = 60;
              const look = (): void => {
                const left = element.scrollWidth - element.clientWidth;
                if (left === 0 || frames-- === 0) resolve(left);
                else requestAnimationFrame(look);
              };
              look();
            }),
        );
      const below = view.page.locator('preview-comparison .whole').first();
      for (const width of [1400, 1000, 700, 400, 300]) {
        await view.page.setViewportSize({ width, height: 800 });
        await grid()
          .getByRole('columnheader', { name: 'Detail' })
          .waitFor({ state: width > 1200 ? 'attached' : 'detached' });
        assert.equal(await overflow(), 0, `${width}`);
      }
      await below.getByText('Tokens: ').waitFor();
      assert.match(
        await below.innerText(),
        /^Vision model: [^]*API: OpenAI Chat Completions[^]*Bytes: [^]*Tokens: [^]*Price: [^]*Context: /,
      );
    });

    it('cuts no name and no word in a window of 1,440 pixels, be it beside the Explorer or alone', async () => {
      const { services, apis } = sampleComparison(3);
      const rows = services.map((row, index) => ({
        ...row,
        name: ['gemini-3-pro-preview', 'claude-opus-4-5', 'gpt-5.2'][index] ?? '',
        model: '',
        apiName: ['OpenAI Chat Completions', 'Gemini generateContent', 'Anthropic Messages'][index] ?? '',
        arrival: 'doubtful' as const,
        route: 'image_url' as const,
        wire: 'sent' as const,
        limit: index === 0 ? ('error' as const) : ('warning' as const),
        tokens: pricedRange(1500, 3000),
      }));
      const chosen = { selected: rows[0]?.serviceId ?? null, comparison: { services: rows, apis, programs: [] } };
      await open(state(chosen), 'Compare');
      await grid().locator('[aria-selected=true] vscode-icon[name=check]').waitFor();
      for (const width of [1440, 1390, 1080]) {
        await view.page.setViewportSize({ width, height: 900 });
        await grid()
          .getByRole('columnheader', { name: 'Detail' })
          .waitFor({ state: width > 1200 ? 'attached' : 'detached' });
        const cut = await grid()
          .locator('.row .line, .row td:not(:has(.clamped)), th')
          .evaluateAll((cells) => cells.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent?.trim()));
        assert.deepEqual(cut, [], `${width}`);
      }
    });

    it('[L-20] at 1,024 pixels every figure keeps to its cell, and the mark of the chosen row moves neither of its lines', async () => {
      const { services, apis } = sampleComparison(3);
      const rows = services.map((row) => ({ ...row, arrival: 'arrives' as const, tokens: pricedRange(101_239, 202_478) }));
      await open(state({ comparison: { services: rows, apis, programs: [] }, selected: 'vision-model' }), 'Compare', {
        viewport: { width: 1024, height: 800 },
      });
      await grid().locator('[aria-selected=true] vscode-icon[name=check]').waitFor();
      const outside = await grid()
        .locator('td.number')
        .evaluateAll((cells) =>
          cells.flatMap((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            const [words, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
            return words.left < box.left + 7 || words.right > box.right - 7 ? [cell.textContent?.trim()] : [];
          }),
        );
      assert.deepEqual(outside, []);
      const lines = grid().locator('.row td.name bdi');
      const lefts = await lines.evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().left)));
      assert.deepEqual([...new Set(lefts)].length, 1, lefts.join());
      const sorted = await grid().locator('th.name vscode-icon').boundingBox();
      assert.ok(sorted && sorted.x > (lefts[0] ?? 0), 'the mark of the sorting stands behind its title');
    });

    it('[L-20] at 1,024 pixels the names of APIs are not cut, and the mark of a chosen model stands beside its name', async () => {
      const { services, apis } = sampleComparison(3);
      const rows = services.map((row) => ({ ...row, name: row.model }));
      const named = Object.values(API_NAMES).map((name) => ({ ...(apis[0] as (typeof apis)[number]), name, certainty: 'chosen' as const }));
      await open(state({ comparison: { services: rows, apis: named, programs: [] }, selected: 'vision-model' }), 'Compare', {
        viewport: { width: 1024, height: 1400 },
      });
      const shown = view.page.getByRole('grid', { name: 'What every API would receive' }).locator('td.name .clamped');
      await shown.first().waitFor();
      assert.equal(await shown.count(), named.length);
      const cut = await shown.evaluateAll((cells) =>
        cells
          .filter((each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
          .map((each) => each.textContent?.trim()),
      );
      assert.deepEqual(cut, []);
      const mark = await grid().locator('[aria-selected=true] vscode-icon[name=check]').boundingBox();
      const name = await grid().locator('[aria-selected=true] td.name bdi').boundingBox();
      assert.ok(mark && name);
      assert.ok(Math.abs(mark.y + mark.height / 2 - name.y - name.height / 2) < 3, `${mark.y} beside ${name.y}`);
    });

    it('all APIs stand below; a row shows its body', async () => {
      await open(compared(3), 'Compare');
      const apis = view.page.getByRole('grid', { name: 'What every API would receive' });
      await apis.getByText('Anthropic Messages').click();
      assert.equal((await view.message('selectApi'))['api'], 'anthropic');
      await view.page.locator('preview-wire').waitFor({ state: 'visible' });
    });

    it('of 500 services only those on the screen are in the page, and all can be reached and sorted', async () => {
      await open(compared(500), 'Compare');
      await grid().waitFor();
      assert.equal(await grid().getAttribute('aria-rowcount'), '501');
      assert.ok((await names()).length < 60);
      await grid().focus();
      await view.page.keyboard.press('End');
      await grid().getByText('Vision model').waitFor();
      assert.ok((await names()).length < 60);
      assert.equal(await grid().locator('.row.active').getAttribute('aria-rowindex'), '501');
      const header = await grid().locator('th').first().boundingBox();
      const active = await grid().locator('.row.active').boundingBox();
      const scroller = await view.page.locator('preview-comparison .scroller').first().boundingBox();
      assert.ok(header && active && scroller);
      assert.ok(Math.abs(header.y - scroller.y) < 3, 'the header stays');
      assert.ok(active.y + active.height <= scroller.y + scroller.height + 1, 'the row is on the screen');
      await grid().getByRole('columnheader', { name: 'Tokens' }).getByRole('button').click();
      await view.page.keyboard.press('Enter');
      assert.ok((await names()).length < 60);
    });
  });

  async function keptState(field: string): Promise<unknown> {
    return ((await view.keptState()) as Record<string, unknown> | null)?.[field];
  }
});
