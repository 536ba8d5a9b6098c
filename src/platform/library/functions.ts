import * as z from 'zod/mini';
import { mediaFactsWithin } from '../../core/content/media-facts-task.ts';
import type { KnownFacts } from '../../core/content/read-media-facts.ts';
import type { MediaFacts } from '../../core/content/media-facts.ts';
import { GENERIC_BINARY, mediaKind as kindOf, normaliseMediaType } from '../../core/content/media-type.ts';
import { formatSize as format } from '../../core/content/size.ts';
import { amountOf, bytesIn, isObject, optionsOf } from '../../core/io/arguments.ts';
import * as core from '../../core/index.ts';
import { CONVERSATION_SENTENCES } from '../../core/conversation/finding-words.ts';
import { NOT_CARRIED_SENTENCES } from '../../core/models/exchange/exchange.ts';
import { LIMIT_SENTENCES, RULE_SENTENCES } from '../../core/wire/rule-sentence.ts';
import { checked, checkedLater, type Parameter } from './arguments.ts';
import { libraryThreads } from './threads.ts';

/** Argument checks for the library functions that take results of other library functions. */

const text = z.string();
const amount = z.number().check(z.nonnegative());
const anyObject = z.custom<object>(isObject);
const anyFunction = z.custom<(...args: never[]) => unknown>((value) => typeof value === 'function');
const keyOf = (table: object) => z.custom<string>((key) => typeof key === 'string' && Object.hasOwn(table, key));
const values = z.record(z.string(), z.union([z.string(), z.number()]));
const model = z.optional(z.string());
const api: Parameter = ['api', z.enum(core.WIRE_APIS)];
const forModel: Parameter = ['options', z.object({ api: api[1], model })];
const modelOnly: Parameter = ['options', z.optional(z.object({ model }))];
const sentence: Parameter = ['sentence', z.object({ text, args: z.array(z.union([z.string(), z.number()])) })];
/** An upper limit for measurements such as pixels and pages, so that calculations stay bounded. */
const MOST = 2 ** 40;
const measure = z.optional(z.number().check(z.nonnegative(), z.maximum(MOST)));
const mediaFacts = z.object({
  mimeType: text,
  detectedMimeType: z.optional(text),
  lacksSignature: z.optional(z.boolean()),
  size: amount,
  width: measure,
  height: measure,
  frames: measure,
  pages: measure,
  isEncrypted: z.optional(z.boolean()),
  duration: measure,
  isTruncated: z.optional(z.boolean()),
});
const facts: Parameter = ['facts', mediaFacts];
const wireResult: Parameter = [
  'result',
  z.object({
    body: anyObject,
    verdicts: z.array(anyObject),
    media: z.array(z.object({ pointer: text, start: amount, length: amount, beginning: text })),
  }),
];
const capabilities = z.object({ input: z.optional(z.array(text)), output: z.optional(z.array(text)) });
const list = z.enum(['input', 'output']);
const language: Parameter = ['language', z.optional(z.enum(['zh', 'en']))];

export const formatSentence = checked(core.formatSentence, sentence);
export const formatSize = checked(format, ['bytes', amount]);
export const mediaKind = checked(kindOf, ['mediaType', text]);
export const formatReference = checked(core.formatReference, ['reference', z.object({ id: text })]);
export const formatAdaptedText = checked(
  (described: core.AttachmentFacts, words: core.DescriptionLanguage = 'zh') => core.formatAdaptedText(described, words),
  [
    'facts',
    z.object({
      contentType: z.enum(['image', 'audio', 'file']),
      artifactRef: text,
      filename: z.optional(text),
      size: z.optional(amount),
      mimeType: z.optional(text),
      suggestedAgents: z.optional(z.array(text)),
      isUnreadable: z.optional(z.boolean()),
      limit: z.optional(amount),
      actualType: z.optional(text),
    }),
  ],
  language,
);

