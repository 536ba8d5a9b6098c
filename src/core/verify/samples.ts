import { encodeBase64 } from '../io/base64.ts';
import type { ContentPart } from '../routing/content-parts.ts';

/** A PNG of 2 × 2 red pixels, 8 bits a channel. */
export const RED_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mP4z8AARAwQCgAf7gP9Y167WwAAAABJRU5ErkJggg==';

/** The word on the page of {@link wordPdf}: a rare one, so that a model that says it has read it. */
export const WORD = 'orchid';

/** Samples a second; the least that speech models are commonly given. */
const SAMPLE_RATE = 8000;

/** One second of silence as a WAV file: PCM, 16 bits, mono (RIFF WAVE, format tag 1). */
export function silentWav(): Uint8Array {
  const dataBytes = SAMPLE_RATE * 2;
  const bytes = new Uint8Array(44 + dataBytes);
  const view = new DataView(bytes.buffer);
  const word = (offset: number, text: string): void => bytes.set(new TextEncoder().encode(text), offset);
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true); // bytes a second
  view.setUint16(32, 2, true); // bytes a frame
  view.setUint16(34, 16, true); // bits a sample
  word(36, 'data');
  view.setUint32(40, dataBytes, true);
  return bytes;
}

/** A PDF of one page with {@link WORD} on it (ISO 32000-1: five objects, a cross-reference table, a trailer). */
export function wordPdf(): Uint8Array {
  const drawing = `BT /F1 24 Tf 40 88 Td (${WORD}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

/** The picture as a part of a message. */
export function redPicture(): ContentPart {
  return { type: 'image_url', image_url: { url: `data:image/png;base64,${RED_PNG}` } };
}

/** The silence as a part of a message. */
export function silence(): ContentPart {
  return { type: 'file', file: { filename: 'silence.wav', mimeType: 'audio/wav', data: encodeBase64(silentWav()) } };
}

/** The page as a part of a message. */
export function wordPage(): ContentPart {
  return { type: 'file', file: { filename: 'page.pdf', mimeType: 'application/pdf', data: encodeBase64(wordPdf()) } };
}
