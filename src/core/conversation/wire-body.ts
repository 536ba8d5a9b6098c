import { isObject } from '../io/arguments.ts';
import { writeRequest } from '../wire/to-wire.ts';
import { readMessages } from '../wire/turns.ts';
import type { WireApi } from '../wire/verdict.ts';
import type { ConversationIndex } from './conversation.ts';
import { formatFacts } from './formats.ts';
import { contentsIn, replay } from './replay.ts';

/**
 * The body of the next request of a conversation: a file that is a body for this API and model as it stands, anything else written for them.
 *
 * @param bytes the whole file
 */
export function wireBody(
  index: ConversationIndex,
  bytes: Uint8Array,
  { api, model }: { readonly api: WireApi; readonly model?: string | undefined },
): Readonly<Record<string, unknown>> {
  const facts = formatFacts(index.format);
  const own = facts?.isBody && facts.exactFor.includes(api) ? bodyIn(bytes) : undefined;
  if (own && (model === undefined || own['model'] === undefined || own['model'] === model)) return own;
  return writeRequest(readMessages(replay(index, contentsIn(bytes)).messages), api, { model }).body;
}

/** A list of messages is no body, and a file with a value a line holds several. */
function bodyIn(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) && ['messages', 'input', 'contents'].some((name) => name in value) ? value : undefined;
  } catch {
    return undefined;
  }
}
