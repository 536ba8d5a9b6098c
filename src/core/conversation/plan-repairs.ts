import { mediaKind } from '../content/media-type.ts';
import { type ImageLimits, isShrinkable } from '../content/shrink-image.ts';
import { formatSize } from '../content/size.ts';
import { base64Length, encodeBase64 } from '../io/base64.ts';
import { MAX_SHRUNK_BASE64, MAX_SHRUNK_PIXELS } from '../io/limits.ts';
import { own } from '../io/own.ts';
import { safeName } from '../routing/description.ts';
import { takesImage } from '../wire/accepted-types.ts';
import { API_LIMITS } from '../wire/api-limits.ts';
import { documentTest } from '../wire/limits.ts';
import type { WireApi } from '../wire/verdict.ts';
import type { ConversationCheck } from './check-conversation.ts';
import type { ConversationFinding } from './conversation-finding.ts';
import { formatFacts } from './formats.ts';
import type { ConversationFormat, ConversationIndex, ConversationMessage, ConversationPart, MediaPartOf } from './conversation.ts';
import { exceeds } from './find-part.ts';
import type { ByteRange } from './outline.ts';
import { REMOVED } from './part-drafts.ts';
import { mediaBefore, mediaOf, type PlacedMedium, renamedCalls } from './prepare-conversation.ts';
import { addressKey, inOrder, type PartAddress } from './replay.ts';
import { SHAPE_TYPES } from './shape-types.ts';
import { notated } from './notation.ts';
import type { TextFinding } from './text-findings.ts';
import { REPAIR_KINDS, type RepairKind } from './repair-kinds.ts';
import {
  type ByteEdit,
  type EditRepair,
  joinedShrinks,
  type MoveRepair,
  optionalShrink,
  type Repair,
  type ShrinkRepair,
  startOf,
  strictest,
} from './repairs.ts';

export interface RepairOptions {
  readonly api: WireApi;
  /** Repairs that are wanted; all by default. */
  readonly kinds?: readonly RepairKind[] | undefined;
  /** Images that only a warning finds too large are made smaller too. */
  readonly withOptional?: boolean | undefined;
  /** Media of all but so many of the last messages of a person are described too. */
  readonly keepLast?: number | undefined;
  /** Where the content of a part that is described is saved, for its description; undefined where it is not. */
  readonly savedAs?: ((address: PartAddress, part: MediaPartOf) => string | undefined) | undefined;
}

/**
 * The smallest edits that remove what makes the next request fail, and binary content in texts. An image that is too large is made
 * smaller where its format allows that, and else replaced by a description; it goes below the limits of warnings too. Of a format that is read only there are none.
 */
export function planRepairs(
  index: ConversationIndex,
  check: ConversationCheck,
  texts: readonly TextFinding[],
  { api, kinds = REPAIR_KINDS, withOptional = false, keepLast, savedAs }: RepairOptions,
): Repair[] {
  if (formatFacts(index.format)?.isReadOnly) return [];
  const plan = new Map<number, PlannedRepair>();
  const moves: MoveRepair[] = [];
  const add = (repair: Repair | undefined): void => {
    if (!repair || !kinds.includes(repair.kind)) return;
    if (repair.kind === 'results_first') {
      moves.push(repair);
      return;
    }
    const key = addressKey(repair.address);
    const planned = plan.get(key);
    // What is taken out needs no other repair; what is made smaller gets the right type too.
    if (planned?.kind === 'shrink' && repair.kind === 'shrink') plan.set(key, joinedShrinks(planned, repair));
    else if (repair.kind === 'shrink' && repair.isOptional && !withOptional) return;
    else if (!planned || WEAKEST_FIRST.indexOf(repair.kind) > WEAKEST_FIRST.indexOf(planned.kind)) plan.set(key, repair);
  };
  const planner = { index, check, api, kinds, savedAs, blocksOf: blocksByMessage(), takenIds: takenIdsIn(index) };
  for (const finding of check.findings) for (const repair of repairsOf(finding, planner)) add(repair);
  if (check.findings.some(({ code }) => code === 'call_id_reused')) for (const repair of renamedCalls(inOrder(index))) add(repair);
  if (kinds.includes('describe')) describeTexts(texts, plan, add);
  if (keepLast !== undefined) for (const address of mediaBefore(index, keepLast)) add(describe(planner, address));
  const moved = moves.map((move) => {
    const also = plan.get(addressKey(move.address));
    plan.delete(addressKey(move.address));
    return { ...move, ...(also && { also }) };
  });
  return [...plan.values(), ...moved].sort((a, b) => startOf(a) - startOf(b));
}

