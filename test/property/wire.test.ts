import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ContentPart } from '../../src/core/routing/route-result.ts';
import { WIRE_APIS, type WireApi, type WireResult } from '../../src/core/wire/verdict.ts';
import type { CanonicalMessage } from '../../src/core/wire/turns.ts';
import { bodySize, shortenBody } from '../../src/core/wire/shortened-body.ts';
import { valueAt } from '../../src/core/wire/ledger.ts';
import { toWire } from '../../src/core/wire/to-wire.ts';
import {} from '../support/wire.ts';
import { runs } from '../support/effort.ts';

const RUNS = 1000;

const TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/bmp',
  'image/heic',
  'application/pdf',
  'application/zip',
  'application/octet-stream',
  'audio/wav',
  'audio/mpeg',
  'audio/ogg',
  'video/mp4',
  'text/plain',
  'application/json',
  'application/msword',
  'IMAGE/JPG',
  'no type',
  'text/html; charset=utf-8',
];
const type = fc.constantFrom(...TYPES);
/** Long enough not to occur by chance, and beyond what is shortened. */
const data = fc.uint8Array({ minLength: 60, maxLength: 240 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constantFrom('', '{"$ref":"x"}', '{"result":"\u2028"}'));

const part: fc.Arbitrary<ContentPart> = fc.oneof(
  anyText.map((text): ContentPart => ({ type: 'text', text })),
  fc
    .tuple(type, data)
    .map(([mimeType, base64]): ContentPart => ({ type: 'image_url', image_url: { url: `data:${mimeType};base64,${base64}` } })),
  fc
    .tuple(fc.string({ unit: 'binary', maxLength: 12 }), type, data)
    .map(([filename, mimeType, base64]): ContentPart => ({ type: 'file', file: { filename, mimeType, data: base64 } })),
  fc.webUrl().map((url): ContentPart => ({ type: 'image_url', image_url: { url } })),
);
const content = fc.oneof(anyText, fc.array(part, { maxLength: 5 }));
const id = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ unit: 'binary', maxLength: 5 }));

const message: fc.Arbitrary<CanonicalMessage> = fc.oneof(
  content.map((given): CanonicalMessage => ({ role: 'user', content: given })),
  fc
    .tuple(fc.option(fc.string()), fc.array(fc.tuple(id, fc.string({ maxLength: 8 }), anyText), { maxLength: 3 }))
    .map(([text, calls]): CanonicalMessage => ({
      role: 'assistant',
      content: text,
      tool_calls: calls.map(([callId, name, given]) => ({ id: callId, type: 'function', function: { name, arguments: given } })),
    })),
  fc.tuple(id, content).map(([callId, given]): CanonicalMessage => ({ role: 'tool', tool_call_id: callId, content: given })),
);
const messages = fc.array(message, { maxLength: 6 });

/** Runs a check over arbitrary conversations and every API, or some. */
function check(
  property: (given: readonly CanonicalMessage[], api: WireApi, result: WireResult) => void,
  apis: readonly WireApi[] = WIRE_APIS,
): void {
  fc.assert(
    fc.property(messages, fc.constantFrom(...apis), fc.boolean(), (given, one, mediaInToolResults) =>
      property(given, one, toWire(given, one, { mediaInToolResults })),
    ),
    { numRuns: runs(RUNS) },
  );
}

function base64Of(one: ContentPart): string | undefined {
  if (one.type === 'file') return one.file.data;
  const mark = one.type === 'image_url' ? one.image_url.url.indexOf(';base64,') : -1;
  return one.type === 'image_url' && mark >= 0 ? one.image_url.url.slice(mark + ';base64,'.length) : undefined;
}

const partsOf = ({ content: given }: CanonicalMessage): readonly ContentPart[] =>
  typeof given === 'string' || given === null ? [{ type: 'text', text: given ?? '' }] : given;
const partAt = (
  given: readonly CanonicalMessage[],
  verdict: { readonly message: number; readonly part: number },
): ContentPart | undefined => {
  const one = given[verdict.message];
  return one && partsOf(one)[verdict.part];
};

