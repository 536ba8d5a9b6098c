import assert from 'node:assert/strict';
import { formatSentence, sentence } from '../../../src/core/io/errors.ts';
import type { ModelDoubt } from '../../../src/core/models/catalogue/check-catalogue.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { arrivalOf, type Arrival, type Way } from '../../../src/core/wire/arrival.ts';
import { checkLimits } from '../../../src/core/wire/limits.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import type { MediaFacts } from '../../../src/core/content/media-facts.ts';

const DOUBT: ModelDoubt = { declared: 'vision', denied: 'vision', model: 'gpt-4', source: 'gpt-4, somebody 1.0', isOfFamily: false };

describe('What arrives in the end', () => {
  /** A medium in a user message that the capabilities send itself. */
  const arrival = (facts: MediaFacts, api: WireApi, change: Partial<Way> = {}): Arrival => {
    const part = facts.mimeType.startsWith('image/')
      ? ({ type: 'image_url', image_url: { url: `data:${facts.mimeType};base64,AAAA` } } as const)
      : ({ type: 'file', file: { filename: 'x', mimeType: facts.mimeType, data: 'AAAA' } } as const);
    const { verdicts } = toWire([{ role: 'user', content: [part] }], api);
    return arrivalOf({ route: 'content', verdicts, limits: checkLimits(facts, api), size: facts.size, doubt: null, ...change });
  };
  const told = ({ state, cause }: Arrival): string => [state, ...(cause ? [cause.by, formatSentence(cause.sentence)] : [])].join(': ');
  const png: MediaFacts = { mimeType: 'image/png', detectedMimeType: 'image/png', size: 900, width: 64, height: 64 };
  const wav: MediaFacts = { mimeType: 'audio/wav', detectedMimeType: 'audio/wav', size: 900, duration: 2 };
  const pdf: MediaFacts = { mimeType: 'application/pdf', detectedMimeType: 'application/pdf', size: 900, pages: 1 };

  it('is the content where nothing speaks against it', () => {
    for (const api of ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama', 'openai-compatible'] as const)
      assert.equal(told(arrival(png, api)), 'arrives', api);
  });

  it('is doubtful where the API is guessed, but for text, which goes by every API alike', () => {
    const guess = sentence('Unknown provider.');
    assert.equal(told(arrival(png, 'openai-compatible', { guess })), 'doubtful: guess: Unknown provider.');
    const { verdicts } = toWire([{ role: 'user', content: 'words' }], 'openai-compatible');
    assert.equal(told(arrivalOf({ route: 'content', verdicts, limits: [], size: null, doubt: null, guess })), 'arrives');
    // What is known is said before it.
    assert.match(told(arrival(png, 'openai-compatible', { guess, doubt: DOUBT })), /^doubtful: model: /);
  });

  it('is nothing where the maker has retired the model, whatever is sent', () => {
    const retired = { model: 'old-1', date: '2026-02-19', successor: 'new-2', source: 'https://maker.example (2026-07)' };
    for (const route of ['content', 'description', 'failed'] as const)
      assert.equal(
        told(arrival(png, 'anthropic', { route, retired })),
        'refused: model: old-1 was retired on 2026-02-19: requests fail. Recommended instead: new-2 (https://maker.example (2026-07)).',
      );
  });

  it('is a note where the API has no place for what the capabilities let through', () => {
    assert.match(told(arrival(wav, 'ollama')), /^dropped: rule: Ollama chat does not support audio\/wav/);
    assert.match(told(arrival(wav, 'anthropic')), /^dropped: rule: /);
  });

  it('is nothing where the API refuses the part, or a limit is exceeded', () => {
    assert.match(
      told(arrival({ mimeType: 'image/bmp', size: 900 }, 'anthropic')),
      /^refused: rule: Anthropic Messages rejects image\/bmp images/,
    );
    assert.match(
      told(arrival({ ...png, mimeType: 'image/gif', detectedMimeType: 'image/gif', frames: 2 }, 'openai-chat')),
      /^refused: limit: Animated/,
    );
  });

  it('an empty image is refused by APIs whose limits are known, and doubtful elsewhere; either way it is called empty', () => {
    assert.equal(
      told(arrival({ mimeType: 'image/png', size: 0, lacksSignature: true }, 'openai-chat')),
      'refused: limit: Empty: the request is rejected.',
    );
    assert.equal(
      told(arrival({ mimeType: 'image/png', size: 0, lacksSignature: true }, 'openai-compatible')),
      'doubtful: content: It is empty.',
    );
  });

  it('bytes that are no image although declared as one never pass: refused where that is documented, doubtful elsewhere', () => {
    const false_: MediaFacts = { mimeType: 'image/png', size: 25, lacksSignature: true };
    for (const api of ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const) {
      const refused = /^refused: limit: Declared as image\/png, but the first bytes do not match that type: the request/;
      assert.match(told(arrival(false_, api)), refused, api);
    }
    for (const api of ['openai-compatible', 'ollama'] as const)
      assert.match(told(arrival(false_, api)), /^doubtful: content: Declared as image\/png/, api);
  });

  it('an image that is cut short is doubtful', () => {
    for (const api of ['openai-chat', 'openai-compatible', 'anthropic'] as const)
      assert.match(told(arrival({ ...png, isTruncated: true }, api)), /^doubtful: content: The file is shorter than its header says/, api);
  });

  it('what an API does not document is doubtful', () => {
    assert.match(told(arrival(pdf, 'openai-compatible')), /^doubtful: rule: /);
    assert.match(told(arrival({ mimeType: 'application/octet-stream', size: 9 }, 'openai-compatible')), /^doubtful: rule: /);
    assert.equal(told(arrival(pdf, 'openai-chat')), 'arrives');
  });

  it('a capability the model is known not to have makes it doubtful, and a refusal goes first', () => {
    assert.equal(
      told(arrival(png, 'openai-chat', { doubt: DOUBT })),
      'doubtful: model: “vision” is declared in llmservices.json, but gpt-4 is known not to support it (catalogue: gpt-4, somebody 1.0).',
    );
    assert.match(told(arrival(wav, 'ollama', { doubt: DOUBT })), /^dropped/);
  });

  it('[E-17] the doubt names both sources, and what of the content the model is known not to take', () => {
    assert.equal(
      told(arrival(wav, 'openai-chat', { doubt: { ...DOUBT, declared: 'file', denied: 'audio' } })),
      'doubtful: model: “file” is declared in llmservices.json, but gpt-4 is known not to support “audio” (catalogue: gpt-4, somebody 1.0).',
    );
    assert.equal(
      told(
        arrival(wav, 'openai-chat', {
          doubt: { ...DOUBT, declared: 'file', denied: 'audio', model: 'gpt-5.9', source: 'GPT-5 and later', isOfFamily: true },
        }),
      ),
      'doubtful: model: “file” is declared in llmservices.json, but gpt-5.9, by its name one of GPT-5 and later, is known not to support “audio” (catalogue).',
    );
  });

  it('[E-17] a part that is left out without a note is nothing, with a note a note', () => {
    assert.equal(arrival(wav, 'ollama').state, 'dropped');
    assert.match(told(arrival(wav, 'mcp')), /^nothing: rule: MCP/);
  });

  it('a description says nothing of its own, but that the content is empty', () => {
    assert.equal(told(arrival(png, 'openai-chat', { route: 'description' })), 'described');
    assert.match(told(arrival(png, 'openai-chat', { route: 'description', size: 0 })), /^described: content: Empty \(0 bytes\)/);
  });

  it('several attachments arrive partly when some do not, and not at all when the request is refused', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } } as const;
    const audio = { type: 'file', file: { filename: 'x', mimeType: 'audio/wav', data: 'AAAA' } } as const;
    const of = (api: WireApi, route: Way['route']) =>
      arrivalOf({ route, verdicts: toWire([{ role: 'user', content: [image, audio] }], api).verdicts, limits: [], size: null, doubt: null })
        .state;
    assert.deepEqual(
      [of('openai-chat', 'content'), of('openai-chat', 'some'), of('openai-chat', 'none'), of('ollama', 'content')],
      ['arrives', 'partly', 'described', 'partly'],
    );
    assert.equal(arrivalOf({ route: 'not_found', verdicts: null, limits: [], size: null, doubt: null }).state, 'nothing');
  });
});