type PlannedRepair = EditRepair | ShrinkRepair;

/** Binary content in texts: there may be several in one, or in the arguments of a call that stays. */
function describeTexts(texts: readonly TextFinding[], plan: Map<number, PlannedRepair>, add: (repair: Repair) => void): void {
  const others = new Map<number, ByteEdit[]>();
  for (const text of texts) {
    const repair = withoutBinary(text);
    if (!repair) continue;
    const key = addressKey(text.address);
    const planned = plan.get(key)?.kind;
    if (planned !== 'describe' && planned !== 'replace_orphan') add(repair);
    else if (others.has(key)) others.get(key)?.push(...repair.edits);
    else others.set(key, [...repair.edits]);
  }
  for (const [key, edits] of others) {
    const planned = plan.get(key);
    if (planned?.kind !== 'describe' && planned?.kind !== 'replace_orphan') continue;
    const outside = edits.filter(({ start, end }) => !planned.edits.some((edit) => edit.start <= start && edit.end >= end));
    plan.set(key, { ...planned, edits: inFileOrder([...planned.edits, ...outside]) });
  }
}

/** When a part has several repairs, the last of these is made: with the result of no call goes all that is in it. */
const WEAKEST_FIRST: readonly RepairKind[] = ['fill_text', 'correct_type', 'shrink', 'describe', 'rename_call', 'replace_orphan'];

interface Planner extends Pick<RepairOptions, 'savedAs'> {
  readonly index: ConversationIndex;
  readonly check: ConversationCheck;
  readonly api: WireApi;
  readonly kinds: readonly RepairKind[];
  readonly blocksOf: (message: ConversationMessage) => Blocks;
  readonly takenIds: () => ReadonlyMap<string, TakenId>;
}

/** What makes an image smaller is a choice where the rule is only a warning: nobody loses a picture for it. */
const TOO_LARGE: ReadonlySet<ConversationFinding['code']> = new Set(['part_too_large', 'too_large_among_many', 'too_many_patches']);

function repairsOf(finding: ConversationFinding, planner: Planner): (Repair | undefined)[] {
  if (finding.severity === 'error') return repairsOfError(finding, planner);
  if (finding.severity === 'info' || !TOO_LARGE.has(finding.code)) return [];
  return repairsOfError(finding, planner).map((repair) => (repair?.kind === 'shrink' ? optionalShrink(repair) : undefined));
}

function repairsOfError(finding: ConversationFinding, planner: Planner): (Repair | undefined)[] {
  const { index, check, api, kinds } = planner;
  const { code, address, verdict, params } = finding;
  switch (code) {
    case 'too_many_pixels':
      return [shrink(planner, address, { side: Number(params['limit']) }) ?? describe(planner, address)];
    case 'too_many_patches':
      return [shrink(planner, address, { side: sideOfPatches(params) }) ?? describe(planner, address)];
    case 'part_too_large':
      return [shrink(planner, address, { base64: base64Limit(params) }) ?? describe(planner, address)];
    case 'part_refused':
      return refused(planner, finding);
    case 'type_differs_from_bytes':
      return [correctType(index, address, api) ?? describe(planner, address)];
    case 'too_large_among_many':
      if (!kinds.includes('shrink')) return fewestOfMany(index, params).map((each) => describe(planner, each));
      return largeOnes(index, params).map((each) => shrink(planner, each, { side: Number(params['limit']) }) ?? describe(planner, each));
    case 'too_many_images':
    case 'too_many_documents':
    case 'too_many_pages_together':
    case 'documents_too_large':
    case 'request_too_large':
      return oldestUntil(index, finding, check).map((each) => describe(planner, each));
    case 'call_without_result':
    case 'result_without_call':
      return [replaceOrphan(planner, finding)];
    case 'result_not_first':
      return [behindResults(planner, address)];
    case 'request_refused':
      return repairsOfRule(planner, finding);
    case 'call_id_reused':
    case 'nothing_to_send':
    case 'model_retired':
    case 'model_deprecated':
    case 'model_forwarded':
    case 'context_exceeded':
      return [];
    case 'part_rejected':
      if (verdict?.rule === 'text_empty' || verdict?.rule === 'text_blank') return [fillText(index, address)];
      return [correctType(index, address, api) ?? describe(planner, address)];
    default:
      return [describe(planner, address)];
  }
}

