import type { MediaFacts } from '../../content/media-facts.ts';
import { mediaKind } from '../../content/media-type.ts';
import type { WireApi } from '../verdict.ts';
import { CLAUDE_STANDARD, claudePatches, openaiPatches, openaiTiles } from './image-patches.ts';
import { openImageTokens } from './open-images.ts';
import { modelFamily, type ModelFamily, TOKEN_SOURCES, type TokenEstimate } from './model-family.ts';

/**
 * Tokens a medium costs when it is sent as itself. Null when the model, the formula or the fact it needs (sides, pages, seconds) is not known;
 * text is counted by `estimateTextTokens`.
 *
 * @param receiver isLow: an image is wanted in low detail, which counts where the guide of the model has a number for it
 */
export function estimateMediaTokens(
  facts: MediaFacts,
  receiver: { api: WireApi; model?: string | undefined; isLow?: boolean },
): TokenEstimate | null {
  const { api, model, isLow = false } = receiver;
  const family = modelFamily(api, model);
  if (isLow && family?.image.formula === 'openai_tiles' && mediaKind(facts.mimeType) === 'image') return lowDetail(family, family.image);
  return openImage(facts, model) ?? (family && estimateByFamily(facts, family, api));
}

/** OpenAI's tile models take an image in low detail for their base tokens, whatever its size: "Calculating costs", {@link TOKEN_SOURCES}. */
function lowDetail({ basis, name }: ModelFamily, { formula, rule, source }: TileImages): TokenEstimate {
  const params = { basis, family: name, width: LOW_SIDE, height: LOW_SIDE, base: rule.base, tile: rule.tile, tiles: 0 };
  return estimate(formula, rule.base, params, TOKEN_SOURCES[source]);
}

type TileImages = Extract<ModelFamily['image'], { formula: 'openai_tiles' }>;

/** Pixels of a side of an image in low detail. */
const LOW_SIDE = 512;

/** An image by the open processor of its model's maker. */
function openImage({ width, height, mimeType }: MediaFacts, model: string | undefined): TokenEstimate | null {
  if (model === undefined || width === undefined || height === undefined || mediaKind(mimeType) !== 'image') return null;
  return openImageTokens(width, height, model);
}

function estimateByFamily(
  { width, height, pages, duration, mimeType }: MediaFacts,
  family: ModelFamily,
  api: WireApi,
): TokenEstimate | null {
  switch (mediaKind(mimeType)) {
    case 'image':
      // Gemini from 3 on counts every image alike; all others go by its size.
      if (family.image.formula === 'gemini_flat') return imageTokens(width ?? 0, height ?? 0, family);
      return width === undefined || height === undefined ? null : imageTokens(width, height, family);
    case 'audio':
      return duration === undefined ? null : audioTokens(duration, family);
    case 'video':
      return duration === undefined ? null : videoTokens(duration, family);
    case 'document':
      return mimeType === 'application/pdf' && pages !== undefined ? pdfTokens(pages, family, api) : null;
    case 'text':
    case 'other':
      return null;
  }
}

/**
 * Tokens of an image of a size, for the models of a family. `width` and `height` of the parameters are the image as the
 * model sees it; `originalWidth` and `originalHeight` as it is.
 *
 * @param width pixels, at least 1
 * @param height pixels, at least 1
 */
export function imageTokens(width: number, height: number, family: ModelFamily): TokenEstimate {
  const known = { basis: family.basis, family: family.name, originalWidth: width, originalHeight: height };
  const { image } = family;
  switch (image.formula) {
    case 'claude_patches': {
      const { tokens, ...seen } = claudePatches(width, height, image.resolution);
      return estimate(image.formula, tokens, { ...known, ...seen }, TOKEN_SOURCES.claudeImages);
    }
    case 'openai_patches': {
      const { tokens, ...seen } = openaiPatches(width, height, image.rule);
      return estimate(image.formula, tokens, { ...known, ...seen, multiplier: image.rule.multiplier }, TOKEN_SOURCES[image.source]);
    }
    case 'openai_tiles': {
      const { tokens, ...seen } = openaiTiles(width, height, image.rule);
      return estimate(
        image.formula,
        tokens,
        { ...known, ...seen, base: image.rule.base, tile: image.rule.tile },
        TOKEN_SOURCES[image.source],
      );
    }
    case 'gemini_tiles': {
      const { tokens, ...seen } = geminiTiles(width, height);
      return estimate(image.formula, tokens, { ...known, width, height, ...seen }, TOKEN_SOURCES.geminiTokens);
    }
    case 'gemini_flat':
      return estimate(image.formula, GEMINI_DEFAULT_TOKENS, { ...known, width, height }, TOKEN_SOURCES.geminiResolution);
  }
}

function estimate(formula: TokenEstimate['formula'], tokens: number, params: TokenEstimate['params'], source: string): TokenEstimate {
  return { low: tokens, high: tokens, formula, params, source };
}

/** Tokens of a small image, and of each tile of a larger one. Source: https://ai.google.dev/gemini-api/docs/tokens, November 2026. */
const TILE_TOKENS = 258;
/** Up to this length of both sides an image is one tile, in pixels. */
const SMALL = 384;
const SMALLEST_UNIT = 256;
const LARGEST_UNIT = 768;

/**
 * Tokens of an image for Gemini up to 2.5: 258 when both sides are at most 384, else 258 for each tile; a tile's side is
 * `⌊shorter side / 1.5⌋`, from 256 to 768.
 */
