import { encodeBase64 } from '../io/base64.ts';
import type { Sentence } from '../io/errors.ts';
import type { CapabilityList } from '../models/capability.ts';
import type { ContentPart } from '../routing/route-result.ts';
import type { CanonicalMessage } from '../wire/turns.ts';
import type { SendableApi } from '../wire/endpoint.ts';
import { ruleSentence } from '../wire/rule-sentence.ts';
import { toWire } from '../wire/to-wire.ts';

/** What can be verified; each is also a capability's name. */
export type Probe = 'text' | 'vision' | 'audio' | 'file' | 'tool_calling' | 'structured_output' | 'tool_result_media';

/**
 * The probes in order, with their side of the model. Text comes first, because nothing else works without it. Media in tool results come
 * last, because the medium depends on earlier answers.
 */
export const PROBES: readonly { readonly probe: Probe; readonly list: CapabilityList }[] = [
  { probe: 'text', list: 'input' },
  { probe: 'vision', list: 'input' },
  { probe: 'audio', list: 'input' },
  { probe: 'file', list: 'input' },
  { probe: 'tool_calling', list: 'output' },
  { probe: 'structured_output', list: 'output' },
  { probe: 'tool_result_media', list: 'input' },
];

export type ToolMedium = 'picture' | 'page';

/** A request body, or why the API cannot express the probe. */
export type ProbeBody =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly because: Sentence };

/**
 * The id of an invented call. Mistral only accepts nine letters and digits: https://docs.mistral.ai/capabilities/function_calling (2026-11)
 */
const CALL_ID = 'verify001';

const say = (text: string): ContentPart => ({ type: 'text', text });

/** Questions with one-word answers, which show whether the model saw the sample (`showsSample`). */
function messagesFor(probe: Probe, medium: ToolMedium): readonly CanonicalMessage[] {
  switch (probe) {
    case 'text':
    case 'structured_output':
      // no mention of JSON: only a server that applies the schema answers with it
      return [{ role: 'user', content: 'Reply with the word "ok".' }];
    case 'vision':
      return [{ role: 'user', content: [say('Which colour is this? Reply with one word.'), redPicture()] }];
    case 'audio':
      return [{ role: 'user', content: [say('What do you hear? Reply with one word.'), silence()] }];
    case 'file':
      return [{ role: 'user', content: [say('Which word is on the page? Reply with that word.'), wordPage()] }];
    case 'tool_calling':
      return [{ role: 'user', content: 'Call the tool "note" with the word "ok".' }];
    case 'tool_result_media':
      return [
        {
          role: 'user',
          content:
            medium === 'picture'
              ? 'Take a note. Which colour does the tool show? Reply with one word.'
              : 'Take a note. Which word does the tool show? Reply with that word.',
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: CALL_ID, type: 'function', function: { name: 'note', arguments: '{"word":"ok"}' } }],
        },
        { role: 'tool', tool_call_id: CALL_ID, content: [say('Here it is:'), medium === 'picture' ? redPicture() : wordPage()] },
      ];
  }
}

/** The request body of a probe: from the wire layer, with a limit for the answer, and a tool or schema if needed. */
export function probeBody(probe: Probe, api: SendableApi, model: string, medium: ToolMedium = 'picture'): ProbeBody {
  const { body, verdicts } = toWire(messagesFor(probe, medium), api, { model, mediaInToolResults: true });
  const verdict = verdicts.at(-1);
  const hasNoPlace =
    verdict?.outcome === 'dropped' || verdict?.outcome === 'rejected' || (probe === 'tool_result_media' && verdict?.outcome === 'rehomed');
  if (verdict && hasNoPlace) return { ok: false, because: ruleSentence(verdict) };
  switch (probe) {
    case 'tool_calling':
      return { ok: true, body: limited(withTools(body, api), api, 'long') };
    case 'tool_result_media':
      // Anthropic requires the tool's definition for its result.
      return { ok: true, body: limited(withTools(body, api), api, 'long') };
    case 'structured_output':
      return { ok: true, body: limited(withSchema(body, api), api, 'long') };
    case 'text':
      return { ok: true, body: limited(body, api, 'short') };
    case 'vision':
    case 'audio':
    case 'file':
      return { ok: true, body: limited(body, api, 'long') };
  }
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Token limits. A word suffices where only acceptance matters (OpenAI Responses requires at least 16); a call, JSON or description must be
 * complete, after the reasoning of thinking models.
 */
const TOKENS = { short: 16, long: 256 } as const;

const DESCRIPTION = 'Takes a note of one word.';
const OBJECT = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false } as const;
/** @aws-sdk/client-bedrock-runtime 3.1164.0: ToolConfiguration */
const CONVERSE_TOOLS = { tools: [{ toolSpec: { name: 'note', description: DESCRIPTION, inputSchema: { json: OBJECT } } }] };
/** The same in the schema language of Gemini (@google/genai 3.1.0: Schema, Type). */
const GEMINI_OBJECT = { type: 'OBJECT', properties: { word: { type: 'STRING' } }, required: ['word'] } as const;

/** Whether a body of Bedrock's InvokeModel is that of Amazon's own models. */
function isOfNova(body: Body): boolean {
  return 'schemaVersion' in body;
}

