import { isGenericMediaType } from '../content/media-type.ts';
import { own } from '../io/own.ts';
import type { Cloud } from '../wire/cloud.ts';
import { isMistralId } from '../wire/openai-chat.ts';
import { cloudOfReceiver } from '../wire/cloud-limits.ts';
import { isNova } from '../wire/bedrock-converse.ts';
import { API_NAMES, type WireApi } from '../wire/verdict.ts';
import { formatFacts } from './formats.ts';
import type { ConversationIndex, ConversationMessage, ConversationPart, MediaPartOf } from './conversation.ts';
import { type ConversationFinding, OWN_SOURCES } from './conversation-finding.ts';
import type { PlacedMedium } from './prepare-conversation.ts';
import { addressKey, type PartAddress, placedParts } from './replay.ts';
import { isSentAsItStands } from './standing-request.ts';
import { LISTED_TYPES, SHAPE_TYPES } from './shape-types.ts';
import { partRefusal, rejection } from './part-rules.ts';
import { GEMINI_TYPES, REQUEST_RULES, type RequestRule, type RequestRuleName, ROLES, SHAPES } from './request-rules.ts';

/** Where a request goes. */
interface RequestTarget {
  readonly api: WireApi;
  readonly model?: string | undefined;
  readonly host?: string | undefined;
  readonly cloud?: Cloud | undefined;
}

/** Servers of OpenAI's own; others that speak its APIs have their own rules. */
const OPENAI_HOSTS = /(?:^|\.)(?:openai|azure)\.com$/;
const OPENAI_MODELS = /^(?:gpt-(?!oss)|chatgpt|o\d|codex|computer-use|ft:gpt)/;
const DEEPSEEK_HOSTS = /(?:^|\.)deepseek\.com$/;
const DEEPSEEK_MODELS = /^deepseek-/;

/**
 * Judges a request as it stands, by the rules for its API: only for the API its format is written for, and only what the rules know. What no
 * rule knows is not judged.
 *
 * @param ordered the messages that are sent
 */
export function judgeRequest(
  ordered: readonly ConversationMessage[],
  index: ConversationIndex,
  receiver: RequestTarget,
): ConversationFinding[] {
  const isStanding = isSentAsItStands(index, receiver);
  const rejected = isStanding ? partRejections(ordered, receiver) : [];
  const judge = new RequestJudge(receiver, formsOf(index, receiver), rejected);
  // whoever writes the request, the IDs of calls are those of the file
  return isStanding ? [...rejected, ...judge.request(ordered, index)] : judge.callIds(ordered);
}

function partRejections(ordered: readonly ConversationMessage[], { api, model }: RequestTarget): ConversationFinding[] {
  return placedParts(ordered).flatMap(({ part, address, role }) => {
    const refusal = partRefusal(part, role, api, model);
    return refusal ? [rejection(refusal, part, address, api)] : [];
  });
}

/** The API whose types of content a body has: the models at Bedrock have their own, Claude's of its maker and Nova's of Converse. */
function formsOf({ format }: ConversationIndex, { api }: RequestTarget): WireApi | undefined {
  if (api !== 'bedrock-invoke' || format === 'anthropic') return api;
  return format === 'bedrock-converse' ? format : undefined;
}

/**
 * What of a request that is sent as it stands is not judged: content that no rule for its API knows.
 *
 * @param judged what the rules found
 */
export function unjudged(
  ordered: readonly ConversationMessage[],
  index: ConversationIndex,
  receiver: RequestTarget,
  judged: readonly ConversationFinding[],
): ConversationFinding[] {
  const forms = formsOf(index, receiver);
  const known = (forms && SHAPES[forms]) ?? {};
  const found = new Set(judged.map(({ address }) => addressKey(address)));
  const unknown = ordered.filter(({ parts }) => parts.some(({ kind }) => kind === 'unknown'));
  return placedParts(unknown).flatMap(({ part, address }): ConversationFinding[] => {
    if (part.kind !== 'unknown' || Object.hasOwn(known, part.name) || found.has(addressKey(address))) return [];
    return [{ code: 'not_judged', severity: 'info', params: { shape: part.name }, source: OWN_SOURCES.rules, address }];
  });
}

