import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import type { ContentPart } from '../../../src/core/routing/route-result.ts';
import { ruleSentence } from '../../../src/core/wire/rule-sentence.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { isUndocumented } from '../../../src/core/wire/verdict.ts';
import { answer, answered, base64, calls, file, image, PARTS, text, user } from '../../support/wire.ts';

const png = `data:image/png;base64,${base64('image/png')}`;

describe('A request to OpenAI Chat Completions', () => {
  it('has the parts of a user message in its own shapes, and audio as input_audio', () => {
    const { body } = toWire(user(text('Look:'), PARTS.png, PARTS.pdf, PARTS.mp3), 'openai-chat', { model: 'gpt-audio' });
    assert.deepEqual(body, {
      model: 'gpt-audio',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image_url', image_url: { url: png } },
            { type: 'file', file: { filename: 'report.pdf', file_data: `data:application/pdf;base64,${base64('report.pdf')}` } },
            { type: 'input_audio', input_audio: { data: base64('song.mp3'), format: 'mp3' } },
          ],
        },
      ],
    });
  });

  it('[28] is refused with sound for a model that does not hear', () => {
    const verdict = (model: string) => {
      const { verdicts, body } = toWire(user(PARTS.mp3), 'openai-chat', { model });
      const read = toWire(answered(text('song.mp3:'), PARTS.mp3), 'openai-chat', { model }).verdicts.at(-1);
      assert.equal(read?.outcome, verdicts[0]?.outcome === 'rejected' ? 'rejected' : 'rehomed');
      assert.ok(JSON.stringify(body).includes('"input_audio"'), 'what is refused is shown');
      return [verdicts[0]?.outcome, verdicts[0] && formatSentence(ruleSentence(verdicts[0]))];
    };
    assert.deepEqual(verdict('gpt-5-mini'), ['rejected', 'gpt-5-mini does not accept audio: a request with audio in it is rejected.']);
    for (const model of ['gpt-audio', 'gpt-4o-audio-preview', 'gpt-4o-transcribe']) assert.equal(verdict(model)[0], 'converted', model);
  });

  it('has the media of all answers of a turn in one user message after the last of them', () => {
    const { body, verdicts, media } = toWire(
      [
        { role: 'user', content: 'Read both.' },
        calls('c1', 'c2', 'c3'),
        answer('c1', text('chart.png:'), PARTS.png),
        { role: 'tool', tool_call_id: 'c2', content: '{"status":"success"}' },
        answer('c3', PARTS.mp3),
        { role: 'user', content: 'Well?' },
      ],
      'openai-chat',
    );
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
    assert.deepEqual(
      verdicts.map(({ message, part, outcome, pointer }) => [message, part, outcome, pointer]),
      [
        [0, 0, 'sent', '/messages/0/content'],
        [2, 0, 'sent', '/messages/2/content'],
        [2, 1, 'rehomed', '/messages/5/content/1'],
        [3, 0, 'sent', '/messages/3/content'],
        [4, 0, 'rehomed', '/messages/5/content/3'],
        [5, 0, 'sent', '/messages/6/content'],
      ],
    );
    assert.equal(verdicts[4]?.params?.['shape'], 'input_audio', 'moved and converted');
    assert.deepEqual(media, [
      { pointer: '/messages/5/content/1/image_url/url', start: 22, length: base64('image/png').length, beginning: png.slice(0, 62) },
      {
        pointer: '/messages/5/content/3/input_audio/data',
        start: 0,
        length: base64('song.mp3').length,
        beginning: base64('song.mp3').slice(0, 40),
      },
    ]);
  });

  it('shows what would be refused, and says what is left out to the model', () => {
    const { body } = toWire(answered(image('image/tiff'), PARTS.mp4), 'openai-chat');
    const [, , tool, moved] = body['messages'] as { content: unknown }[];
    assert.equal(
      tool?.content,
      '[image/tiff follows in the next user message.]\n["film.mp4" (video/mp4) is left out: OpenAI Chat Completions cannot carry it here.]',
    );
    assert.equal((moved?.content as { type: string }[])[1]?.type, 'image_url');
  });

  it('passes on the address of an image', () => {
    const { body, verdicts } = toWire(user({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }), 'openai-chat');
    assert.deepEqual(body['messages'], [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
    ]);
    assert.equal(verdicts[0]?.rule, 'image_by_address');
  });
});