/** Limits the answer and disables streaming. Sources: the types of the SDKs named in wire/rule-sources. */
function limited(body: Body, api: SendableApi, length: keyof typeof TOKENS): Body {
  const most = TOKENS[length];
  switch (api) {
    case 'openai-chat':
      // reasoning models refuse max_tokens
      return { ...body, max_completion_tokens: most, stream: false };
    case 'openai-compatible':
    case 'mistral':
    case 'cohere':
      return { ...body, max_tokens: most, stream: false };
    case 'bedrock-converse':
      return { ...body, inferenceConfig: { maxTokens: most } };
    case 'bedrock-invoke':
      return isOfNova(body) ? { ...body, inferenceConfig: { maxTokens: most } } : { ...body, max_tokens: most };
    case 'openai-responses':
      return { ...body, max_output_tokens: most, stream: false, store: false };
    case 'anthropic':
      return { ...body, max_tokens: most, stream: false };
    case 'gemini':
    case 'gemini-2':
      return { ...body, generationConfig: { ...(body['generationConfig'] as object | undefined), maxOutputTokens: most } };
    case 'ollama':
      return { ...body, options: { num_predict: most } };
  }
}

/** Adds the tool `note`. */
function withTools(body: Body, api: SendableApi): Body {
  switch (api) {
    case 'openai-chat':
    case 'openai-compatible':
    case 'mistral':
    case 'cohere':
    case 'ollama':
      return { ...body, tools: [{ type: 'function', function: { name: 'note', description: DESCRIPTION, parameters: OBJECT } }] };
    case 'openai-responses':
      return { ...body, tools: [{ type: 'function', name: 'note', description: DESCRIPTION, parameters: OBJECT, strict: true }] };
    case 'anthropic':
      return { ...body, tools: [{ name: 'note', description: DESCRIPTION, input_schema: OBJECT }] };
    case 'bedrock-converse':
      return { ...body, toolConfig: CONVERSE_TOOLS };
    case 'bedrock-invoke':
      return isOfNova(body) ? { ...body, toolConfig: CONVERSE_TOOLS } : withTools(body, 'anthropic');
    case 'gemini':
    case 'gemini-2':
      return { ...body, tools: [{ functionDeclarations: [{ name: 'note', description: DESCRIPTION, parameters: GEMINI_OBJECT }] }] };
  }
}

/** Requires an answer by a JSON schema: an object with the text `word`. */
function withSchema(body: Body, api: SendableApi): Body {
  switch (api) {
    case 'openai-chat':
    case 'openai-compatible':
    case 'mistral':
      return { ...body, response_format: { type: 'json_schema', json_schema: { name: 'note', strict: true, schema: OBJECT } } };
    case 'cohere':
      // cohere-ai 8.1.0: JsonResponseFormatV2
      return { ...body, response_format: { type: 'json_object', json_schema: OBJECT } };
    case 'bedrock-converse':
      // @aws-sdk/client-bedrock-runtime 3.1164.0: OutputFormat
      return {
        ...body,
        outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema: { name: 'note', schema: JSON.stringify(OBJECT) } } } },
      };
    case 'bedrock-invoke':
      return isOfNova(body) ? withSchema(body, 'bedrock-converse') : withSchema(body, 'anthropic');
    case 'openai-responses':
      return { ...body, text: { format: { type: 'json_schema', name: 'note', strict: true, schema: OBJECT } } };
    case 'anthropic':
      return { ...body, output_config: { format: { type: 'json_schema', schema: OBJECT } } };
    case 'gemini':
    case 'gemini-2':
      return { ...body, generationConfig: { responseMimeType: 'application/json', responseSchema: GEMINI_OBJECT } };
    case 'ollama':
      return { ...body, format: OBJECT };
  }
}

/** A PNG of 2 × 2 red pixels, 8 bits a channel. */
export const RED_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mP4z8AARAwQCgAf7gP9Y167WwAAAABJRU5ErkJggg==';

/** The word on the page of {@link wordPdf}: rare enough to prove that it was read. */
export const WORD = 'orchid';

/** The lowest rate commonly used for speech models. */
const SAMPLE_RATE = 8000;

/** One second of silence as a WAV file: PCM, 16 bits, mono (RIFF WAVE, format tag 1). */
export function silentWav(): Uint8Array {
  const dataBytes = SAMPLE_RATE * 2;
  const bytes = new Uint8Array(44 + dataBytes);
  const view = new DataView(bytes.buffer);
  const word = (offset: number, text: string): void => bytes.set(new TextEncoder().encode(text), offset);
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true); // bytes a second
  view.setUint16(32, 2, true); // bytes a frame
  view.setUint16(34, 16, true); // bits a sample
  word(36, 'data');
  view.setUint32(40, dataBytes, true);
  return bytes;
}

/** A PDF of one page with {@link WORD} on it (ISO 32000-1: five objects, a cross-reference table, a trailer). */
export function wordPdf(): Uint8Array {
  const drawing = `BT /F1 24 Tf 40 88 Td (${WORD}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

function redPicture(): ContentPart {
  return { type: 'image_url', image_url: { url: `data:image/png;base64,${RED_PNG}` } };
}

function silence(): ContentPart {
  return { type: 'file', file: { filename: 'silence.wav', mimeType: 'audio/wav', data: encodeBase64(silentWav()) } };
}

function wordPage(): ContentPart {
  return { type: 'file', file: { filename: 'page.pdf', mimeType: 'application/pdf', data: encodeBase64(wordPdf()) } };
}
