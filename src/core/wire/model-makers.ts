import { own } from '../io/own.ts';

/** Who makes models, by their names. Who else serves them, and where, is not here. */
interface ModelMaker {
  readonly name: string;
  /** Names of its models, without what stands before and behind them, in lower case. */
  readonly models: RegExp;
  /** Those of them that it serves itself; absent where it serves none. Open weights are served by anybody. */
  readonly serves?: RegExp;
}

/** The first that fits is it. */
const MODEL_MAKERS: readonly ModelMaker[] = [
  {
    name: 'OpenAI',
    models: /^(?:ft:)?(?:gpt-|chatgpt-|codex-|o\d(?![a-z\d])|computer-use-preview)/,
    serves: /^(?:ft:)?(?:gpt-(?!oss)|chatgpt-|codex-|computer-use-|o\d(?![a-z\d]))/,
  },
  { name: 'Anthropic', models: /^claude(?:-|$)/, serves: /^claude-/ },
  { name: 'Google', models: /^(?:gemini|gemma|medgemma|codegemma|shieldgemma)/, serves: /^gemini-/ },
  { name: 'DeepSeek', models: /^deepseek/, serves: /^deepseek-(?:chat|flash|reasoner|v\d)/ },
  {
    name: 'Alibaba Cloud',
    models: /^(?:qwen|qwq|qvq)/,
    serves:
      /^(?:qwen(?:\d(?:\.\d)?)?-(?:(?:asr|coder|livetranslate)-(?:flash|plus)|flash|max|mt-|omni|plus|turbo|vl-(?:max|ocr|plus))|qwq-plus|qvq-(?:max|plus))/,
  },
  { name: 'NVIDIA', models: /^(?:(?:nvidia-)?nemotron|llama-3\.\d-nemotron)/ },
  { name: 'Meta', models: /^(?:meta-)?(?:code)?llama(?!va)/ },
  {
    name: 'Mistral',
    models: /^(?:open-|labs-)?(?:mistral|mixtral|ministral|pixtral|magistral|codestral|devstral|voxtral)/,
    serves: /^(?:(?:labs-)?(?:codestral|devstral|magistral|ministral|mistral(?!-7b)|pixtral|voxtral)|open-(?:codestral|mistral|mixtral))-/,
  },
  { name: 'xAI', models: /^grok-/, serves: /^grok-/ },
  { name: 'Moonshot', models: /^(?:kimi|moonshot)-/, serves: /^(?:kimi|moonshot)-/ },
  { name: 'Z.ai', models: /^(?:chat)?glm-/, serves: /^glm-/ },
  { name: 'MiniMax', models: /^minimax-/, serves: /^minimax-/ },
  { name: 'Perplexity', models: /^(?:sonar(?:-|$)|r1-1776)/, serves: /^sonar(?:-|$)/ },
  { name: 'Amazon', models: /^(?:nova|titan)-/ },
  { name: 'Cohere', models: /^(?:command|aya)(?:-|$)/, serves: /^(?:command|aya)(?:-|$)/ },
  { name: 'Microsoft', models: /^(?:phi-?\d|mai-(?:ds|\d))/ },
  { name: 'IBM', models: /^granite/ },
  { name: 'OpenBMB', models: /^minicpm/ },
  { name: 'LLaVA', models: /^(?:bak)?llava/ },
  { name: 'AI21', models: /^jamba/ },
];

/** Makers by the word before a dot in Bedrock's names and before a slash in those of gateways and of Hugging Face, in lower case. */
const MAKERS_BY_WORD: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  'deepseek-ai': 'DeepSeek',
  deepseek: 'DeepSeek',
  qwen: 'Alibaba Cloud',
  alibaba: 'Alibaba Cloud',
  meta: 'Meta',
  'meta-llama': 'Meta',
  mistral: 'Mistral',
  mistralai: 'Mistral',
  xai: 'xAI',
  'x-ai': 'xAI',
  moonshot: 'Moonshot',
  moonshotai: 'Moonshot',
  zai: 'Z.ai',
  'z-ai': 'Z.ai',
  'zai-org': 'Z.ai',
  thudm: 'Z.ai',
  minimax: 'MiniMax',
  minimaxai: 'MiniMax',
  perplexity: 'Perplexity',
  amazon: 'Amazon',
  cohere: 'Cohere',
  coherelabs: 'Cohere',
  nvidia: 'NVIDIA',
  microsoft: 'Microsoft',
  'ibm-granite': 'IBM',
  openbmb: 'OpenBMB',
  liuhaotian: 'LLaVA',
  ai21: 'AI21',
  writer: 'Writer',
  openrouter: 'OpenRouter',
};

/** The maker of a model by the model's own name, in lower case and without what belongs to a host; undefined when it does not say. */
export function makerOfModel(model: string): string | undefined {
  return MODEL_MAKERS.find(({ models }) => models.test(model))?.name;
}

/** The maker that serves a model of this own name itself. */
export function servingMaker(model: string): string | undefined {
  return MODEL_MAKERS.find(({ serves }) => serves?.test(model))?.name;
}

/** The maker that is meant by a word before a model, in lower case. */
export function makerByWord(word: string | undefined): string | undefined {
  return own(MAKERS_BY_WORD, word);
}
