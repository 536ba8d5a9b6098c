/**
 * How much a signature of few bytes is worth, with what stands behind it: `strong` – the header holds together, which
 * makes four bytes and more; `weak` – only those few bytes are there; `none` – what follows them contradicts.
 */
export type Strength = 'strong' | 'weak' | 'none';

/** Kilobits per second by the index in the header: of MPEG 1 in layers I, II, III, then MPEG 2 in layer I, and in II and III (ISO/IEC 11172-3 2.4.2.3, 13818-3 2.4.2.3). */
const MPEG_RATES: readonly (readonly number[])[] = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const MPEG_SAMPLES: readonly number[] = [44_100, 48_000, 32_000];
/** Kilobits per second of AC-3 (ATSC A/52 table 5.18). */
const AC3_RATES: readonly number[] = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];

type Header = (bytes: Uint8Array, at: number) => { readonly length: number; readonly constant: number } | undefined;

/** The header of a frame: its length in bytes, and the bits that all frames of a stream share. */
const HEADERS: Readonly<Record<'mpeg' | 'adts' | 'ac3', Header>> = { mpeg: mpegHeader, adts: adtsHeader, ac3: ac3Header };

/** Whether bytes are frames of sound: `strong` when a second one follows the first, `none` when the first has an impossible header. */
export function audioFrames(bytes: Uint8Array, format: keyof typeof HEADERS): Strength {
  const first = HEADERS[format](bytes, 0);
  if (!first) return bytes.length < 8 ? 'weak' : 'none';
  return HEADERS[format](bytes, first.length)?.constant === first.constant ? 'strong' : 'weak';
}

function mpegHeader(bytes: Uint8Array, at: number): ReturnType<Header> {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const [rateIndex, sampleIndex] = [third >> 4, (third >> 2) & 3];
  // The free format (index 0) does not tell how long its frames are; samples of sound near zero look like it.
  if (sync !== 0xff || second < 0xe0 || version === 1 || layer === 4 || rateIndex === 0 || rateIndex === 15 || sampleIndex === 3)
    return undefined;
  const isFirst = version === 3;
  const rate = MPEG_RATES[isFirst ? layer - 1 : layer === 1 ? 3 : 4]?.[rateIndex] ?? 0;
  const samples = (MPEG_SAMPLES[sampleIndex] ?? 1) / (isFirst ? 1 : version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  const slots = layer === 1 ? 12_000 : layer === 3 && !isFirst ? 72_000 : 144_000;
  const length = (Math.floor((slots * rate) / samples) + padding) * (layer === 1 ? 4 : 1);
  return { length, constant: (second & 0x1e) | (sampleIndex << 8) };
}

function adtsHeader(bytes: Uint8Array, at: number): ReturnType<Header> {
  const [sync = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  if (sync !== 0xff || (second & 0xf6) !== 0xf0 || ((third >> 2) & 15) > 12 || length < 7) return undefined;
  return { length, constant: (second << 8) | (third & 0xfd) };
}

function ac3Header(bytes: Uint8Array, at: number): ReturnType<Header> {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  const stream = sixth >> 3;
  if (first !== 0x0b || second !== 0x77 || stream > 16) return undefined;
  // Enhanced AC-3 writes the length itself (ATSC A/52 annex E).
  if (stream > 10) return { length: ((((third & 7) << 8) | fourth) + 1) * 2, constant: stream };
  const [sampleIndex, sizeIndex] = [fifth >> 6, fifth & 0x3f];
  const rate = AC3_RATES[sizeIndex >> 1];
  if (sampleIndex === 3 || rate === undefined) return undefined;
  const words = sampleIndex === 0 ? rate * 2 : sampleIndex === 2 ? rate * 3 : Math.floor((rate * 320) / 147) + (sizeIndex & 1);
  return { length: words * 2, constant: (stream << 8) | sampleIndex };
}
