import * as z from 'zod/mini';
import { isObject } from '../../core/io/arguments.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { type GivenContent, type ContentsReceived, receiveContents, type ReceiveOptions } from '../../core/receive/receive-contents.ts';
import { WIRE_APIS } from '../../core/wire/verdict.ts';
import { checkedLater } from './arguments.ts';
import { libraryThreads } from './threads.ts';

const text = z.string();
const sides = z.object({ input: z.optional(z.array(text)), output: z.optional(z.array(text)) });
const own = z.union([text, z.instanceof(Uint8Array)]);
const content = z.union([own, z.object({ content: own, name: z.optional(text), mimeType: z.optional(text) })]);
const lookup = ['getServices', 'getServiceById', 'hasCapability', 'getCapabilities', 'getServicesByCapability'];

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
  [
    'model',
    z.union([
      z.null(),
      text,
      z.looseObject({
        id: text,
        model: z.optional(text),
        baseURL: z.optional(text),
        api: z.optional(z.enum(WIRE_APIS)),
        capabilities: z.optional(sides),
      }),
    ]),
  ],
  [
    'options',
    z.optional(
      z.object({
        as: z.optional(z.enum(['tool', 'attachment'])),
        text: z.optional(text),
        api: z.optional(z.enum(WIRE_APIS)),
        language: z.optional(z.enum(['zh', 'en'])),
        services: z.optional(z.custom<object>((value) => isObject(value) && lookup.every((name) => typeof value[name] === 'function'))),
      }),
    ),
  ],
);