function repairsOfRule(planner: Planner, { address, params }: ConversationFinding): (Repair | undefined)[] {
  const { index, api } = planner;
  switch (params['rule']) {
    case 'type_not_taken':
    case 'type_missing':
    case 'file_type_not_taken':
      return [correctType(index, address, api) ?? describe(planner, address)];
    case 'call_id_pattern':
      return [takenId(planner, address)];
    case 'thinking_unsigned':
      return [fillText(index, address)];
    default:
      return [];
  }
}

/** The ID of a call and of its results in characters that are taken. */
function takenId({ index, takenIds }: Planner, address: PartAddress | null): EditRepair | undefined {
  const call = partAt(index, address)?.part;
  if (!address || call?.kind !== 'call' || !call.idPlace) return undefined;
  const taken = takenIds().get(call.callId);
  if (!taken) return undefined;
  return { kind: 'rename_call', address, edits: inFileOrder(taken.places.map(({ start, end }) => ({ start, end, text: taken.id }))) };
}

/** An ID with characters that are not taken. */
interface TakenId {
  /** What is written for it, which no other call has. */
  readonly id: string;
  /** Where it stands: at its call, and at its results. */
  readonly places: readonly ByteRange[];
}

/** Names all IDs once, when the first is asked for: there may be as many findings as calls. */
function takenIdsIn(index: ConversationIndex): Planner['takenIds'] {
  let known: ReadonlyMap<string, TakenId> | undefined;
  return () => (known ??= nameIds(index));
}

function nameIds(index: ConversationIndex): ReadonlyMap<string, TakenId> {
  const places = new Map<string, Map<number, ByteRange>>();
  for (const part of inOrder(index).flatMap((message) => message.parts)) {
    const [id, place] = part.kind === 'call' ? [part.callId, part.idPlace] : [part.resultOf, part.resultIdPlace];
    if (id === undefined || !place) continue;
    const own = places.get(id) ?? new Map<number, ByteRange>();
    places.set(id, own.set(place.start, place));
  }
  const used = new Set([...places.keys()].filter((id) => withTakenCharacters(id) === id));
  const last = new Map<string, number>();
  const named = new Map<string, TakenId>();
  for (const [written, own] of places) {
    const plain = withTakenCharacters(written);
    if (plain === written) continue;
    let number = last.get(plain) ?? 0;
    let id: string;
    // Several may become the same: each but the first gets a number.
    do id = ++number === 1 ? plain : `${plain}_${number}`;
    while (used.has(id));
    last.set(plain, number);
    used.add(id);
    named.set(written, { id, places: [...own.values()] });
  }
  return named;
}

function withTakenCharacters(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
}

function partAt(
  index: ConversationIndex,
  address: PartAddress | null,
): { message: ConversationMessage; part: ConversationPart } | undefined {
  const message = address ? index.messages[address.message] : undefined;
  const part = address ? message?.parts[address.part] : undefined;
  return message && part && { message, part };
}

function correctType(index: ConversationIndex, address: PartAddress | null, api: WireApi): EditRepair | undefined {
  const found = partAt(index, address)?.part;
  if (!address || found?.kind !== 'media' || !found.type) return undefined;
  const type = found.facts.detectedMimeType;
  if (type === undefined || type === found.declared || mediaKind(type) !== mediaKind(found.facts.mimeType)) return undefined;
  const listed = own(SHAPE_TYPES[api] ?? {}, found.shape ?? '');
  if (listed ? !listed.accepted.types.has(type) : mediaKind(type) === 'image' && !takesImage(api, type)) return undefined;
  const places = [found.type, ...(found.copies ?? []).flatMap(({ type: copy }) => copy ?? [])];
  return { kind: 'correct_type', address, edits: inFileOrder(places.map(({ start, end }) => ({ start, end, text: type }))) };
}

