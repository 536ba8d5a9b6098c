import { own } from '../../io/own.ts';

/** What whoever serves a model says of its end. */
export interface Retirement {
  /**
   * `retired`: requests fail; `forwarded`: its successor answers them, at its own price; `deprecated`: the day was announced, and what has become
   * of requests since is not known.
   */
  readonly state: 'retired' | 'forwarded' | 'deprecated';
  /** The day from which requests fail, or go to another model: `2026-06-15`. */
  readonly date: string;
  /** The model that is recommended instead, or answers. */
  readonly successor: string;
  /** The page, and the month it was read in; of a model that has ended that is no earlier than the day. */
  readonly source: string;
}

/** The day, the model that is recommended instead, or answers, and the names that end on that day. */
type End = readonly [date: string, successor: string, ...models: readonly string[]];

interface Page {
  readonly source: string;
  readonly retired?: readonly End[];
  readonly forwarded?: readonly End[];
  readonly deprecated?: readonly End[];
}

const ANTHROPIC = 'https://platform.claude.com/docs/en/about-claude/model-deprecations (2026-07)';
const GEMINI = 'https://ai.google.dev/gemini-api/docs/deprecations (2026-03)';
const OPENAI_NOW = 'https://developers.openai.com/api/docs/deprecations (2026-11)';
const OPENAI = 'https://developers.openai.com/api/docs/deprecations (2026-09)';

