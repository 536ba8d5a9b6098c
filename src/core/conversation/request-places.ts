import type { WireApi } from '../wire/verdict.ts';
import type { ConversationIndex, ConversationMessage } from './conversation.ts';
import { inOrder, type PartAddress, type SentRequest } from './replay.ts';

/** Where a part stands in the next request: a JSON pointer into its body. */
export interface RequestPlace {
  readonly pointer: string;
  readonly address: PartAddress;
}

/** Members of a body that hold its messages, and those beside them that hold parts. */
const MEMBERS: ReadonlySet<string | number | undefined> = new Set([
  'messages',
  'input',
  'contents',
  'system',
  'systemInstruction',
  'system_instruction',
  'instructions',
]);

/** Whether a path of a part begins at a body: with a member that holds parts. */
export function isInBody(step: string | number | undefined): boolean {
  return MEMBERS.has(step);
}

/**
 * Where each part stands in the request that is sent next: thinking, reasoning and the system prompt too, which a request that is written for
 * another API does not have. Of a body these are its own places, of a session those its program gives them; of anything else, and for another
 * API, those of the request that is written.
 */
export function requestPlaces(index: ConversationIndex, { request, addresses }: SentRequest, api: WireApi): RequestPlace[] {
  const written = request.verdicts.flatMap(({ pointer, message, part }) => {
    const address = addresses[message]?.[part];
    return pointer === undefined || address === undefined ? [] : [{ pointer, address }];
  });
  return [...ownPlaces(index, api), ...written];
}

/** The name of the list of messages in a body of an API. */
function listOf(api: WireApi): string {
  if (api === 'openai-responses') return 'input';
  return api.startsWith('gemini') ? 'contents' : 'messages';
}

/** The places that the parts have in a request of the file's own. */
function ownPlaces(index: ConversationIndex, api: WireApi): RequestPlace[] {
  const ordered = inOrder(index);
  const list = listOf(api);
  switch (index.format) {
    case 'claude-code':
      return list === 'messages' ? mergedPlaces(ordered) : [];
    case 'cline':
      return list === 'messages' ? ordered.flatMap((message, at) => placesIn(message, `/messages/${at}`)) : [];
    case 'codex':
      return list === 'input' ? ordered.flatMap((message, at) => placesIn(message, `/input/${at}`)) : [];
    case 'openai-chat':
    case 'openai-responses':
    case 'anthropic':
    case 'gemini':
    case 'bedrock-converse':
    case 'bedrock-invoke':
    case 'ollama':
      return ordered.flatMap((message) => bodyPlaces(message, list));
    default:
      return [];
  }
}

/** The places of a body, by the paths of its parts. */
function bodyPlaces({ parts, index: message }: ConversationMessage, list: string): RequestPlace[] {
  return parts.flatMap(({ place: { path } }, part) => {
    const isBody = isInBody(path[0]);
    const isOfApi = isBody ? path[0] === list || !['messages', 'input', 'contents'].includes(String(path[0])) : list === 'messages';
    if (!isOfApi) return [];
    return [{ pointer: `${isBody ? '' : '/messages'}/${path.join('/')}`, address: { message, part } }];
  });
}

/** The places of a message that stands in a list of its file, or in a line of its own. */
function placesIn({ parts, index: message }: ConversationMessage, pointer: string): RequestPlace[] {
  return parts.map(({ place: { path } }, part) => ({
    pointer: [pointer, ...path.slice(stepsToMessage(path))].join('/'),
    address: { message, part },
  }));
}

/** Steps that lead to a message: a number in a list, `payload` in a line of Codex, its kept history after a compaction. */
function stepsToMessage([first, second]: readonly (string | number)[]): number {
  if (typeof first === 'number') return 1;
  if (first !== 'payload') return 0;
  return second === 'replacement_history' ? 3 : 1;
}

/** Claude Code makes one message of neighbouring lines with one role. */
function mergedPlaces(ordered: readonly ConversationMessage[]): RequestPlace[] {
  const places: RequestPlace[] = [];
  let [number, blocks, previous] = [-1, 0, ''];
  for (const { role, parts, index: message } of ordered) {
    const own = role === 'assistant' ? role : 'user';
    if (own !== previous) [number, blocks, previous] = [number + 1, 0, own];
    let last = -1;
    for (const [part, { place }] of parts.entries()) {
      const [block = 0, ...rest] = place.path.slice(CONTENT);
      places.push({ pointer: `/messages/${[number, 'content', blocks + Number(block), ...rest].join('/')}`, address: { message, part } });
      last = Math.max(last, Number(block));
    }
    blocks += last + 1;
  }
  return places;
}

/** Steps of the path of a block in a line: `message`, `content`. */
const CONTENT = 2;
