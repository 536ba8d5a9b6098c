import assert from 'node:assert/strict';
import { pageHtml } from '../../src/host/webview/page-html.ts';
import type { VerifyRow, VerifyState } from '../../src/shared/verify-protocol.ts';
import { openWebviewPage, type WebviewPage, type WebviewPageOptions } from './support.ts';

const html: WebviewPageOptions['html'] = (asset, cspSource) =>
  pageHtml({ script: asset('verify.js'), style: asset('verify.css'), codicons: asset('codicon.css'), cspSource, language: 'en' }, 'nonce');

const row = (capability: string, fields: Partial<VerifyRow> = {}): VerifyRow => ({
  capability, list: 'input', isDeclared: false, outcome: 'accepted', because: 'The model answered.', words: 'ok', status: 200, elapsed: 480, ...fields,
});

/** Done, one of each outcome. */
function state(fields: Partial<VerifyState> = {}): VerifyState {
  return {
    id: 'a', name: 'My model', model: 'm-1', api: 'OpenAI-compatible (guessed)', address: 'https://llm.example.com/v1/chat/completions', timeout: 60_000, phase: 'done',
    rows: [
      row('text', { isDeclared: true }),
      row('vision', { elapsed: 1520 }),
      row('audio', { isDeclared: true, outcome: 'refused', because: 'The server refused it.', words: 'no audio', status: 400 }),
      row('tool_calling', { list: 'output', outcome: 'unclear', because: 'No complete answer within 60 seconds.', words: null, status: null }),
      row('tool_result_media', { outcome: 'not_sent', because: 'Cancelled.', words: null, status: null, elapsed: null }),
    ],
    changes: [{ kind: 'add', list: 'input', type: 'vision' }, { kind: 'remove', list: 'input', type: 'audio' }],
    notAsked: ['input.video'],
    ...fields,
  };
}

