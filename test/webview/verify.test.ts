import assert from 'node:assert/strict';
import type { VerifyState } from '../../src/shared/verify-protocol.ts';
import type { WebviewPage } from './support.ts';
import { openVerify, verifyRow as row, verifyState as state, type VerifyPageOptions } from './verify-page.ts';

describe('the page of a verification', () => {
  let view: WebviewPage;

  async function open(shown: VerifyState, options: VerifyPageOptions = {}): Promise<void> {
    view = await openVerify(shown, options);
  }
  afterEach(async () => {
    assert.deepEqual(view.problems, []);
    await view.close();
  });

  const cells = (name: string): Promise<string[]> => view.page.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts();
  const button = (name: string) => view.page.getByRole('button', { name });

  it('shows each capability with what is declared, the result, the words, the status and the time', async () => {
    await open(state());
    assert.equal(await view.page.title(), 'Verify: My model');
    assert.deepEqual(await view.page.getByRole('columnheader').allInnerTexts(), [
      'Capability',
      'Declared',
      'Result',
      'Answer',
      'Status',
      'Time',
    ]);
    assert.deepEqual(
      (await view.page.getByRole('rowheader').allInnerTexts()).map((text) => text.split(/\n+/)[0]),
      ['Plain text', 'Image', 'Audio', 'Tool calling', 'Media in a tool result'],
    );
    assert.deepEqual(
      (await cells('input.vision')).map((text) => text.replace(/\s+/g, ' ')),
      ['no suggested: add', 'Accepted', 'The model answered. ok', '200', '1.5 s'],
    );
    assert.deepEqual(
      (await cells('input.audio')).map((text) => text.replace(/\s+/g, ' ')),
      ['yes suggested: remove', 'Refused', 'The server refused it. no audio', '400', '480 ms'],
    );
    assert.deepEqual(await cells('tool_result_media'), ['no', 'Not sent', 'Cancelled.', '', '']);
    assert.equal(await view.page.getByRole('status').innerText(), 'Accepted: 2, refused: 1, unclear: 1, not sent: 1');
    await view.page.getByText('Declared, but not tested: input.video').waitFor();
  });

  it('asks the host for what the buttons say, by the keyboard too', async () => {
    await open(state());
    await button('Apply to llmservices.json…').click();
    await button('Verify Again').focus();
    await view.page.keyboard.press('Enter');
    await button('Copy as Markdown').click();
    await button('Open llmservices.json').click();
    assert.deepEqual(
      view.posted,
      ['ready', 'apply', 'again', 'copyMarkdown', 'openFile'].map((type) => ({ type })),
    );
  });

  it('while requests are under way it offers to cancel, and nothing else', async () => {
    await open(
      state({
        phase: 'asking',
        changes: [],
        rows: [
          row('text'),
          row('vision', { outcome: 'asking', because: '', words: null }),
          row('audio', { outcome: 'waiting', because: '', words: null }),
        ],
      }),
    );
    assert.equal(
      await view.page.getByRole('status').innerText(),
      'Asking the service: 1 of 3. Waiting at most 60 seconds for each answer.',
    );
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
    await view.page.getByText('The declared capabilities match what the server did.').waitFor();
  });

  it('a service that is no longer in the file declares nothing', async () => {
    await open(state({ changes: [], notAsked: [], rows: state().rows.map((each) => ({ ...each, isDeclared: null })) }));
    await view.page.getByText('The service is no longer in llmservices.json.').waitFor();
    assert.equal((await cells('input.vision'))[0], '');
    assert.equal(await view.page.getByText('The declared capabilities match').count(), 0);
  });

  it('what a server says is text: markup, controls and lengths bend nothing', async () => {
    const hostile = `<img src=x onerror=alert(1)>\u202e<b>x</b>${'w'.repeat(400)}`;
    await open(state({ name: hostile, model: hostile, address: `https://${'a'.repeat(300)}`, rows: [row('text', { words: hostile })] }), {
      viewport: { width: 900, height: 700 },
    });
    assert.equal(await view.page.locator('img, b').count(), 0);
    assert.ok((await view.page.locator('blockquote').innerText()).startsWith('<img src=x onerror=alert(1)>⟨202E⟩<b>x</b>w'));
    assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  });

  for (const width of [480, 320]) {
    it(`at ${width} px every row is a block of its own: nothing is cut off, and it still is a table`, async () => {
      await open(state(), { viewport: { width, height: 700 } });
      assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      assert.deepEqual(
        (await cells('input.audio')).map((text) => text.replace(/\s+/g, ' ')),
        ['Declared: yes suggested: remove', 'Refused', 'The server refused it. no audio', 'HTTP 400', '480 ms'],
      );
      const parts = view.page.getByRole('row').filter({ hasText: 'input.audio' }).locator('th, td, p, blockquote');
      const boxes = await parts.evaluateAll((all) =>
        all.map((each) => {
          const { left, right } = each.getBoundingClientRect();
          return {
            isInside: left >= 0 && right <= innerWidth,
            isWhole: each.scrollWidth <= each.clientWidth + 1,
            width: each.clientWidth,
            tag: each.tagName,
          };
        }),
      );
      for (const { isInside, isWhole } of boxes) assert.ok(isInside && isWhole, JSON.stringify(boxes));
      assert.ok(
        boxes.every((box) => box.tag !== 'P' || box.width > width * 0.7),
        'the answer has the width of the page',
      );
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
