import * as z from 'zod/mini';
import { isObject } from '../../core/io/arguments.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { type GivenContent, type ContentsReceived, receiveContents, type ReceiveOptions } from '../../core/receive/receive-contents.ts';
import { contentThrough, type ThroughOptions } from '../../core/receive/content-through.ts';
import type { ContentThrough } from '../../core/receive/through-program.ts';
import { WIRE_APIS } from '../../core/wire/verdict.ts';
import { checkedLater } from './arguments.ts';
import { libraryThreads } from './threads.ts';

const text = z.string();
const sides = z.object({ input: z.optional(z.array(text)), output: z.optional(z.array(text)) });
const own = z.union([text, z.instanceof(Uint8Array)]);
const content = z.union([own, z.object({ content: own, name: z.optional(text), mimeType: z.optional(text) })]);
const model = z.union([
  z.null(),
  text,
  z.looseObject({
    id: text,
    model: z.optional(text),
    baseURL: z.optional(text),
    api: z.optional(z.enum(WIRE_APIS)),
    capabilities: z.optional(sides),
  }),
]);
const lookup = ['getServices', 'getServiceById', 'hasCapability', 'getCapabilities', 'getServicesByCapability'];

const services = z.custom<object>((value) => isObject(value) && lookup.every((name) => typeof value[name] === 'function'));

/**
 * What a model receives of contents: they are routed by its capabilities, the request is composed, and judged by the rules and limits of its
 * API. Rejects for invalid arguments only; of a model nobody knows, text alone is assumed (`isKnown`).
 *
 * @param contents a text or bytes, with or without name and type; several are the attachments of one message
 * @param model a name in the catalogue (`gpt-5.2`), the ID of one of `options.services`, or a service; null for text alone
 */
export const receive: (
  contents: GivenContent | readonly GivenContent[],
  model: string | LlmServiceConfig | null,
  options?: ReceiveOptions,
) => Promise<ContentsReceived> = checkedLater(
  (contents: GivenContent | readonly GivenContent[], model: string | LlmServiceConfig | null, options: ReceiveOptions = {}) =>
    receiveContents(contents, model, { ...options, compute: libraryThreads() }),
  ['contents', z.union([content, z.array(content).check(z.minLength(1))])],
  ['model', model],
  [
    'options',
    z.optional(
      z.object({
        as: z.optional(z.enum(['tool', 'attachment'])),
        text: z.optional(text),
        api: z.optional(z.enum(WIRE_APIS)),
        language: z.optional(z.enum(['zh', 'en'])),
        services: z.optional(services),
      }),
    ),
  ],
);

/**
 * What a program, such as Copilot CLI, sends of a file to a model, by what the program itself was seen to send of files like it. What was not
 * seen is `unknown`. Rejects for invalid arguments only; null for a program that was not watched.
 *
 * @param content a text or bytes, with or without name and type
 * @param program its name or the beginning of it: `copilot`, `claude-code`, `gemini`
 * @param model as for `receive`
 */
export const receiveThrough: (
  content: GivenContent,
  program: string,
  model: string | LlmServiceConfig | null,
  options?: ThroughOptions,
) => Promise<ContentThrough | null> = checkedLater(
  (given: GivenContent, program: string, asked: string | LlmServiceConfig | null, options: ThroughOptions = {}) =>
    contentThrough(given, program, asked, { ...options, compute: libraryThreads() }),
  ['content', content],
  ['program', text],
  ['model', model],
  [
    'options',
    z.optional(
      z.object({ as: z.optional(z.enum(['tool', 'attachment'])), api: z.optional(z.enum(WIRE_APIS)), services: z.optional(services) }),
    ),
  ],
);
