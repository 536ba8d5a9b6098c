import assert from 'node:assert/strict';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import type { ContentPart } from '../../../src/core/routing/route-result.ts';
import { isUndocumented } from '../../../src/core/wire/verdict.ts';
import { answer, answered, base64, calls, file, PARTS, text, user } from '../../support/wire.ts';

type Contents = readonly { readonly parts: readonly Record<string, Record<string, unknown>>[] }[];
const inline = (mimeType: string, word: string) => ({ inlineData: { mimeType, data: base64(word) } });

/** The object one answer of text becomes. */
function responseOf(content: string, api: 'gemini' | 'gemini-2' = 'gemini'): unknown {
  const { body } = toWire([calls('c1'), { role: 'tool', tool_call_id: 'c1', content }], api);
  return (body['contents'] as Contents)[1]?.parts[0]?.['functionResponse']?.['response'];
}

describe('A request to Gemini 3', () => {
  it('has media inside the answer where that is documented, all else behind the answers', () => {
    const { body, verdicts } = toWire(
      [calls('c1', 'c2'), answer('c1', text('both:'), PARTS.png, PARTS.mp3), answer('c2', PARTS.pdf)],
      'gemini',
    );
    assert.deepEqual(body['contents'], [
      {
        role: 'model',
        parts: [
          {
            functionCall: { id: 'c1', name: 'get_artifact', args: { ref: 'artifact:1' } },
            thoughtSignature: 'skip_thought_signature_validator',
          },
          {
            functionCall: { id: 'c2', name: 'get_artifact', args: { ref: 'artifact:2' } },
            thoughtSignature: 'skip_thought_signature_validator',
          },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'c1',
              name: 'get_artifact',
              response: { result: 'both:\n["song.mp3" (audio/mpeg) follows after the answers.]' },
              parts: [inline('image/png', 'image/png')],
            },
          },
          {
            functionResponse: {
              id: 'c2',
              name: 'get_artifact',
              response: { result: '' },
              parts: [inline('application/pdf', 'report.pdf')],
            },
          },
          { text: '["song.mp3" (audio/mpeg) from the answer of get_artifact, call c1:]' },
          inline('audio/mpeg', 'song.mp3'),
        ],
      },
    ]);
    assert.deepEqual(
      verdicts.map(({ pointer }) => pointer),
      [
        '/contents/1/parts/0/functionResponse/response',
        '/contents/1/parts/0/functionResponse/parts/0',
        '/contents/1/parts/3',
        '/contents/1/parts/1/functionResponse/parts/0',
      ],
    );
  });

  it('has JSON as the object it is, and any other text as "result"', () => {
    assert.deepEqual(responseOf('{"status":"success","content":{"a":[1]}}'), { status: 'success', content: { a: [1] } });
    for (const text of ['plain', '[1,2]', '"word"', '{ torn', '7', 'null', '']) assert.deepEqual(responseOf(text), { result: text });
  });

  it('keeps JSON with the reserved $ref as text, at any depth, and JSON too deep to be walked', () => {
    for (const text of ['{"$ref":"a"}', '{"a":[{"b":{"$ref":"image"}}]}', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`])
      assert.deepEqual(responseOf(text, 'gemini-2'), { result: text });
  });
});

describe('A text file for Gemini', () => {
  const json = file('a.json', 'application/json', Buffer.from('{"a":1}').toString('base64'));

  it('[28] goes as its text where its type is refused, and as a file where it is text/…', () => {
    const { body, verdicts } = toWire(user(json, PARTS.txt), 'gemini');
    const [{ parts = [] } = {}] = body['contents'] as Contents;
    assert.deepEqual(parts.slice(0, 2), [{ text: '["a.json" (application/json)]' }, { text: '{"a":1}' }]);
    assert.equal(parts[2]?.['inlineData']?.['mimeType'], 'text/plain');
    assert.deepEqual(
      verdicts.map(({ rule, pointer }) => `${rule} ${pointer}`),
      ['text_file_as_text /contents/0/parts/1', 'media_in_user_message /contents/0/parts/2'],
    );
  });

  it('[28] of another type than JSON and text/… is sent as a file: what the API makes of it is not documented', () => {
    const { verdicts, body } = toWire(user(file('a.xml', 'application/xml', Buffer.from('<a/>').toString('base64'))), 'gemini');
    assert.equal(`${verdicts[0]?.outcome} ${verdicts[0]?.rule}`, 'sent unlisted_type');
    assert.equal((body['contents'] as Contents)[0]?.parts[0]?.['inlineData']?.['mimeType'], 'application/xml');
  });

  it('[28] stands in the answer of a tool itself', () => {
    const { body, verdicts } = toWire(answered(text('caption'), json), 'gemini');
    const answer = (body['contents'] as Contents).at(-1)?.parts;
    assert.deepEqual(
      answer?.map((part) => part['functionResponse']?.['response']),
      [{ result: 'caption\n["a.json" (application/json)]\n{"a":1}' }],
    );
    assert.equal(verdicts.at(-1)?.rule, 'text_file_as_text');
  });
});

describe('A request to Gemini before 3', () => {
  it('has media behind the answers, in the same user turn', () => {
    const { body, media } = toWire(answered(text('chart.png:'), PARTS.png), 'gemini-2');
    assert.deepEqual((body['contents'] as Contents).slice(1), [
      { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'get_artifact', args: { ref: 'artifact:1' } } }] },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'c1',
              name: 'get_artifact',
              response: { result: 'chart.png:\n[image/png follows after the answers.]' },
            },
          },
          { text: '[image/png from the answer of get_artifact, call c1:]' },
          inline('image/png', 'image/png'),
        ],
      },
    ]);
    assert.deepEqual(
      media.map(({ pointer }) => pointer),
      ['/contents/2/parts/2/inlineData/data'],
    );
  });

  it('[E-16] has an address with its type, which is required, by the name at its end', () => {
    const link = (url: string): ContentPart => ({ type: 'image_url', image_url: { url } });
    for (const api of ['gemini', 'gemini-2'] as const) {
      const part = (url: string) => {
        const { body, verdicts } = toWire(user(link(url)), api);
        return [(body['contents'] as Contents)[0]?.parts[0], `${verdicts[0]?.outcome} ${verdicts[0]?.rule}`];
      };
      for (const url of ['https://example.com/a.png', 'https://example.com/x/a.PNG?size=2#top']) {
        assert.deepEqual(part(url), [{ fileData: { mimeType: 'image/png', fileUri: url } }, 'sent image_by_address']);
      }
      assert.deepEqual(part('https://example.com/a.gif'), [
        { fileData: { mimeType: 'image/gif', fileUri: 'https://example.com/a.gif' } },
        'rejected image_type_refused',
      ]);
      for (const [url, mimeType] of [
        ['https://example.com/page.html', 'text/html'],
        ['https://example.com/v.mp4', 'video/mp4'],
        ['https://example.com/a.svg', 'image/svg+xml'],
      ] as const) {
        assert.deepEqual(part(url), [{ fileData: { mimeType, fileUri: url } }, 'rejected image_type_refused']);
      }
      for (const url of [
        'https://example.com/a%2Epng',
        'https://example.com/a.%70ng',
        'https://example.com/100%/%zz%E4/a.png',
        'https://example.com/x%2Fa.png?size=%',
      ]) {
        assert.deepEqual(part(url), [{ fileData: { mimeType: 'image/png', fileUri: url } }, 'sent image_by_address'], url);
      }
      for (const url of [
        'https://example.com/a.png%',
        'https://example.com/a.png%3Fx',
        'https://example.com/a%',
        'https://example.com/chart',
        'https://example.com',
        'https://example.png',
        'https://example.com/get?file=a.png',
      ]) {
        assert.deepEqual(part(url), [{ fileData: { fileUri: url } }, 'rejected address_without_type'], url);
      }
    }
  });

  it('[E-16] says of a type that is not documented so, beside an answer too', () => {
    const verdict = toWire(answered(PARTS.docx), 'gemini').verdicts.at(-1)!;
    assert.deepEqual([verdict.outcome, isUndocumented(verdict)], ['rehomed', true]);
    assert.equal(isUndocumented(toWire(answered(PARTS.mp3), 'gemini').verdicts.at(-1)!), false);
  });

  it('has any file of a user message as inline data', () => {
    const { body } = toWire(user(text('See:'), PARTS.mp4), 'gemini-2');
    assert.deepEqual(body, { contents: [{ role: 'user', parts: [{ text: 'See:' }, inline('video/mp4', 'film.mp4')] }] });
  });
});
