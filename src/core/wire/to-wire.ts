import { checkArgument, optionsOf } from '../io/arguments.ts';
import { type CanonicalMessage, readMessages, type ReadMessages } from './turns.ts';
import { inCloud, writeAnthropic } from './anthropic.ts';
import { isNova, writeConverse } from './bedrock-converse.ts';
import type { Cloud } from './cloud.ts';
import { isWireApi, type WireApi, type WireOptions, type WireResult } from './verdict.ts';
import { writeGemini } from './gemini.ts';
import { Ledger } from './ledger.ts';
import { writeMcp } from './mcp.ts';
import { writeOllama } from './ollama.ts';
import { writeCohere, writeCompatibleChat, writeMistral, writeOpenAiChat } from './openai-chat.ts';
import { writeResponses } from './openai-responses.ts';

/** Stands where the name of a model belongs. */
export const MODEL_PLACEHOLDER = 'MODEL';

/**
 * The request an API receives for messages, and what becomes of each part. Never throws for plain data, whatever it holds;
 * their base64 is not copied.
 *
 * @param messages one message, or a conversation: no API takes the answer of a tool without the call before it
 * @throws CodedError `arguments_invalid` for an API that is none
 */
export function toWire(messages: CanonicalMessage | readonly CanonicalMessage[], api: WireApi, options: WireOptions = {}): WireResult {
  checkArgument(isWireApi(api), 'api');
  const list = Array.isArray(messages) ? (messages as readonly CanonicalMessage[]) : [messages as CanonicalMessage];
  return writeRequest(readMessages(list), api, optionsOf(options, ['model', 'mediaInToolResults']));
}

/** The same for messages that were read before. */
export function writeRequest(messages: ReadMessages, api: WireApi, options: GivenOptions = {}): WireResult {
  const ledger = new Ledger(api, api === 'bedrock-invoke' ? 'bedrock' : options.cloud, options.seesImages);
  const body = writeBody(messages, ledger, options);
  return { body: body as object as Readonly<Record<string, unknown>>, ...ledger.finish(body) };
}

export type GivenOptions = { readonly [Name in keyof WireOptions]?: WireOptions[Name] | undefined } & {
  /** That serves the API of a maker, with a form of its own of the same body. */
  readonly cloud?: Cloud | undefined;
  /** False for a model that is declared without vision: a file that is an image is no good to it. Default true. */
  readonly seesImages?: boolean | undefined;
};

function writeBody({ turns, answer }: ReadMessages, ledger: Ledger, options: GivenOptions): object {
  const model = typeof options.model === 'string' ? options.model : MODEL_PLACEHOLDER;
  const mediaInToolResults = options.mediaInToolResults === true;
  switch (ledger.api) {
    case 'openai-chat':
      return writeOpenAiChat(turns, ledger, model);
    case 'openai-compatible':
      return writeCompatibleChat(turns, ledger, model, mediaInToolResults);
    case 'openai-responses':
      return writeResponses(turns, ledger, model);
    case 'mistral':
      return writeMistral(turns, ledger, model);
    case 'cohere':
      return writeCohere(turns, ledger, model);
    case 'anthropic':
      return inCloud(writeAnthropic(turns, ledger, model), ledger.cloud);
    case 'bedrock-converse':
      return writeConverse(turns, ledger, model);
    case 'bedrock-invoke':
      return isNova(model)
        ? { schemaVersion: 'messages-v1', ...writeConverse(turns, ledger, model) }
        : inCloud(writeAnthropic(turns, ledger, model), ledger.cloud);
    case 'gemini':
    case 'gemini-2':
      return writeGemini(turns, ledger);
    case 'ollama':
      return writeOllama(turns, ledger, model);
    case 'mcp':
      return writeMcp(turns, ledger, answer);
  }
}