export function geminiTiles(width: number, height: number): { unit: number; tiles: number; tokens: number } {
  if (width <= SMALL && height <= SMALL) return { unit: SMALL, tiles: 1, tokens: TILE_TOKENS };
  const unit = Math.min(LARGEST_UNIT, Math.max(SMALLEST_UNIT, Math.floor(Math.min(width, height) / 1.5)));
  const tiles = Math.ceil(width / unit) * Math.ceil(height / unit);
  return { unit, tiles, tokens: tiles * TILE_TOKENS };
}

/**
 * Tokens of an image for Gemini 3 and later, by media resolution, whatever its size.
 * Source: https://ai.google.dev/gemini-api/docs/media-resolution#token-counts, November 2026.
 */
const GEMINI_FLAT_TOKENS = { low: 280, medium: 560, high: 1120, ultra_high: 2240 } as const;

/** What a request that names no media resolution gets. */
const GEMINI_DEFAULT_TOKENS = GEMINI_FLAT_TOKENS.high;

/**
 * Anthropic: "each page typically uses 1,500–3,000 tokens", by how dense it is, and its picture what an image costs. Recorded requests
 * (2026-11) have 1,600 for a page without text, which is its picture, and up to 4,230.
 */
const CLAUDE_PAGE = { low: 1500, high: 3000 + CLAUDE_STANDARD.tokens };

/**
 * By Converse, of a page the text alone is read, unless the request wants citations: then its picture as well. A page without text has none.
 * {@link TOKEN_SOURCES}.claudePdf, "Amazon Bedrock PDF support"; recorded requests (2026-11) have 13 tokens for a page of two words.
 */
const CONVERSE_PAGE = { low: 0, high: CLAUDE_PAGE.high, source: TOKEN_SOURCES.claudePdf };

/** Gemini up to 2.5: "each document page is equivalent to 258 tokens". */
const GEMINI_OLD_PAGE = 258;

/** A page of letter paper at 150 dots an inch, in pixels: what OpenAI renders a page to is not documented. */
const RENDERED_PAGE = { width: 1275, height: 1650 };

/** Text of a page, which OpenAI sends beside its picture, at most; an empty or scanned one has none. */
const DENSE_PAGE_TEXT = 1500;

/**
 * The least that a picture of a page has: before GPT-5.6 it is one of low detail, unless the request says otherwise, which is 85 tokens for
 * gpt-4o and not documented for others. Recorded requests (2026-11) have 219 for a page of few words with gpt-4o, 221 to 955 with gpt-5-mini.
 */
const LOW_DETAIL_PAGE = 85;

/** Tokens of a PDF, by its pages: a range, because pages differ and are not read. */
function pdfTokens(pages: number, family: ModelFamily, api: WireApi): TokenEstimate {
  const { low, high, source } = api === 'bedrock-converse' && family.provider === 'anthropic' ? CONVERSE_PAGE : pageOf(family);
  return {
    low: pages * low,
    high: pages * high,
    formula: 'pdf_pages',
    source,
    params: { basis: family.basis, family: family.name, pages, pageLow: low, pageHigh: high },
  };
}

function pageOf(family: ModelFamily): { low: number; high: number; source: string } {
  switch (family.provider) {
    case 'anthropic':
      return { ...CLAUDE_PAGE, source: TOKEN_SOURCES.claudePdf };
    case 'google': {
      const page = family.image.formula === 'gemini_tiles' ? GEMINI_OLD_PAGE : GEMINI_FLAT_TOKENS.medium;
      return {
        low: page,
        high: page,
        source: family.image.formula === 'gemini_tiles' ? TOKEN_SOURCES.geminiDocuments : TOKEN_SOURCES.geminiResolution,
      };
    }
    case 'openai': {
      const picture = imageTokens(RENDERED_PAGE.width, RENDERED_PAGE.height, family).high;
      return { low: Math.min(picture, LOW_DETAIL_PAGE), high: picture + DENSE_PAGE_TEXT, source: TOKEN_SOURCES.openaiPdf };
    }
  }
}

/** Tokens of a second of sound. */
const SOUND = { openai: 10, google: 32 };

/**
 * Tokens of a second of film for Gemini, which looks at one frame a second: the picture alone, and with sound. Up to 2.5
 * a frame has 258 tokens (about 300 with everything), from 3 on 70.
 */
const FILM = { old: { low: 258, high: 300 }, current: { low: 70, high: 70 + SOUND.google } };

/** Tokens of sound by its length; null where the provider takes none. @param seconds of the recording */
function audioTokens(seconds: number, { provider, basis, name }: ModelFamily): TokenEstimate | null {
  if (provider === 'anthropic') return null;
  const tokens = Math.ceil(seconds * SOUND[provider]);
  return {
    low: tokens,
    high: tokens,
    formula: 'audio_seconds',
    params: { basis, family: name, seconds, rate: SOUND[provider] },
    source: provider === 'openai' ? TOKEN_SOURCES.openaiAudio : TOKEN_SOURCES.geminiTokens,
  };
}

/** Tokens of film by its length, from a silent one to one with sound; null where the provider takes none. */
function videoTokens(seconds: number, { provider, image, basis, name }: ModelFamily): TokenEstimate | null {
  if (provider !== 'google') return null;
  const isOld = image.formula === 'gemini_tiles';
  const { low, high } = isOld ? FILM.old : FILM.current;
  return {
    low: Math.ceil(seconds * low),
    high: Math.ceil(seconds * high),
    formula: 'video_seconds',
    params: { basis, family: name, seconds, rateLow: low, rateHigh: high },
    source: isOld ? TOKEN_SOURCES.geminiTokens : TOKEN_SOURCES.geminiResolution,
  };
}