describe('[E-16] A text file for a chat', () => {
  const notes = 'notes: ü\n'.repeat(40);

  for (const api of ['openai-chat', 'openai-compatible'] as const) {
    it(`[E-16] goes as its text, after its name: ${api}`, () => {
      const { body, verdicts, media } = toWire(user(text('Read:'), PARTS.txt), api);
      assert.deepEqual(body['messages'], [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Read:' },
            { type: 'text', text: '["notes.txt" (text/plain)]' },
            { type: 'text', text: notes },
          ],
        },
      ]);
      assert.deepEqual([verdicts[1]?.outcome, verdicts[1]?.pointer], ['converted', '/messages/0/content/2']);
      assert.deepEqual(media, []);
    });

    it(`[E-16] stands in the answer of a tool itself, and nothing follows: ${api}`, () => {
      const { body, verdicts } = toWire(answered(text('caption'), PARTS.txt), api);
      assert.equal((body['messages'] as unknown[]).length, 3);
      assert.deepEqual((body['messages'] as unknown[])[2], {
        role: 'tool',
        tool_call_id: 'c1',
        content: `caption\n["notes.txt" (text/plain)]\n${notes}`,
      });
      assert.equal(verdicts.at(-1)?.pointer, '/messages/2/content');
    });

    it(`[E-16] of UTF-16 is its characters, and one that is no text stays a file: ${api}`, () => {
      const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')]).toString('base64');
      const part = (message: ReturnType<typeof toWire>): unknown =>
        ((message.body['messages'] as { content: unknown[] }[])[0]?.content ?? []).at(-1);
      assert.deepEqual(part(toWire(user(file('a.txt', 'text/plain', utf16)), api)), { type: 'text', text: 'Grüße' });
      const broken = toWire(user(file('a.txt', 'text/plain', Buffer.from([0x80, 0x81, 0xfe, 0x00]).toString('base64'))), api);
      assert.equal((part(broken) as { type: string }).type, 'file');
      assert.equal(broken.verdicts[0]?.rule, api === 'openai-chat' ? 'file_type_refused' : 'file_part_unlisted');
    });
  }
});

describe('[E-16] What compatible servers take beyond OpenAI', () => {
  const said = (...parts: readonly ContentPart[]) =>
    toWire(user(...parts), 'openai-compatible').verdicts.map((verdict) => formatSentence(ruleSentence(verdict)));

  it('[E-16] sound in the formats that OpenRouter documents goes as input_audio, and is said not to be documented', () => {
    for (const [mimeType, format] of [
      ['audio/flac', 'flac'],
      ['audio/ogg', 'ogg'],
      ['audio/aac', 'aac'],
      ['audio/aiff', 'aiff'],
      ['audio/mp4', 'm4a'],
      ['audio/x-m4a', 'm4a'],
    ] as const) {
      const { body, verdicts, media } = toWire(user(file('a', mimeType)), 'openai-compatible');
      assert.deepEqual(
        body['messages'],
        [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: base64('a'), format } }] }],
        mimeType,
      );
      assert.equal(media.length, 1);
      assert.equal(isUndocumented(verdicts[0]!), true, mimeType);
    }
    assert.deepEqual(said(PARTS.ogg), [
      'Not every server accepts audio/ogg as "input_audio" (ogg): OpenRouter documents it, others do not. It is sent, and the server decides.',
    ]);
    const moved = toWire(answered(PARTS.ogg), 'openai-compatible').verdicts.at(-1)!;
    assert.deepEqual([moved.outcome, isUndocumented(moved)], ['rehomed', true]);
    assert.equal(isUndocumented(toWire(user(PARTS.mp3), 'openai-compatible').verdicts[0]!), false);
  });

  it('[E-16] sound in other formats, and all but WAV and MP3 for OpenAI itself, have no place', () => {
    assert.equal(toWire(user(file('a', 'audio/midi')), 'openai-compatible').verdicts[0]?.outcome, 'dropped');
    assert.equal(toWire(user(PARTS.ogg), 'openai-chat').verdicts[0]?.outcome, 'dropped');
  });

  it('[E-16] of a file it is said that vLLM refuses it', () => {
    assert.deepEqual(said(PARTS.pdf), [
      'OpenAI-compatible servers differ on application/pdf: as a "file", OpenRouter documents PDF, and vLLM answers 400 to every file. It is sent, and the server decides.',
    ]);
    assert.match(formatSentence(ruleSentence(toWire(answered(PARTS.pdf), 'openai-compatible').verdicts.at(-1)!)), /vLLM answers 400/);
  });
});

describe('A request to an OpenAI-compatible server', () => {
  it('has media inside the answer of a tool when the service takes them there', () => {
    const { body, verdicts } = toWire(answered(text('chart.png:'), PARTS.png), 'openai-compatible', { mediaInToolResults: true });
    assert.deepEqual((body['messages'] as unknown[])[2], {
      role: 'tool',
      tool_call_id: 'c1',
      content: [
        { type: 'text', text: 'chart.png:' },
        { type: 'image_url', image_url: { url: png } },
      ],
    });
    assert.deepEqual(
      verdicts.slice(1).map(({ pointer }) => pointer),
      ['/messages/2/content/0', '/messages/2/content/1'],
    );
  });

  it('has video as video_url, which is not of OpenAI', () => {
    const { body } = toWire(user(PARTS.mp4), 'openai-compatible');
    assert.deepEqual(body['messages'], [
      { role: 'user', content: [{ type: 'video_url', video_url: { url: `data:video/mp4;base64,${base64('film.mp4')}` } }] },
    ]);
  });

  it('does not let a name forge a line of a note', () => {
    const { body } = toWire(answered(file('a\n[x]\u202e.pdf', 'application/pdf')), 'openai-compatible');
    const text = (body['messages'] as { content: string }[])[2]?.content ?? '';
    assert.equal(text.split('\n').length, 1);
    assert.ok(!text.includes('\u202e'));
  });
});
