import type { SendableApi } from '../wire/endpoint.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * The most tokens of an answer. A word is enough where only the request matters (16 is the least OpenAI Responses takes);
 * a call or JSON must be whole, and what a sample shows be said, behind the thoughts of models that think first.
 */
const TOKENS = { short: 16, long: 256 } as const;

const DESCRIPTION = 'Takes a note of one word.';
const OBJECT = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false } as const;
/** The same in the schema language of Gemini (@google/genai 3.1.0: Schema, Type). */
const GEMINI_OBJECT = { type: 'OBJECT', properties: { word: { type: 'STRING' } }, required: ['word'] } as const;

/** Limits the answer, and asks for it in one piece. Sources: the types of the SDKs named in wire/rule-sources. */
export function limited(body: Body, api: SendableApi, length: keyof typeof TOKENS): Body {
  const most = TOKENS[length];
  switch (api) {
    case 'openai-chat':
      // models that think refuse max_tokens
      return { ...body, max_completion_tokens: most, stream: false };
    case 'openai-compatible':
      return { ...body, max_tokens: most, stream: false };
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

/** Offers the tool `note`. */
export function withTools(body: Body, api: SendableApi): Body {
  switch (api) {
    case 'openai-chat':
    case 'openai-compatible':
    case 'ollama':
      return { ...body, tools: [{ type: 'function', function: { name: 'note', description: DESCRIPTION, parameters: OBJECT } }] };
    case 'openai-responses':
      return { ...body, tools: [{ type: 'function', name: 'note', description: DESCRIPTION, parameters: OBJECT, strict: true }] };
    case 'anthropic':
      return { ...body, tools: [{ name: 'note', description: DESCRIPTION, input_schema: OBJECT }] };
    case 'gemini':
    case 'gemini-2':
      return { ...body, tools: [{ functionDeclarations: [{ name: 'note', description: DESCRIPTION, parameters: GEMINI_OBJECT }] }] };
  }
}

/** Holds the answer to a JSON schema: an object with the text `word`. */
export function withSchema(body: Body, api: SendableApi): Body {
  switch (api) {
    case 'openai-chat':
    case 'openai-compatible':
      return { ...body, response_format: { type: 'json_schema', json_schema: { name: 'note', strict: true, schema: OBJECT } } };
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
