import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { Ledger } from '../../../src/core/wire/ledger.ts';
import { ruleSentence } from '../../../src/core/wire/rule-sentence.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { isUndocumented } from '../../../src/core/wire/verdict.ts';
import { answer, answered, base64, calls, file, PARTS, text, user } from '../../support/wire.ts';

describe('A request to Ollama', () => {
  it('has bare base64 of images beside the text of any message', () => {
    const { body, verdicts, media } = toWire(
      [user(text('See:'), PARTS.png), calls('c1'), answer('c1', text('chart.png:'), PARTS.png, PARTS.mp3)],
      'ollama',
      { model: 'llava' },
    );
    assert.deepEqual(body, {
      model: 'llava',
      messages: [
        { role: 'user', content: 'See:', images: [base64('image/png')] },
        { role: 'assistant', content: '', tool_calls: [{ function: { name: 'get_artifact', arguments: { ref: 'artifact:1' } } }] },
        {
          role: 'tool',
          tool_name: 'get_artifact',
          content: 'chart.png:\n["song.mp3" (audio/mpeg) is left out: Ollama chat cannot carry it here.]',
          images: [base64('image/png')],
        },
      ],
      stream: false,
    });
    assert.deepEqual(
      verdicts.map(({ pointer }) => pointer),
      ['/messages/0/content', '/messages/0/images/0', '/messages/2/content', '/messages/2/images/0', undefined],
    );
    assert.deepEqual(
      media.map(({ pointer }) => pointer),
      ['/messages/0/images/0', '/messages/2/images/0'],
    );
  });
});

describe('The places of parts in a body', () => {
  it('are found in a list as in an object: what the list holds is not looked for, of which it may hold thousands', () => {
    const [ledger, images] = [new Ledger('ollama'), ['a', 'b']];
    for (const key of images.keys())
      ledger.place(
        { message: 0, part: key, item: { type: 'text', text: '' } },
        { outcome: 'sent', rule: 'image_as_raw_base64' },
        { holder: images, key },
      );
    assert.deepEqual(
      ledger.finish({ messages: [{ images }] }).verdicts.map(({ pointer }) => pointer),
      ['/messages/0/images/0', '/messages/0/images/1'],
    );
  });
});

describe('[E-16] What Ollama has no field of its own for', () => {
  const wav = file('voice.wav', 'audio/wav');

  it('[E-16] a text file becomes text of its message', () => {
    const { body, verdicts } = toWire([user(text('See:'), PARTS.txt), ...answered(PARTS.txt)], 'ollama');
    const notes = `["notes.txt" (text/plain)]\n${'notes: ü\n'.repeat(40)}`;
    assert.deepEqual(
      (body['messages'] as { content: string }[]).map(({ content }) => content),
      [`See:\n${notes}`, 'Read artifact:1.', '', notes],
    );
    assert.deepEqual([verdicts[1]?.rule, verdicts[1]?.pointer], ['text_file_as_text', '/messages/0/content']);
  });

  it('[E-16] WAV stands among the images for a model that hears, and is said not to be documented', () => {
    for (const model of ['gemma4', 'gemma4:e4b', 'gemma4:e2b-it-q4_K_M', 'hf.co/google/gemma-4-E2B-it-GGUF:Q8_0']) {
      const { body, verdicts, media } = toWire(user(wav), 'ollama', { model });
      assert.deepEqual((body['messages'] as unknown[])[0], { role: 'user', content: '', images: [base64('voice.wav')] }, model);
      assert.equal(media[0]?.pointer, '/messages/0/images/0');
      assert.equal(isUndocumented(verdicts[0]!), true);
      assert.equal(
        formatSentence(ruleSentence(verdicts[0]!)),
        'Ollama chat does not document audio. Models with audio input are reported to accept WAV in "images": it is sent there, and the server decides.',
      );
    }
  });

  it('[E-16] other sound, and models that are not known to hear, get a note', () => {
    for (const model of [undefined, 'llava', 'gemma3:4b', 'gemma4:26b', 'gemma4:31b-cloud'])
      assert.equal(toWire(user(wav), 'ollama', { model }).verdicts[0]?.outcome, 'dropped', model);
    assert.equal(toWire(user(PARTS.mp3), 'ollama', { model: 'gemma4' }).verdicts[0]?.outcome, 'dropped');
  });
});

describe('An MCP tool result', () => {
  it('has a caption beside each medium, and files as resources of the artifact that was asked for', () => {
    const { body } = toWire([calls('c1', 'c2'), answer('c1', text('song.mp3:'), PARTS.mp3), answer('c2', PARTS.pdf)], 'mcp');
    assert.deepEqual(body, {
      content: [
        { type: 'text', text: 'song.mp3:' },
        { type: 'audio', data: base64('song.mp3'), mimeType: 'audio/mpeg' },
        { type: 'text', text: '["report.pdf" (application/pdf)]' },
        { type: 'resource', resource: { uri: 'artifact:///2', mimeType: 'application/pdf', blob: base64('report.pdf') } },
      ],
    });
  });

  it('is made of the answers given last; nothing else of a conversation goes through a server', () => {
    const { body, verdicts } = toWire([...answered(PARTS.png), user(text('and now?')), calls('c9'), answer('c9', text('done'))], 'mcp');
    assert.deepEqual(body, { content: [{ type: 'text', text: 'done' }] });
    assert.deepEqual(
      verdicts.map(({ message, part }) => [message, part]),
      [[5, 0]],
    );
  });

  it('names a resource by its file when no artifact was asked for', () => {
    const { body } = toWire(answer('c1', file('a b.pdf', 'application/pdf')), 'mcp');
    assert.equal((body['content'] as { resource?: { uri: string } }[])[1]?.resource?.uri, 'artifact:///a%20b.pdf');
  });
});
