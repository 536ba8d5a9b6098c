import assert from 'node:assert/strict';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answer, answered, base64, calls, file, image, PARTS, text, user } from '../../support/wire.ts';

const png = `data:image/png;base64,${base64('image/png')}`;

describe('A request to OpenAI Chat Completions', () => {
  it('has the parts of a user message in its own shapes, and audio as input_audio', () => {
    const { body } = toWire(user(text('Look:'), PARTS.png, PARTS.pdf, PARTS.mp3), 'openai-chat', { model: 'gpt-4o' });
    assert.deepEqual(body, {
      model: 'gpt-4o',
      messages: [{
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image_url', image_url: { url: png } },
          { type: 'file', file: { filename: 'report.pdf', file_data: `data:application/pdf;base64,${base64('report.pdf')}` } },
          { type: 'input_audio', input_audio: { data: base64('song.mp3'), format: 'mp3' } },
        ],
      }],
    });
  });

  it('has the media of all answers of a turn in one user message after the last of them', () => {
    const { body, verdicts, media } = toWire([
      { role: 'user', content: 'Read both.' },
      calls('c1', 'c2', 'c3'),
      answer('c1', text('chart.png:'), PARTS.png),
      { role: 'tool', tool_call_id: 'c2', content: '{"status":"success"}' },
      answer('c3', PARTS.mp3),
      { role: 'user', content: 'Well?' },
    ], 'openai-chat');
    assert.deepEqual((body['messages'] as unknown[]).slice(2), [
      { role: 'tool', tool_call_id: 'c1', content: 'chart.png:\n[image/png follows in the next user message.]' },
      { role: 'tool', tool_call_id: 'c2', content: '{"status":"success"}' },
      { role: 'tool', tool_call_id: 'c3', content: '["song.mp3" (audio/mpeg) follows in the next user message.]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[image/png from the answer of get_artifact, call c1:]' },
          { type: 'image_url', image_url: { url: png } },
          { type: 'text', text: '["song.mp3" (audio/mpeg) from the answer of get_artifact, call c3:]' },
          { type: 'input_audio', input_audio: { data: base64('song.mp3'), format: 'mp3' } },
        ],
      },
      { role: 'user', content: 'Well?' },
    ]);
    assert.deepEqual(verdicts.map(({ message, part, outcome, pointer }) => [message, part, outcome, pointer]), [
      [0, 0, 'sent', '/messages/0/content'],
      [2, 0, 'sent', '/messages/2/content'],
      [2, 1, 'rehomed', '/messages/5/content/1'],
      [3, 0, 'sent', '/messages/3/content'],
      [4, 0, 'rehomed', '/messages/5/content/3'],
      [5, 0, 'sent', '/messages/6/content'],
    ]);
    assert.equal(verdicts[4]?.params?.['shape'], 'input_audio', 'moved and converted');
    assert.deepEqual(media, [
      { pointer: '/messages/5/content/1/image_url/url', start: 22, length: base64('image/png').length, beginning: png.slice(0, 62) },
      { pointer: '/messages/5/content/3/input_audio/data', start: 0, length: base64('song.mp3').length, beginning: base64('song.mp3').slice(0, 40) },
    ]);
  });

  it('shows what would be refused, and says what is left out to the model', () => {
    const { body } = toWire(answered(image('image/tiff'), PARTS.mp4), 'openai-chat');
    const [, , tool, moved] = body['messages'] as { content: unknown }[];
    assert.equal(tool?.content, '[image/tiff follows in the next user message.]\n["film.mp4" (video/mp4) is left out: OpenAI Chat Completions cannot carry it here.]');
    assert.equal((moved?.content as { type: string }[])[1]?.type, 'image_url');
  });

  it('passes on the address of an image', () => {
    const { body, verdicts } = toWire(user({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }), 'openai-chat');
    assert.deepEqual(body['messages'], [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] }]);
    assert.equal(verdicts[0]?.rule, 'image_by_address');
  });
});

describe('A request to an OpenAI-compatible server', () => {
  it('has media inside the answer of a tool when the service takes them there', () => {
    const { body, verdicts } = toWire(answered(text('chart.png:'), PARTS.png), 'openai-compatible', { mediaInToolResults: true });
    assert.deepEqual((body['messages'] as unknown[])[2], {
      role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'chart.png:' }, { type: 'image_url', image_url: { url: png } }],
    });
    assert.deepEqual(verdicts.slice(1).map(({ pointer }) => pointer), ['/messages/2/content/0', '/messages/2/content/1']);
  });

  it('has video as video_url, which is not of OpenAI', () => {
    const { body } = toWire(user(PARTS.mp4), 'openai-compatible');
    assert.deepEqual(body['messages'], [{ role: 'user', content: [{ type: 'video_url', video_url: { url: `data:video/mp4;base64,${base64('film.mp4')}` } }] }]);
  });

  it('does not let a name forge a line of a note', () => {
    const { body } = toWire(answered(file('a\n[x]\u202e.pdf', 'application/pdf')), 'openai-compatible');
    const text = (body['messages'] as { content: string }[])[2]?.content ?? '';
    assert.equal(text.split('\n').length, 1);
    assert.ok(!text.includes('\u202e'));
  });
});