/**
 * What a recorder writes in place of a text, as it is usually spelled: `<API_KEY>`.
 *
 * @see https://rubydoc.info/gems/vcr/VCR/Configuration:define_cassette_placeholder, https://github.com/kevin1024/vcrpy/releases/tag/v9.2.0 (2026-12)
 */
const PLACEHOLDER = /^<[A-Z][A-Z\d_]{2,62}>$/;

/** Texts of a body that a recorder has replaced as a whole. */
export function maskedTexts(ordered: readonly ConversationMessage[], { format }: ConversationIndex): ConversationFinding[] {
  if (formatFacts(format)?.isBody !== true) return [];
  return placedParts(ordered).flatMap(({ part, address }): ConversationFinding[] => {
    if (part.kind !== 'text' || part.characters !== part.sample.length || !PLACEHOLDER.test(part.sample)) return [];
    return [{ code: 'content_masked', severity: 'warning', params: { placeholder: part.sample }, source: OWN_SOURCES.text, address }];
  });
}

/**
 * Media of a body that stand as no document has it: of a type that no list has.
 *
 * @param found what the rules and limits found
 */
export function unjudgedMedia(
  media: readonly PlacedMedium[],
  index: ConversationIndex,
  receiver: RequestTarget,
  found: readonly ConversationFinding[],
): ConversationFinding[] {
  if (formatFacts(index.format)?.isBody !== true) return [];
  const forms = formsOf(index, receiver);
  const judged = new Set(found.flatMap(({ severity, address }) => (severity === 'info' ? [] : addressKey(address))));
  return media.flatMap(({ part, address }): ConversationFinding[] => {
    const { shape = '', declared, facts } = part;
    if (judged.has(addressKey(address)) || isJudged(part, forms)) return [];
    const named = shape === '' ? facts.mimeType : `${shape} (${declared || facts.mimeType})`;
    return [{ code: 'not_judged', severity: 'info', params: { shape: named }, source: OWN_SOURCES.rules, address }];
  });
}

function isJudged({ shape = '', declared, facts }: MediaPartOf, forms: WireApi | undefined): boolean {
  const closed = forms && own(SHAPE_TYPES[forms] ?? {}, shape);
  // Nothing tells whether the bytes are looked at where a data URL has no type.
  if (closed) return closed.isVerbatim === true || (declared !== undefined && !isGenericMediaType(declared));
  // Where no type is wanted, as of Mistral's sound and Ollama's pictures, unknown bytes may be what they stand as.
  if (declared === undefined && (shape === 'input_audio' || isGenericMediaType(facts.mimeType))) return true;
  return (forms && LISTED_TYPES[forms])?.(facts.mimeType, shape) ?? true;
}

/** https://developers.openai.com/api/docs/models (2026-11) */
const RESPONSES_ONLY = /^(?:o\d(?:-mini)?-(?:pro|deep-research)|gpt-5(?:\.\d+)?-(?:codex|pro)|codex-mini|computer-use)/;
/** Models that do not go on with an answer: Claude 4.6 and later. */
const NO_PREFILL = /claude-(?:[a-z]+-4[.-](?:[6-9]|\d\d)(?!\d)|[a-z]+-[5-9](?!\d))/;
const LONGEST_CALL_ID = 64;
const CACHE_MARKS = 4;

/** How the IDs of calls begin; beside those of messages and reasoning no others are known. */
const ID_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
]);

class RequestJudge {
  readonly #receiver: RequestTarget;
  readonly #forms: WireApi | undefined;
  readonly #findings: ConversationFinding[] = [];
  /** Parts that are refused whatever their type is. */
  readonly #rejected: ReadonlySet<number>;

  constructor(receiver: RequestTarget, forms: WireApi | undefined, rejected: readonly ConversationFinding[]) {
    this.#receiver = receiver;
    this.#forms = forms;
    this.#rejected = new Set(rejected.map(({ address }) => addressKey(address)));
  }

  /** The rules of the API that it goes to. */
  request(ordered: readonly ConversationMessage[], index: ConversationIndex): ConversationFinding[] {
    switch (this.#receiver.api) {
      case 'openai-chat':
        return this.chat(ordered);
      case 'openai-responses':
        return this.responses(ordered);
      case 'anthropic':
        return formatFacts(index.format)?.isBody ? this.anthropic(ordered, index) : this.claudeCode(ordered);
      case 'bedrock-invoke':
        return index.format === 'anthropic' ? this.anthropic(ordered, index) : this.converse(ordered, index);
      case 'bedrock-converse':
        return this.converse(ordered, index);
      case 'mistral':
        return this.mistral(ordered);
      case 'cohere':
        return this.shapes(ordered);
      case 'ollama':
        return this.ollama(ordered);
      case 'gemini':
      case 'gemini-2':
        return this.gemini(ordered);
      default:
        // Servers that are compatible with OpenAI's have rules of their own.
        return [];
    }
  }

