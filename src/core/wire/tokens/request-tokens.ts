import type { WireApi } from '../verdict.ts';
import { plainName, type TokenEstimate } from './model-family.ts';

/** What of a request costs tokens beside the contents of its messages. Tokens here are those of o200k_base. */
export interface RequestParts {
  readonly messages: number;
  readonly calls: number;
  readonly results: number;
  /** All texts, arguments and names of calls, and results. */
  readonly textTokens: number;
  readonly tools: ToolParts;
  /** Tokens of the JSON schema of the answer; 0 without one. */
  readonly schemaTokens: number;
}

/** The definitions of tools. Those that are loaded later are not among them. */
export interface ToolParts {
  readonly count: number;
  /** Properties of their parameters, at any depth, and values that these may have. */
  readonly properties: number;
  readonly choices: number;
  /** Tokens of their names and descriptions, and of all of their JSON. */
  readonly wordTokens: number;
  readonly jsonTokens: number;
  /** The model has to call one. */
  readonly isForced: boolean;
}

export const NO_TOOLS: ToolParts = { count: 0, properties: 0, choices: 0, wordTokens: 0, jsonTokens: 0, isForced: false };

/** Tokens of a model's requests. What is not named costs nothing. */
interface RequestFormula {
  readonly name: string;
  readonly model: RegExp;
  /** Where the formula is that of one way to reach the model. */
  readonly api?: (api: WireApi) => boolean;
  /** Tokens for one of o200k_base. */
  readonly text: number;
  readonly base: number;
  readonly message: number;
  /** Of a call, and of a result. */
  readonly call: number;
  /** What there is as soon as there is a tool, when one must be called, and of each tool. */
  readonly tools: {
    readonly base: number;
    readonly forced?: number;
    readonly each?: number;
    readonly property?: number;
    readonly choice?: number;
    readonly word?: number;
    readonly json?: number;
  };
  readonly schema: { readonly base: number; readonly json: number };
}

const isResponses = (api: WireApi): boolean => api === 'openai-responses';
/** OpenAI writes tools as types of TypeScript: a line a property, with its description as a comment. */
const TYPESCRIPT = { each: 5, property: 4.9, choice: 3.4, word: 1.04 };
const OPENAI = { text: 1.01, base: 3, message: 4, call: 10, schema: { base: 4, json: 0.65 } };
const CLAUDE = { text: 1.1, base: 4, message: 4, call: 19.5, schema: { base: 92, json: 1.9 } };
const CLAUDE_JSON = 1.37;

/**
 * Fitted to requests that servers answered with the tokens they counted, recorded from 2024 to 2026 by the tests of pydantic-ai, ruby_llm,
 * chatlas, openinference and openllmetry; fitted in November 2026 to all of them, so that what they reach there is no measure of requests
 * that are not among them. Documents have two of the numbers:
 * what Claude's tools add (https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview#pricing) and that OpenAI's are written
 * into the system message (https://developers.openai.com/api/docs/guides/function-calling; both 2026-11). The first that fits counts.
 */
