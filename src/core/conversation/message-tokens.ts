import { estimateMediaTokens } from '../wire/tokens/media-tokens.ts';
import type { WireApi } from '../wire/verdict.ts';
import type { ConversationMessage } from './conversation.ts';

/** About how many tokens a message has for a model, without what its API adds; null when it holds something nobody has a formula for. */
export function messageTokens(
  { parts }: ConversationMessage,
  receiver: { readonly api: WireApi; readonly model?: string | undefined },
): number | null {
  const counts = parts.map((part) => {
    if (part.kind === 'media') return estimateMediaTokens(part.facts, receiver)?.high ?? null;
    if (part.kind === 'link') return null;
    return part.kind === 'text' || part.kind === 'call' ? part.tokens : 0;
  });
  return counts.includes(null) ? null : counts.reduce<number>((sum, tokens) => sum + (tokens ?? 0), 0);
}
