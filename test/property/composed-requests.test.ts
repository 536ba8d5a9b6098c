import assert from 'node:assert/strict';
import { modelLimits } from '../../src/core/models/catalogue/infer-capabilities.ts';
import { windowOf } from '../../src/core/wire/context-window.ts';
import fc from 'fast-check';
import { checkConversation } from '../../src/core/conversation/check-conversation.ts';
import type { ConversationFinding } from '../../src/core/conversation/conversation-finding.ts';
import { directCompute } from '../../src/core/io/compute.ts';
import type { LlmServiceConfig } from '../../src/core/models/schema.ts';
import { type NamedContent, receiveContents } from '../../src/core/receive/receive-contents.ts';
import { LIMIT_SENTENCES } from '../../src/core/wire/rule-sentence.ts';
import { WIRE_APIS, type WireApi } from '../../src/core/wire/verdict.ts';
import { indexOf } from '../support/conversations.ts';
import { byEffort } from '../support/effort.ts';
import { gif, heif, jpeg, pdf, png, simpleWebp, wav, webp } from '../support/media-bytes.ts';
import { samples, utf8 } from '../support/samples.ts';

/** A model that each API is asked with; of those of others its own model's name would say that the body is for another. */
const MODELS: Readonly<Record<Exclude<WireApi, 'mcp'>, string>> = {
  'openai-chat': 'gpt-5.2',
  'openai-responses': 'gpt-5.2',
  anthropic: 'claude-opus-4-5',
  gemini: 'gemini-3-pro-preview',
  'gemini-2': 'gemini-2.5-pro',
  'openai-compatible': 'some-model',
  mistral: 'mistral-large-latest',
  cohere: 'command-a-vision-07-2025',
  'bedrock-converse': 'amazon.nova-pro-v1:0',
  'bedrock-invoke': 'anthropic.claude-opus-4-5-20251101-v1:0',
  ollama: 'llava',
};
const INPUTS = ['vision', 'audio', 'video', 'file', 'tool_result_media'] as const;

const side = fc.integer({ min: 1, max: 9000 });
const words = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constantFrom('', ' ', '{"$ref":"x"}', '{"type":"image"}', '\u2028'));
/** Any bytes, and bytes that begin as other types do whose signature is short: MP3, JPEG XL, BMP, gzip, AC-3, a text. */
const noise = fc
  .tuple(
    fc.constantFrom('', '\xff\xe2', '\xff\xfb\x90', '\xff\n\0', 'BM', '\x1f\x8b', '\x0b\x77', 'GIF89a'),
    fc.uint8Array({ maxLength: 300 }),
  )
  .map(([head, rest]) => Uint8Array.from([...Buffer.from(head, 'latin1'), ...rest]));

/** Contents by what they are. */
const KINDS: Readonly<Record<string, fc.Arbitrary<NamedContent>>> = {
  text: fc.record({ content: words, name: fc.constantFrom('a.txt', 'a.md', 'a.json', 'a.csv', 'a.svg', 'a.ts', 'a') }),
  image: fc
    .oneof(
      fc.tuple(side, side).map(([width, height]) => png(width, height)),
      fc.tuple(side, side).map(([width, height]) => jpeg(width, height)),
      fc.tuple(side, side, fc.integer({ min: 1, max: 3 })).map((given) => gif(...given)),
      fc.tuple(side, side).map((given) => webp(...given)),
      fc.tuple(side, side).map((given) => simpleWebp(...given, 'VP8L')),
      fc.tuple(side, side).map((given) => heif([given])),
      fc.constantFrom(samples.png, samples.bmp, samples.ico, samples.tiff),
      noise,
    )
    .chain((content) => fc.constantFrom('a.png', 'a.jpg', 'a.gif', 'a.webp', 'a.bmp', 'a').map((name) => ({ content, name }))),
  audio: fc
    .oneof(
      fc.integer({ min: 1, max: 3 }).map((seconds) => wav(seconds)),
      fc.constantFrom(samples.ogg, samples.mp3, samples.flac),
      noise,
    )
    .chain((content) => fc.constantFrom('a.wav', 'a.mp3', 'a.ogg', 'a.flac', 'a.m4a').map((name) => ({ content, name }))),
  video: fc
    .oneof(fc.constantFrom(samples.mp4, samples.webm), noise)
    .chain((content) => fc.constantFrom('a.mp4', 'a.webm', 'a.mov').map((name) => ({ content, name }))),
  document: fc
    .oneof(
      fc.integer({ min: 1, max: 120 }).map((pages) => pdf(pages)),
      fc.constantFrom(pdf(1, { encrypted: true }), samples.docx, samples.xlsx),
      noise,
    )
    .chain((content) => fc.constantFrom('a.pdf', 'a.docx', 'a.xlsx', 'a b (c)!.pdf').map((name) => ({ content, name }))),
  other: fc
    .oneof(noise, words.map(utf8))
    .chain((content) => fc.constantFrom('a.bin', 'a.zip', 'a', '\u202e\n').map((name) => ({ content, name }))),
  disguised: fc.record({
    content: fc.constantFrom(...Object.values(samples)),
    name: fc.constantFrom('a.bin', 'a.png', 'a.tiff', 'a.wav', 'a.mp4', 'a.pdf', 'a.docx', 'a.txt', 'a.json', 'a.svg', 'a'),
    mimeType: fc.option(
      fc.constantFrom(
        'application/octet-stream',
        'image/png',
        'image/x-a',
        'audio/mpeg',
        'video/mp4',
        'application/pdf',
        'text/plain',
        '?',
      ),
      { nil: undefined },
    ),
  }),
};

