/** The page of a conversation as its host sets it up, with what a test shows in it. */
import { pageHtml } from '../../src/host/screen/page-html.ts';
import type { ConversationLine, ConversationState, RequestBar, RequestRow, SwitchRow } from '../../src/shared/conversation-protocol.ts';
import { openWebviewPage, type WebviewPage, type WebviewPageOptions } from './support.ts';

const html: WebviewPageOptions['html'] = (asset, cspSource) =>
  pageHtml(
    {
      script: asset('conversation.js'),
      style: asset('conversation.css'),
      codicons: asset('codicon.css'),
      cspSource,
      language: 'en',
      title: 'Title',
    },
    'nonce',
  );

const RULE = 'https://platform.claude.com/docs/en/build-with-claude/vision (2026-11)';

/** One line of each kind. */
export const sampleLines: readonly ConversationLine[] = [
  { kind: 'message', at: 0, height: 1, message: 0, role: 'user', time: 1_793_000_000_000, tokens: 1234, notSent: null },
  {
    kind: 'part',
    at: 1,
    height: 1,
    message: 0,
    part: 0,
    content: 'text',
    text: 'Look at <b>this</b>',
    more: '',
    isResult: false,
    isSent: true,
    file: null,
    media: null,
  },
  {
    kind: 'part',
    at: 2,
    height: 3,
    message: 0,
    part: 1,
    content: 'media',
    text: 'chart.png',
    more: '',
    isResult: false,
    isSent: true,
    file: null,
    media: { type: 'image/png', declared: 'image/jpeg', size: 9300, width: 640, height: 400, hasPicture: true },
  },
  {
    kind: 'finding',
    at: 5,
    height: 3,
    message: 0,
    part: 1,
    severity: 'error',
    sentence: 'The declared type image/jpeg is not that of the bytes.',
    words: 'The image was specified using the image/jpeg media type',
    source: RULE,
  },
  { kind: 'message', at: 8, height: 1, message: 1, role: 'assistant', time: null, tokens: null, notSent: 'Not sent: from a subagent' },
  {
    kind: 'part',
    at: 9,
    height: 1,
    message: 1,
    part: 0,
    content: 'call',
    text: 'Read',
    more: '{"path":"a.png"}',
    isResult: false,
    isSent: false,
    file: null,
    media: null,
  },
];

const UNITS = 10;

/** Units of the finding among them. */
const FOUND = 3;

/** The same before anything of them is judged. */
const linesSoFar = sampleLines.flatMap((line): ConversationLine[] => {
  const at = line.at > FOUND + 2 ? line.at - FOUND : line.at;
  if (line.kind === 'finding') return [];
  return [line.kind === 'message' ? { ...line, at, tokens: null, notSent: null } : { ...line, at, isSent: true }];
});
const tokens = {
  low: 35_140,
  high: 35_140,
  formula: '⌈w/28⌉ · ⌈h/28⌉',
  sources: [RULE],
  price: { low: 0.1757, high: 0.1757, source: 'Anthropic' },
  context: { low: 0.176, high: 0.176, source: 'catalogue', window: 200_000 },
};

/** A session that fails. */
export function conversationState(fields: Partial<ConversationState> = {}): ConversationState {
  return {
    revision: 1,
    name: 'session.jsonl',
    progress: null,
    problem: null,
    soFar: null,
    read: {
      title: 'Fix the gateway',
      format: 'Claude Code',
      size: 4_400_000,
      mediaBytes: 3_300_000,
      messages: 2,
      notSent: 1,
      media: 1,
      broken: 1,
      firstBroken: 7,
      files: 2,
      units: { all: UNITS, files: UNITS, media: UNITS, findings: UNITS },
      isCut: false,
      newer: null,
      requests: null,
    },
    model: { name: 'claude-opus-4-5', api: 'Anthropic Messages' },
    verdict: {
      outcome: 'fails',
      message: 0,
      sentence: 'The declared type image/jpeg is not that of the bytes.',
      findings: { error: 1, warning: 0, info: 0 },
      tokens,
      uncounted: null,
      lacks: 'system_and_tools',
      counted: null,
      isExact: false,
    },
    repair: { parts: 1, refusal: null, canUndo: false, restoresMedia: false, canSlim: false },
    ...fields,
  };
}

/** The same while it is read for the first time. */
export const readingState = (fields: Partial<ConversationState> = {}): ConversationState =>
  conversationState({ progress: 0.1, read: null, verdict: null, soFar: { messages: 2, units: UNITS - FOUND }, ...fields });