/** Makes an image smaller; undefined where that is not wanted, or its format or size does not allow it. */
function shrink(planner: Planner, address: PartAddress | null, limits: ImageLimits): ShrinkRepair | undefined {
  const { index, api, kinds } = planner;
  const part = partAt(index, address)?.part;
  if (!address || !kinds.includes('shrink') || part?.kind !== 'media' || !part.isBase64) return undefined;
  const { mimeType, detectedMimeType: type = mimeType, width, height, size, frames = 1 } = part.facts;
  if (!isShrinkable(type) || !takesImage(api, type) || frames > 1) return undefined;
  if ((width ?? 0) * (height ?? 0) > MAX_SHRUNK_PIXELS || part.data.end - part.data.start > MAX_SHRUNK_BASE64) return undefined;
  const otherwise = kinds.includes('describe') ? describe(planner, address) : undefined;
  const { imageBase64, imageBase64Elsewhere = imageBase64 } = API_LIMITS[api];
  return {
    kind: 'shrink',
    address,
    type,
    // Fewer pixels may be more bytes, where the few colours of a picture become many; below the limit of clouds it goes through anywhere.
    limits: strictest({ base64: imageBase64Elsewhere?.value }, limits),
    declared: part.declared,
    places: [part, ...(part.copies ?? [])].map(({ data, type: declared }) => ({ data, type: declared })),
    from: { width, height, size },
    ...(otherwise && { otherwise }),
  };
}

/** Characters of base64 that an image may have: some APIs count the bytes of its file. */
function base64Limit({ limit, variant }: ConversationFinding['params']): number {
  return variant === 'image_bytes' ? base64Length(Number(limit)) : Number(limit);
}

/** A limit that a server has named holds for all images. */
function refused(planner: Planner, { address, params }: ConversationFinding): (Repair | undefined)[] {
  const [side, base64] = [params['side'], params['base64']].map((limit) => Number(limit) || undefined);
  const limits = strictest({ side, base64 });
  const above = sentImages(planner.index).filter(({ part }) => exceeds(part, limits));
  if (above.length === 0) return [describe(planner, address)];
  return above.map(({ address: each }) => shrink(planner, each, limits) ?? describe(planner, each));
}

/** Pixels of a side, see `ApiLimits.imagePatches`. */
const PATCH = 32;

/** The longest side of an image that is cut into so many patches fewer; a patch less on each side, because a part of one counts. */
function sideOfPatches({ width, height, actual, limit }: ConversationFinding['params']): number {
  const longest = Math.max(Number(width), Number(height));
  return Math.max(1, Math.floor(longest * Math.sqrt(Number(limit) / Number(actual))) - PATCH);
}

function describe({ index, savedAs }: Planner, address: PartAddress | null): EditRepair | undefined {
  const found = partAt(index, address);
  if (!address || found?.part.kind !== 'media') return undefined;
  const { message, part } = found;
  const text = descriptionOf(part, savedAs?.(address, part));
  const shape = textShape(index.format, message, part, text);
  if (shape === undefined) return undefined;
  const copies = (part.copies ?? []).map(({ place: { start, end }, isElement }) => ({
    start,
    end,
    text: JSON.stringify(isElement ? { type: 'text', text } : text),
  }));
  return { kind: 'describe', address, edits: inFileOrder([{ start: part.place.start, end: part.place.end, text: shape }, ...copies]) };
}

/** What a model reads in place of content that was taken out. */
function descriptionOf({ facts: { mimeType, detectedMimeType, size, width, height }, filename }: MediaPartOf, saved?: string): string {
  const name = safeName(filename);
  const sides = width === undefined || height === undefined ? [] : [`${width} × ${height}`];
  const facts = [detectedMimeType ?? mimeType, ...sides, formatSize(size)].join(', ');
  const place = saved === undefined ? '' : `; saved as ${safeName(saved)}`;
  return `${REMOVED}${name === '' ? '' : `${name}, `}${facts}${place}]`;
}

/** A text part as the format has it; undefined where it has none. */
function textShape(
  format: ConversationFormat | null,
  { role }: ConversationMessage,
  part: ConversationPart,
  text: string,
): string | undefined {
  switch (formatFacts(format)?.notation) {
    case 'contents':
      if (part.resultOf === undefined) return JSON.stringify({ text });
      // Beside the object of a function's response only media may be, text files among them: see GEMINI_TOOL_PARTS.
      return part.kind === 'media'
        ? JSON.stringify({ inlineData: { mimeType: 'text/plain', data: encodeBase64(new TextEncoder().encode(text)) } })
        : undefined;
    case 'converse':
      return JSON.stringify({ text });
    case 'items':
      return JSON.stringify({ type: role === 'assistant' ? 'output_text' : 'input_text', text });
    case 'spans':
      return notated(isMessagePart(part) ? { type: 'text', content: text } : { type: 'text', text }, part);
    case 'blocks':
    case 'chat':
    case 'entries':
    case 'view':
    case undefined:
      return JSON.stringify({ type: 'text', text });
  }
}

