import {
  GEMINI_AUDIO,
  GEMINI_IMAGES,
  GEMINI_TOOL_PARTS,
  GEMINI_VIDEO,
  imageSent,
  NO_SHAPE,
  NOT_BASE64,
  NOTHING_TO_SEND,
  PDF,
  refused,
  sent,
  TEXT_OF_FILE,
  UNLISTED,
  BY_ADDRESS,
  byAddress,
  ADDRESS_NOT_TAKEN,
  type Placement,
} from './accepted-types.ts';
import { mediaKind } from '../content/media-type.ts';
import { mediaTypeOfFilename } from '../content/file-name.ts';
import { captionNote, partOrNote, rawBase64Of, type Decision, type Ledger, belongsToNote, followsBesideNote, leaveOut } from './ledger.ts';
import {
  hasMember,
  systemText,
  type ParsedCall,
  type PlacedPart,
  type ToolAnswer,
  type Turn,
  type LinkItem,
  type MediaItem,
  type WireItem,
} from './turns.ts';
import { isUndocumented } from './verdict.ts';

interface GeminiInlineData {
  inlineData: { mimeType: string; data: string };
}

interface GeminiFunctionResponse {
  functionResponse: { id: string; name: string; response: Record<string, unknown>; parts?: GeminiInlineData[] };
}

type GeminiPart =
  | { text: string }
  | GeminiInlineData
  | { fileData: { mimeType?: string; fileUri: string } }
  | { functionCall: { id: string; name: string; args: Record<string, unknown> }; thoughtSignature?: string }
  | GeminiFunctionResponse;

interface GeminiContent {
  role: 'user' | 'model';
  parts: GeminiPart[];
}

/** A request to Gemini generateContent; the model is in its URL. */
export interface GeminiBody {
  systemInstruction?: { parts: { text: string }[] };
  contents: GeminiContent[];
}

/**
 * Gemini 3 refuses a function call without the signature it came with. A made-up call has none; this value is
 * documented for that: https://ai.google.dev/gemini-api/docs/thought-signatures (2026-11)
 */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Writes a request to generateContent; the ledger says for which generation. */
export function writeGemini(turns: readonly Turn[], ledger: Ledger): GeminiBody {
  const contents: GeminiContent[] = [];
  for (const turn of turns) {
    switch (turn.role) {
      case 'system':
        break;
      case 'user':
        if (turn.parts.length > 0) contents.push({ role: 'user', parts: turn.parts.flatMap((part) => partsOf(part, ledger, 'user')) });
        break;
      case 'assistant':
        if (turn.text !== '' || turn.calls.length > 0) {
          contents.push({
            role: 'model',
            parts: [...(turn.text === '' ? [] : [{ text: turn.text }]), ...turn.calls.map((call) => callPart(call, ledger))],
          });
        }
        break;
      case 'tool': {
        // Every call is answered first; what cannot be inside an answer follows all of them.
        const beside: GeminiPart[] = [];
        const answers = turn.answers.map((answer) => answerPart(answer, ledger, beside));
        contents.push({ role: 'user', parts: [...answers, ...beside] });
        break;
      }
    }
  }
  const system = systemText(turns);
  return { ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }), contents };
}

function callPart({ id, name, input }: ParsedCall, { api }: Ledger): GeminiPart {
  return { functionCall: { id, name, args: input }, ...(api === 'gemini' && { thoughtSignature: NO_SIGNATURE }) };
}

/** @param beside receives the media that cannot be inside */
function answerPart(answer: ToolAnswer, ledger: Ledger, beside: GeminiPart[]): GeminiFunctionResponse {
  const functionResponse: GeminiFunctionResponse['functionResponse'] = { id: answer.callId, name: answer.name, response: {} };
  const inside: GeminiInlineData[] = [];
  const lines: string[] = [];
  for (const part of answer.parts) {
    const { item } = part;
    if (item.type === 'text') {
      lines.push(item.text);
      ledger.place(part, { outcome: 'converted', rule: 'text_as_object' }, { holder: functionResponse, key: 'response' });
    } else if (item.type === 'media' && ledger.api === 'gemini' && GEMINI_TOOL_PARTS.types.has(item.mimeType)) {
      const shape = inlineData(item, ledger);
      inside.push(shape);
      ledger.place(part, decide(item, 'tool'), { holder: shape });
    } else {
      lines.push(besideAnswer(part, { answer, response: functionResponse }, ledger, beside));
    }
  }
  functionResponse.response = responseOf(answer, lines);
  if (inside.length > 0) functionResponse.parts = inside;
  return { functionResponse };
}

/** @returns what the answer says in place of the part */
function besideAnswer(
  part: PlacedPart,
  { answer, response }: { readonly answer: ToolAnswer; readonly response: GeminiFunctionResponse['functionResponse'] },
  ledger: Ledger,
  beside: GeminiPart[],
): string {
  const { item } = part;
  const decision = decide(item, 'user');
  const text = textOfFile(item, decision);
  if (text !== undefined) {
    ledger.place(part, decision, { holder: response, key: 'response' });
    return `${captionNote(item)}\n${text}`;
  }
  const shape = decision.outcome === 'dropped' ? undefined : shapeOf(item, ledger);
  if (!shape) return leaveOut(part, decision, ledger);
  ledger.place(
    part,
    decision.outcome === 'rejected'
      ? decision
      : { outcome: 'rehomed', rule: 'media_beside_tool_result', ...(isUndocumented(decision) && { params: { unlisted: 1 } }) },
    { holder: shape },
  );
  beside.push({ text: belongsToNote(item, answer) }, shape);
  return followsBesideNote(item);
}

