import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import type { CanonicalMessage } from '../../../src/core/wire/turns.ts';
import { ruleSentence } from '../../../src/core/wire/rule-sentence.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answer, base64, calls, file, image, PARTS, text, user } from '../../support/wire.ts';

describe('A request to Anthropic Messages', () => {
  it('has all answers of a turn first in one user message right after the calls', () => {
    const { body, verdicts } = toWire(
      [
        { role: 'user', content: 'Read both.' },
        { ...calls('c1', 'c2'), content: 'I will.' },
        answer('c1', text('chart.png:'), PARTS.png, PARTS.pdf),
        { role: 'tool', tool_call_id: 'c2', content: '{"a":1}' },
        { role: 'user', content: 'Well?' },
      ],
      'anthropic',
      { model: 'claude-sonnet-4-5' },
    );
    assert.deepEqual(body, {
      model: 'claude-sonnet-4-5',
      max_tokens: 4096,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Read both.' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I will.' },
            { type: 'tool_use', id: 'c1', name: 'get_artifact', input: { ref: 'artifact:1' } },
            { type: 'tool_use', id: 'c2', name: 'get_artifact', input: { ref: 'artifact:2' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'c1',
              content: [
                { type: 'text', text: 'chart.png:' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64('image/png') } },
                {
                  type: 'document',
                  source: { type: 'base64', media_type: 'application/pdf', data: base64('report.pdf') },
                  title: 'report.pdf',
                },
              ],
            },
            { type: 'tool_result', tool_use_id: 'c2', content: '{"a":1}' },
            { type: 'text', text: 'Well?' },
          ],
        },
      ],
    });
    assert.deepEqual(
      verdicts.map(({ pointer }) => pointer),
      [
        '/messages/0/content/0',
        '/messages/2/content/0/content/0',
        '/messages/2/content/0/content/1',
        '/messages/2/content/0/content/2',
        '/messages/2/content/1/content',
        '/messages/2/content/2',
      ],
    );
  });

  it('has a text file as a document with its characters', () => {
    const { body, media } = toWire(user(file('notes.md', 'text/markdown', Buffer.from('# Größe\n').toString('base64'))), 'anthropic');
    assert.deepEqual(body['messages'], [
      {
        role: 'user',
        content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: '# Größe\n' }, title: 'notes.md' }],
      },
    ]);
    assert.deepEqual(media, []);
  });

  it('shows a text file that is no UTF-8 in the shape that is refused', () => {
    const { body, verdicts } = toWire(user(file('a.txt', 'text/plain', Buffer.from([0xff, 0xfe, 0x00]).toString('base64'))), 'anthropic');
    assert.equal(`${verdicts[0]?.outcome} ${verdicts[0]?.rule}`, 'rejected file_type_refused');
    assert.match(JSON.stringify(body), /"media_type":"text\/plain","data":"\/\/4A"/);
  });

  it('shows an image outside its list as it would be refused, with the list', () => {
    const { body, verdicts } = toWire(user(image('image/heic')), 'anthropic');
    assert.match(JSON.stringify(body), /"type":"image","source":\{"type":"base64","media_type":"image\/heic"/);
    assert.equal(verdicts[0]?.params?.['accepted'], 'jpeg, png, gif, webp');
    assert.equal(verdicts[0]?.pointer, '/messages/0/content/0');
  });

  it('has the address of an image as a source, and refuses an empty text', () => {
    const { body, verdicts } = toWire(user({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }, text('')), 'anthropic');
    assert.deepEqual((body['messages'] as { content: unknown[] }[])[0]?.content[0], {
      type: 'image',
      source: { type: 'url', url: 'https://example.com/a.png' },
    });
    assert.deepEqual(
      verdicts.map(({ outcome, rule }) => `${outcome} ${rule}`),
      ['sent image_by_address', 'rejected text_empty'],
    );
  });

  it('refuses text blocks of nothing but white space, and says where that is known from; the text of a result may be blank', () => {
    const verdictsOf = (...messages: CanonicalMessage[]): string[] =>
      toWire(messages, 'anthropic').verdicts.map(({ outcome, rule }) => `${outcome} ${rule}`);
    assert.deepEqual(verdictsOf(user(text(' '), text('\n\t\u3000\u00a0'), text(`${' '.repeat(5000)}x`))), [
      'rejected text_blank',
      'rejected text_blank',
      'sent text',
    ]);
    assert.deepEqual(verdictsOf(calls('c'), answer('c', text('\n'), PARTS.png)), ['rejected text_blank', 'sent media_in_tool_result']);
    assert.deepEqual(verdictsOf(calls('c'), { role: 'tool', tool_call_id: 'c', content: ' ' }), ['sent text']);
    const [verdict] = toWire(user(text(' ')), 'anthropic').verdicts;
    assert.match(verdict?.source ?? '', /non-whitespace.*claude-code\/issues\/23440/);
    assert.equal(verdict && formatSentence(ruleSentence(verdict)), 'Anthropic Messages rejects text that is only whitespace.');
  });
});
