import type { ModelLimit, ModelLimits } from '../models/catalogue/infer-capabilities.ts';
import type { WireApi } from '../models/wire-api.ts';
import type { LimitFinding } from './limit-finding.ts';

/** How many tokens a model takes, where that is known. */
export interface TokenWindow {
  /** Input and output together, or the input alone where the maker counts so. */
  readonly contextWindow?: number | undefined;
  /** The longest input, where it is less than the window. */
  readonly inputLimit?: number | undefined;
}

/** The most that a request may have: the longest input, where that is less than the window. */
export function largestInput({ context, input }: ModelLimits): ModelLimit | undefined {
  return input ?? context;
}

/** The window of a model with these limits. */
export function windowOf({ context, input }: ModelLimits): TokenWindow {
  return { contextWindow: context?.tokens, inputLimit: input?.tokens };
}

/** Whether so many tokens are more than a model takes, as far as its window is known. */
export function isBeyond(tokens: number, { contextWindow, inputLimit }: TokenWindow): boolean {
  return tokens > (inputLimit ?? contextWindow ?? Infinity);
}

/**
 * Servers that leave out the beginning of what is too long, unless they are told not to.
 *
 * @see https://github.com/ollama/ollama/blob/main/api/types.go `ChatRequest.Truncate` (2026-11)
 */
export const SHORTENING_APIS: ReadonlySet<WireApi> = new Set(['ollama']);

/**
 * Counts of text are estimates: so far above the window they are beyond doubt, by OpenAI's own tokenizer and by one that is not public. "1.0 to
 * 1.35 times" as many tokens as before has the later of Claude (https://platform.claude.com/docs/en/about-claude/models/migration-guide, 2026-11).
 */
const BEYOND_DOUBT = { counted: 1.15, estimated: 1.35 };

/**
 * What the window of a model says of the tokens of a request; undefined where they fit, or nothing is known of it.
 *
 * @param tokens the fewest that it has
 * @param of.isShortened whether the server shortens what is too long, which may fit in the end
 * @param of.isCounted whether the tokens are counted by the model's own tokenizer
 */
export function windowFinding(
  tokens: number,
  { contextWindow, inputLimit }: TokenWindow,
  { source, isShortened, isCounted }: { readonly source: string; readonly isShortened: boolean; readonly isCounted: boolean },
): (LimitFinding & { readonly code: 'context_exceeded' }) | undefined {
  const window = inputLimit ?? contextWindow ?? Infinity;
  if (tokens <= window) return undefined;
  const doubt = isCounted ? BEYOND_DOUBT.counted : BEYOND_DOUBT.estimated;
  const severity = tokens > window * doubt && !isShortened ? 'error' : 'warning';
  const variant = inputLimit === undefined ? undefined : 'input';
  return { code: 'context_exceeded', severity, params: { tokens, window, ...(variant && { variant }) }, source };
}

/** The largest window for which Anthropic's lower number of images holds, and the smallest for which that of pages does not; in tokens. */
const SMALL_WINDOW = 200_000;
const LARGE_WINDOW = 1_000_000;

/** Decides about Anthropic's lower numbers for models with small windows: where the window is known, they hold or they do not. */
export function forWindow<Finding extends Pick<LimitFinding, 'code' | 'params' | 'severity'>>(
  findings: readonly Finding[],
  { contextWindow }: Pick<TokenWindow, 'contextWindow'>,
): Finding[] {
  if (contextWindow === undefined) return [...findings];
  return findings.flatMap((finding) => {
    if (finding.params['variant'] !== 'small') return [finding];
    const isSmall = finding.code === 'too_many_pages' ? contextWindow < LARGE_WINDOW : contextWindow <= SMALL_WINDOW;
    return isSmall ? [{ ...finding, severity: 'error' as const }] : [];
  });
}
