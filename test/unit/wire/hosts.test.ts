import assert from 'node:assert/strict';
import type { ContentPart } from '../../../src/core/routing/route-result.ts';
import { documentName } from '../../../src/core/wire/bedrock-converse.ts';
import { readMessages, type CanonicalMessage } from '../../../src/core/wire/turns.ts';
import { toWire, writeRequest } from '../../../src/core/wire/to-wire.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { answer, answered, base64, calls, file, lastVerdict, PARTS, text, user } from '../../support/wire.ts';

const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const NOVA = 'us.amazon.nova-lite-v1:0';
const link = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } } as const;
const SYSTEM = { role: 'system', content: 'Be brief.' } as const;

function messagesOf(messages: readonly CanonicalMessage[], api: WireApi, model?: string): unknown[] {
  return toWire(messages, api, model === undefined ? {} : { model }).body['messages'] as unknown[];
}

describe('A request to Converse of Amazon Bedrock', () => {
  it('has blocks named by their kind, and no model in it', () => {
    assert.deepEqual(toWire([SYSTEM, user(text('See:'), PARTS.png, PARTS.pdf)], 'bedrock-converse', { model: CLAUDE }).body, {
      system: [{ text: 'Be brief.' }],
      messages: [
        {
          role: 'user',
          content: [
            { text: 'See:' },
            { image: { format: 'png', source: { bytes: base64('image/png') } } },
            { document: { format: 'pdf', name: 'report', source: { bytes: base64('report.pdf') } } },
          ],
        },
      ],
    });
  });

  it('has calls and results as blocks of neighbouring messages', () => {
    assert.deepEqual(messagesOf([...answered(text('Here:'), PARTS.png), user(text('Well?'))], 'bedrock-converse', CLAUDE), [
      { role: 'user', content: [{ text: 'Read artifact:1.' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'c1', name: 'get_artifact', input: { ref: 'artifact:1' } } }] },
      {
        role: 'user',
        content: [
          {
            toolResult: {
              toolUseId: 'c1',
              content: [{ text: 'Here:' }, { image: { format: 'png', source: { bytes: base64('image/png') } } }],
            },
          },
          { text: 'Well?' },
        ],
      },
    ]);
  });

  it('gives two documents of one name numbers, in results too', () => {
    const twice = [file('a.pdf', 'application/pdf', 'AAAA'), file('a.csv', 'text/csv', 'AAAA')];
    const messages = messagesOf([user(text('Look.'), ...twice), ...answered(...twice)], 'bedrock-converse', CLAUDE);
    const names = [...JSON.stringify(messages).matchAll(/"name":"(a[^"]*)","source"/g)].map(([, name]) => name);
    assert.deepEqual(names, ['a', 'a (2)', 'a (3)', 'a (4)']);
  });

  it('has a text beside a document, and a name that is taken', () => {
    assert.deepEqual(messagesOf([user(file('Bericht_2026 (v1).ü.pdf', 'application/pdf', 'AAAA'))], 'bedrock-converse'), [
      {
        role: 'user',
        content: [{ document: { format: 'pdf', name: 'Bericht-2026 (v1)-', source: { bytes: 'AAAA' } } }, { text: 'Read the document.' }],
      },
    ]);
    assert.deepEqual(['a  b.pdf', '.pdf', '', 'x'.repeat(300)].map(documentName), ['a b', 'document', 'document', 'x'.repeat(200)]);
  });

  it('has film for Nova and not for Claude, and no document in a result for Nova', () => {
    const said = (model: string, ...parts: readonly ContentPart[]) =>
      [user(text('x'), ...parts), answered(...parts)].map((messages) => lastVerdict(toWire(messages, 'bedrock-converse', { model })));
    const gone = 'dropped no_shape_for_kind';
    const [sent, result] = ['sent media_in_user_message', 'sent media_in_tool_result'];
    assert.deepEqual(said(CLAUDE, PARTS.mp4), [gone, gone]);
    assert.deepEqual(said(NOVA, PARTS.mp4), [sent, gone]);
    assert.deepEqual(said(NOVA, PARTS.pdf), [sent, gone]);
    assert.deepEqual(said(CLAUDE, PARTS.pdf), [sent, result]);
    assert.deepEqual(said(NOVA, PARTS.png), [sent, result]);
    assert.deepEqual(said('us.meta.llama4-maverick-17b-instruct-v1:0', PARTS.png), [sent, 'sent unlisted_type']);
    assert.deepEqual(said(CLAUDE, link), ['dropped address_not_taken', 'dropped address_not_taken']);
  });
});

