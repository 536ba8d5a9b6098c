import { fillTemplate, type Sentence, type Template } from '../../io/errors.ts';
import type { TokenEstimate, TokenFormula } from './model-family.ts';

/**
 * `assumed`: the model is not known to be of the family; `factor`: more than one token for one of the tokenizer; `part`: not all was counted;
 * `keeps`, `shortens`: the server has more of the input, or makes it shorter.
 */
type Variant = 'assumed' | 'factor' | 'part' | 'part-factor' | 'keeps' | 'shortens';

const ASSUMED = ', assuming {';

/** The sentence of a formula that depends on the model's family, for a known and an unknown model. */
function ofFamily(name: TokenFormula | 'pdf_pages:flat', text: string, ...args: string[]): Readonly<Record<string, Template>> {
  return { [name]: { text, args }, [`${name}:assumed`]: { text: `${text}${ASSUMED}${args.length}}`, args: [...args, 'family'] } };
}

/** What explains each formula in short, and its variants. */
export const FORMULA_SENTENCES: Readonly<Record<string, Template>> = {
  ...ofFamily('claude_patches', '⌈w/28⌉ · ⌈h/28⌉ of {0} × {1}', 'width', 'height'),
  ...ofFamily('openai_patches', '⌈w/32⌉ · ⌈h/32⌉ of {0} × {1}, times {2}', 'width', 'height', 'multiplier'),
  ...ofFamily('openai_tiles', '{2} + {3} for each 512-px tile of {0} × {1} ({4})', 'width', 'height', 'base', 'tile', 'tiles'),
  ...ofFamily('gemini_tiles', '258 for each tile of {1} px ({0})', 'tiles', 'unit'),
  ...ofFamily('gemini_flat', 'fixed per image at the default media resolution'),
  ...ofFamily('pixels_a_token', 'one for {2} × {2} px of {0} × {1}', 'width', 'height', 'side'),
  ...ofFamily(
    'tiles_and_overview',
    '{2} for each {4}-px tile of {0} × {1} ({3}) and for an overview',
    'width',
    'height',
    'tile',
    'tiles',
    'tileSide',
  ),
  ...ofFamily('audio_seconds', '{0} s · {1} per second', 'seconds', 'rate'),
  ...ofFamily('video_seconds', '{0} s · {1} (silent) to {2} (with sound) per second', 'seconds', 'rateLow', 'rateHigh'),
  ...ofFamily('pdf_pages', '{1} to {2} per page, depending on its content; pages: {0}', 'pages', 'pageLow', 'pageHigh'),
  ...ofFamily('pdf_pages:flat', '{1} per page; pages: {0}', 'pages', 'pageLow'),
  text_tokenizer: { text: 'Tokenizer: o200k_base', args: [] },
  'text_tokenizer:factor': { text: 'Tokenizer: o200k_base, times {0}', args: ['factor'] },
  'text_tokenizer:part': { text: 'Tokenizer: o200k_base, extrapolated from {0} of {1} characters', args: ['counted', 'characters'] },
  'text_tokenizer:part-factor': {
    text: 'Tokenizer: o200k_base, extrapolated from {0} of {1} characters, times {2}',
    args: ['counted', 'characters', 'factor'],
  },
  request_parts: {
    text: 'messages: {0}, calls and results: {1}, tools: {2}, and what the API adds to them',
    args: ['messages', 'calls', 'tools'],
  },
  'request_parts:assumed': {
    text: 'messages: {0}, calls and results: {1}, tools: {2}; how this model counts them is not known',
    args: ['messages', 'calls', 'tools'],
  },
  'request_parts:keeps': {
    text: 'messages: {0}, calls and results: {1}, tools: {2}; without earlier messages and cached content, which the server keeps',
    args: ['messages', 'calls', 'tools'],
  },
  'request_parts:shortens': {
    text: 'messages: {0}, calls and results: {1}, tools: {2}; the server may shorten them',
    args: ['messages', 'calls', 'tools'],
  },
  server_count: { text: '{0} as the server counted the last request that was answered', args: ['tokens'] },
  base64_characters: { text: '{0} characters of base64 / {1}', args: ['characters', 'ratio'] },
  'base64_characters:factor': { text: '{0} characters of base64 / {1}, up to {2}×', args: ['characters', 'ratio', 'factor'] },
};

/** Names the formula behind an estimate, with its numbers; seconds to a tenth. */
export function formulaSentence({ formula, params }: TokenEstimate): Sentence {
  const name = formula === 'pdf_pages' && params['pageLow'] === params['pageHigh'] ? 'pdf_pages:flat' : formula;
  const template = FORMULA_SENTENCES[`${name}:${variantOf(formula, params)}`] ?? FORMULA_SENTENCES[name] ?? { text: formula, args: [] };
  return fillTemplate(template, params, (value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value));
}

/** The same for the terms of a sum: each once, and the assumed family only with the last one that depends on it. */
export function formulaSentences(estimates: readonly TokenEstimate[]): Sentence[] {
  const distinct = [...new Map(estimates.map((estimate) => [JSON.stringify(formulaSentence(estimate)), estimate])).values()];
  return distinct.map((estimate, index) => {
    const isSaidLater =
      isAssumed(estimate) &&
      distinct.slice(index + 1).some((other) => isAssumed(other) && other.params['family'] === estimate.params['family']);
    return formulaSentence(isSaidLater ? { ...estimate, params: { ...estimate.params, basis: 'model' } } : estimate);
  });
}

function isAssumed({ formula, params }: TokenEstimate): boolean {
  return variantOf(formula, params) === 'assumed';
}

function variantOf(formula: TokenFormula, params: TokenEstimate['params']): Variant | undefined {
  const hasFactor = params['factor'] !== undefined && params['factor'] !== 1;
  switch (formula) {
    case 'server_count':
      return undefined;
    case 'text_tokenizer':
      if (params['counted'] !== params['characters']) return hasFactor ? 'part-factor' : 'part';
      return hasFactor ? 'factor' : undefined;
    case 'base64_characters':
      return hasFactor ? 'factor' : undefined;
    default:
      if (params['server'] === 'keeps' || params['server'] === 'shortens') return params['server'];
      return params['basis'] === 'model' ? undefined : 'assumed';
  }
}
