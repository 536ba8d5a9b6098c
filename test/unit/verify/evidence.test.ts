import assert from 'node:assert/strict';
import { showsSample, type SampleProbe } from '../../../src/core/verify/model-answer.ts';

const SHOWN: Readonly<Record<SampleProbe, readonly string[]>> = {
  vision: [
    'Red',
    'red.',
    '**RED**',
    'The image is solid red.',
    'Rot',
    'Das Bild ist rot.',
    'Rouge',
    'Rojo',
    'rosso',
    'Vermelho',
    'красный',
    'Красного цвета',
    '红色',
    '紅色',
    '赤',
    '赤色です',
    '빨간색',
    '#FF0000',
    'rgb(255, 0, 0)',
    'ro\u0308tt',
  ],
  file: ['orchid', 'Orchid.', 'The word on the page is "orchid".', 'ORCHID', 'Orchidee', '兰花', '蘭'],
  audio: ['Silence', 'Nothing.', 'silencio', 'Stille', 'тишина', '无声', '無音', '안녕, 침묵'],
  tool_result_media: ['Red', '红色', 'orchid'],
};
const NOT_SHOWN: Readonly<Record<SampleProbe, readonly string[]>> = {
  vision: [
    '',
    'Blue',
    'ok',
    'Colored',
    'Rendered as required.',
    'rotten',
    "I'm sorry, I can't see any image.",
    'I cannot see it; is it red?',
    'There is no picture. Red?',
    'Ich sehe kein Bild.',
    'Ich kann nicht sagen, ob es rot ist.',
    'Je ne vois pas d’image.',
    'No puedo ver la imagen; ¿roja?',
    'Я не вижу, красный ли он.',
    '我看不到图片。',
    '没有看到红色的图片',
    '赤かどうか分かりません',
    '이미지가 없습니다',
    '255, 0, 01',
  ],
  file: ['', 'page', 'I do not see a page.', 'I couldn’t open the file to look for an orchid.', 'The word is "the".'],
  audio: ['', 'I can’t hear audio.', 'Music', 'I am unable to listen; silence?', '我无法听到声音'],
  tool_result_media: ['', 'ok', 'The tool shows nothing.', 'Blue', 'I can’t tell whether it is red.'],
};

describe('What shows that a sample was seen', () => {
  for (const probe of Object.keys(SHOWN) as SampleProbe[]) {
    it(`${probe}: the right word in many languages, among other words too`, () => {
      assert.deepEqual(
        SHOWN[probe].filter((answer) => !showsSample(probe, answer)),
        [],
      );
    });

    it(`${probe}: never a word that only looks alike, another one, or one of a model that says it sees nothing`, () => {
      assert.deepEqual(
        NOT_SHOWN[probe].filter((answer) => showsSample(probe, answer)),
        [],
      );
    });
  }
});
