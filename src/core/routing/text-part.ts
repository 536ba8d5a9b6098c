import type { ContentRouteResult, PartOfText } from './route-result.ts';

/** A stretch of a text, in UTF-16 code units; without a limit all that follows. */
export interface WantedPart {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * A routed text cut to what was asked for, with where the rest begins. No character is cut in two: a part ends before one that
 * does not fit, unless it is the only one. What is no text, and the description that stands for a content, stays whole.
 */
export function partOfText(result: ContentRouteResult, { offset, limit }: WantedPart): ContentRouteResult {
  if (result.routing !== 'text' || result.reason.rule !== 'text' || (offset === undefined && limit === undefined)) return result;
  const { content } = result;
  const total = content.length;
  let start = Math.min(offset ?? 0, total);
  if (isInsidePair(content, start)) start++;
  let end = limit === undefined ? total : Math.min(start + limit, total);
  if (isInsidePair(content, end)) end += end - 1 > start ? -1 : 1;
  const part = { offset: start, length: end - start, total, ...(end < total && { next: end }) };
  return { ...result, content: content.slice(start, end), metadata: { ...result.metadata, part } };
}

/** Tells a model which part of a text it has, and how to get the rest. */
export function partNote({ offset, length, total, next }: PartOfText): string {
  const rest = next === undefined ? 'this is the end' : `the rest begins at offset ${next}`;
  return `[characters ${offset} to ${offset + length} of ${total}: ${rest}]`;
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