const NO_CONTENT = '(no content)';

function fillText(index: ConversationIndex, address: PartAddress | null): EditRepair | undefined {
  const found = partAt(index, address);
  // thinking without words or signature has nothing to lose
  const isEmptyThinking = found?.part.kind === 'reasoning' && found.part.characters === 0;
  if (!address || !found || (found.part.kind !== 'text' && !isEmptyThinking)) return undefined;
  const { start, end } = found.part.place;
  const text =
    found.part.kind === 'text' && found.part.isBare
      ? notated(NO_CONTENT, found.part)
      : textShape(index.format, found.message, found.part, NO_CONTENT);
  return text === undefined ? undefined : { kind: 'fill_text', address, edits: [{ start, end, text }] };
}

/** The result of a call that is not there, or the call whose result is not there, becomes a text that says so. */
function replaceOrphan({ index, blocksOf }: Planner, { code, params, address }: ConversationFinding): EditRepair | undefined {
  const found = partAt(index, address);
  if (!address || !found) return undefined;
  const { message, part } = found;
  const call = String(params['call'] ?? '');
  const isCall = code === 'call_without_result';
  const why = params['variant'] === 'second' ? 'the call has another one' : 'the call is not in the conversation';
  const note = isCall
    ? `[The tool call ${safeName(call)} was removed: it has no result]`
    : `[The result of the tool call ${safeName(call)} was removed: ${why}]`;
  const range = isCall ? part.place : (part.resultPlace ?? part.place);
  const next = isCall || formatFacts(index.format)?.notation !== 'blocks' ? undefined : nextResult(blocksOf(message), range);
  // A note may not stand before other results.
  if (next !== undefined) return { kind: 'replace_orphan', address, edits: [{ start: range.start, end: next, text: '' }] };
  const edit = orphanEdit(index.format, message, part, isCall, range, call, note);
  return edit && { kind: 'replace_orphan', address, edits: [edit] };
}

/** The blocks of a message's list: a part, or the result that parts belong to. */
interface Blocks {
  /** Where they begin, ascending. */
  readonly starts: readonly number[];
  /** Where the last result begins; -1 without any. */
  readonly lastResult: number;
  /** Where the result ends that the last part of a result is in; undefined without any. */
  readonly resultsEnd: number | undefined;
}

/** Reads the blocks of each message once: a message may have as many findings as blocks. */
function blocksByMessage(): Planner['blocksOf'] {
  const known = new Map<number, Blocks>();
  return ({ index, parts }) => {
    const found = known.get(index);
    if (found) return found;
    let lastResult = -1;
    for (const { resultPlace } of parts) lastResult = Math.max(lastResult, resultPlace?.start ?? -1);
    const blocks = {
      starts: parts.map(({ place, resultPlace }) => (resultPlace ?? place).start).sort((a, b) => a - b),
      lastResult,
      resultsEnd: parts.findLast(({ resultPlace }) => resultPlace !== undefined)?.resultPlace?.end,
    };
    known.set(index, blocks);
    return blocks;
  };
}

/** Where the block after a result begins, when more results follow in the message. */
function nextResult(blocks: Blocks, range: ByteRange): number | undefined {
  return blocks.lastResult > range.start ? nextBlock(blocks, range) : undefined;
}

function behindResults({ index: { messages }, blocksOf }: Planner, address: PartAddress | null): MoveRepair | undefined {
  const message = address ? messages[address.message] : undefined;
  const part = address ? message?.parts[address.part]?.place : undefined;
  if (!address || !message || !part) return undefined;
  const blocks = blocksOf(message);
  const next = nextBlock(blocks, part);
  const behind = blocks.resultsEnd;
  if (next === undefined || behind === undefined) return undefined;
  const { start, end } = part;
  return { kind: 'results_first', address, part: { start, end }, next, behind };
}

function nextBlock({ starts }: Blocks, { start }: ByteRange): number | undefined {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return starts[low];
}