export const compareWithDeclared = checked(
  core.compareWithDeclared,
  ['declared', z.optional(capabilities)],
  [
    'inferred',
    z.object({
      findings: z.array(z.object({ list, type: text, known: z.enum(['yes', 'no', 'unknown']) })),
    }),
  ],
);
export const describeNotCarried = checked(core.describeNotCarried, [
  'notCarried',
  z.object({ code: keyOf(NOT_CARRIED_SENTENCES), params: z.record(z.string(), z.string()) }),
]);
export const exportServices = checkedLater(
  core.exportServices,
  [
    'services',
    z.array(
      z.looseObject({
        id: text,
        name: z.optional(text),
        baseURL: z.optional(text),
        api: z.optional(api[1]),
        model,
        apiKey: z.optional(text),
        capabilities: z.optional(capabilities),
        maxTokens: z.optional(amount),
        description: z.optional(text),
      }),
    ),
  ],
  ['format', z.enum(core.EXPORT_FORMATS)],
);
export const providerNamed = checked(
  core.providerNamed,
  ['name', text],
  ['model', z.object({ program: z.enum(core.IMPORT_FORMATS), model: text, api: z.optional(text) })],
);
export const resolveModel = checked(core.resolveModel, ['name', text], ['options', z.optional(z.object({ host: z.optional(text) }))]);

export const toWire = checked(core.toWire, ['messages', anyObject], api);
export const readingTurn = checked(
  core.readingTurn,
  ['reference', text],
  ['answer', z.object({ role: z.literal('tool'), tool_call_id: text, content: z.union([text, z.array(anyObject)]) })],
);
export const bodySize = checked(core.bodySize, wireResult);
export const shortenBody = checked(core.shortenBody, wireResult, ['describe', anyFunction]);
export const ruleSentence = checked(core.ruleSentence, [
  'verdict',
  z.object({ rule: keyOf(RULE_SENTENCES), outcome: text, params: z.optional(values) }),
]);
export const limitSentence = checked(core.limitSentence, [
  'finding',
  z.object({ code: keyOf(LIMIT_SENTENCES), severity: z.enum(['error', 'warning', 'info']), params: values }),
]);
export const conversationSentence = checked(core.conversationSentence, [
  'finding',
  z.object({
    code: z.union([keyOf(CONVERSATION_SENTENCES), keyOf(LIMIT_SENTENCES), z.enum(['part_rejected', 'part_left_out'])]),
    severity: z.enum(['error', 'warning', 'info']),
    params: values,
    verdict: z.optional(z.object({ rule: keyOf(RULE_SENTENCES), outcome: text, params: z.optional(values) })),
  }),
]);
export const checkLimits = checked(core.checkLimits, facts, api, modelOnly);
export const checkRequest = checked(core.checkRequest, wireResult, ['facts', z.array(mediaFacts)], api, ['size', z.optional(amount)]);

const estimate: Parameter = ['estimate', z.object({ formula: text, params: values })];
export const formulaSentence = checked(core.formulaSentence, estimate);
export const estimateMediaTokens = checked(core.estimateMediaTokens, facts, forModel);
export const modelFamily = checked(core.modelFamily, api, ['model', model]);
export const estimatePastedTokens = checked(core.estimatePastedTokens, ['size', amount], modelOnly);
const signal = z.optional(z.custom<AbortSignal>((value) => value instanceof AbortSignal));
export const countTextTokens = checkedLater(core.countTextTokens, ['text', text], ['signal', signal]);
export const estimateTextTokens = checkedLater(
  core.estimateTextTokens,
  ['text', text],
  ['options', z.object({ api: api[1], model, signal })],
);
export const textTokens = checked(core.textTokens, ['count', z.object({ tokens: amount, characters: amount, counted: amount })], forModel);
export const suggestChanges = checked(core.suggestChanges, [
  'results',
  z.array(z.object({ probe: text, list, isDeclared: z.boolean(), outcome: text })),
]);

/**
 * `readMediaFacts` of the core in a worker thread, within the deadline that the extension has. It never throws: invalid content has no facts
 * except that it is empty, and `unread` says why a file was not read to its end.
 */
export async function readMediaFacts(bytes: Uint8Array, known: KnownFacts): Promise<MediaFacts> {
  const content = bytesIn(bytes) ?? new Uint8Array(0);
  const { mimeType, size } = optionsOf(known, ['mimeType', 'size']);
  return mediaFactsWithin(libraryThreads(), content, {
    mimeType: normaliseMediaType(mimeType) ?? GENERIC_BINARY,
    size: amountOf(size, content.length),
  });
}
