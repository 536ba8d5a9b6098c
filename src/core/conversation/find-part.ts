import type { ConversationCheck } from './check-conversation.ts';
import type { ConversationIndex } from './conversation.ts';
import type { PartAddress } from './replay.ts';

/** A place in a request as servers write it: `messages.41.content.31.image`, `input[284].output[1]`, `messages[12].content[0]`. */
const ADDRESS = /\b(?:messages|input|contents)(?:\[\d+\]|\.\d+)(?:\[\d+\]|\.\w+)*/;

/** Anthropic's server names the type of a block behind its number: `content.0.tool_result.content.1`. The request has no such key. */
const RESULT = /(?<=\/\d+)\/\w*tool_result\//;

/**
 * The part of a conversation that a server's error is about: by the call it names that lacks its other half, else by the address in its
 * words, as the next request would have it. Null when the words have neither, or nothing is sent there. A call without a result at the end of a session is no finding, since the program may still
 * make it; when a server has named it, it is the part all the same. Programs may send more than their session has, such as a system prompt between the
 * messages: then it is the part at that place all the same.
 *
 * @param words of the server, of any length
 */
export function findPart(
  { request, addresses, findings }: Pick<ConversationCheck, 'request' | 'addresses' | 'findings'>,
  words: string,
  index: Pick<ConversationIndex, 'messages'>,
): PartAddress | null {
  const said = words.slice(0, LONGEST_WORDS);
  const named = new Set(said.split(/[^\w-]+/));
  const call = ofCall(findings, named);
  if (call) return call;
  const address = placeNamed(said);
  if (address === undefined) return lastCall(index, named);
  const pointer = `/${address.replaceAll('[', '.').replaceAll(']', '').replaceAll('.', '/')}`.replace(RESULT, '/');
  const places = request.verdicts.flatMap((verdict) => (verdict.pointer === undefined ? [] : [{ ...verdict, pointer: verdict.pointer }]));
  const inside = places.filter((place) => isWithin(pointer, place.pointer)).sort((a, b) => b.pointer.length - a.pointer.length)[0];
  const found = inside ?? places.find((place) => isWithin(place.pointer, pointer));
  return found ? (addresses[found.message]?.[found.part] ?? null) : null;
}

/** The place of a request that a server's error names, as it is written there; undefined without one. */
export function placeNamed(words: string): string | undefined {
  return ADDRESS.exec(words.slice(0, LONGEST_WORDS))?.[0];
}

/** "No tool output found for function call call_1": beside an id there is no address, or only that of the message. */
function ofCall(findings: ConversationCheck['findings'], names: ReadonlySet<string>): PartAddress | null {
  const found = findings.find(
    ({ code, params }) => (code === 'call_without_result' || code === 'result_without_call') && names.has(String(params['call'])),
  );
  return found?.address ?? null;
}

/** The last call or result of an id that is named. */
function lastCall({ messages }: Pick<ConversationIndex, 'messages'>, names: ReadonlySet<string>): PartAddress | null {
  for (const { index: message, parts } of messages.toReversed()) {
    const part = parts.findIndex((each) => {
      const id = each.kind === 'call' ? each.callId : each.resultOf;
      return id !== undefined && id !== '' && names.has(id);
    });
    if (part >= 0) return { message, part };
  }
  return null;
}

/** An error names its place at its beginning; some repeat a whole request behind it. */
const LONGEST_WORDS = 10_000;

function isWithin(pointer: string, holder: string): boolean {
  return pointer === holder || pointer.startsWith(`${holder}/`);
}
