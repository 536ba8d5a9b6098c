import {
  deepseekProcessor,
  gemma3Processor,
  gemma4Processor,
  glm4Processor,
  glm5Processor,
  type ImageProcessor,
  kimiProcessor,
  llama4Processor,
  mistralProcessor,
  novaProcessor,
  qwenProcessor,
} from './image-processors.ts';
import { plainName, TOKEN_SOURCES, type TokenEstimate } from './model-family.ts';

/** How an open processor makes tokens of an image. */
interface OpenImageRule {
  /** For the explanation. Not translated. */
  readonly name: string;
  readonly process: ImageProcessor;
  readonly source: string;
}

/** Mistral's documentation, "Vision", question "How many tokens correspond to an image", has the pixels of a token and the longest side. */
const mistral = (name: string, side: number, longest: number): OpenImageRule => ({
  name,
  process: mistralProcessor(side, longest),
  source: TOKEN_SOURCES.mistralImages,
});
/** Up to 16,384 tokens; Alibaba Cloud shrinks to some 1,280 where no more is asked for. */
const qwen = (name: string, side: number, least: number): OpenImageRule => ({
  name,
  process: qwenProcessor(side, { least, most: 1280, mostAnywhere: 16_384 }),
  source: TOKEN_SOURCES.qwenImages,
});
const glm = (name: string, process: ImageProcessor): OpenImageRule => ({ name, process, source: TOKEN_SOURCES.glmImages });
const kimi = (name: string, process: ImageProcessor): OpenImageRule => ({ name, process, source: TOKEN_SOURCES.kimiImages });
const gemma = (name: string, process: ImageProcessor): OpenImageRule => ({ name, process, source: TOKEN_SOURCES.gemmaImages });

const MISTRAL = mistral('Mistral Large 3', 28, 1540);
const QWEN = qwen('Qwen3.5', 32, 64);
const GLM = glm('GLM-5.3-Flash', glm5Processor(28, { least: 16, most: 8000 }));
const KIMI_2 = kimi('Kimi K2.5', kimiProcessor(16_384, 4));
/** K3 is told the size of an image too, in some five tokens. */
const KIMI_3 = kimi('Kimi K3', kimiProcessor(65_536, 9));
const LLAMA: OpenImageRule = { name: 'Llama 4', process: llama4Processor, source: TOKEN_SOURCES.llamaImages };
const NOVA: OpenImageRule = { name: 'Nova', process: novaProcessor, source: TOKEN_SOURCES.novaImages };
const DEEPSEEK: OpenImageRule = {
  name: 'DeepSeek-V4.1-Flash',
  process: deepseekProcessor(295_936, 1024),
  source: TOKEN_SOURCES.deepseekImages,
};

/** Names of documented and released models, then later models of the same lines, which are taken for a current one. */
const RULES: readonly (readonly [names: RegExp, rule: OpenImageRule, basis: 'model' | 'default'])[] = [
  [/^pixtral-/, mistral('Pixtral', 16, 1024), 'model'],
  [/^(?:mistral-large-(?:3|2512)|ministral-(?:3-|\d+b-2512))/, MISTRAL, 'model'],
  [/^(?:mistral-medium-(?:3(?:\.1)?$|2505|2508)|mistral-small-(?:3\.[12]|2503|2506)|magistral-(?:medium|small)-2509)/, MISTRAL, 'model'],
  [/^(?:mistral-(?:large|medium|small)|ministral-\d+b|magistral-(?:medium|small))-(?:latest$|[4-9]|3\.[3-9]|26\d\d)/, MISTRAL, 'default'],
  [/^qwen-?2(?:[.p]5)?-?vl/, qwen('Qwen2.5-VL', 28, 4), 'model'],
  [/^qwen-?3-?vl/, qwen('Qwen3-VL', 32, 64), 'model'],
  [/^qwen-?3\.(?:5-\d|8-27b)/, QWEN, 'model'],
  [/^qwen-?(?:3[.p][5-9]|4)(?:\D|$)/, QWEN, 'default'],
  [/^glm-4[.p][156]v/, glm('GLM-4.5V', glm4Processor(28, { least: 8, most: 6144 })), 'model'],
  [/^glm-5[.p]3-flash$/, GLM, 'model'],
  [/^glm-5[.p]3(?:\D|$)/, GLM, 'default'],
  [/^kimi-k2[.p-](?:5|6|7-code)$/, KIMI_2, 'model'],
  [/^kimi-k2[.p-][5-9]/, KIMI_2, 'default'],
  [/^kimi-k3$/, KIMI_3, 'model'],
  [/^kimi-k3(?:\D|$)/, KIMI_3, 'default'],
  [/^llama-?4(?:\D|$)/, LLAMA, 'model'],
  [/^deepseek-v4[.p-]1-flash/, DEEPSEEK, 'model'],
  [/^deepseek-flash(?:-latest)?$/, DEEPSEEK, 'default'],
  [/^nova-(?:lite|pro|premier)/, NOVA, 'model'],
  [/^gemma-?3(?:-|$)/, gemma('Gemma 3', gemma3Processor(56, 896)), 'model'],
  [/^gemma-?4(?:-|$)/, gemma('Gemma 4', gemma4Processor(48, 280)), 'model'],
];

/** Models of these lines that take no images, with a size that may be a tag. */
const SEES_NOTHING = /gemma-?3[-:](?:1b|270m)\b|qwen.*-(?:coder|embedding|reranker|asr|tts|guard)/i;

/**
 * Tokens of an image for makers whose processors are open or documented; null for other models, and for an image that the processor
 * refuses. `width` and `height` of the parameters are the image as the model sees it.
 */
export function openImageTokens(width: number, height: number, model: string): TokenEstimate | null {
  if (SEES_NOTHING.test(model)) return null;
  const name = plainName(model).replace(/^(?:[a-z]{2,6}\.)?(?:mistral|qwen)\./, '');
  const [, rule, basis] = RULES.find(([names]) => names.test(name)) ?? [];
  if (rule === undefined || basis === undefined) return null;
  const processed = rule.process(width, height);
  if (!processed) return null;
  const { low, high, tiles, side, ...seen } = processed;
  const params = { basis, family: rule.name, originalWidth: width, originalHeight: height, ...seen, side };
  if (tiles === undefined) return { low, high, formula: 'pixels_a_token', params, source: rule.source };
  const tileSide = Math.sqrt((seen.width * seen.height) / tiles);
  return {
    low,
    high,
    formula: 'tiles_and_overview',
    params: { ...params, tiles, tileSide, tile: (tileSide / side) ** 2 },
    source: rule.source,
  };
}
