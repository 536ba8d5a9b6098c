import assert from 'node:assert/strict';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answer, base64, calls, file, PARTS, text, user } from '../../support/wire.ts';

describe('A request to OpenAI Responses', () => {
  it('has calls and their outputs as items, with media in the output', () => {
    const { body, verdicts, media } = toWire(
      [
        { role: 'user', content: 'Read both.' },
        { ...calls('c1', 'c2'), content: 'I will.' },
        answer('c1', text('chart.png:'), PARTS.png, PARTS.pdf),
        { role: 'tool', tool_call_id: 'c2', content: '{"a":1}' },
      ],
      'openai-responses',
      { model: 'gpt-5' },
    );
    assert.deepEqual(body, {
      model: 'gpt-5',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Read both.' }] },
        { role: 'assistant', content: 'I will.' },
        { type: 'function_call', call_id: 'c1', name: 'get_artifact', arguments: '{"ref":"artifact:1"}' },
        { type: 'function_call', call_id: 'c2', name: 'get_artifact', arguments: '{"ref":"artifact:2"}' },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [
            { type: 'input_text', text: 'chart.png:' },
            { type: 'input_image', image_url: `data:image/png;base64,${base64('image/png')}`, detail: 'auto' },
            { type: 'input_file', filename: 'report.pdf', file_data: `data:application/pdf;base64,${base64('report.pdf')}` },
          ],
        },
        { type: 'function_call_output', call_id: 'c2', output: '{"a":1}' },
      ],
    });
    assert.deepEqual(
      verdicts.map(({ pointer }) => pointer),
      ['/input/0/content/0', '/input/4/output/0', '/input/4/output/1', '/input/4/output/2', '/input/5/output'],
    );
    assert.deepEqual(
      media.map(({ pointer, start }) => [pointer, start]),
      [
        ['/input/4/output/1/image_url', 22],
        ['/input/4/output/2/file_data', 28],
      ],
    );
  });

  it('[E-16] lists Pages, Keynote and iWork files among its files, and the texts', () => {
    const rule = (mimeType: string) => toWire(user(file('a', mimeType)), 'openai-responses').verdicts[0]?.rule;
    for (const listed of [
      'application/vnd.apple.pages',
      'application/vnd.apple.keynote',
      'application/vnd.apple.iwork',
      'application/vnd.google-apps.document',
      'application/vnd.oasis.opendocument.text',
      'application/csv',
      'application/rtf',
      'message/rfc822',
      'text/x-rust',
    ]) {
      assert.equal(rule(listed), 'media_in_user_message', listed);
    }
    for (const unlisted of [
      'application/vnd.apple.numbers',
      'application/zip',
      'application/epub+zip',
      'application/vnd.oasis.opendocument.spreadsheet',
    ])
      assert.equal(rule(unlisted), 'unlisted_type', unlisted);
  });

  it('has a note in place of audio, which it has no part for', () => {
    const { body, media } = toWire(user(PARTS.mp3), 'openai-responses');
    assert.deepEqual(body['input'], [
      {
        role: 'user',
        content: [{ type: 'input_text', text: '["song.mp3" (audio/mpeg) is left out: OpenAI Responses cannot carry it here.]' }],
      },
    ]);
    assert.deepEqual(media, []);
  });
});
