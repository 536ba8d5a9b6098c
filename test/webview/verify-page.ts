/** The page of a verification as its host sets it up, with what a test shows in it. */
import { pageHtml } from '../../src/host/screen/page-html.ts';
import type { VerifyRow, VerifyState } from '../../src/shared/verify-protocol.ts';
import { openWebviewPage, type WebviewPage, type WebviewPageOptions } from './support.ts';

const html: WebviewPageOptions['html'] = (asset, cspSource) =>
  pageHtml(
    { script: asset('verify.js'), style: asset('verify.css'), codicons: asset('codicon.css'), cspSource, language: 'en', title: 'Title' },
    'nonce',
  );

/** What came of one capability. */
export const verifyRow = (capability: string, fields: Partial<VerifyRow> = {}): VerifyRow => ({
  capability,
  list: 'input',
  isDeclared: false,
  outcome: 'accepted',
  because: 'The model answered.',
  words: 'ok',
  status: 200,
  elapsed: 480,
  ...fields,
});

/** Done, one of each outcome. */
export function verifyState(fields: Partial<VerifyState> = {}): VerifyState {
  return {
    id: 'a',
    name: 'My model',
    model: 'm-1',
    api: 'OpenAI-compatible (guessed)',
    address: 'https://llm.example.com/v1/chat/completions',
    timeout: 60_000,
    phase: 'done',
    rows: [
      verifyRow('text', { isDeclared: true }),
      verifyRow('vision', { elapsed: 1520 }),
      verifyRow('audio', { isDeclared: true, outcome: 'refused', because: 'The server refused it.', words: 'no audio', status: 400 }),
      verifyRow('tool_calling', {
        list: 'output',
        outcome: 'unclear',
        because: 'No complete answer within 60 seconds.',
        words: null,
        status: null,
      }),
      verifyRow('tool_result_media', { outcome: 'not_sent', because: 'Cancelled.', words: null, status: null, elapsed: null }),
    ],
    changes: [
      { kind: 'add', list: 'input', type: 'vision' },
      { kind: 'remove', list: 'input', type: 'audio' },
    ],
    notAsked: ['input.video'],
    ...fields,
  };
}

export interface VerifyPageOptions extends Partial<WebviewPageOptions> {
  locale?: string;
  bundle?: Record<string, string>;
}

/** Opens the page and shows a state in it. */
export async function openVerify(shown: VerifyState, options: VerifyPageOptions = {}): Promise<WebviewPage> {
  const { bundle = {}, locale = 'en', ...rest } = options;
  const view = await openWebviewPage({ html, ...rest });
  await view.message('ready');
  await view.send({ type: 'init', locale, bundle, state: shown });
  await view.page.locator('verify-table tbody tr').first().waitFor();
  return view;
}