  chat(ordered: readonly ConversationMessage[]): ConversationFinding[] {
    const { model = '' } = this.#receiver;
    if (!this.#isAt(OPENAI_HOSTS, OPENAI_MODELS)) return [];
    if (RESPONSES_ONLY.test(model)) this.#refuse('model_of_another_api', null, { model });
    for (const { part, address, role } of placedParts(ordered)) {
      this.#shape(part, address, role);
      this.#openAiCall(part, address);
      if (part.traits?.includes('foreign_role')) this.#refuse('role_not_known', address, { roles: ROLES.messages.join(', ') });
      if (part.traits?.includes('text_url')) this.#refuse('image_url_not_object', address);
      if (part.kind !== 'media') continue;
      this.#type(part, address);
      if (part.shape !== 'file') continue;
      if (part.filename === undefined) this.#refuse('file_without_name', address);
      if (part.traits?.includes('no_head')) this.#refuse('file_without_head', address);
    }
    return this.#findings;
  }

  responses(ordered: readonly ConversationMessage[]): ConversationFinding[] {
    if (this.#isAt(DEEPSEEK_HOSTS, DEEPSEEK_MODELS)) this.#outputsAfterCalls(ordered);
    if (!this.#isAt(OPENAI_HOSTS, OPENAI_MODELS)) return this.#findings;
    this.#items(ordered);
    for (const { part, address, role } of placedParts(ordered)) {
      this.#shape(part, address, role);
      this.#openAiCall(part, address);
      if (part.traits?.includes('foreign_role')) this.#refuse('role_not_known', address, { roles: ROLES.input.join(', ') });
      if (part.traits?.includes('object_url')) this.#refuse('image_url_not_text', address);
      if (part.kind === 'media') this.#type(part, address);
      if (part.kind !== 'media' || part.shape !== 'input_file') continue;
      const { declared: type = '' } = part;
      if (part.traits?.includes('no_head')) this.#refuse('file_without_head', address);
      else if (/^(?:audio|video)\//.test(type)) this.#refuse('file_type_not_taken', address, { type });
    }
    return this.#findings;
  }

  /** The ID of a call is not too long, and the arguments of a function are JSON in a string. */
  #openAiCall(part: ConversationPart, address: PartAddress): void {
    if (part.kind !== 'call') return;
    if (part.callId.length > LONGEST_CALL_ID)
      this.#refuse('call_id_too_long', address, { actual: part.callId.length, limit: LONGEST_CALL_ID });
    // Calls of the server's own tools are objects.
    const isFunction = this.#receiver.api === 'openai-chat' || part.shape === 'function_call';
    if (isFunction && part.input && part.traits?.includes('text_arguments') !== true)
      this.#refuse('arguments_not_text', address, { call: part.name });
  }

  /** The arguments of a call are an object. */
  #argumentsObject(part: ConversationPart, address: PartAddress): void {
    if (part.kind === 'call' && part.traits?.includes('text_arguments')) this.#refuse('arguments_not_object', address, { call: part.name });
  }

  /** An id stands once, and reasoning that has one stands before what came of it. */
  #items(ordered: readonly ConversationMessage[]): void {
    const ids = new Set<string>();
    for (const [number, { id, parts, index }] of ordered.entries()) {
      if (id === undefined) continue;
      const address = { message: index, part: 0 };
      this.#itemId(id, parts[0], address);
      if (ids.has(id)) this.#refuse('item_id_twice', address, { id });
      ids.add(id);
      if (parts[0]?.kind === 'reasoning' && !isOfModel(ordered[number + 1])) this.#refuse('reasoning_alone', address, { id });
    }
  }

  #itemId(id: string, part: ConversationPart | undefined, address: PartAddress): void {
    const isMessage = part?.kind === 'text' && part.resultOf === undefined;
    const prefix = isMessage ? 'msg' : part?.kind === 'reasoning' ? 'rs' : ID_PREFIXES.get(part?.shape ?? '');
    if (prefix !== undefined && !(id.startsWith(prefix) && /^\w+$/.test(id))) this.#refuse('item_id_pattern', address, { id, prefix });
  }