const FORMULAS: readonly RequestFormula[] = [
  {
    name: 'gpt-oss',
    model: /^gpt-oss/,
    ...OPENAI,
    base: 64,
    message: 4.5,
    call: 8,
    tools: { base: 35, ...TYPESCRIPT },
    schema: { base: 10, json: 2 },
  },
  { name: 'GPT-5, Responses', model: /^(gpt-[5-9]|o\d)/, api: isResponses, ...OPENAI, tools: { base: 14, ...TYPESCRIPT } },
  { name: 'GPT-5, Chat', model: /^(gpt-[5-9]|o\d)/, ...OPENAI, tools: { base: 97, ...TYPESCRIPT } },
  { name: 'GPT-4, Responses', model: /^(chat)?gpt-/, api: isResponses, ...OPENAI, call: 8, tools: { base: -4, ...TYPESCRIPT, each: 18 } },
  { name: 'GPT-4, Chat', model: /^(chat)?gpt-/, ...OPENAI, tools: { base: 13, ...TYPESCRIPT } },
  { name: 'Claude 3.5', model: /^claude-3-5/, ...CLAUDE, tools: { base: 285, json: CLAUDE_JSON } },
  {
    name: 'Claude 3.7 to 4.1',
    model: /^(?:databricks-)?claude-(?:3|(?:[a-z]+-)?4-[01](?:-|$)|[a-z]+-4-2025)/,
    ...CLAUDE,
    tools: { base: 320, forced: -33, json: CLAUDE_JSON },
  },
  {
    name: 'Claude 4.5 and 4.6',
    model: /^claude-[a-z]+-4[.-][56]/,
    ...CLAUDE,
    tools: { base: 497, forced: 97, json: CLAUDE_JSON },
  },
  { name: 'Claude 4.7 and 4.8', model: /^claude-[a-z]+-4/, ...CLAUDE, text: 1.3, tools: { base: 545, forced: 97, json: 1.6 } },
  { name: 'Claude 5', model: /^claude-[a-z]+-5/, ...CLAUDE, text: 1.3, tools: { base: 420, forced: 97, json: 1.6 } },
  {
    name: 'Gemini',
    model: /^gemini-(?:2[.-]5|[3-9])/,
    text: 1.04,
    base: 3,
    message: 2,
    call: 4,
    tools: { base: 0, each: 9, property: 21, word: 1.05 },
    schema: { base: 0, json: 0 },
  },
  {
    name: 'Grok 4.3',
    model: /^grok-4[.-]3/,
    text: 1,
    base: 190,
    message: 2,
    call: 12,
    tools: { base: 35, json: 1 },
    schema: { base: 0, json: 1 },
  },
  { name: 'Grok', model: /^grok/, text: 1, base: 2, message: 3, call: 12, tools: { base: 148, json: 1 }, schema: { base: 0, json: 1 } },
  {
    name: 'DeepSeek V4',
    model: /^deepseek-v4/,
    text: 1,
    base: 82,
    message: 2,
    call: 20,
    tools: { base: 175, json: 1.3 },
    schema: { base: 0, json: 1 },
  },
  {
    name: 'DeepSeek',
    model: /^deepseek-(?:chat|reasoner|v3)/,
    text: 1,
    base: 3,
    message: 3,
    call: 20,
    tools: { base: 222, json: 1.3 },
    schema: { base: 0, json: 1 },
  },
  {
    name: 'Mistral',
    model: /^(?:mistral-small|ministral|codestral|devstral)/,
    text: 1.02,
    base: 1,
    message: 4,
    call: 5,
    tools: { base: 14, json: 1.5 },
    schema: { base: 0, json: 0 },
  },
  {
    name: 'Mistral, large',
    model: /^mistral/,
    text: 1.02,
    base: 1,
    message: 4,
    call: 4,
    tools: { base: 5, json: 1.45 },
    schema: { base: 0, json: 0 },
  },
];

/** What is between the sparest and the richest of the formulas, for a model that none is known of. */
const SPAREST = { text: 0.9, base: 0, message: 1, call: 1, tools: 0, json: 0.4 };
const RICHEST = { text: 1.35, base: 200, message: 12, call: 25, tools: 700, json: 2 };

const SOURCE =
  'fitted to answered requests (2026-11); https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview#pricing (2026-11)';

/**
 * What a request costs beside its texts and media: roles and marks of messages, calls and results, definitions of tools, the schema of the
 * answer, and what the API writes itself as soon as there are tools. A range for a model that no formula is known of.
 *
 * @param factor tokens for one of o200k_base that the texts are counted with already
 */
export function requestTokens(
  parts: RequestParts,
  { api, model }: { readonly api: WireApi; readonly model?: string | undefined },
  factor: number,
): TokenEstimate {
  const { messages, calls, results, tools, schemaTokens, textTokens } = parts;
  const formula = formulaOf(api, model);
  const params = {
    messages,
    calls: calls + results,
    tools: tools.count,
    schema: schemaTokens > 0 ? 1 : 0,
    ...(formula ? { family: formula.name, basis: 'model' } : {}),
  };
  const estimate = (low: number, high: number): TokenEstimate => ({
    low: Math.round(low),
    high: Math.round(high),
    formula: 'request_parts',
    params,
    source: SOURCE,
  });
  if (formula) {
    const tokens = tokensBy(formula, parts) + (formula.text - factor) * textTokens;
    return estimate(tokens, tokens);
  }
  const [low, high] = [SPAREST, RICHEST].map(
    (each) =>
      each.base +
      each.message * messages +
      each.call * (calls + results) +
      (tools.count > 0 ? each.tools + each.json * tools.jsonTokens : 0) +
      each.json * schemaTokens +
      (each.text - factor) * textTokens,
  );
  return estimate(low ?? 0, high ?? 0);
}

function tokensBy({ base, message, call, tools: rates, schema }: RequestFormula, parts: RequestParts): number {
  const { messages, calls, results, tools, schemaTokens } = parts;
  const { each = 0, property = 0, choice = 0, word = 0, json = 0, forced = 0 } = rates;
  const ofTools =
    rates.base +
    (tools.isForced ? forced : 0) +
    each * tools.count +
    property * tools.properties +
    choice * tools.choices +
    word * tools.wordTokens +
    json * tools.jsonTokens;
  return (
    base +
    message * messages +
    call * (calls + results) +
    (tools.count > 0 ? ofTools : 0) +
    (schemaTokens > 0 ? schema.base + schema.json * schemaTokens : 0)
  );
}

function formulaOf(api: WireApi, model: string | undefined): RequestFormula | undefined {
  if (model === undefined) return undefined;
  const name = plainName(model);
  return FORMULAS.find((formula) => formula.model.test(name) && (formula.api?.(api) ?? true));
}
