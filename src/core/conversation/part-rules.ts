import { mediaKind } from '../content/media-type.ts';
import { GEMINI_IMAGES, isDeaf } from '../wire/accepted-types.ts';
import { decideLink } from '../wire/gemini.ts';
import { sourceOf } from '../wire/rule-sentence.ts';
import { API_NAMES, type WireApi, type WireRule } from '../wire/verdict.ts';
import type { ConversationPart, LinkPartOf, MediaPartOf, TextPartOf } from './conversation.ts';
import type { ConversationFinding } from './conversation-finding.ts';
import type { PartAddress } from './replay.ts';
import { kindOfMedium, standingVerdict } from './standing-request.ts';

/** A rule by which a part is refused, with its parameters. */
interface PartRefusal {
  readonly rule: WireRule;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

/**
 * What an API refuses of a part that is sent as it stands, by the rules that a request of ours is written by: texts without words, what is no
 * base64, sound for a model that does not hear, addresses that are not fetched.
 *
 * @param role of its message; a result is a tool's
 */
export function partRefusal(part: ConversationPart, role: string, api: WireApi, model = ''): PartRefusal | undefined {
  switch (part.kind) {
    case 'text':
      return textRefusal(part, role, api);
    case 'media':
      return mediumRefusal(part, api, model);
    case 'link':
      return linkRefusal(part, api);
    default:
      return undefined;
  }
}

/** APIs that have the blocks of Anthropic. */
function hasBlocks(api: WireApi): boolean {
  return api === 'anthropic' || api === 'bedrock-invoke';
}

function isOfGemini(api: WireApi): boolean {
  return api === 'gemini' || api === 'gemini-2';
}

/** Answers have their own rule, and a result that is no block may be empty. Only text blocks are known to be refused where they are blank, not documents. */
function textRefusal({ isBlank, characters, isBare, resultOf, shape }: TextPartOf, role: string, api: WireApi): PartRefusal | undefined {
  // Whose message it is makes no difference to Converse; of a blank system prompt and a blank result nothing is known.
  if (api === 'bedrock-converse') return isBlank && role !== 'system' && resultOf === undefined ? { rule: 'text_blank' } : undefined;
  const isExempt =
    role === 'assistant' || role === 'system' || (isBare && resultOf !== undefined) || (shape === 'document' && characters > 0);
  if (!isBlank || isExempt || !hasBlocks(api)) return undefined;
  return { rule: characters === 0 ? 'text_empty' : 'text_blank' };
}

function mediumRefusal(part: MediaPartOf, api: WireApi, model: string): PartRefusal | undefined {
  const { isBase64, facts, traits } = part;
  // That it is empty is said by its limits, and that it is a data URL by a rule of its own.
  if (!isBase64 && facts.size > 0 && traits?.includes('data_url') !== true) return { rule: 'base64_invalid' };
  if (isOfGemini(api) && kindOfMedium(part) === 'image' && !GEMINI_IMAGES.types.has(facts.mimeType))
    return { rule: 'image_type_refused', params: { accepted: GEMINI_IMAGES.names } };
  if (api === 'openai-chat' && kindOfMedium(part) === 'audio' && isDeaf(model)) return { rule: 'sound_not_heard', params: { model } };
  return undefined;
}

function linkRefusal({ url, mimeType, isFile, shape }: LinkPartOf, api: WireApi): PartRefusal | undefined {
  // an address in `file_data`, which OpenRouter fetches, is no data URL
  if (api === 'openai-chat' && shape === 'file') return { rule: 'base64_invalid' };
  if (api === 'openai-chat' || api === 'openai-responses') return /^https:/i.test(url) ? undefined : { rule: 'address_without_https' };
  if (!isOfGemini(api)) return undefined;
  const kind = mimeType === undefined ? (isFile ? 'other' : 'image') : mediaKind(mimeType);
  const { outcome, rule, params } = decideLink({ type: 'link', url, kind, ...(mimeType !== undefined && { mimeType }) });
  return outcome === 'rejected' ? { rule, params } : undefined;
}

/** The word for a part in a sentence, as the requests of ours have it. */
function wordFor(part: ConversationPart): string {
  if (part.kind === 'media') return part.facts.mimeType;
  if (part.kind === 'link') return part.isFile ? (part.mimeType ?? 'file') : 'image_url';
  return part.kind;
}

/** A finding that a part is refused. */
export function rejection({ rule, params }: PartRefusal, part: ConversationPart, address: PartAddress, api: WireApi): ConversationFinding {
  const all = { api: API_NAMES[api], type: wordFor(part), ...params };
  const source = sourceOf(rule, api);
  const verdict = { ...standingVerdict(part, address), outcome: 'rejected' as const, rule, params: all, source };
  return { code: 'part_rejected', severity: 'error', params: { ...all, rule }, source, address, verdict };
}