/** Every string of a body with its pointer. */
function stringsOf(value: unknown, pointer = ''): [pointer: string, text: string][] {
  if (typeof value === 'string') return [[pointer, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => stringsOf(below, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`));
}

/** The fields in which APIs take base64; text stands in none of them. */
const MEDIA_FIELDS = /\/(?:url|image_url|document_url|input_audio|file_data|data|bytes|blob|images\/\d+)$/;

describe('A request, whatever the messages', () => {
  it('never has base64 of a part in a field of text, and lists every base64 it has', () => {
    check((given, _api, { body, media }) => {
      const all = given
        .filter(({ role }) => role !== 'assistant')
        .flatMap(partsOf)
        .flatMap((one) => base64Of(one) ?? []);
      const listed = new Map(media.map((one) => [one.pointer, one]));
      assert.equal(listed.size, media.length);
      for (const [pointer, text] of stringsOf(body)) {
        const found = all.find((base64) => text.includes(base64));
        const medium = listed.get(pointer);
        if (found === undefined) {
          assert.equal(medium, undefined, pointer);
          continue;
        }
        assert.match(pointer, MEDIA_FIELDS);
        const start = text.length - found.length;
        assert.deepEqual(medium, { pointer, start, length: found.length, beginning: text.slice(0, start + 40) });
        assert.ok(text.endsWith(found));
      }
    });
  });

  it('tells of every part once, in order', () => {
    check((given, one, { verdicts }) => {
      const lastTool = given.findLastIndex(({ role }) => role === 'tool');
      const firstTool = given.slice(0, lastTool + 1).findLastIndex(({ role }) => role !== 'tool') + 1;
      const isConcerned = (role: string, at: number): boolean =>
        role !== 'assistant' && (one !== 'mcp' || lastTool < 0 || (at >= firstTool && at <= lastTool));
      const expected = given.flatMap((each, at) => (isConcerned(each.role, at) ? partsOf(each).map((_, index) => `${at}.${index}`) : []));
      assert.deepEqual(
        verdicts.map(({ message: at, part: index }) => `${at}.${index}`),
        expected,
      );
    });
  });

  it('points at each part that is in it, and at none that is not', () => {
    check((given, _api, { body, verdicts }) => {
      for (const verdict of verdicts) {
        assert.equal(verdict.pointer === undefined, verdict.outcome === 'dropped');
        if (verdict.pointer === undefined) continue;
        const there = valueAt(body, verdict.pointer);
        const one = partAt(given, verdict);
        assert.ok(one && there !== undefined, verdict.pointer);
        if (verdict.rule === 'text_as_object') assert.equal(typeof there, 'object');
        else if (one.type === 'text') assert.ok(stringsOf(there).some(([, text]) => text.includes(one.text)));
        else if (verdict.rule !== 'text_file_as_document') {
          const content = base64Of(one) ?? (one.type === 'image_url' ? one.image_url.url : '');
          assert.ok(
            stringsOf(there).some(([, text]) => text.endsWith(content)),
            verdict.pointer,
          );
        }
      }
    });
  });

  it('has its size in bytes, and that of its short form in characters', () => {
    check((_given, _api, result) => {
      const json = JSON.stringify(result.body);
      assert.equal(bodySize(result), Buffer.byteLength(json));
      const { value, saved } = shortenBody(result, (characters) => `(${characters} "字符")`);
      assert.equal(JSON.stringify(value).length, json.length - saved);
    });
  });

  it('has nothing between the answers of one turn', () => {
    const runs = (roles: readonly string[]): number[] =>
      roles
        .map((role) => (role === 'tool' ? 't' : ' '))
        .join('')
        .split(' ')
        .flatMap(({ length }) => (length > 0 ? [length] : []));
    check(
      (given, _api, { body }) => {
        assert.deepEqual(runs((body['messages'] as { role: string }[]).map(({ role }) => role)), runs(given.map(({ role }) => role)));
      },
      ['openai-chat', 'openai-compatible'],
    );
  });

  it('lets user and assistant take turns where the API wants it', () => {
    check(
      (_given, _api, { body }) => {
        const roles = (body['messages'] as { role: string }[]).map(({ role }) => role);
        assert.deepEqual(
          roles.filter((role, at) => role === roles[at - 1]),
          [],
        );
      },
      ['anthropic'],
    );
  });
});