describe('A request to a model of Bedrock itself', () => {
  it('is that of its maker without the model, with the version of the cloud', () => {
    const { body } = toWire([user(text('Hi'))], 'bedrock-invoke', { model: CLAUDE });
    assert.deepEqual(body, {
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 4096,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
  });

  it('is that of Converse with a version for Nova', () => {
    assert.deepEqual(toWire([user(text('Hi'))], 'bedrock-invoke', { model: NOVA }).body, {
      schemaVersion: 'messages-v1',
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
    });
  });

  it('fetches nothing from an address', () => {
    assert.equal(lastVerdict(toWire([user(text('x'), link)], 'bedrock-invoke', { model: CLAUDE })), 'dropped address_not_taken');
  });
});

describe('A request by the API of Anthropic to a cloud', () => {
  const at = (cloud: 'bedrock' | 'vertex' | 'azure' | undefined, ...parts: readonly ContentPart[]) =>
    writeRequest(readMessages([user(...parts)]), 'anthropic', { model: 'claude-opus-4-5', cloud });

  it('has its form there: the model in the address, and a version', () => {
    const { model, anthropic_version: version } = at('vertex', text('x')).body;
    assert.deepEqual([model, version], [undefined, 'vertex-2023-10-16']);
    assert.equal(at('bedrock', text('x')).body['anthropic_version'], 'bedrock-2023-05-31');
    for (const cloud of ['azure', undefined] as const) assert.equal(at(cloud, text('x')).body['model'], 'claude-opus-4-5');
  });

  it('has an image by its address on Vertex AI and not on Bedrock', () => {
    assert.equal(lastVerdict(at('vertex', link)), 'sent image_by_address');
    assert.equal(lastVerdict(at('bedrock', link)), 'dropped address_not_taken');
  });
});

describe('A request to Mistral', () => {
  it('has pictures, files and sound without an object around them', () => {
    assert.deepEqual(messagesOf([user(PARTS.png, PARTS.pdf, PARTS.mp3, link)], 'mistral'), [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: `data:image/png;base64,${base64('image/png')}` },
          { type: 'document_url', document_url: `data:application/pdf;base64,${base64('report.pdf')}`, document_name: 'report.pdf' },
          { type: 'input_audio', input_audio: base64('song.mp3') },
          { type: 'image_url', image_url: 'https://example.com/a.png' },
        ],
      },
    ]);
  });

  it('has a file by its address', () => {
    const pdf = { type: 'file', file: { mimeType: 'application/pdf', url: 'https://example.com/a.pdf' } } as never;
    assert.deepEqual(messagesOf([user(pdf)], 'mistral'), [
      { role: 'user', content: [{ type: 'document_url', document_url: 'https://example.com/a.pdf' }] },
    ]);
  });
});

describe('The IDs of calls to Mistral', () => {
  it('are nine letters and digits, the same at a call and its result; those that are stay', () => {
    const idsOf = (...ids: readonly string[]): unknown[] =>
      messagesOf([calls(...ids), ...ids.map((id) => answer(id, text('x')))], 'mistral').flatMap((message) => {
        const { tool_calls = [], tool_call_id: of } = message as { tool_calls?: { id: string }[]; tool_call_id?: string };
        return [...tool_calls.map(({ id }) => id), ...(of === undefined ? [] : [of])];
      });
    assert.deepEqual(idsOf('Or5TU38vr', 'toolu_01PTLP8xhu3uwZk', 'call_1'), [
      'Or5TU38vr',
      '8xhu3uwZk',
      '0000call1',
      'Or5TU38vr',
      '8xhu3uwZk',
      '0000call1',
    ]);
    const other = toWire([calls('call_1'), answer('call_1', text('x'))], 'openai-chat').body;
    assert.match(JSON.stringify(other), /"id":"call_1".*"tool_call_id":"call_1"/);
  });
});

describe('A request to Cohere', () => {
  it('has text and pictures, and text alone in the answer of a tool', () => {
    assert.deepEqual(messagesOf([user(text('See:'), PARTS.png)], 'cohere'), [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See:' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${base64('image/png')}` } },
        ],
      },
    ]);
    const [, , tool, moved] = messagesOf(answered(PARTS.png), 'cohere') as { role: string }[];
    assert.deepEqual([tool?.role, moved?.role], ['tool', 'user']);
    const { verdicts, media, body } = toWire([user(PARTS.pdf)], 'cohere');
    assert.equal(verdicts[0]?.outcome, 'dropped');
    assert.deepEqual(media, [], 'what is left out is nowhere in the body');
    assert.ok(!JSON.stringify(body).includes(base64('report.pdf')));
  });
});