/**
 * The answer as the object the API wants. A member `$ref` is a reference to a part there, so JSON that has one goes as
 * text.
 */
function responseOf({ object }: ToolAnswer, lines: readonly string[]): Record<string, unknown> {
  const value = object();
  return value && !hasMember(value, '$ref') ? value : { result: lines.join('\n') };
}

function partsOf(part: PlacedPart, ledger: Ledger, placement: Placement): GeminiPart | GeminiPart[] {
  const decision = decide(part.item, placement);
  const text = textOfFile(part.item, decision);
  if (text !== undefined) {
    const [caption, shape] = [captionNote(part.item), { text }];
    ledger.place(part, decision, { holder: shape }, caption);
    return [{ text: caption }, shape];
  }
  const shape = decision.outcome === 'dropped' ? undefined : shapeOf(part.item, ledger);
  return partOrNote(part, decision, shape, (text) => ({ text }), ledger);
}

/** The text of a file whose type is not taken. */
function textOfFile(item: WireItem, decision: Decision): string | undefined {
  return decision === TEXT_OF_FILE && item.type === 'media' ? item.text() : undefined;
}

function decide(item: WireItem, placement: Placement): Decision {
  switch (item.type) {
    case 'text':
      return { outcome: 'sent', rule: 'text' };
    case 'link':
      return decideLink(item);
    case 'broken':
      return NOTHING_TO_SEND;
    case 'unknown':
      return NO_SHAPE;
    case 'media':
      return item.isBase64 ? decideMedia(item, placement) : NOT_BASE64;
  }
}

/**
 * Addresses whose type the server knows itself: of its own files, of YouTube.
 * https://ai.google.dev/gemini-api/docs/files, https://ai.google.dev/gemini-api/docs/video-understanding#youtube (2026-11)
 */
const KNOWN_TO_SERVER =
  /^https:\/\/(?:generativelanguage\.googleapis\.com\/v1(?:alpha|beta)?\/files\/|(?:(?:www|m|music)\.)?youtube\.com\/|youtu\.be\/)/i;

/**
 * The type of what is at an address is required (@google/genai 3.1.0, FileData.mimeType): it stands beside it, or the file name at its end
 * indicates it. Objects of Cloud Storage are reached as `gs://`: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/image-understanding (2026-11)
 */
export function decideLink(item: LinkItem): Decision {
  if (KNOWN_TO_SERVER.test(item.url)) return byAddress(item);
  if (!/^(?:https|gs):/i.test(item.url)) return ADDRESS_NOT_TAKEN;
  const { mimeType } = typeAt(item);
  if (mimeType === undefined) return { outcome: 'rejected', rule: 'address_without_type' };
  // a type that is not listed may be taken, as that of bytes
  if (mediaKind(mimeType) !== 'image' && item.mimeType !== undefined) return takesFile(mimeType) ? byAddress(item) : UNLISTED;
  if (GEMINI_IMAGES.types.has(mimeType)) return BY_ADDRESS;
  const decision = refused('image_type_refused', GEMINI_IMAGES);
  return { ...decision, params: { ...decision.params, type: mimeType } };
}

/** Whether Gemini documents a type that is no image. */
export function takesFile(mimeType: string): boolean {
  return [GEMINI_AUDIO, GEMINI_VIDEO, PDF].some(({ types }) => types.has(mimeType)) || mimeType.startsWith('text/');
}

function typeAt({ url, mimeType: declared }: LinkItem): { mimeType?: string } {
  if (declared !== undefined) return { mimeType: declared };
  const path = /^https:\/\/[^/?#]*([^?#]*)/i.exec(url.slice(0, 2000))?.[1];
  // escapes of ASCII, which is all that endings have; what is no escape stays as it is
  const mimeType = mediaTypeOfFilename(path?.replace(/%[0-7][\da-f]/gi, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16))));
  return mimeType === undefined ? {} : { mimeType };
}

/** Decides about text of a type that is not text/…: JSON alone is known to be refused. */
function decideOtherText(item: MediaItem): Decision {
  if (item.mimeType !== 'application/json') return UNLISTED;
  return item.text() === undefined ? NO_SHAPE : TEXT_OF_FILE;
}

function decideMedia(item: MediaItem, placement: Placement): Decision {
  const { kind, mimeType } = item;
  switch (kind) {
    case 'image':
      return GEMINI_IMAGES.types.has(mimeType) ? imageSent(item, placement) : refused('image_type_refused', GEMINI_IMAGES);
    case 'audio':
      return GEMINI_AUDIO.types.has(mimeType) ? sent(placement) : UNLISTED;
    case 'video':
      return GEMINI_VIDEO.types.has(mimeType) ? sent(placement) : UNLISTED;
    case 'text':
      return mimeType.startsWith('text/') ? sent(placement) : decideOtherText(item);
    case 'document':
    case 'other':
      return PDF.types.has(mimeType) ? sent(placement) : UNLISTED;
  }
}

function shapeOf(item: WireItem, ledger: Ledger): GeminiPart | undefined {
  switch (item.type) {
    case 'text':
      return { text: item.text };
    case 'link':
      return { fileData: { ...typeAt(item), fileUri: item.url } };
    case 'broken':
    case 'unknown':
      return undefined;
    case 'media':
      return inlineData(item, ledger);
  }
}

function inlineData(item: MediaItem, ledger: Ledger): GeminiInlineData {
  const data = { mimeType: item.mimeType, data: '' };
  rawBase64Of(item, data, 'data', ledger);
  return { inlineData: data };
}