describe('the page of a verification', () => {
  let view: WebviewPage;

  async function open(shown: VerifyState, options: Partial<WebviewPageOptions> & { bundle?: Record<string, string>; locale?: string } = {}): Promise<void> {
    const { bundle = {}, locale = 'en', ...rest } = options;
    view = await openWebviewPage({ html, ...rest });
    await view.message('ready');
    await view.send({ type: 'init', locale, bundle, state: shown });
    await view.page.locator('verify-table tbody tr').first().waitFor();
  }
  afterEach(async () => {
    assert.deepEqual(view.problems, []);
    await view.close();
  });

  const cells = (name: string): Promise<string[]> => view.page.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts();
  const button = (name: string) => view.page.getByRole('button', { name });

  it('shows each capability with what is declared, the result, the words, the status and the time', async () => {
    await open(state());
    assert.deepEqual(await view.page.getByRole('columnheader').allInnerTexts(), ['Capability', 'Declared', 'Result', 'Answer', 'Status', 'Time']);
    assert.deepEqual((await view.page.getByRole('rowheader').allInnerTexts()).map((text) => text.split(/\n+/)[0]), ['Plain text', 'An image', 'A sound', 'Calling a tool', 'Media in a tool result']);
    assert.deepEqual((await cells('input.vision')).map((text) => text.replace(/\s+/g, ' ')), ['no suggested: add', 'Accepted', 'The model answered. ok', '200', '1.5 s']);
    assert.deepEqual((await cells('input.audio')).map((text) => text.replace(/\s+/g, ' ')), ['yes suggested: remove', 'Refused', 'The server refused it. no audio', '400', '480 ms']);
    assert.deepEqual(await cells('tool_result_media'), ['no', 'Not sent', 'Cancelled.', '', '']);
    assert.equal(await view.page.getByRole('status').innerText(), 'Accepted: 2, refused: 1, unclear: 1, not sent: 1');
    await view.page.getByText('Declared, and nothing asks about it: input.video').waitFor();
  });

  it('asks the host for what the buttons say, by the keyboard too', async () => {
    await open(state());
    await button('Apply to llmservices.json…').click();
    await button('Verify Again').focus();
    await view.page.keyboard.press('Enter');
    await button('Copy as Markdown').click();
    await button('Open llmservices.json').click();
    assert.deepEqual(view.posted, ['ready', 'apply', 'again', 'copyMarkdown', 'openFile'].map((type) => ({ type })));
  });

  it('while requests are under way it offers to cancel, and nothing else', async () => {
    await open(state({ phase: 'asking', changes: [], rows: [row('text'), row('vision', { outcome: 'asking', because: '', words: null }), row('audio', { outcome: 'waiting', because: '', words: null })] }));
    assert.equal(await view.page.getByRole('status').innerText(), 'Asking the service: 1 of 3. An answer is waited for 60 seconds at most.');
    assert.equal(await button('Verify Again').count(), 0);
    await button('Cancel').click();
    assert.deepEqual(view.posted.at(-1), { type: 'cancel' });
    await view.send({ type: 'state', state: state({ phase: 'cancelled' }) });
    await button('Verify Again').waitFor();
    assert.match(await view.page.getByRole('status').innerText(), /^Cancelled\. Accepted: 2/);
  });

  it('without changes there is nothing to apply, and it says that declaration and server agree', async () => {
    await open(state({ changes: [] }));
    await button('Apply to llmservices.json…').click({ force: true });
    assert.deepEqual(view.posted, [{ type: 'ready' }]);
    await view.page.getByText('What is declared agrees with what the server did.').waitFor();
  });

  it('a service that is no longer in the file declares nothing', async () => {
    await open(state({ changes: [], notAsked: [], rows: state().rows.map((each) => ({ ...each, isDeclared: null })) }));
    await view.page.getByText('The service is no longer in llmservices.json.').waitFor();
    assert.equal((await cells('input.vision'))[0], '');
    assert.equal(await view.page.getByText('What is declared agrees').count(), 0);
  });

  it('what a server says is text: markup, controls and lengths bend nothing', async () => {
    const hostile = `<img src=x onerror=alert(1)>\u202e<b>x</b>${'w'.repeat(400)}`;
    await open(state({ name: hostile, model: hostile, address: `https://${'a'.repeat(300)}`, rows: [row('text', { words: hostile })] }), { viewport: { width: 900, height: 700 } });
    assert.equal(await view.page.locator('img, b').count(), 0);
    assert.ok((await view.page.locator('blockquote').innerText()).startsWith('<img src=x onerror=alert(1)>⟨202E⟩<b>x</b>w'));
    assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  });

  for (const width of [480, 320]) {
    it(`at ${width} px every row is a block of its own: nothing is cut off, and it still is a table`, async () => {
      await open(state(), { viewport: { width, height: 700 } });
      assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      assert.deepEqual((await cells('input.audio')).map((text) => text.replace(/\s+/g, ' ')), ['Declared: yes suggested: remove', 'Refused', 'The server refused it. no audio', 'HTTP 400', '480 ms']);
      const parts = view.page.getByRole('row').filter({ hasText: 'input.audio' }).locator('th, td, p, blockquote');
      const boxes = await parts.evaluateAll((all) => all.map((each) => {
        const { left, right } = each.getBoundingClientRect();
        return { isInside: left >= 0 && right <= innerWidth, isWhole: each.scrollWidth <= each.clientWidth + 1, width: each.clientWidth, tag: each.tagName };
      }));
      for (const { isInside, isWhole } of boxes) assert.ok(isInside && isWhole, JSON.stringify(boxes));
      assert.ok(boxes.every((box) => box.tag !== 'P' || box.width > width * 0.7), 'the answer has the width of the page');
      assert.equal(await view.page.getByRole('columnheader').count(), 6);
    });
  }

  it('ignores messages that are none', async () => {
    await open(state());
    await view.send({ type: 'state', state: { ...state(), phase: 'odd' } });
    await view.send({ type: 'state', state: state({ name: 'Another' }) });
    await view.page.getByRole('heading', { name: 'Another' }).waitFor();
  });

  it('speaks the display language', async () => {
    await open(state(), { locale: 'zh-cn', bundle: { Refused: '被拒绝', '{0} s': '{0} 秒' } });
    assert.equal((await cells('input.audio'))[1], '被拒绝');
    assert.equal((await cells('input.vision'))[4], '1.5 秒');
  });
});