/** What may be wrong with a request that is composed: limits, types that its API does not take, and text that is blank. */
const RULES: ReadonlySet<unknown> = new Set([
  'image_type_refused',
  'type_not_taken',
  'file_type_refused',
  'sound_not_heard',
  'text_blank',
  'text_empty',
]);

function isExpected({ code, params }: ConversationFinding): boolean {
  return code === 'part_rejected' || code === 'request_refused' ? RULES.has(params['rule']) : code in LIMIT_SENTENCES;
}

/** Whether the model is said to lack vision, which a file may need that turns out to be an image. */
function isVision({ code, params }: ConversationFinding): boolean {
  return code === 'capability_missing' && params['capability'] === 'vision';
}

describe('Requests that are composed', function () {
  this.timeout(0);

  for (const api of WIRE_APIS) {
    if (api === 'mcp') continue;
    it(`[28] get the verdict of the body they are written as, and fail by nothing but limits and types: ${api}`, () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(...Object.values(KINDS)), { minLength: 1, maxLength: 3 }),
          fc.constantFrom<'tool' | 'attachment'>('tool', 'attachment'),
          fc.subarray([...INPUTS]),
          words,
          async (contents, as, chosen, text) => {
            const capabilities = { input: ['text', ...chosen], output: ['text'] };
            const service: LlmServiceConfig = {
              id: 's',
              name: 's',
              baseURL: 'http://127.0.0.1:9/v1',
              model: MODELS[api],
              api,
              capabilities,
            };
            const received = await receiveContents(contents, service, { as, text, compute: directCompute });
            const index = await indexOf(JSON.stringify(received.body));
            const window = windowOf(modelLimits(MODELS[api]));
            const { goesThrough, findings } = checkConversation(index, { api, model: MODELS[api], capabilities, ...window });
            const errors = findings.filter(({ severity }) => severity === 'error');
            assert.equal(goesThrough, received.goesThrough, JSON.stringify([errors, received.limits, received.contents]));
            assert.deepEqual(
              errors.filter((error) => !isExpected(error) && !isVision(error)),
              [],
            );
            // Of a type that no list has the receipt says that it is not certain to be accepted; where none is sent, the bytes tell another.
            const isMistaken = received.limits.some(({ code }) => code === 'not_of_its_type');
            const isDoubtful =
              isMistaken ||
              received.contents.some(({ verdict }) => verdict?.rule === 'unlisted_type' || 'unlisted' in (verdict?.params ?? {}));
            assert.deepEqual(
              findings.filter(({ code }) => code === 'not_judged' && !isDoubtful),
              [],
            );
          },
        ),
        { numRuns: byEffort({ quick: 20, usual: 100, soak: 30_000 }) },
      ));
  }
});
