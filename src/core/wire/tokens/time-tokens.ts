import type { TokenEstimate } from '../token-estimate.ts';
import type { ModelFamily } from './model-family.ts';
import { TOKEN_SOURCES } from './sources.ts';

/** Tokens of a second of sound. */
const SOUND = { openai: 10, google: 32 };

/**
 * Tokens of a second of film for Gemini, which looks at one frame a second: the picture alone, and with sound. Up to 2.5
 * a frame has 258 tokens (about 300 with everything), from 3 on 70.
 */
const FILM = { old: { low: 258, high: 300 }, current: { low: 70, high: 70 + SOUND.google } };

/** Tokens of sound by its length; null where the provider takes none. @param seconds of the recording */
export function audioTokens(seconds: number, { provider, basis, name }: ModelFamily): TokenEstimate | null {
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
export function videoTokens(seconds: number, { provider, image, basis, name }: ModelFamily): TokenEstimate | null {
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
