import assert from 'node:assert/strict';
import { WIRE_APIS, type WireApi } from '../../../src/core/wire/verdict.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answered, lastVerdict, PARTS, text, user, type PartName } from '../../support/wire.ts';

const U = 'media_in_user_message';
const T = 'media_in_tool_result';
const GONE = 'dropped no_shape_for_kind';
const OPEN = 'sent unlisted_type';
const MOVED = 'rehomed tool_result_takes_text_only';
const BESIDE = 'rehomed media_beside_tool_result';
const AUDIO_GONE = 'dropped audio_type_refused';
const AS_AUDIO = 'converted audio_as_input_audio';
const AS_TEXT = 'converted text_file_as_text';
const OPEN_FILE = 'sent file_part_unlisted';
const BMP = 'rejected image_type_refused';
const FILE = 'rejected file_type_refused';
const AS_IMAGE = 'converted image_file_as_image';

/** What becomes of each part: in a user message, and in the answer of a tool. */
const EXPECTED: Readonly<Record<WireApi, Readonly<Record<PartName, readonly [user: string, tool: string]>>>> = {
  'openai-chat': {
    png: [`sent ${U}`, MOVED],
    bmp: [BMP, BMP],
    pdf: [`sent ${U}`, MOVED],
    mp3: [AS_AUDIO, MOVED],
    ogg: [AUDIO_GONE, AUDIO_GONE],
    mp4: [GONE, GONE],
    docx: [FILE, FILE],
    txt: [AS_TEXT, AS_TEXT],
    zip: [FILE, FILE],
    imageFile: [AS_IMAGE, MOVED],
  },
  'openai-responses': {
    png: [`sent ${U}`, `sent ${T}`],
    bmp: [BMP, BMP],
    pdf: [`sent ${U}`, `sent ${T}`],
    mp3: [GONE, GONE],
    ogg: [GONE, GONE],
    mp4: [GONE, GONE],
    docx: [`sent ${U}`, `sent ${T}`],
    txt: [`sent ${U}`, `sent ${T}`],
    zip: [OPEN, OPEN],
    imageFile: [AS_IMAGE, AS_IMAGE],
  },
  anthropic: {
    png: [`sent ${U}`, `sent ${T}`],
    bmp: [BMP, BMP],
    pdf: [`sent ${U}`, `sent ${T}`],
    mp3: [GONE, GONE],
    ogg: [GONE, GONE],
    mp4: [GONE, GONE],
    docx: [GONE, GONE],
    txt: ['converted text_file_as_document', 'converted text_file_as_document'],
    zip: [GONE, GONE],
    imageFile: [AS_IMAGE, AS_IMAGE],
  },
  gemini: {
    png: [`sent ${U}`, `sent ${T}`],
    bmp: [BMP, BMP],
    pdf: [`sent ${U}`, `sent ${T}`],
    mp3: [`sent ${U}`, BESIDE],
    ogg: [`sent ${U}`, BESIDE],
    mp4: [`sent ${U}`, BESIDE],
    docx: [OPEN, BESIDE],
    txt: [`sent ${U}`, `sent ${T}`],
    zip: [OPEN, BESIDE],
    imageFile: [AS_IMAGE, AS_IMAGE],
  },
  'gemini-2': {
    png: [`sent ${U}`, BESIDE],
    bmp: [BMP, BMP],
    pdf: [`sent ${U}`, BESIDE],
    mp3: [`sent ${U}`, BESIDE],
    ogg: [`sent ${U}`, BESIDE],
    mp4: [`sent ${U}`, BESIDE],
    docx: [OPEN, BESIDE],
    txt: [`sent ${U}`, BESIDE],
    zip: [OPEN, BESIDE],
    imageFile: [AS_IMAGE, BESIDE],
  },
  'openai-compatible': {
    png: [`sent ${U}`, MOVED],
    bmp: [OPEN, MOVED],
    pdf: [OPEN_FILE, MOVED],
    mp3: [AS_AUDIO, MOVED],
    ogg: [AS_AUDIO, MOVED],
    mp4: [OPEN, MOVED],
    docx: [OPEN_FILE, MOVED],
    txt: [AS_TEXT, AS_TEXT],
    zip: [OPEN_FILE, MOVED],
    imageFile: [AS_IMAGE, MOVED],
  },
  mistral: {
    png: [`sent ${U}`, MOVED],
    bmp: [OPEN, MOVED],
    pdf: [`sent ${U}`, MOVED],
    mp3: [AS_AUDIO, MOVED],
    ogg: [OPEN, MOVED],
    mp4: [GONE, GONE],
    docx: [OPEN, MOVED],
    txt: [AS_TEXT, AS_TEXT],
    zip: [OPEN, MOVED],
    imageFile: [AS_IMAGE, MOVED],
  },
  cohere: {
    png: [`sent ${U}`, MOVED],
    bmp: [BMP, BMP],
    pdf: [GONE, GONE],
    mp3: [GONE, GONE],
    ogg: [GONE, GONE],
    mp4: [GONE, GONE],
    docx: [GONE, GONE],
    txt: [AS_TEXT, AS_TEXT],
    zip: [GONE, GONE],
    imageFile: [AS_IMAGE, MOVED],
  },
  'bedrock-converse': {
    png: [`sent ${U}`, OPEN],
    bmp: [BMP, BMP],
    pdf: [`sent ${U}`, `sent ${T}`],
    mp3: [OPEN, GONE],
    ogg: [OPEN, GONE],
    mp4: [OPEN, OPEN],
    docx: [`sent ${U}`, `sent ${T}`],
    txt: [`sent ${U}`, `sent ${T}`],
    zip: [GONE, GONE],
    imageFile: [AS_IMAGE, OPEN],
  },
  'bedrock-invoke': {
    png: [`sent ${U}`, `sent ${T}`],
    bmp: [BMP, BMP],
    pdf: [`sent ${U}`, `sent ${T}`],
    mp3: [GONE, GONE],
    ogg: [GONE, GONE],
    mp4: [GONE, GONE],
    docx: [GONE, GONE],
    txt: ['converted text_file_as_document', 'converted text_file_as_document'],
    zip: [GONE, GONE],
    imageFile: [AS_IMAGE, AS_IMAGE],
  },
  ollama: {
    png: ['sent image_as_raw_base64', 'sent image_as_raw_base64'],
    bmp: [OPEN, OPEN],
    pdf: [GONE, GONE],
    mp3: [GONE, GONE],
    ogg: [GONE, GONE],
    mp4: [GONE, GONE],
    docx: [GONE, GONE],
    txt: [AS_TEXT, AS_TEXT],
    zip: [GONE, GONE],
    imageFile: ['sent image_as_raw_base64', 'sent image_as_raw_base64'],
  },
  mcp: {
    png: ['dropped not_in_tool_result', `sent ${T}`],
    bmp: ['dropped not_in_tool_result', `sent ${T}`],
    pdf: ['dropped not_in_tool_result', 'sent file_as_resource'],
    mp3: ['dropped not_in_tool_result', `sent ${T}`],
    ogg: ['dropped not_in_tool_result', `sent ${T}`],
    mp4: ['dropped not_in_tool_result', 'sent file_as_resource'],
    docx: ['dropped not_in_tool_result', 'sent file_as_resource'],
    txt: ['dropped not_in_tool_result', 'sent file_as_resource'],
    zip: ['dropped not_in_tool_result', 'sent file_as_resource'],
    imageFile: ['dropped not_in_tool_result', `sent ${T}`],
  },
};

