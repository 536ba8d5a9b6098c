import { own } from '../../io/own.ts';

/** That a model is no longer served by its maker, by the maker's own page. */
export interface Retirement {
  /** Since when requests fail: `2026-06-15`. */
  readonly date: string;
  /** The model that the maker recommends instead. */
  readonly successor: string;
  /** The page, and the month it was read in; where that was before the day, what says afterwards that the day has come. */
  readonly source: string;
}

/** The day, the model that is recommended instead, and the names that ended on that day. */
type Ended = readonly [date: string, successor: string, ...models: readonly string[]];

interface Page {
  readonly source: string;
  readonly ended: readonly Ended[];
}

const ANTHROPIC = 'https://platform.claude.com/docs/en/about-claude/model-deprecations (2026-07)';
const GEMINI = 'https://ai.google.dev/gemini-api/docs/deprecations (2026-03)';
const OPENAI = 'https://developers.openai.com/api/docs/deprecations (2026-09)';

/**
 * What makers say of the end of their models on their own platforms; clouds have dates of their own. Past days only, by a source that is no
 * older than the day: what is still to come may be put off.
 */
const PAGES: Readonly<Record<string, readonly Page[]>> = {
  Anthropic: [
    {
      source: `${ANTHROPIC}, and github.com/multidotdev/cli, release 0.0.135: retired (2026-09)`,
      ended: [['2026-08-05', 'claude-opus-4-8', 'claude-opus-4-1-20250805', 'claude-opus-4-1']],
    },
    {
      source: ANTHROPIC,
      ended: [
        ['2026-06-15', 'claude-opus-4-8', 'claude-opus-4-20250514', 'claude-opus-4-0', 'claude-opus-4'],
        ['2026-06-15', 'claude-sonnet-4-6', 'claude-sonnet-4-20250514', 'claude-sonnet-4-0', 'claude-sonnet-4'],
        ['2026-04-20', 'claude-haiku-4-5-20251001', 'claude-3-haiku-20240307', 'claude-3-haiku'],
        ['2026-02-19', 'claude-haiku-4-5-20251001', 'claude-3-5-haiku-20241022', 'claude-3-5-haiku-latest', 'claude-3-5-haiku'],
        ['2026-02-19', 'claude-sonnet-4-6', 'claude-3-7-sonnet-20250219', 'claude-3-7-sonnet-latest', 'claude-3-7-sonnet'],
        ['2026-01-05', 'claude-opus-4-8', 'claude-3-opus-20240229', 'claude-3-opus-latest', 'claude-3-opus'],
        [
          '2025-10-28',
          'claude-sonnet-4-6',
          'claude-3-5-sonnet-20241022',
          'claude-3-5-sonnet-20240620',
          'claude-3-5-sonnet-latest',
          'claude-3-5-sonnet',
        ],
        ['2025-07-21', 'claude-sonnet-4-6', 'claude-3-sonnet-20240229', 'claude-3-sonnet'],
        ['2025-07-21', 'claude-opus-4-8', 'claude-2-1', 'claude-2-0'],
      ],
    },
  ],
  // of the Gemini API; Vertex AI has days of its own
  Google: [
    {
      source: 'https://firebase.google.com/docs/ai-logic/prompt-design: shut down (2026-06)',
      ended: [
        [
          '2026-06-01',
          'gemini-3.1-flash-lite',
          'gemini-2.0-flash',
          'gemini-2.0-flash-001',
          'gemini-2.0-flash-lite',
          'gemini-2.0-flash-lite-001',
        ],
      ],
    },
    {
      source: 'https://docs.apiyi.com/en/live/2026-06/gemini-3-1-flash-lite-replaced.md: retired by Google (2026-06)',
      ended: [['2026-05-25', 'gemini-3.1-flash-lite', 'gemini-3.1-flash-lite-preview']],
    },
    {
      source: GEMINI,
      ended: [
        ['2026-03-09', 'gemini-3.1-pro-preview', 'gemini-3-pro-preview'],
        [
          '2025-12-02',
          'gemini-3.1-pro-preview',
          'gemini-2.5-pro-preview-03-25',
          'gemini-2.5-pro-preview-05-06',
          'gemini-2.5-pro-preview-06-05',
        ],
      ],
    },
  ],
  DeepSeek: [
    {
      source: 'https://api-docs.deepseek.com/updates (2026-07), and github.com/duanyytop/agents-radar #2311: error 400 (2026-07-25)',
      ended: [['2026-07-24', 'deepseek-flash', 'deepseek-chat', 'deepseek-reasoner']],
    },
  ],
  OpenAI: [
    {
      source: `${OPENAI}; its edition of 2026-11 has the day no longer among those to come`,
      ended: [
        ['2026-10-23', 'gpt-5.6-terra', 'gpt-3.5-turbo-0125', 'gpt-3.5-turbo', 'o4-mini-2025-04-16', 'o4-mini'],
        [
          '2026-10-23',
          'gpt-5.6-sol',
          'gpt-4-0613',
          'gpt-4',
          'gpt-4-1106-preview',
          'gpt-4-turbo-2024-04-09',
          'gpt-4-turbo',
          'gpt-4o-2024-05-13',
          'o1-2024-12-17',
          'o1',
          'o1-pro-2025-03-19',
          'o1-pro',
          'o3-mini-2025-01-31',
          'o3-mini',
        ],
        ['2026-10-23', 'gpt-5.6-luna', 'gpt-4.1-nano-2025-04-14', 'gpt-4.1-nano'],
        ['2026-10-01', 'gpt-5.6-cyber', 'gpt-5.4-cyber'],
      ],
    },
    {
      source: OPENAI,
      ended: [
        ['2026-08-10', 'gpt-5.6-sol', 'gpt-5.2-chat-latest', 'gpt-5.3-chat-latest'],
        ['2026-07-23', 'gpt-5.6-terra', 'computer-use-preview-2025-03-11', 'computer-use-preview', 'gpt-5.1-codex-mini'],
        [
          '2026-07-23',
          'gpt-5.6-sol',
          'gpt-5-chat-latest',
          'gpt-5-codex',
          'gpt-5.1-chat-latest',
          'gpt-5.1-codex',
          'gpt-5.1-codex-max',
          'gpt-5.2-codex',
          'o3-deep-research-2025-06-26',
          'o3-deep-research',
          'o4-mini-deep-research-2025-06-26',
          'o4-mini-deep-research',
        ],
        ['2026-02-17', 'gpt-5.1-chat-latest', 'chatgpt-4o-latest'],
        ['2026-02-12', 'gpt-5-codex-mini', 'codex-mini-latest'],
        ['2025-10-27', 'o4-mini', 'o1-mini'],
        ['2025-07-28', 'o3', 'o1-preview'],
        ['2025-07-14', 'gpt-4.1', 'gpt-4.5-preview'],
      ],
    },
  ],
};

/**
 * Whether a maker has retired a model of its own; undefined where its page does not say so, or is not known.
 *
 * @param host who serves it, as `resolveModel` names it
 * @param model its own name, in lower case
 */
export function retirementOf(host: string | undefined, model: string): Retirement | undefined {
  for (const { source, ended } of own(PAGES, host) ?? []) {
    const [date, successor] = ended.find(([, , ...models]) => models.includes(model)) ?? [];
    // What was recommended once may have ended since.
    if (date !== undefined && successor !== undefined)
      return { date, successor: retirementOf(host, successor)?.successor ?? successor, source };
  }
  return undefined;
}