/** On its own platforms and in Microsoft Foundry, as its page says. */
const OF_ANTHROPIC: readonly Page[] = [
  {
    source: 'https://platform.claude.com/docs/en/about-claude/model-deprecations (2026-11), by github.com/samarthputhraya/Modelpin 0.5.7',
    deprecated: [['2027-01-22', 'claude-opus-5-5', 'claude-opus-4-5-20251101', 'claude-opus-4-5']],
  },
  {
    source: 'https://platform.claude.com/docs/en/models/sonnet-4-5/overview (2026-11)',
    deprecated: [['2026-11-30', 'claude-sonnet-5-5', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-5']],
  },
  {
    source: `${ANTHROPIC}, and github.com/multidotdev/cli, release 0.0.135: retired (2026-09)`,
    retired: [['2026-08-05', 'claude-opus-4-8', 'claude-opus-4-1-20250805', 'claude-opus-4-1']],
  },
  {
    source: ANTHROPIC,
    retired: [
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
];

/**
 * What is said of the end of models, by who serves them: each has dates of its own. A model is retired only by a source that is no older than the
 * day: what is still to come may be put off.
 */
const PAGES: Readonly<Record<string, readonly Page[]>> = {
  Anthropic: OF_ANTHROPIC,
  'Microsoft Foundry': OF_ANTHROPIC,
  // of the Gemini API; Vertex AI has days of its own
  Google: [
    {
      source: 'https://ai.google.dev/gemini-api/docs/deprecations (2026-11), by dev.to/aideprecations',
      deprecated: [
        ['2026-12-01', 'gemini-3.8-flash', 'gemini-2.5-pro'],
        ['2026-12-01', 'gemini-3.5-flash-lite', 'gemini-2.5-flash'],
      ],
    },
    {
      source: 'https://ai.google.dev/gemini-api/docs/changelog (2026-10)',
      forwarded: [
        ['2026-10-08', 'gemini-3.6-flash', 'gemini-3.5-flash'],
        ['2026-10-08', 'gemini-3.8-flash', 'gemini-3.7-flash'],
      ],
    },
    {
      source: `${GEMINI}, and crewAIInc/crewAI #7003 (2026-08)`,
      forwarded: [['2026-03-09', 'gemini-3.1-pro-preview', 'gemini-3-pro-preview']],
    },
    {
      source: 'https://firebase.google.com/docs/ai-logic: retired on the day (2025-10), and crewAIInc/crewAI #7003: error 404 (2026-08)',
      retired: [
        [
          '2025-09-24',
          'gemini-2.5-flash-lite',
          ...['gemini-1.5-pro', 'gemini-1.5-flash', 'gemini-1.5-flash-8b'].flatMap((name) => [
            name,
            `${name}-latest`,
            `${name}-001`,
            `${name}-002`,
          ]),
        ],
      ],
    },
    {
      source: 'https://ai.google.dev/gemini-api/docs/deprecations (2026-09), by github.com/karthink/gptel #1532',
      deprecated: [['2027-05-07', 'gemini-3.5-flash-lite', 'gemini-3.1-flash-lite']],
    },
    {
      source: 'https://firebase.google.com/docs/ai-logic/prompt-design: shut down (2026-06)',
      retired: [
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
      retired: [['2026-05-25', 'gemini-3.1-flash-lite', 'gemini-3.1-flash-lite-preview']],
    },
    {
      source: GEMINI,
      retired: [
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
      source: 'https://api-docs.deepseek.com/updates (2026-09), by wavespeed.ai and github.com/dshworks/dsh-meter 0.5.0',
      forwarded: [['2026-09-10', 'deepseek-flash', 'deepseek-v4-flash', 'deepseek-v4-flash-vision-exp']],
    },
    {
      source: 'https://api-docs.deepseek.com/updates (2026-07), and github.com/duanyytop/agents-radar #2311: error 400 (2026-07-25)',
      retired: [['2026-07-24', 'deepseek-flash', 'deepseek-chat', 'deepseek-reasoner']],
    },
  ],
  Mistral: [
    {
      source: 'github.com/mistralai/platform-docs-public, src/schema/models (2026-08)',
      retired: [
        ['2026-07-31', 'mistral-medium-3-5', 'devstral-2512', 'magistral-medium-2509'],
        ['2026-07-31', 'mistral-small-2603', 'magistral-small-2509', 'mistral-small-2506'],
        ['2026-07-31', 'ministral-8b-2512', 'open-mistral-nemo-2407', 'open-mistral-nemo'],
        ['2026-05-31', 'mistral-medium-3-5', 'devstral-medium-2507', 'mistral-large-2411', 'pixtral-large-2411'],
        ['2026-05-31', 'mistral-small-2603', 'devstral-small-2507'],
        ['2026-03-31', 'mistral-medium-3-5', 'labs-devstral-small-2512'],
        ['2025-12-31', 'ministral-14b-2512', 'pixtral-12b-2409'],
        ['2025-12-31', 'ministral-8b-2512', 'ministral-8b-2410'],
        ['2025-12-31', 'ministral-3b-2512', 'ministral-3b-2410'],
        ['2025-11-30', 'mistral-medium-3-5', 'devstral-small-2505', 'magistral-medium-2506', 'magistral-medium-2507'],
        [
          '2025-11-30',
          'mistral-small-2603',
          'magistral-small-2506',
          'magistral-small-2507',
          'mistral-small-2409',
          'mistral-small-2501',
          'mistral-small-2503',
        ],
        ['2025-11-30', 'codestral-2508', 'codestral-2501'],
        ['2025-09-30', 'mistral-small-2603', 'mistral-saba-2502'],
        ['2025-06-16', 'mistral-large-2512', 'mistral-large-2402'],
        ['2025-06-16', 'mistral-small-2603', 'mistral-small-2402'],
        ['2025-06-16', 'codestral-2508', 'codestral-2405'],
        ['2025-03-30', 'mistral-large-2512', 'mistral-large-2407'],
        ['2025-03-30', 'mistral-small-2603', 'open-mixtral-8x7b', 'open-mixtral-8x22b'],
        ['2025-03-30', 'ministral-8b-2512', 'open-mistral-7b'],
      ],
      // Where the names without a day lead to once their models have ended is not written there.
      deprecated: [
        ['2026-08-31', 'mistral-medium-3-5', 'mistral-medium-2505', 'mistral-medium-2508'],
        ['2026-07-31', 'mistral-medium-3-5', 'devstral-latest', 'devstral-medium-latest', 'magistral-medium-latest'],
        ['2026-07-31', 'mistral-small-2603', 'magistral-small-latest'],
        ['2026-05-31', 'mistral-medium-3-5', 'pixtral-large-latest'],
        ['2026-03-31', 'mistral-medium-3-5', 'devstral-small-latest'],
      ],
    },
  ],
  Groq: [
    {
      // Who has a contract with Groq keeps them.
      source: 'https://console.groq.com/docs/deprecations (2026-07), by github.com/BloomLabsInc/genkit-plugins #382',
      deprecated: [
        ['2026-08-16', 'openai/gpt-oss-120b', 'llama-3.3-70b-versatile'],
        ['2026-08-16', 'openai/gpt-oss-20b', 'llama-3.1-8b-instant'],
        ['2026-07-17', 'openai/gpt-oss-120b', 'llama-4-scout-17b-16e-instruct'],
        ['2026-03-09', 'openai/gpt-oss-120b', 'llama-4-maverick-17b-128e-instruct'],
      ],
    },
  ],
  'GitHub Copilot': [
    {
      source: 'github.com/github/docs, data/tables/copilot/model-deprecation-history.yml (2026-06)',
      retired: [
        ['2026-06-01', 'gpt-5.5', 'gpt-4.1'],
        ['2026-05-15', 'gpt-5-mini', 'grok-code-fast-1'],
        ['2026-05-01', 'claude-sonnet-4.6', 'claude-sonnet-4'],
        ['2026-04-15', 'gpt-5.3-codex', 'gpt-5.1'],
        ['2026-04-01', 'gpt-5.3-codex', 'gpt-5.1-codex', 'gpt-5.1-codex-max', 'gpt-5.1-codex-mini'],
        ['2026-03-26', 'gemini-3.1-pro-preview', 'gemini-3-pro-preview'],
        ['2026-02-17', 'claude-opus-4.6', 'claude-opus-4-1'],
        ['2026-02-17', 'gpt-5.2', 'gpt-5'],
      ],
    },
  ],
  'Amazon Bedrock': [
    {
      source: 'github.com/awslabs/startups #9 and #304, strands-agents/samples #299 (2026-10); what is recommended: Anthropic',
      deprecated: [
        ['2026-10-14', 'claude-sonnet-4-6', 'claude-sonnet-4-20250514'],
        ['2026-07-30', 'claude-sonnet-4-6', 'claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-20240620'],
        ['2026-04-28', 'claude-sonnet-4-6', 'claude-3-7-sonnet-20250219'],
      ],
    },
  ],
  'Google Vertex AI': [
    {
      source: 'https://firebase.google.com/docs/ai-logic (2026-11): all general-use Gemini 2.5 models have shut down',
      retired: [['2026-10-20', 'gemini-3.6-flash', 'gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-2.5-flash-lite']],
    },
    {
      source: 'https://cloud.google.com/vertex-ai/generative-ai/docs/deprecations/partner-models (2026-08); what is recommended: Anthropic',
      deprecated: [
        ['2026-07-05', 'claude-haiku-4-5-20251001', 'claude-3-5-haiku-20241022'],
        ['2026-08-23', 'claude-haiku-4-5-20251001', 'claude-3-haiku-20240307'],
      ],
    },
  ],
  xAI: [
    {
      source: 'https://docs.apiyi.com/en/live/2026-11/grok-code-models-offline.md (2026-11)',
      deprecated: [['2026-11-19', 'grok-4.7', 'grok-build-0.1']],
    },
    {
      // Requests went to Grok 4.3 at first (BerriAI/litellm #28788, May 2026), and fail by August (BerriAI/litellm-docs #816). The names without a
      // day: anomalyco/models.dev #1790.
      source: 'https://docs.x.ai/developers/migration/may-15-retirement (2026-05)',
      deprecated: [
        [
          '2026-05-15',
          'grok-4.3',
          'grok-4-1-fast-reasoning',
          'grok-4-1-fast-non-reasoning',
          'grok-4-fast-reasoning',
          'grok-4-fast-non-reasoning',
          'grok-4-0709',
          'grok-4',
          'grok-4-latest',
          'grok-4-fast',
          'grok-4-1-fast',
          'grok-4.1-fast',
          'grok-3-latest',
          'grok-code-fast-1',
          'grok-3',
        ],
      ],
    },
  ],
  OpenAI: [
    {
      source: `${OPENAI_NOW}, by dev.to/aideprecations and dev.to/bigcircle`,
      deprecated: [
        ['2026-12-11', 'gpt-6.1-sol', 'gpt-5', 'gpt-5-2025-08-07'],
        ['2026-12-11', 'gpt-6.1-terra', 'gpt-5-mini', 'gpt-5-mini-2025-08-07'],
        ['2026-12-11', 'gpt-5.6-luna', 'gpt-5-nano', 'gpt-5-nano-2025-08-07'],
        ['2026-12-11', 'gpt-5.6-sol', 'gpt-5-pro', 'gpt-5-pro-2025-10-06', 'o3', 'o3-2025-04-16', 'o3-pro', 'o3-pro-2025-06-10'],
        [
          '2027-01-14',
          'gpt-6-luna',
          'gpt-4o',
          'gpt-4o-2024-08-06',
          'gpt-4o-2024-11-20',
          'gpt-4o-mini',
          'gpt-4o-mini-2024-07-18',
          'gpt-4.1',
          'gpt-4.1-2025-04-14',
          'gpt-4.1-mini',
          'gpt-4.1-mini-2025-04-14',
        ],
      ],
    },
    {
      source: `${OPENAI}; its edition of 2026-11 has the day no longer among those to come`,
      retired: [
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
      retired: [
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
 * What is said of the end of a model where it is served; undefined where nothing is, or it is not known.
 *
 * @param host who serves it, as `resolveModel` names it
 * @param model its own name, in lower case
 */
export function retirementOf(host: string | undefined, model: string): Retirement | undefined {
  for (const page of own(PAGES, host) ?? []) {
    for (const state of ['retired', 'forwarded', 'deprecated'] as const) {
      const [date, successor] = page[state]?.find(([, , ...models]) => models.includes(model)) ?? [];
      if (date === undefined || successor === undefined) continue;
      // What was recommended once may have ended since; what answers is no matter of recommendation.
      const next = retirementOf(host, successor);
      const last = state === 'forwarded' && next?.state !== 'forwarded' ? undefined : next?.successor;
      return { state, date, successor: last ?? successor, source: page.source };
    }
  }
  return undefined;
}