/** What a model would make of it. */
export const switchRow = (name: string, fields: Partial<SwitchRow> = {}): SwitchRow => ({
  serviceId: name,
  name,
  api: 'Anthropic Messages',
  isChosen: false,
  isOwn: false,
  outcome: 'goes_through',
  message: null,
  sentence: null,
  lost: [],
  repairs: 0,
  tokens,
  lacks: null,
  ...fields,
});

/** Its requests as they are shown: each answers the second message, and every seventh one misses the cache. */
export function sampleRequests(count: number): RequestRow[] {
  return Array.from({ length: count }, (_, at) => {
    const isMissed = at % 7 === 6;
    const input = 20_000 + 1500 * (at % 70);
    return {
      message: 1,
      time: 1_793_000_000_000 + at * 60_000,
      model: at % 10 === 3 ? 'claude-haiku-4-5 (subagent)' : 'claude-opus-4-5',
      input,
      cached: isMissed ? 0 : input - 1500,
      written: isMissed ? input : 1500,
      output: 300 + 90 * (at % 11),
      price: at % 10 === 3 ? null : 0.0234,
      miss: isMissed ? { tokens: input - 1500, price: 0.1137, reason: 'more than 5 minutes had passed' } : null,
    };
  });
}

/** The same requests as bars, so many of them in each. */
function sampleBars(count: number, each = 1): RequestBar[] {
  const rows = sampleRequests(count);
  return Array.from({ length: Math.ceil(count / each) }, (_, at) => {
    const [from, to] = [at * each, Math.min(count, (at + 1) * each)];
    const group = rows.slice(from, to);
    const mean = (of: (row: RequestRow) => number): number => group.reduce((sum, row) => sum + of(row), 0) / group.length;
    const [input, cached, output] = [mean((row) => row.input), mean((row) => row.cached), mean((row) => row.output)];
    const title = `${each === 1 ? `Request ${to}` : `Requests ${from + 1} to ${to}`}\nInput: …`;
    return { from, to, message: 1, cached, fresh: input - cached, output, isMissed: group.some(({ miss }) => miss), title };
  });
}

/** The same session, with so many requests that were answered. */
export function countedState(count: number, fields: Partial<ConversationState> = {}): ConversationState {
  const { read, ...state } = conversationState(fields);
  const facts = [
    { label: 'Input', value: '1,234,567 tokens, 1,100,000 of them (89%) read from the cache' },
    { label: 'Output', value: '43,210 tokens' },
    { label: 'Price', value: '≈ $2.51 at list prices' },
    { label: 'Cache misses', value: '4 requests resent 131,000 tokens that had already been cached, ≈ $0.45 more' },
  ];
  return { ...state, read: read && { ...read, requests: { count, words: `${count} requests, token counts from the server`, facts } } };
}

export interface ConversationPageOptions extends Partial<WebviewPageOptions> {
  locale?: string;
  bundle?: Record<string, string>;
}

/** Opens the page, shows a state in it, and gives it the lines it asks for. */
export async function openConversation(
  shown: ConversationState,
  { bundle = {}, locale = 'en', ...rest }: ConversationPageOptions = {},
): Promise<WebviewPage> {
  const view = await openWebviewPage({ html, ...rest });
  await view.message('ready');
  await view.send({ type: 'init', locale, bundle });
  await view.send({ type: 'state', state: shown });
  if (!shown.read && !shown.soFar) return view;
  await view.message('lines');
  const lines = shown.read ? [...sampleLines] : linesSoFar;
  await view.send({ type: 'lines', revision: shown.revision, filter: 'all', from: 0, to: UNITS, lines });
  await view.page.locator('.line').first().waitFor();
  return view;
}

/** Opens the requests of a session, and gives the page those that it asks for first. */
export async function openRequests(view: WebviewPage, count: number, name = 'Requests'): Promise<void> {
  await view.page.getByRole('button', { name, exact: true }).click();
  const { revision, from, to } = (await view.message('requests')) as { revision: number; from: number; to: number };
  await view.send({ type: 'requests', revision, from, rows: sampleRequests(count).slice(from, to) });
  const { most } = (await view.message('requestBars')) as { most: number };
  await view.send({ type: 'requestBars', revision, bars: sampleBars(count, Math.ceil(count / most)) });
  await view.page.locator('requests-picture .bar').first().waitFor();
  await view.page.locator('requests-table .row td').first().waitFor();
}
