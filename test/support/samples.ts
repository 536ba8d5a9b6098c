import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REAL_ARTIFACTS } from './stores.ts';

const file = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(REAL_ARTIFACTS, name)));

/** Real contents, by format. */
export const samples = {
  png: file('8.png'),
  jpeg: file('9.jpg'),
  gif: file('10.gif'),
  webp: file('11.webp'),
  bmp: file('12.bmp'),
  ico: file('13.ico'),
  tiff: file('14.tiff'),
  pdf: file('15.pdf'),
  docx: file('16.docx'),
  xlsx: file('17.xlsx'),
  wav: file('18.wav'),
  mp3: file('19.mp3'),
  ogg: file('20.ogg'),
  flac: file('21.flac'),
  mp4: file('22.mp4'),
  webm: file('23.webm'),
} as const;

/** A text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
