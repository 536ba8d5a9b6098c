import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { previewHtml } from '../../src/host/screen/page-html.ts';
import type { PreviewState } from '../../src/shared/preview-protocol.ts';
import { sampleAttachments, samplePictures, sampleState } from '../protocol/preview-samples.ts';
import { openPreview, type PreviewPage, type PreviewPageOptions } from './preview-page.ts';
import { resource } from './support.ts';

const artifacts = path.resolve(import.meta.dirname, '../../test/fixtures/agent-society-root/data/runtime/artifacts');
const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

const verdictOf = (change: Partial<PreviewState['verdict']>): PreviewState['verdict'] => ({ ...sampleState().verdict, ...change });
const textVerdict = verdictOf({ outcome: 'text', binaryType: null, rule: 'text', capabilities: [], granted: null, capable: [] });
const described = verdictOf({ outcome: 'description', rule: 'capability_missing', granted: null });

describe('preview in the webview', () => {
  let view: PreviewPage;

  async function open(state: PreviewState | null, options: PreviewPageOptions = {}): Promise<void> {
    view = await openPreview(state, options);
  }
  const text = (selector: string): Promise<string> => view.page.locator(selector).innerText();

  afterEach(() => view.finish());

  it('an image for a model with vision: drawn, with its size in pixels and the route to image_url', async () => {
    const png = await readFile(path.join(artifacts, '8.png'));
    await open(sampleState({ content: { kind: 'image', uri: resource('8.png') } }), { resources: { '8.png': png } });
    await view.page.getByText('640 × 400 pixels').waitFor();
    assert.equal(await text('.route'), 'Image\nimage_url');
    assert.equal(await text('.reason'), 'Vision model declares the input capability “vision”.');
    assert.equal(await text('h1'), 'chart.png');
    assert.equal(await view.page.title(), 'Preview: chart.png');
  });

  it('an image for a text-only model: says what is missing, and offers who has it and the editor', async () => {
    await open(sampleState({ selected: 'text-model', verdict: described, content: { kind: 'facts' } }));
    assert.equal(await text('.route'), 'Image\nText description instead of the image');
    assert.equal(await text('.reason'), 'Text model does not declare the input capability “vision”.');
    await view.page.getByRole('button', { name: 'Vision model' }).click();
    assert.deepEqual(await view.message('selectModel'), { type: 'selectModel', generation: 1, serviceId: 'vision-model' });
    await view.page.getByText('Edit Capabilities…').click();
    assert.deepEqual(await view.message('editCapabilities'), { type: 'editCapabilities', generation: 1 });
  });

  it('the list of models says what each takes', async () => {
    await open(sampleState({ content: { kind: 'facts' } }));
    await view.page.locator('preview-model-picker vscode-single-select').click();
    await view.page.locator('preview-model-picker .option').filter({ hasText: 'Vision model' }).hover();
    await view.page.getByText('gpt-4o · input: text, vision').waitFor();
  });

  it('[E-23] where something is described, it says in which language and why, and the other is one click away', async () => {
    const facts = { kind: 'facts' } as const;
    await open(sampleState({ verdict: described, content: facts, descriptions: { language: 'en', isFixed: false } }));
    assert.match(await text('.language'), /^Descriptions are in English, following the display language\./);
    await view.page.getByRole('button', { name: 'Switch to Chinese' }).click();
    assert.deepEqual(await view.message('setDescriptionLanguage'), { type: 'setDescriptionLanguage', generation: 1, language: 'zh' });
    await view.show(sampleState({ verdict: described, content: facts, descriptions: { language: 'zh', isFixed: true } }));
    await view.page.getByText('Descriptions are in Chinese, as set in the settings.').waitFor();
    await view.page.getByRole('button', { name: 'Switch to English' }).waitFor();
    await view.show(sampleState({ content: facts }));
    await view.page.getByText('Vision model declares').waitFor();
    assert.equal(await view.page.locator('.language').count(), 0);
  });

  it('without a service there is nothing to edit, and the reason names what would be needed', async () => {
    const verdict = { ...described, binaryType: 'audio' as const, capabilities: ['audio', 'file'], capable: [] };
    await open(sampleState({ selected: null, verdict, content: { kind: 'facts' } }));
    assert.match(await text('.reason'), /needs the input capability “audio” or “file”/);
    assert.match(await text('.capable'), /No configured model service/);
    assert.equal(await view.page.getByText('Edit Capabilities…').count(), 0);
  });

  it('what the API does with the content outweighs what the capabilities let through', async () => {
    await open(sampleState({ content: { kind: 'facts' }, arrival: { state: 'dropped', reason: 'Ollama has no place for it.' } }));
    assert.equal(await view.page.locator('preview-verdict section').getAttribute('class'), 'bad');
    assert.match(await text('.route'), /A note instead of the content/);
    assert.equal(await text('.reason'), 'Ollama has no place for it.');
    await view.show(sampleState({ content: { kind: 'facts' }, arrival: { state: 'refused', reason: 'Empty: the request is rejected.' } }));
    await view.page.getByText('Nothing: the request is rejected').waitFor();
    assert.equal(await view.page.getByText('cannot be told').count(), 0);
    assert.equal(await view.page.locator('preview-verdict section').getAttribute('class'), 'bad');
    await view.show(sampleState({ content: { kind: 'facts' }, arrival: { state: 'doubtful', reason: 'It is cut short.' } }));
    await view.page.getByText('It is cut short.').waitFor();
    assert.equal(await view.page.locator('preview-verdict section').getAttribute('class'), 'warning');
    await view.show(
      sampleState({ content: { kind: 'facts' }, verdict: described, arrival: { state: 'described', reason: 'It is empty.' } }),
    );
    await view.page.getByText('It is empty.').waitFor();
    assert.equal(await view.page.getByText('Edit Capabilities…').count(), 0);
  });

  it('tokens that cannot be told have a reason', async () => {
    const tokens = { routed: null, pasted: { low: 9, high: 9, formula: 'f', sources: ['s'] } };
    const facts = { kind: 'facts' } as const;
    await open(sampleState({ content: facts, tokens }));
    await view.page.getByText('Token count unknown', { exact: true }).waitFor();
    await view.show(sampleState({ content: facts, tokens: { ...tokens, uncounted: 'latency.csv' } }));
    await view.page.getByText('Token count unknown: no formula for latency.csv', { exact: true }).waitFor();
    await view.show(sampleState({ content: facts, tokens, arrival: { state: 'refused', reason: 'x' } }));
    await view.page.getByText('No tokens: the request is rejected.').waitFor();
    await view.show(sampleState({ content: facts, tokens, arrival: { state: 'dropped', reason: 'x' } }));
    await view.page.getByText('The content is not counted: only a note is sent instead').waitFor();
    await view.show(sampleState({ content: facts, tokens, arrival: { state: 'nothing', reason: 'x' } }));
    await view.page.getByText('No tokens: none of it is in the request.').waitFor();
  });

  it('a rejected request has no price in force, only what it would cost', async () => {
    const range = { low: 1600, high: 1600, formula: 'f', sources: ['s'], price: { low: 0.008, high: 0.008, source: 'x' } };
    const arrival = { state: 'refused', reason: 'Anthropic Messages: big.png: too large.' } as const;
    await open(sampleState({ content: { kind: 'facts' }, tokens: { routed: range, pasted: range }, arrival }));
    const line = view.page.locator('preview-token-line');
    await line.getByText('If it were accepted: ≈ 1,600 tokens').waitFor();
    await line.getByText('≈ $0.008').waitFor();
    assert.equal(await line.locator('b').count(), 0);
    assert.equal(await line.getByText('base64').count(), 0);
  });

  it('how a picture arrives that was scaled is part of the verdict', async () => {
    const change = 'Arrives, scaled to 1568 × 1045 pixels.';
    await open(sampleState({ content: { kind: 'facts' }, arrival: { state: 'arrives', reason: null, change } }));
    assert.match(await text('.reason'), /\. Arrives, scaled to 1568 × 1045 pixels\.$/);
  });

  it('capabilities that cannot be edited say so on a button that does nothing; those of the catalogue have none', async () => {
    const locked = 'Nothing can be changed in Restricted Mode. Trust the workspace to edit.';
    const described = { ...sampleState().verdict, outcome: 'description' as const, granted: null, capable: [] };
    await open(sampleState({ content: { kind: 'facts' }, verdict: described, arrival: { state: 'described', reason: null }, locked }));
    const button = view.page.locator('preview-verdict vscode-button.edit');
    assert.equal(await button.getAttribute('title'), locked);
    assert.equal(await button.evaluate((element) => (element as HTMLButtonElement).disabled), true);
    await view.page.getByText(locked).waitFor();
    await view.page.getByRole('button', { name: 'Any Model…' }).click();
    await view.message('pickModel');
    const origin = { note: 'From the model catalogue of 2026-09-27', canAdd: false };
    await view.show(
      sampleState({ content: { kind: 'facts' }, verdict: described, arrival: { state: 'described', reason: null }, locked, origin }),
    );
    await view.page.getByText(origin.note).waitFor();
    assert.equal(await button.count(), 0);
  });

  it('two pictures: side by side, with the facts that differ told; scaled and moved together', async () => {
    const png = await readFile(path.join(artifacts, '8.png'));
    const content = samplePictures([resource('8.png'), resource('8.png')]);
    await open(sampleState({ content, verdict: { ...sampleState().verdict, outcome: 'message', binaryType: null } }), {
      resources: { '8.png': png },
      viewport: { width: 700, height: 700 },
    });
    const images = view.page.locator('preview-picture-pair img');
    await images.nth(1).waitFor();
    const [left, right] = [await images.nth(0).boundingBox(), await images.nth(1).boundingBox()];
    assert.ok(left && right && left.x + left.width <= right.x, 'one is at the left of the other');
    const rows = await view.page.locator('preview-picture-pair tbody tr').evaluateAll((found) =>
      found.map((row) => ({
        isMarked: row.classList.contains('differs'),
        cells: [...row.children].map((cell) => cell.textContent.replaceAll(/\s+/g, ' ').trim()),
      })),
    );
    const row = (label: string) => rows.find(({ cells }) => cells[0]?.startsWith(label));
    assert.equal(row('Type')?.isMarked, false);
    assert.deepEqual(row('Properties'), {
      isMarked: true,
      cells: ['Properties 640 × 480 pixels differs', 'Properties 1300 × 900 pixels differs'],
    });
    assert.match(row('Agent')?.cells[1] ?? '', /^Agent unknown/, 'what is known of one alone is not left out');
    await view.page.locator('preview-picture-pair button').first().click();
    const frames = view.page.locator('preview-picture-pair .frame');
    await frames.nth(1).locator('button.actual').waitFor();
    const scrolled = frames
      .nth(1)
      .evaluate((frame) => new Promise((resolve) => frame.addEventListener('scroll', () => resolve(frame.scrollLeft))));
    const end = await frames.nth(0).evaluate((frame) => {
      frame.scrollTo({ left: frame.scrollWidth });
      return frame.scrollLeft;
    });
    assert.ok(end > 0, 'there is something to move');
    assert.equal(await scrolled, end);
  });

  it('attachments of a rejected request: which one is refused, and that the others are not received', async () => {
    const [first, second] = sampleAttachments().kind === 'attachments' ? sampleAttachments().items : [];
    assert.ok(first && second);
    await open(
      sampleState({
        content: {
          kind: 'attachments',
          items: [
            { ...first, outcome: 'refused', reason: 'The size as base64 is 15.1 MB; the limit is 10.0 MB.' },
            { ...second, outcome: 'unreceived', reason: 'The whole request is rejected.' },
          ],
        },
        verdict: { ...sampleState().verdict, outcome: 'message', binaryType: null },
        arrival: { state: 'refused', reason: 'x' },
      }),
    );
    const items = view.page.locator('preview-attachments li');
    assert.match(await items.nth(0).innerText(), /15\.1 MB[^]*Refused/);
    assert.match(await items.nth(1).innerText(), /Not received/);
    assert.equal(await view.page.getByText('Included').count(), 0);
  });

  it('[E-17] a note instead of the content has its price, and is not said to cost nothing', async () => {
    const tokens = {
      routed: { low: 21, high: 21, formula: 'Tokenizer: o200k_base', sources: ['https://example.com'] },
      pasted: { low: 900, high: 900, formula: 'f', sources: ['s'] },
    };
    await open(sampleState({ content: { kind: 'facts' }, tokens, arrival: { state: 'dropped', reason: 'Ollama has no place for it.' } }));
    await view.page.getByText('≈ 21 tokens').waitFor();
    assert.equal(await view.page.getByText(/costs nothing|not in the request/).count(), 0);
  });

  it('[E-17] what is not sent at all is nothing, with the reason', async () => {
    await open(sampleState({ content: { kind: 'facts' }, arrival: { state: 'nothing', reason: 'MCP carries what a tool answers.' } }));
    assert.match(await text('.route'), /Nothing$/);
    assert.equal(await text('.reason'), 'MCP carries what a tool answers.');
    assert.equal(await view.page.locator('preview-verdict section').getAttribute('class'), 'bad');
  });

  it('text is highlighted by its language, character by character the same', async () => {
    const source = 'const a = "x < y && z"; // 二\n';
    await open(
      sampleState({ verdict: textVerdict, content: { kind: 'text', text: source, length: source.length, language: 'typescript' } }),
    );
    await view.page.locator('preview-content .hljs-keyword').first().waitFor();
    assert.equal(await view.page.locator('preview-content code').textContent(), source);
  });

  const code = (text: string, language: string): PreviewState =>
    sampleState({ verdict: textVerdict, content: { kind: 'text', text, length: text.length, language } });
  const tokens = () => view.page.locator('preview-content code span');
  const isHighlighted = () => view.page.locator('preview-content .hljs-keyword').first().waitFor();

  // Their grammars take the square of the number of lines: minutes for these.
  for (const [language, hostile] of [
    ['csharp', 'a\n'.repeat(60_000)],
    ['javascript', '\n'.repeat(150_000)],
  ] as const) {
    it(`[E-5] a ${language} text that would take minutes stays plain after two seconds, and holds up neither the page nor the next text`, async () => {
      await open(sampleState({ content: { kind: 'facts' } }));
      await view.stopClock();
      const started = view.page.waitForEvent('worker');
      await view.show(code(hostile, language));
      const worker = await started;
      await view.page.getByRole('tab', { name: 'Message' }).click();
      await view.page.getByRole('tab', { name: 'Rendered' }).click();
      await view.page.clock.runFor(1_999);
      assert.ok(view.page.workers().length > 0);
      const ended = worker.waitForEvent('close');
      await view.page.clock.runFor(1);
      await ended;
      assert.equal(await view.page.locator('preview-content code').textContent(), hostile);
      assert.equal(await tokens().count(), 0);
      await view.show(code('const a = 1;', 'typescript'));
      await isHighlighted();
    });
  }

  it('[E-5] a newer text does not wait for the one before it', async () => {
    await open(sampleState({ content: { kind: 'facts' } }));
    await view.stopClock();
    const started = view.page.waitForEvent('worker');
    await view.show(code('a\n'.repeat(60_000), 'csharp'));
    await started;
    await view.show(code('const a = 1;', 'typescript'));
    await isHighlighted();
    assert.equal(await text('preview-content code'), 'const a = 1;');
  });

  it('a text that is shown in the place of another has nothing of its colours', async () => {
    await open(code('const a = 1;', 'typescript'));
    await isHighlighted();
    await view.show(sampleState({ verdict: textVerdict, content: { kind: 'text', text: 'const a = 1;', length: 12, language: null } }));
    await tokens().first().waitFor({ state: 'detached' });
    assert.equal(await text('preview-content code'), 'const a = 1;');
  });

  it('a text whose tab is left before it is highlighted is highlighted when the tab is shown again', async () => {
    await open(code('a\n'.repeat(60_000), 'csharp'));
    await view.stopClock();
    await view.page.getByRole('tab', { name: 'Message' }).click();
    await view.page.locator('preview-message code').waitFor();
    await view.page.getByRole('tab', { name: 'Rendered' }).click();
    await view.page.locator('preview-message').waitFor({ state: 'detached' });
    await view.page.clock.runFor(2_000);
    await view.page.getByRole('tab', { name: 'Message' }).click();
    await view.page.locator('preview-message .hljs-attr').waitFor();
  });

  it('no worker is started before there is something to highlight, and without one the text stays plain', async () => {
    const html: PreviewPageOptions['html'] = (asset, cspSource) =>
      previewHtml(
        {
          script: asset('preview.js'),
          style: asset('preview.css'),
          codicons: asset('codicon.css'),
          cspSource,
          language: 'en',
          title: 'Title',
        },
        'nonce',
      ).replace('worker-src blob:', "worker-src 'none'");
    await open(sampleState({ verdict: textVerdict, content: { kind: 'text', text: 'plain', length: 5, language: null } }), { html });
    await view.page.getByText('plain', { exact: true }).waitFor();
    assert.deepEqual(
      view.requests.filter((request) => request.includes('highlight')),
      [],
    );
    const refused = view.page.waitForEvent('console');
    await view.show(code('const a = 1;', 'typescript'));
    assert.match((await refused).text(), /worker-src 'none'/);
    assert.equal(await text('preview-content code'), 'const a = 1;');
    assert.equal(await tokens().count(), 0);
    assert.ok(view.problems.splice(0).every((problem) => problem.includes('worker-src')));
  });

  it('[E-5] strings within hundreds of strings become no more than a hundred spans within one another', async () => {
    const nested = `def a; ${'"#{\n'.repeat(200)}`;
    await open(code(nested, 'ruby'));
    await isHighlighted();
    assert.equal(await view.page.locator('preview-content code').textContent(), nested);
    assert.ok((await tokens().count()) <= 110);
  });

  it('names, texts and types made of markup stay text', async () => {
    const facts = { ...sampleState().facts, name: MARKUP, typeName: MARKUP, agentId: MARKUP, id: MARKUP, place: MARKUP };
    const state = sampleState({
      facts,
      problem: MARKUP,
      models: [{ id: MARKUP, name: MARKUP, model: MARKUP, input: [MARKUP] }],
      selected: MARKUP,
      verdict: textVerdict,
      content: { kind: 'text', text: MARKUP, length: MARKUP.length, language: 'xml' },
    });
    await open(state);
    await view.page.locator('preview-content .hljs-tag').first().waitFor();
    assert.equal(await text('h1'), MARKUP);
    assert.equal(await view.page.locator('preview-content code').textContent(), MARKUP);
    assert.equal(await view.page.locator('img').count(), 0);
  });

  it('an SVG with a script is drawn and runs nothing', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" onload="parent.hacked=1"><script>parent.hacked=1;fetch("https://evil.test")</script><rect width="30" height="20"/></svg>';
    await open(sampleState({ content: { kind: 'image', uri: resource('a.svg') } }), { resources: { 'a.svg': svg } });
    await view.page.getByText('30 × 20 pixels').waitFor();
  });

  it('an image the browser cannot draw falls back to its facts', async () => {
    await open(sampleState({ content: { kind: 'image', uri: resource('x.png') } }), { resources: { 'x.png': 'not an image' } });
    await view.page.getByText('This image cannot be displayed here').waitFor();
    await view.page.getByText('PNG image · 12.1 KB').waitFor();
  });

  it('[E-22] the focus returns to where it was when the page gets it again', async () => {
    await open(sampleState({ selected: 'text-model', verdict: described, content: { kind: 'facts' } }));
    const focused = (): Promise<string> =>
      view.page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return (element instanceof HTMLElement && element.innerText.trim()) || (element?.tagName ?? '');
      });
    /** What a browser does with the focus in a frame when something outside of it gets it, and when the frame gets it back. */
    const away = (): Promise<void> =>
      view.page.evaluate(() => {
        let element = document.activeElement as HTMLElement | null;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
        element?.blur();
        window.dispatchEvent(new Event('focus'));
        return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
      });
    const edit = view.page.getByText('Edit Capabilities…');
    await edit.focus();
    await away();
    assert.equal(await focused(), 'Edit Capabilities…');
    // a click says that it is to be nowhere
    await view.page.locator('h1').click();
    assert.equal(await focused(), 'BODY');
    await away();
    assert.equal(await focused(), 'BODY');
    // it is gone
    await edit.focus();
    await view.page.evaluate(() =>
      document
        .querySelector('agent-artifacts-preview')
        ?.shadowRoot?.querySelector('preview-verdict')
        ?.shadowRoot?.querySelector('.edit')
        ?.remove(),
    );
    await away();
    assert.equal(await focused(), 'BODY');
  });

  it('audio and video have controls', async () => {
    const resources = {
      '19.mp3': await readFile(path.join(artifacts, '19.mp3')),
      '22.mp4': await readFile(path.join(artifacts, '22.mp4')),
    };
    await open(sampleState({ content: { kind: 'audio', uri: resource('19.mp3') } }), { resources });
    await view.page.locator('audio[controls]').waitFor();
    await view.show(sampleState({ reference: 'artifact:22', content: { kind: 'video', uri: resource('22.mp4') } }));
    await view.page.locator('video[controls]').waitFor();
  });

  it('a reserved artifact shows its reason and that the model receives nothing', async () => {
    const verdict = verdictOf({ outcome: 'not_found', binaryType: null, rule: 'not_found', capabilities: [], granted: null, capable: [] });
    await open(sampleState({ content: { kind: 'problem', state: 'reserved', reason: 'Still being produced.' }, verdict, message: null }));
    await view.page.getByRole('tabpanel', { name: 'Rendered' }).getByText('Still being produced.').waitFor();
    assert.match(await text('.route'), /artifact_not_found/);
    await view.page.getByRole('tab', { name: 'Message' }).click();
    await view.page.getByText('Nothing to send: there is no content.').waitFor();
  });

  it('a declared type the content contradicts is a warning', async () => {
    await open(
      sampleState({
        warning: { code: 'type_contradicted', declared: 'image/png', detected: 'image/jpeg', by: 'metadata' },
        content: { kind: 'facts' },
      }),
    );
    assert.equal(await text('.warning'), 'Declared as image/png, but the content is image/jpeg and is treated as such.');
  });

  it('[E-9] a declared type that the first bytes do not bear out is a warning, with the type they point to', async () => {
    await open(
      sampleState({
        warning: { code: 'type_unconfirmed', declared: 'image/png', looksLike: 'application/gzip' },
        content: { kind: 'facts' },
      }),
    );
    assert.equal(await text('.warning'), 'Declared as image/png, but the content begins like application/gzip.');
    await view.show(
      sampleState({ warning: { code: 'type_unconfirmed', declared: 'image/png', looksLike: null }, content: { kind: 'facts' } }),
    );
    await view.page.getByText('Declared as image/png, but the content does not look like it.').waitFor();
  });

  it('the beginning of a long text says how much there is', async () => {
    await open(sampleState({ verdict: textVerdict, content: { kind: 'text', text: 'abc', length: 5_000_000, language: null } }));
    await view.page.getByText('The first 3 of 5,000,000 characters.').waitFor();
  });

  it('files that are dropped on the page are handed on, and other things are left to VS Code', async () => {
    await open(sampleState({ content: { kind: 'facts' } }));
    const isTaken = (type: string, text: string) =>
      view.page.evaluate(
        (given) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.setData(given.type, given.text);
          return !document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        },
        { type, text },
      );
    assert.equal(await isTaken('text/plain', 'file:///a.png'), false);
    assert.equal(await isTaken('text/uri-list', 'file:///a.png\r\nvscode-remote://host/b%20c.txt\r\n'), true);
    assert.deepEqual(await view.message('dropFiles'), {
      type: 'dropFiles',
      generation: view.generation(),
      uris: ['file:///a.png', 'vscode-remote://host/b%20c.txt'],
    });
    assert.equal(view.posted.filter((each) => (each as { type?: string }).type === 'dropFiles').length, 1);
  });

  it('a state that is older than the one shown is dropped, and so is a malformed one', async () => {
    const named = (name: string): PreviewState => sampleState({ facts: { ...sampleState().facts, name }, content: { kind: 'facts' } });
    await open(named('first'));
    await view.send({ type: 'state', generation: 5, state: named('newest') });
    await view.page.getByRole('heading', { name: 'newest' }).waitFor();
    await view.send({ type: 'state', generation: 4, state: named('stale') });
    await view.send({ type: 'state', generation: 6, state: { facts: { name: 'malformed' } } });
    // Messages arrive in order, so the answer to this one shows that the two before it changed nothing.
    await view.send({ type: 'busy', generation: 5 });
    await view.page.locator('vscode-progress-bar').waitFor();
    assert.equal(await text('h1'), 'newest');
  });

  it('the message: both forms, its whole length, and a copy that is confirmed', async () => {
    const message = { json: '{\n  "role": "tool"\n}', jsonLength: 20, text: '[无法读取] chart.png', textLength: 16 };
    await open(sampleState({ verdict: described, message, content: { kind: 'facts' } }));
    await view.page.getByRole('tab', { name: 'Message' }).click();
    assert.equal(await view.page.locator('preview-message code').textContent(), message.text);
    await view.page.getByText('Message (JSON)').click();
    await view.page.locator('preview-message .hljs-attr').waitFor();
    await view.stopClock();
    await view.page.getByRole('button', { name: 'Copy All' }).click();
    const asked = await view.message('copyMessage');
    assert.deepEqual(asked, { type: 'copyMessage', generation: 1, request: 1, form: 'json' });
    await view.send({ type: 'reply', request: 1, done: true });
    await view.page.getByText('Copied').waitFor();
    await view.page.clock.runFor(60_000);
    await view.page.getByRole('button', { name: 'Copy All' }).waitFor();
  });

  it('by keyboard alone: the model, the pin, the tabs and the zoom', async () => {
    const png = await readFile(path.join(artifacts, '8.png'));
    await open(sampleState({ content: { kind: 'image', uri: resource('8.png') } }), { resources: { '8.png': png } });
    await view.page.getByText('640 × 400 pixels').waitFor();
    const { keyboard } = view.page;
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    assert.equal((await view.message('selectModel'))['serviceId'], 'text-model');
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    assert.deepEqual(await view.message('setPinned'), { type: 'setPinned', generation: 1, pinned: true });
    await view.page.getByRole('tab', { name: 'Rendered' }).focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await view.page.locator('preview-message').waitFor({ state: 'visible' });
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await view.page.locator('preview-image button').focus();
    await keyboard.press('Enter');
    await view.page.getByText('actual size').waitFor();
  });

  it('tab, zoom and form of the message outlive a reload', async () => {
    const message = { json: '{}', jsonLength: 2, text: 'text', textLength: 4 };
    const state = sampleState({ message, content: { kind: 'facts' } });
    await open(state);
    await view.page.getByRole('tab', { name: 'Message' }).click();
    await view.page.getByText('Message (JSON)').click();
    await view.reload(state);
    await view.page.locator('preview-message').waitFor({ state: 'visible' });
    assert.equal(await view.page.locator('preview-message code').textContent(), '{}');
  });

  it('speaks the display language', async () => {
    await open(sampleState({ verdict: textVerdict, content: { kind: 'facts' } }), {
      locale: 'zh-cn',
      bundle: { Text: '文本', Message: '消息', 'What the model receives': '模型收到的内容' },
    });
    await view.page.getByText('模型收到的内容').waitFor();
    await view.page.getByRole('tab', { name: '消息' }).waitFor();
  });
});
