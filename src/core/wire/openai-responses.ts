import { mediaKind } from '../content/media-type.ts';
import { byHttps, imageSent, NO_SHAPE, NOT_BASE64, OPENAI_IMAGES, refused, sent, UNLISTED, type Placement } from './accepted-types.ts';
import { dataUrlOf, fillContent, partOrNote, type Decision, type Ledger, fileNameOf } from './ledger.ts';
import type { MediaItem, WireItem, PlacedPart, ToolAnswer, Turn } from './turns.ts';

type ResponsesPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string }
  | { type: 'input_file'; file_url: string };

type ResponsesItem =
  | { role: 'system'; content: string }
  | { role: 'user'; content: ResponsesPart[] }
  | { role: 'assistant'; content: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | ResponsesPart[] };

/** A request to OpenAI Responses. */
export interface ResponsesBody {
  model: string;
  input: ResponsesItem[];
}

/** Writes a request to OpenAI Responses. */
export function writeResponses(turns: readonly Turn[], ledger: Ledger, model: string): ResponsesBody {
  const input: ResponsesItem[] = [];
  for (const turn of turns) {
    switch (turn.role) {
      case 'system':
        input.push({ role: 'system', content: turn.text });
        break;
      case 'user':
        input.push({ role: 'user', content: turn.parts.map((part) => partOf(part, ledger, 'user')) });
        break;
      case 'assistant':
        if (turn.text !== '') input.push({ role: 'assistant', content: turn.text });
        input.push(
          ...turn.calls.map(({ id, name, arguments: text }) => ({ type: 'function_call' as const, call_id: id, name, arguments: text })),
        );
        break;
      case 'tool':
        input.push(...turn.answers.map((answer) => outputOf(answer, ledger)));
        break;
    }
  }
  return { model, input };
}

function outputOf({ callId, parts }: ToolAnswer, ledger: Ledger): ResponsesItem {
  const output: { type: 'function_call_output'; call_id: string; output: string | ResponsesPart[] } = {
    type: 'function_call_output',
    call_id: callId,
    output: '',
  };
  fillContent(parts, output, 'output', ledger, (part) => partOf(part, ledger, 'tool'));
  return output;
}

function partOf(part: PlacedPart, ledger: Ledger, placement: Placement): ResponsesPart {
  const shape = shapeOf(part.item, ledger);
  return partOrNote(part, shape ? decide(part.item, placement) : NO_SHAPE, shape, (text) => ({ type: 'input_text', text }), ledger);
}

function shapeOf(item: WireItem, ledger: Ledger): ResponsesPart | undefined {
  switch (item.type) {
    case 'text':
      return { type: 'input_text', text: item.text };
    case 'link':
      if (item.kind === 'audio' || item.kind === 'video') return undefined;
      return item.kind === 'image'
        ? { type: 'input_image', image_url: item.url, detail: 'auto' }
        : { type: 'input_file', file_url: item.url };
    case 'broken':
      return { type: 'input_image', image_url: item.url, detail: 'auto' };
    case 'unknown':
      return undefined;
    case 'media':
      return mediaShape(item, ledger);
  }
}

function mediaShape(item: MediaItem, ledger: Ledger): ResponsesPart | undefined {
  if (item.kind === 'audio' || item.kind === 'video') return undefined;
  if (item.kind === 'image') {
    const image = { type: 'input_image' as const, image_url: '', detail: 'auto' as const };
    dataUrlOf(item, image, 'image_url', ledger);
    return image;
  }
  const file = { type: 'input_file' as const, filename: fileNameOf(item), file_data: '' };
  dataUrlOf(item, file, 'file_data', ledger);
  return file;
}

function decide(item: WireItem, placement: Placement): Decision {
  switch (item.type) {
    case 'text':
      return { outcome: 'sent', rule: 'text' };
    case 'link':
      return byHttps(item);
    case 'broken':
      return NOT_BASE64;
    case 'unknown':
      return NO_SHAPE;
    case 'media':
      if (!item.isBase64) return NOT_BASE64;
      if (item.kind === 'image')
        return OPENAI_IMAGES.types.has(item.mimeType) ? imageSent(item, placement) : refused('image_type_refused', OPENAI_IMAGES);
      return isListedFile(item.mimeType) ? sent(placement) : UNLISTED;
  }
}

/** What is no text among the accepted types: https://developers.openai.com/api/docs/guides/file-inputs, "Full list of accepted file types" (2026-11) */
const LISTED_FILES: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.oasis.opendocument.text',
  'application/rtf',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/csv',
  'application/x-iif',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.apple.pages',
  'application/vnd.apple.keynote',
  'application/vnd.apple.iwork',
  'application/vnd.google-apps.document',
  'application/vnd.google-apps.presentation',
  'application/vnd.google-apps.spreadsheet',
  'message/rfc822',
]);

/** Whether a type is in the list, which has some eighty types of texts and nearly as many extensions; one it lacks is read as the text it is. */
export function isListedFile(mimeType: string): boolean {
  return LISTED_FILES.has(mimeType) || mediaKind(mimeType) === 'text';
}