function orphanEdit(
  format: ConversationFormat | null,
  message: ConversationMessage,
  part: ConversationPart,
  isCall: boolean,
  { start, end }: ByteRange,
  call: string,
  note: string,
): ByteEdit | undefined {
  switch (formatFacts(format)?.notation) {
    case 'blocks':
      return { start, end, text: JSON.stringify({ type: 'text', text: note }) };
    case 'contents':
    case 'converse':
      return { start, end, text: JSON.stringify({ text: note }) };
    case 'items': {
      const role = isCall ? 'assistant' : 'user';
      const content = [{ type: isCall ? 'output_text' : 'input_text', text: note }];
      return { start, end, text: JSON.stringify({ type: 'message', role, content }) };
    }
    case 'chat': {
      if (!isCall) return { start, end, text: JSON.stringify({ role: 'user', content: note }) };
      // A call cannot be taken out of its message without emptying it: it gets the result that it lacks.
      const result = { role: 'tool', tool_call_id: call, content: '[no result]' };
      return { start: message.end, end: message.end, text: `,${JSON.stringify(result)}` };
    }
    case 'spans':
      return isMessagePart(part) ? { start, end, text: notated({ type: 'text', content: note }, part) } : undefined;
    case 'entries': {
      const text = { type: 'text', text: note };
      return { start, end, text: JSON.stringify(isCall ? text : { role: 'user', content: [text] }) };
    }
    case 'view':
    case undefined:
      return undefined;
  }
}

/** Whether a part of a span is an element of a message's `parts`: in older forms calls and results are members, or messages. */
function isMessagePart({ place: { path } }: ConversationPart): boolean {
  return path.includes('parts');
}

function withoutBinary({ address, start, end, finding, params }: TextFinding): EditRepair | undefined {
  if (!finding.isWhole) return undefined;
  const text = `${REMOVED}${params['type']}, ${formatSize(finding.size)}]`;
  return { kind: 'describe', address, edits: [{ start, end, text: `${finding.quote}${text}${finding.quote}` }] };
}

function sentImages(index: ConversationIndex): PlacedMedium[] {
  return mediaOf(inOrder(index)).filter(({ part }) => mediaKind(part.facts.mimeType) === 'image');
}

function largeOnes(index: ConversationIndex, { limit }: ConversationFinding['params']): PartAddress[] {
  return sentImages(index).flatMap(({ part, address }) => (exceeds(part, { side: Number(limit) }) ? address : []));
}

/** Either the large images, or the oldest until there are no longer too many: whichever are fewer. */
function fewestOfMany(index: ConversationIndex, params: ConversationFinding['params']): PartAddress[] {
  const large = largeOnes(index, params);
  const images = sentImages(index);
  const oldest = images.slice(0, Math.max(0, images.length - Number(params['count']))).map(({ address }) => address);
  return large.length <= oldest.length ? large : oldest;
}

/** Findings about the documents of a request alone. */
const OF_DOCUMENTS: ReadonlySet<string> = new Set(['too_many_documents', 'too_many_pages_together', 'documents_too_large']);

/** The oldest media whose removal brings the request within a limit of number or bytes. */
function oldestUntil(index: ConversationIndex, { code, params }: ConversationFinding, check: ConversationCheck): PartAddress[] {
  const { request, addresses } = check;
  const left = new Set(
    request.verdicts.flatMap((each) => (each.outcome === 'dropped' ? addressKey(addresses[each.message]?.[each.part]) : [])),
  );
  const isDocument = documentTest(request);
  const media = mediaOf(inOrder(index)).filter(({ address, part: { facts } }) => {
    const isCounted = OF_DOCUMENTS.has(code) ? isDocument(facts) : code !== 'too_many_images' || mediaKind(facts.mimeType) === 'image';
    // What the API has no place for is not in the request.
    return isCounted && !left.has(addressKey(address));
  });
  let excess = Number(params['actual'] ?? check.size) - Number(params['limit'] ?? 0);
  const taken: PartAddress[] = [];
  for (const { address, part } of media) {
    if (excess <= 0) break;
    excess -= shareOf(part, code);
    taken.push(address);
  }
  return taken;
}

/** What of the number in a finding goes with a medium. */
function shareOf({ facts, data }: PlacedMedium['part'], code: ConversationFinding['code']): number {
  switch (code) {
    case 'too_many_pages_together':
      return facts.pages ?? 1;
    case 'documents_too_large':
      return facts.size;
    case 'request_too_large':
      return data.end - data.start;
    default:
      return 1;
  }
}

function inFileOrder(edits: readonly ByteEdit[]): ByteEdit[] {
  return edits.toSorted((a, b) => a.start - b.start);
}