describe('What becomes of a part on its way into a request', () => {
  for (const api of WIRE_APIS) {
    it(`[E-16] is told for every kind in a user message and in the answer of a tool: ${api}`, () => {
      const found = Object.fromEntries(
        Object.entries(PARTS).map(([name, part]) => [
          name,
          [lastVerdict(toWire(user(text('Look:'), part), api)), lastVerdict(toWire(answered(text('caption'), part), api))],
        ]),
      );
      assert.deepEqual(found, EXPECTED[api]);
    });

    it(`keeps text in its place, with a source for every rule: ${api}`, () => {
      const { verdicts } = toWire(answered(text('caption'), PARTS.png), api);
      const first = verdicts.find(({ message }) => message === 2);
      assert.equal(`${first?.outcome} ${first?.rule}`, api.startsWith('gemini') ? 'converted text_as_object' : 'sent text');
      for (const { source } of verdicts) assert.match(source, /^(?:https:\/\/|openai |cohere-ai |@|ollama |the input capability )/);
    });
  }

  it('is as in a user message where a compatible server takes media in the answer of a tool', () => {
    const verdictOf = (name: PartName): string =>
      lastVerdict(toWire(answered(PARTS[name]), 'openai-compatible', { mediaInToolResults: true }));
    assert.deepEqual((['png', 'mp3', 'pdf', 'mp4', 'ogg'] as const).map(verdictOf), [`sent ${T}`, AS_AUDIO, OPEN_FILE, OPEN, AS_AUDIO]);
    assert.equal(
      lastVerdict(toWire(answered(PARTS.png), 'openai-chat', { mediaInToolResults: true })),
      MOVED,
      'OpenAI itself takes none, whatever is said of the service',
    );
  });
});