  /** No answer may stand between a call and its output. */
  #outputsAfterCalls(ordered: readonly ConversationMessage[]): void {
    let open = new Map<string, PartAddress>();
    for (const { parts, role, index } of ordered) {
      for (const [at, part] of parts.entries()) {
        if (part.kind === 'call') open.set(part.callId, { message: index, part: at });
        else if (part.resultOf !== undefined) open.delete(part.resultOf);
        else if (role === 'assistant' && part.kind === 'text') {
          for (const [call, address] of open) this.#refuse('output_not_after_call', address, { call });
          open = new Map();
        }
      }
    }
  }

  anthropic(ordered: readonly ConversationMessage[], { beside }: ConversationIndex): ConversationFinding[] {
    let marks = beside?.cacheMarks ?? 0;
    this.#cacheOrder(ordered, beside?.hasShortMark ?? false);
    const isAtBedrock = this.#isAtBedrock();
    for (const { part, address, role } of placedParts(ordered)) {
      this.#shape(part, address, role);
      if (isAtBedrock && part.kind === 'link') this.#refuse('address_not_fetched', address);
      if (part.traits?.includes('cached')) marks++;
      this.#anthropicTraits(part, address);
      this.#anthropicPart(part, address);
    }
    // The mark of the request as a whole is set on its last block, unless that has one.
    const last = ordered.findLast(({ role }) => role !== 'system')?.parts.at(-1);
    if (beside?.isCached && last?.traits?.includes('cached') !== true) marks++;
    if (marks > CACHE_MARKS) this.#refuse('too_many_cache_marks', null, { actual: marks, limit: CACHE_MARKS });
    this.#citations(ordered, (beside?.schemaTokens ?? 0) > 0);
    this.#thinkingFirst(ordered, beside);
    for (const { parts, role, index } of ordered)
      if (role === 'assistant' && parts.at(-1)?.kind === 'reasoning')
        this.#refuse('thinking_last', { message: index, part: parts.length - 1 });
    this.#prefill(ordered.at(-1));
    return this.#findings;
  }

  /** Marks for an hour come before those for five minutes. */
  #cacheOrder(ordered: readonly ConversationMessage[], isAfterShort: boolean): void {
    let isLate = isAfterShort;
    for (const { part, address } of placedParts(ordered)) {
      if (part.traits?.includes('cached') !== true) continue;
      const isForHour = part.traits.includes('cached_for_hour');
      if (isForHour && isLate) this.#refuse('cache_order', address);
      isLate ||= !isForHour;
    }
  }

  /** Thinking has its signature, and the result of a call that failed is text, and some. */
  #anthropicTraits(part: ConversationPart, address: PartAddress): void {
    if (part.traits?.includes('unsigned')) this.#refuse('thinking_unsigned', address);
    if (part.traits?.includes('failed') !== true) return;
    if (part.kind === 'media' || part.kind === 'link') this.#refuse('failed_result_media', address);
    else if (part.kind === 'text' && part.characters === 0) this.#refuse('failed_result_empty', address);
  }

  /** Citations are for all documents or for none, and not in an answer that has a schema. */
  #citations(ordered: readonly ConversationMessage[], hasSchema: boolean): void {
    const placed = placedParts(ordered);
    const isCited = ({ part }: (typeof placed)[number]): boolean => part.traits?.includes('cited') === true;
    const cited = placed.find(isCited);
    if (!cited) return;
    if (hasSchema) this.#refuse('citations_with_schema', cited.address);
    const documents = placed.filter(({ part }) => part.shape === 'document');
    const uncited = documents.find((each) => !isCited(each));
    if (uncited && documents.some(isCited)) this.#refuse('citations_on_some', uncited.address);
  }

  /** What the program sends as its session has it. */
  claudeCode(ordered: readonly ConversationMessage[]): ConversationFinding[] {
    for (const { part, address } of placedParts(ordered)) {
      if (part.kind === 'reasoning' && part.characters === 0 && part.traits?.includes('unsigned'))
        this.#refuse('thinking_unsigned', address);
      this.#anthropicPart(part, address);
    }
    return this.#findings;
  }

  /** IDs that Anthropic does not take. */
  callIds(ordered: readonly ConversationMessage[]): ConversationFinding[] {
    if (this.#receiver.api === 'anthropic') for (const { part, address } of placedParts(ordered)) this.#callId(part, address);
    return this.#findings;
  }

  #callId(part: ConversationPart, address: PartAddress): void {
    if (part.kind === 'call' && part.callId !== '' && !isTakenId(part.callId))
      this.#refuse('call_id_pattern', address, { call: part.callId });
  }

  #anthropicPart(part: ConversationPart, address: PartAddress): void {
    this.#callId(part, address);
    this.#argumentsObject(part, address);
    if (part.kind !== 'media') return;
    if (part.traits?.includes('data_url')) this.#refuse('data_url_in_data', address);
    else this.#type(part, address);
  }

  /** An answer that the model is to go on with. */
  #prefill(last: ConversationMessage | undefined): void {
    const { model = '' } = this.#receiver;
    const part = last?.parts.at(-1);
    if (last?.role !== 'assistant' || part?.kind !== 'text') return;
    const address = { message: last.index, part: last.parts.length - 1 };
    if (NO_PREFILL.test(model)) this.#refuse('prefill_not_taken', address, { model });
    else if (part.traits?.includes('ends_blank')) this.#refuse('prefill_ends_blank', address);
  }

  /** A request to Bedrock by Converse, or in the same form to the model itself. */
  converse(ordered: readonly ConversationMessage[], { beside }: ConversationIndex): ConversationFinding[] {
    const placed = placedParts(ordered);
    const ofTools = beside?.hasTools === false ? placed.find(({ part }) => part.kind === 'call' || part.resultOf !== undefined) : undefined;
    if (ofTools) this.#refuse('tools_not_defined', ofTools.address);
    this.#roles(ordered.filter(({ role }) => role !== 'system'));
    this.#thinkingFirst(ordered, beside);
    if (NO_PREFILL.test(this.#receiver.model ?? '')) this.#prefill(ordered.at(-1));
    for (const { part, address, role } of placed) {
      this.#shape(part, address, role);
      this.#converseId(part, address);
      this.#argumentsObject(part, address);
      if (part.traits?.includes('data_url')) this.#refuse('data_url_in_data', address);
      if (part.kind === 'media') this.#converseMedium(part, address);
      if (part.kind === 'media' || part.kind === 'link') this.#ofConverseModel(part, address, role);
    }
    for (const message of ordered) {
      this.#documentAlone(message);
      this.#idsOnce(message);
    }
    this.#documentNames(placed);
    return this.#findings;
  }

  /** What the model does not take, though Converse has a place for it. */
  #ofConverseModel({ shape = '' }: ConversationPart, address: PartAddress, role: string): void {
    const { model = '' } = this.#receiver;
    if (shape === 'video' && /claude-/.test(model)) this.#refuse('film_not_watched', address, { model });
    else if (role === 'tool' && shape !== 'image' && isNova(model)) this.#refuse('not_in_result_of_nova', address, { shape });
  }

  /** The user begins, and nobody has two messages in a row. */
  #roles(messages: readonly ConversationMessage[]): void {
    const roles = messages.map(({ role }) => (role === 'assistant' ? role : 'user'));
    for (const [at, { index }] of messages.entries()) {
      const [role = 'user', before] = [roles[at], roles[at - 1]];
      if (at === 0 && role === 'assistant') this.#refuse('not_begun_by_user', { message: index, part: 0 });
      if (role === before) this.#refuse('role_twice', { message: index, part: 0 }, { role });
    }
  }

  /**
   * A turn that goes on with results has its thinking. Only the first of its answers need have any, as the model does not think anew after each
   * result; whether it must be the first is not known.
   */
  #thinkingFirst(ordered: readonly ConversationMessage[], beside: ConversationIndex['beside']): void {
    if (beside?.isToldToThink !== true || ordered.at(-1)?.parts.some(({ resultOf }) => resultOf !== undefined) !== true) return;
    const asked = ordered.findLastIndex(({ role, parts }) => role === 'user' && parts.some(({ resultOf }) => resultOf === undefined));
    const answers = ordered.slice(asked + 1).filter(({ role }) => role === 'assistant');
    const last = answers.at(-1);
    if (last && answers.every(({ parts }) => parts[0]?.kind !== 'reasoning'))
      this.#refuse('thinking_not_first', { message: last.index, part: 0 });
  }

  #converseId(part: ConversationPart, address: PartAddress): void {
    if (part.kind === 'call' && !isConverseId(part.callId)) this.#refuse('call_id_of_converse', address, { call: part.callId });
  }

  #converseMedium(part: MediaPartOf, address: PartAddress): void {
    const { shape, filename = '' } = part;
    this.#type(part, address);
    if (shape === 'document' && !isDocumentName(filename)) this.#refuse('document_name', address, { name: filename });
  }

  /** The names of documents are unique in the request. */
  #documentNames(placed: readonly { readonly part: ConversationPart; readonly address: PartAddress }[]): void {
    const named = new Set<string>();
    for (const { part, address } of placed) {
      if (part.kind !== 'media' || part.shape !== 'document' || part.filename === undefined) continue;
      if (named.has(part.filename)) this.#refuse('document_name_twice', address, { name: part.filename });
      named.add(part.filename);
    }
  }

  /** No two calls of a message have one ID, and no two results. */
  #idsOnce({ parts, index }: ConversationMessage): void {
    const [calls, results] = [new Set<string>(), new Map<string, number>()];
    for (const [at, part] of parts.entries()) {
      const address = { message: index, part: at };
      if (part.kind === 'call') {
        if (calls.has(part.callId)) this.#refuse('ids_twice_in_message', address, { call: part.callId });
        calls.add(part.callId);
      } else if (part.resultOf !== undefined) {
        const start = part.resultPlace?.start ?? 0;
        if ((results.get(part.resultOf) ?? start) !== start) this.#refuse('ids_twice_in_message', address, { call: part.resultOf });
        results.set(part.resultOf, start);
      }
    }
  }

  /** A message with a document has a text as well. */
  #documentAlone({ parts, index, role }: ConversationMessage): void {
    const own = role === 'user' ? parts.filter(({ resultOf }) => resultOf === undefined) : [];
    const at = parts.findIndex((part) => own.includes(part) && part.shape === 'document');
    if (at >= 0 && own.every(({ shape }) => shape !== 'text')) this.#refuse('document_without_text', { message: index, part: at });
  }

  /** A request whose parts are judged by their forms alone. */
  shapes(ordered: readonly ConversationMessage[]): ConversationFinding[] {
    for (const { part, address, role } of placedParts(ordered)) {
      this.#shape(part, address, role);
      if (part.kind === 'media') this.#type(part, address);
    }
    return this.#findings;
  }

  mistral(ordered: readonly ConversationMessage[]): ConversationFinding[] {
    for (const { part, address } of placedParts(ordered))
      if (part.kind === 'call' && !isMistralId(part.callId)) this.#refuse('call_id_of_nine', address, { call: part.callId });
    for (const [at, { role, index }] of ordered.entries())
      if (role === 'user' && ordered[at - 1]?.role === 'tool') this.#refuse('user_after_tool', { message: index, part: 0 });
    const last = ordered.at(-1);
    if (last?.role === 'assistant' && last.parts.every(({ traits }) => traits?.includes('continued') !== true))
      this.#refuse('last_role', { message: last.index, part: 0 });
    return this.shapes(ordered);
  }

  ollama(ordered: readonly ConversationMessage[]): ConversationFinding[] {
    for (const { part, address } of placedParts(ordered)) {
      this.#argumentsObject(part, address);
      if (part.traits?.includes('data_url')) this.#refuse('data_url_in_data', address);
    }
    return this.#findings;
  }

  gemini(ordered: readonly ConversationMessage[]): ConversationFinding[] {
    for (const { parts, index } of ordered) if (parts.length === 0) this.#refuse('no_parts', { message: index, part: 0 });
    for (const { part, address } of placedParts(ordered)) {
      this.#argumentsObject(part, address);
      if (part.traits?.includes('foreign_role')) this.#refuse('role_not_known', address, { roles: 'user, model' });
      if (part.kind !== 'media') continue;
      if (part.traits?.includes('data_url')) this.#refuse('data_url_in_data', address);
      else if (isRefusedByGemini(part.declared ?? ''))
        this.#refuse('file_type_not_taken', address, { type: part.declared ?? '' }, GEMINI_TYPES);
    }
    this.#signatures(ordered);
    return this.#findings;
  }

  /** The first call of each answer in the turn that is going on has the signature it came with; a body need not say for which model it is. */
  #signatures(ordered: readonly ConversationMessage[]): void {
    const rule = this.#receiver.model === undefined ? 'call_unsigned_by_some' : 'call_unsigned';
    const asked = ordered.findLastIndex(({ role, parts }) => role === 'user' && parts.some(({ resultOf }) => resultOf === undefined));
    for (const { role, parts, index } of ordered.slice(asked + 1)) {
      const at = role === 'assistant' ? parts.findIndex(({ kind }) => kind === 'call') : -1;
      const part = parts[at];
      if (part?.kind === 'call' && part.traits?.includes('unsigned')) this.#refuse(rule, { message: index, part: at }, { call: part.name });
    }
  }

  /** Whether a content has the form of the API, in the role of its message. */
  #shape({ shape }: ConversationPart, address: PartAddress, role: string): void {
    const table = this.#forms && SHAPES[this.#forms];
    if (shape === undefined || !table) return;
    const roles = Object.hasOwn(table, shape) ? table[shape] : undefined;
    if (!roles) this.#refuse('shape_of_another_api', address, { shape });
    else if (!roles.includes(role)) this.#refuse('shape_not_in_role', address, { shape, role });
  }

  /** Whether the API takes the media type in content of its type, as far as there is a closed list of them. */
  #type({ shape = '', declared, format, isBase64, facts, traits }: MediaPartOf, address: PartAddress): void {
    const listed = own((this.#forms && SHAPE_TYPES[this.#forms]) ?? {}, shape);
    if (!listed || !isBase64 || this.#rejected.has(addressKey(address))) return;
    const { accepted, isVerbatim = false, source } = listed;
    // Of a data URL without its head that is said.
    if (!isVerbatim && traits?.includes('no_head')) return;
    const type = isVerbatim ? (format ?? declared) : facts.mimeType;
    if (type === undefined || type === '') this.#refuse('type_missing', address, { shape, accepted: accepted.names }, source);
    else if (!accepted.types.has(type)) this.#refuse('type_not_taken', address, { type, shape, accepted: accepted.names }, source);
  }

  /** Where the server is not known, the name of the model tells; where neither is, the API's own provider serves it. */
  #isAt(hosts: RegExp, models: RegExp): boolean {
    const { host, model } = this.#receiver;
    return host === undefined || host === '' ? model === undefined || models.test(model) : hosts.test(host);
  }

  #isAtBedrock(): boolean {
    return this.#receiver.api === 'bedrock-invoke' || cloudOfReceiver(this.#receiver) === 'bedrock';
  }

  /** Adds what a rule finds, if it is a rule of the API. */
  #refuse(rule: RequestRuleName, address: PartAddress | null, params: ConversationFinding['params'] = {}, sourceOfList?: string): void {
    const { apis, severity, source: sourceOfRule }: RequestRule = REQUEST_RULES[rule];
    const { api } = this.#receiver;
    const source = sourceOfList ?? sourceOfRule;
    if (!apis.includes(api)) return;
    this.#findings.push({ code: 'request_refused', severity, params: { rule, api: API_NAMES[api], ...params }, source, address });
  }
}

/** Whether Converse takes the name of a document; of what is not documented, `_` was answered. */
function isDocumentName(name: string): boolean {
  return /^(?! )(?:[\w()[\]-]| (?! ))+$/.test(name);
}

/** Whether Gemini is known to refuse a type, or what is written for one is no media type. */
function isRefusedByGemini(declared: string): boolean {
  return declared === 'application/json' || declared === 'image/jpg' || (declared !== '' && !declared.includes('/'));
}

/** Whether Converse takes the ID of a call. */
function isConverseId(id: string): boolean {
  return /^[a-zA-Z0-9_.:-]{1,64}$/.test(id);
}

/** Whether Anthropic takes the ID of a call. */
function isTakenId(id: string): boolean {
  return /^[a-zA-Z0-9_-]+$/.test(id);
}

/** Whether a reasoning may stand before it: what the model itself made with it. A text without an id is written by somebody else. */
function isOfModel(next: ConversationMessage | undefined): boolean {
  if (next?.role !== 'assistant') return false;
  return next.id !== undefined || next.parts.some(({ kind }) => kind !== 'text');
}
