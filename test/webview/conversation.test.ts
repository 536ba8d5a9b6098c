import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ConversationLine, ConversationState } from '../../src/shared/conversation-protocol.ts';
import {
  conversationState,
  countedState,
  openConversation,
  openRequests,
  readingState,
  sampleLines,
  sampleRequests,
  switchRow,
  type ConversationPageOptions,
} from './conversation-page.ts';
import type { WebviewPage } from './support.ts';

/** A PNG of one pixel, in base64. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('the page of a conversation', () => {
  let view: WebviewPage;

  async function open(shown: ConversationState = conversationState(), options: ConversationPageOptions = {}): Promise<void> {
    view = await openConversation(shown, options);
  }
  afterEach(async () => {
    assert.deepEqual(view.problems, []);
    await view.close();
  });

  const button = (name: string) => view.page.getByRole('button', { name });
  const selected = () => view.page.locator('[role="option"][aria-selected="true"]');
  const selectedNumber = (number: string) =>
    view.page.locator('requests-table .row[aria-selected="true"]').getByText(number, { exact: true });

  it('says at which message the next request fails, for whom and at what price', async () => {
    await open();
    const texts = await view.page.locator('conversation-header').locator('h1, p, .verdict').allInnerTexts();
    const text = texts.join('\n');
    for (const words of [
      'Fix the gateway',
      'session.jsonl · Claude Code · 4.2 MB, 3.1 MB of it media · 2 messages, 1 of them not sent · 1 media file',
      '1 line cannot be read: line 7.',
      'Next request fails at message 1: The declared type image/jpeg is not that of the bytes.',
      '≈ 35,140 tokens · ≈ $0.1757',
    ])
      assert.ok(text.includes(words), `${words} is not in ${text}`);
  });

  it('says which part cannot be counted where the tokens are unknown', async () => {
    const { verdict, ...state } = conversationState();
    await open({ ...state, verdict: verdict && { ...verdict, tokens: null, uncounted: { message: 2, part: 0 } } });
    await view.page.getByText('Tokens and price unknown: message 3, part 1 cannot be counted').waitFor();
  });

  it('says that nobody knows whether the next request goes through, and why', async () => {
    const { verdict, ...state } = conversationState();
    await open({ ...state, verdict: verdict && { ...verdict, outcome: 'unknown', sentence: 'A text is masked.' } });
    assert.equal(
      await view.page.locator('conversation-header .verdict').innerText(),
      'Not known whether the next request goes through: A text is masked.',
    );
    await view.page.getByRole('button', { name: 'Go to Message 1' }).waitFor();
  });

  it('says no more than the size of a file without media', async () => {
    const { read, ...state } = conversationState();
    await open({ ...state, read: read && { ...read, media: 0, mediaBytes: 0 } });
    const text = await view.page.locator('conversation-header p').first().innerText();
    assert.equal(text, 'session.jsonl · Claude Code · 4.2 MB · 2 messages, 1 of them not sent');
  });

  it('says what of the tokens a server has counted, or what they are without, and that a newer version wrote the file', async () => {
    const { read, verdict, ...state } = conversationState();
    const newer = { written: '2.2.0', seen: '2.1.332' };
    await open({ ...state, read: read && { ...read, newer }, verdict: verdict && { ...verdict, lacks: null, counted: 34_120 } });
    const facts = async (): Promise<string> => (await view.page.locator('conversation-header p').allInnerTexts()).join('\n');
    assert.match(await facts(), /Written by version 2\.2\.0, newer than 2\.1\.332, the last version known here/);
    assert.match(await facts(), /^≈ 35,140 tokens .* · 34,120 of them counted by the server$/m);
    await view.send({ type: 'state', state: conversationState() });
    await view.page.getByText('estimated from the messages, without the system prompt and tools').waitFor();
    assert.doesNotMatch(await facts(), /counted|Written by version/);
  });

  it('shows markup of the file as the text it is', async () => {
    await open();
    await view.page.getByText('Look at <b>this</b>').waitFor();
    assert.equal(await view.page.locator('.line b').count(), 0);
  });

  it('is walked with the arrows; Enter opens the preview of a part, and of all parts of a message', async () => {
    await open();
    await view.page.locator('.list').press('Home');
    await selected().filter({ hasText: 'User' }).waitFor();
    await view.page.locator('.list').press('Enter');
    assert.deepEqual(view.posted.at(-1), { type: 'preview', revision: 1, message: 0, part: null });
    await view.page.locator('.list').press('ArrowDown');
    await view.page.locator('.list').press('ArrowDown');
    await selected().filter({ hasText: 'image/png' }).waitFor();
    await view.page.locator('.list').press('Enter');
    assert.deepEqual(view.posted.at(-1), { type: 'preview', revision: 1, message: 0, part: 1 });
    await button('Show in File').click();
    assert.deepEqual(view.posted.at(-1), { type: 'reveal', revision: 1, message: 0 });
  });

  it('lists the files by their names, with what is sent of each', async () => {
    await open();
    await button('Files (2)').click();
    const about = { file: { name: 'chart.png', words: 'read by the program' }, text: '', isResult: true };
    const word = { file: { name: 'notes.md', words: 'as text, about 1,204 tokens' }, text: 'Some notes.', isResult: true };
    const nameless = { file: { name: '', words: 'only words about it' }, text: 'Viewed.', isResult: true };
    const [heading, text, media] = sampleLines as [ConversationLine, ConversationLine, ConversationLine];
    const lines = [heading, { ...text, ...word }, { ...media, ...about }, { ...text, ...nameless, at: 5, part: 2 }];
    await view.send({ type: 'lines', revision: 1, filter: 'files', from: 0, to: 6, lines: lines as ConversationLine[] });
    await view.page.getByRole('option').filter({ hasText: 'chart.png' }).click();
    const told = await view.page.locator('.line.part').allInnerTexts();
    assert.deepEqual(
      told.map((words) => words.split(/\s*\n\s*/).filter((word) => word !== '')),
      [
        ['notes.md', 'as text, about 1,204 tokens', 'Some notes.'],
        ['chart.png', 'image/png · 640 × 400 pixels · 9.1 KB · declared as image/jpeg · read by the program'],
        ['only words about it', 'Viewed.'],
      ],
    );
    assert.match(await view.page.locator('.detail').innerText(), /chart\.png · image\/png · 640 × 400 pixels/);
  });

  it('asks for the next finding with F8, and for the one before with Shift', async () => {
    await open();
    await view.page.keyboard.press('F8');
    assert.deepEqual(view.posted.at(-1), { type: 'findFinding', revision: 1, filter: 'all', from: -1, back: false });
    await view.page.keyboard.press('Shift+F8');
    assert.deepEqual(view.posted.at(-1), { type: 'findFinding', revision: 1, filter: 'all', from: -1, back: true });
    await view.send({ type: 'goTo', revision: 1, filter: 'all', at: 5 });
    await selected().filter({ hasText: 'The declared type' }).waitFor();
  });

  it('brings what it goes to into the middle, with its finding, and says below the list what is wrong with it', async () => {
    const units = { all: 1000, files: 0, media: 1000, findings: 1000 };
    const state = conversationState();
    await open({ ...state, read: state.read && { ...state.read, units } });
    await view.send({ type: 'goTo', revision: 1, filter: 'all', at: 502 });
    const lines = sampleLines.map((line) => ({ ...line, at: line.at + 500 }));
    await view.send({ type: 'lines', revision: 1, filter: 'all', from: 350, to: 650, lines });
    await selected().filter({ hasText: 'image/png' }).waitFor();
    await view.page.locator('.detail').getByText('The declared type image/jpeg').waitFor();
    const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? assert.fail('not on the screen');
    const list = await boxOf(view.page.locator('.list'));
    const part = await boxOf(selected());
    const finding = await boxOf(view.page.locator('.line.finding'));
    assert.ok(finding.y + finding.height < list.y + list.height, 'its finding can be seen');
    const middle = (part.y + finding.y + finding.height) / 2;
    assert.ok(Math.abs(middle - list.y - list.height / 2) < 60, `${middle} is not the middle of ${JSON.stringify(list)}`);
    await view.send({ type: 'goTo', revision: 1, filter: 'all', at: 505 });
    await selected().filter({ hasText: 'The declared type' }).waitFor();
    assert.deepEqual((await boxOf(view.page.locator('.line.finding'))).y, finding.y, 'what is on the screen stays where it is');
  });

  it('keeps the line that is walked to on the screen when what is said of it needs room', async () => {
    await open(conversationState(), { viewport: { width: 900, height: 420 } });
    for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await view.page.locator('.list').press(key);
    await view.page.locator('.detail').getByText('The declared type image/jpeg').waitFor();
    await view.page.waitForFunction(() => {
      const app = document.querySelector('agent-artifacts-conversation');
      const list = app?.shadowRoot?.querySelector('conversation-list')?.shadowRoot;
      const [line, frame] = ['[aria-selected="true"]', '.list'].map((each) => list?.querySelector(each)?.getBoundingClientRect());
      return line !== undefined && frame !== undefined && line.bottom <= frame.bottom + 1;
    });
  });

  it('offers to take the media out of a session, and to put them back', async () => {
    await open(conversationState({ repair: { parts: 0, refusal: null, canUndo: true, restoresMedia: true, canSlim: true } }));
    await view.page.locator('vscode-button').filter({ hasText: 'Slim…' }).click();
    assert.deepEqual(view.posted.at(-1), { type: 'slim' });
    await view.page.locator('vscode-button').filter({ hasText: 'Restore Media' }).click();
    assert.deepEqual(view.posted.at(-1), { type: 'undo' });
  });

  it('counts the findings that its filter shows, notes too, and offers a repair only where there is one', async () => {
    const state = conversationState({ repair: { parts: 0, refusal: null, canUndo: true, restoresMedia: false, canSlim: false } });
    const verdict = state.verdict ?? assert.fail();
    const withFindings = (findings: typeof verdict.findings) => ({ ...state, verdict: { ...verdict, findings } });
    await open(withFindings({ error: 1, warning: 1, info: 3 }), { viewport: { width: 1090, height: 600 } });
    assert.equal(await button('Only findings (5)').getAttribute('title'), 'Errors: 1, warnings: 1, notes: 3');
    await view.page.locator('vscode-button').filter({ hasText: 'Undo Repair' }).waitFor();
    assert.equal(
      await view.page
        .locator('vscode-button')
        .filter({ hasText: /^\s*Repair/ })
        .count(),
      0,
    );
    await view.send({ type: 'state', state: withFindings({ error: 0, warning: 0, info: 3 }) });
    await button('Only findings (3)').waitFor();
    await view.send({ type: 'state', state: withFindings({ error: 0, warning: 0, info: 0 }) });
    await button('Only findings (0)').waitFor();
  });

  it('finds with Ctrl+F as editors do: goes to the first hit, counts, walks on and back, and ends with Escape', async () => {
    await open();
    await view.page.locator('.list').press('Control+f');
    const input = view.page.getByRole('textbox', { name: 'Find in messages' });
    await input.fill('look');
    await view.message('search');
    assert.deepEqual(view.posted.at(-1), { type: 'search', revision: 1, words: 'look' });
    const count = (text: string) => view.page.locator('find-widget .count').filter({ hasText: text }).waitFor();
    await view.send({ type: 'found', revision: 1, words: 'lo', units: [8], isDone: true, isCut: false });
    await view.send({ type: 'found', revision: 1, words: 'look', units: [9], isDone: false, isCut: false });
    await selected().filter({ hasText: 'Read' }).waitFor();
    await view.send({ type: 'found', revision: 1, words: 'look', units: [1], isDone: true, isCut: false });
    await count('2 of 2');
    await input.press('Enter');
    await selected().filter({ hasText: 'Look at' }).waitFor();
    await count('1 of 2');
    assert.equal(await view.page.locator('.line.hit').count(), 2);
    await input.press('Shift+Enter');
    await count('2 of 2');
    await input.press('Escape');
    assert.equal(await view.page.locator('find-widget').count(), 0);
    assert.deepEqual(view.posted.at(-1), { type: 'search', revision: 1, words: '' });
    assert.equal(await view.page.locator('.line.hit').count(), 0);
  });

  it('says that a search has found nothing, and looks again when the conversation has changed', async () => {
    await open();
    await view.page.locator('.list').press('Control+f');
    await view.page.getByRole('textbox', { name: 'Find in messages' }).fill('nowhere');
    await view.message('search');
    await view.send({ type: 'found', revision: 1, words: 'nowhere', units: [], isDone: true, isCut: false });
    await view.page.locator('find-widget').getByText('No results').waitFor();
    await view.send({ type: 'state', state: conversationState({ revision: 2 }) });
    await view.page.locator('find-widget').getByText('Searching…').waitFor();
    const searches = view.posted.filter((message) => (message as { type: string }).type === 'search');
    assert.deepEqual(searches.at(-1), { type: 'search', revision: 2, words: 'nowhere' });
  });

  it('says why nothing can be repaired here, and offers nothing', async () => {
    await open(
      conversationState({
        repair: { parts: 1, refusal: 'Only files on a local disk can be repaired.', canUndo: true, restoresMedia: false, canSlim: false },
      }),
    );
    await view.page.getByText('Only files on a local disk can be repaired.').waitFor();
    for (const name of ['Repair 1 Part…', 'Undo Repair']) {
      const found = view.page.locator('vscode-button').filter({ hasText: name });
      assert.equal(await found.getAttribute('disabled'), '', name);
    }
  });

  /** All is read: a finding of the request as a whole stands above the lines that were there. */
  const SHIFT = 2;
  async function readToTheEnd(): Promise<void> {
    const { read, ...state } = conversationState({ revision: 2 });
    await view.send({
      type: 'state',
      state: { ...state, read: read && { ...read, units: { all: 10 + SHIFT, files: 10, media: 200, findings: 10 } } },
    });
  }
  async function answerShifted(): Promise<void> {
    const lines = sampleLines.map((line) => ({ ...line, at: line.at + SHIFT }));
    await view.send({ type: 'lines', revision: 2, filter: 'all', from: 0, to: 10 + SHIFT, lines });
  }

  it('lists what was read so far with nothing that is not known yet', async () => {
    await open(readingState());
    await view.page.getByText('Reading… Messages listed so far: 2', { exact: true }).waitFor();
    assert.deepEqual(await view.page.getByRole('button').allInnerTexts(), [], 'nothing to filter, to check or to repair');
    assert.equal(await view.page.getByRole('option').first().getAttribute('aria-setsize'), '-1');
    await view.send({ type: 'state', state: readingState({ progress: null, problem: 'It is in use.' }) });
    await view.page.getByText('Not read to the end. Messages listed: 2', { exact: true }).waitFor();
    assert.equal(await view.page.getByRole('alert').innerText(), 'It is in use.');
  });

  it('keeps a person at the message they went to while the rest was read, wherever it stands then', async () => {
    await open(readingState());
    await view.page.getByRole('listbox').focus();
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('ArrowDown');
    const line = await selected().innerText();
    assert.match(line, /Look at/);
    await readToTheEnd();
    assert.deepEqual(await view.message('findMessage'), { type: 'findMessage', revision: 2, message: 0 });
    await view.send({ type: 'goTo', revision: 2, filter: 'all', at: SHIFT });
    await answerShifted();
    await view.page.locator(`#line-${SHIFT}[aria-selected="true"]`).waitFor();
    assert.match(await selected().innerText(), /User/);
    assert.equal(await view.page.getByRole('listbox').evaluate((list) => (list.getRootNode() as ShadowRoot).activeElement === list), true);
  });

  it('comes up where a person was the last time once all is read, and keeps nothing of the list before', async () => {
    const kept = { filter: 'media', active: -1, top: 300, isSwitching: false, hasRequestsOpen: false };
    await open(readingState(), { state: kept });
    await view.page.getByRole('listbox').evaluate((list) => list.dispatchEvent(new Event('scrollend')));
    assert.deepEqual((await view.keptState()) ?? kept, kept);
    await readToTheEnd();
    await view.page.getByRole('button', { name: 'Only media', pressed: true }).waitFor();
    await view.page.waitForFunction(
      () =>
        document
          .querySelector('agent-artifacts-conversation')
          ?.shadowRoot?.querySelector('conversation-list')
          ?.shadowRoot?.querySelector('.list')?.scrollTop === 300,
    );
  });

  it('keeps the pictures that are drawn while more is read', async () => {
    await open(readingState());
    const { message, part } = (await view.message('picture')) as { message: number; part: number };
    await view.send({ type: 'picture', revision: 1, message, part, data: PIXEL });
    await view.page.locator('.line canvas').waitFor();
    await view.send({ type: 'state', state: readingState({ revision: 2, soFar: { messages: 4, units: 20 } }) });
    await view.message('lines');
    await view.send({ type: 'lines', revision: 2, filter: 'all', from: 0, to: 20, lines: [...sampleLines] });
    await view.page.getByText('Messages listed so far: 4').waitFor();
    assert.equal(await view.page.locator('.line canvas').count(), 1);
  });

  it('says why a file could not be read, and opens it as text', async () => {
    await open(conversationState({ problem: 'This file is not a conversation.', read: null, verdict: null }));
    await view.page.getByRole('alert').filter({ hasText: 'This file is not a conversation.' }).waitFor();
    await view.page.locator('vscode-button').filter({ hasText: 'Open in Text Editor' }).click();
    assert.deepEqual(view.posted.at(-1), { type: 'openText' });
  });

  it('lists the models it can go on with: what goes through and loses least first, then the cheapest', async () => {
    await open();
    await button('Compare Models').click();
    await view.message('compareModels');
    const dear = { low: 1, high: 1, formula: 'f', sources: [], price: { low: 2, high: 2, source: 's' } };
    await view.send({
      type: 'switches',
      rows: [
        switchRow('fails', { outcome: 'fails', message: 4, sentence: 'Too large.', repairs: 3 }),
        switchRow('masked', { outcome: 'unknown', sentence: 'A text is masked.' }),
        switchRow('loses', { lost: [1, 1, 8] }),
        switchRow('dear', { tokens: dear, lacks: 'system_and_tools' }),
        switchRow('unpriced', { tokens: { low: 1, high: 1, formula: 'f', sources: [] } }),
        switchRow('unknown', { tokens: null, sentence: 'Nobody knows.' }),
        switchRow('cheap', { isChosen: true, isOwn: true }),
      ],
    });
    const names = view.page.locator('tbody td.name button');
    await names.first().waitFor();
    assert.deepEqual(await names.allInnerTexts(), ['cheap', 'dear', 'unpriced', 'unknown', 'loses', 'masked', 'fails']);
    assert.match(await view.page.locator('tbody tr').nth(5).innerText(), /Not known\s+A text is masked\./);
    assert.match(await view.page.locator('tbody tr').nth(0).innerText(), /model of this conversation/);
    assert.match(await view.page.locator('tbody tr').nth(1).innerText(), /≈ 1\nwithout system prompt and tools/);
    assert.match(await view.page.locator('tbody tr').nth(3).innerText(), /Goes through\s+Nobody knows\./);
    assert.match(await view.page.locator('tbody tr').nth(4).innerText(), /3 parts \(messages 2, 9\)/);
    assert.match(await view.page.locator('tbody tr').nth(6).innerText(), /Fails at message 5/);
    assert.deepEqual(await view.page.locator('tbody tr').nth(2).locator('td.number').allInnerTexts(), ['≈ 1', 'unknown', 'unknown']);
    await view.page.getByRole('button', { name: 'Price', exact: true }).click();
    assert.deepEqual((await names.allInnerTexts()).slice(-3), ['dear', 'unpriced', 'unknown']);
    await button('Repair 3 Parts…').click();
    assert.deepEqual(view.posted.at(-1), { type: 'chooseModel', serviceId: 'fails', thenRepair: true });
    await button('cheap').click();
    assert.deepEqual(view.posted.at(-1), { type: 'chooseModel', serviceId: 'cheap', thenRepair: false });
  });

  it('says what its requests sent and cost, and lists them when a person opens them; of a file without counts nothing', async () => {
    await open();
    assert.equal(await button('Requests').count(), 0);
    await view.send({ type: 'state', state: countedState(31, { revision: 2 }) });
    const section = view.page.locator('requests-section');
    await section
      .getByText(
        '31 requests, token counts from the server · Input: 1,234,567 tokens, 1,100,000 of them (89%) read from the cache · Output',
      )
      .waitFor();
    assert.equal(await section.locator('table').count(), 0, 'closed at first');
    await openRequests(view, 31);
    const row = (number: number) =>
      section
        .locator('tbody .row')
        .nth(number - 1)
        .locator('th, td');
    assert.deepEqual((await row(4).allInnerTexts()).slice(1), ['claude-haiku-4-5 (subagent)', '24,500', '23,000', '570', 'unknown', '']);
    assert.equal((await row(7).last().innerText()).trim(), '27,500: more than 5 minutes had passed');
    assert.deepEqual(((await view.keptState()) as { hasRequestsOpen: boolean }).hasRequestsOpen, true);
    await button('Requests').click();
    assert.equal(await section.locator('table').count(), 0);
  });

  it('goes to the message of a request by a click on its row, and with Enter on the one that is walked to', async () => {
    await open(countedState(31));
    await openRequests(view, 31);
    const table = view.page.locator('requests-table');
    await table.locator('.row').nth(6).click();
    assert.deepEqual(view.posted.at(-1), { type: 'findMessage', revision: 1, message: 1 });
    await table.locator('.whole').filter({ hasText: 'Request 7 · Message 2 · ' }).waitFor();
    await table.getByText('written to the cache: 29,000').waitFor();
    await table.getByText('Cache miss: 27,500 tokens sent again, ≈ $0.1137 more: more than 5 minutes had passed').waitFor();
    const before = view.posted.length;
    for (const key of ['End', 'ArrowUp', 'ArrowDown']) await table.locator('table').press(key);
    await selectedNumber('31').waitFor();
    assert.equal(view.posted.length, before, 'walking goes nowhere');
    await table.locator('table').press('Enter');
    assert.deepEqual(view.posted.at(-1), { type: 'findMessage', revision: 1, message: 1 });
  });

  it('draws a bar for each request, hidden from screen readers, and goes to its message by a click', async () => {
    await open(countedState(31));
    await openRequests(view, 31);
    const picture = view.page.locator('requests-picture');
    assert.equal(await picture.locator('.bar').count(), 31);
    assert.equal(await picture.locator('.bar .missed').count(), 4);
    assert.equal(await picture.locator('> div').getAttribute('aria-hidden'), 'true');
    const [first, tall] = await Promise.all([0, 27].map((at) => picture.locator('.bar').nth(at).locator('.fresh').boundingBox()));
    assert.ok((tall?.height ?? 0) > 10 * (first?.height ?? 0), 'what missed the cache was sent anew');
    assert.equal(await picture.locator('.bar title').nth(8).textContent(), 'Request 9\nInput: …');
    await picture.locator('.bar').nth(8).click();
    assert.deepEqual(view.posted.at(-1), { type: 'findMessage', revision: 1, message: 1 });
    await selectedNumber('9').waitFor();
    assert.equal(await picture.locator('.bar.active title').textContent(), 'Request 9\nInput: …');
  });

  it('draws no more bars than there is room for, and says that each is the average of several', async () => {
    await open(countedState(10_000));
    await openRequests(view, 10_000);
    const { most } = (await view.message('requestBars')) as { most: number };
    assert.equal(most, 242, 'a bar every 4 of 968 pixels');
    const picture = view.page.locator('requests-picture');
    assert.equal(await picture.locator('.bar').count(), 239);
    await picture.getByText('each bar is the average of up to 42 requests').waitFor();
    const [frame, last] = await Promise.all([picture.locator('.bars').boundingBox(), picture.locator('.bar').last().boundingBox()]);
    assert.ok(frame && last && last.x + last.width <= frame.x + frame.width, 'all of them can be seen');
    await picture.locator('.bar').last().click();
    await view.page.locator('requests-table .row').getByText('9,997', { exact: true }).waitFor();
  });

  it('has of 10,000 requests only the rows on the screen in the page, and asks for the others when they come into sight', async () => {
    await open(countedState(10_000));
    await openRequests(view, 10_000);
    const table = view.page.locator('requests-table');
    assert.ok((await table.locator('.row').count()) < 60);
    assert.equal(await table.locator('table').getAttribute('aria-rowcount'), '10001');
    await table.locator('table').press('End');
    await selectedNumber('10,000').waitFor();
    await view.send({ type: 'requests', revision: 1, from: 9500, rows: sampleRequests(10_000).slice(9500) });
    await table.locator('.row[aria-selected="true"]').filter({ hasText: 'claude' }).waitFor();
    const { from, to } = view.posted.at(-1) as { from: number; to: number };
    assert.ok(from > 9500 && from < 9990 && to === 10_000, `asked for ${from} to ${to}`);
  });

  it('keeps the requests and the messages on the screen, 400 pixels wide too', async () => {
    await open(countedState(31), { viewport: { width: 400, height: 800 } });
    await openRequests(view, 31);
    const [table, list] = await Promise.all(
      ['requests-table .scroller', 'conversation-list .list'].map((each) => view.page.locator(each).boundingBox()),
    );
    assert.ok((table?.height ?? 0) > 80 && (list?.height ?? 0) > 80, JSON.stringify([table, list]));
    assert.deepEqual(await view.page.locator('requests-table thead th').allInnerTexts(), ['#', 'Input', 'From Cache', 'Cache Miss']);
  });
});
