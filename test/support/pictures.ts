/** Pictures with real pixels, of every format that can be made smaller. */
import { type CodedImageType, encodeImage } from '../../src/core/content/image-codecs.ts';
import { bytesOf, uint16, uint16le, uint32le } from './media-bytes.ts';

export interface PictureOptions {
  /** Pixels that no format makes small. */
  readonly isNoise?: boolean;
  /** The left half is transparent. */
  readonly hasAlpha?: boolean;
  readonly isLossless?: boolean;
}

/** Its upper left quarter is red, the rest blue. */
export async function picture(type: CodedImageType, width: number, height: number, options: PictureOptions = {}): Promise<Uint8Array> {
  const data = new Uint8Array(width * height * 4);
  let seed = 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const isRed = x < width / 2 && y < height / 2;
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      data.set(options.isNoise === true ? [seed >>> 24, (seed >>> 16) & 255, (seed >>> 8) & 255] : isRed ? [255, 0, 0] : [0, 0, 255], at);
      data[at + 3] = options.hasAlpha === true && x < width / 2 ? 0 : 255;
    }
  }
  return encodeImage({ width, height, data }, { type, quality: 90, isLossless: options.isLossless === true });
}

/** A JPEG with an Exif orientation, 1 to 8. */
export function turned(jpeg: Uint8Array, orientation: number): Uint8Array {
  const exif = bytesOf(
    'Exif\0\0II*\0',
    uint32le(8),
    uint16le(1),
    uint16le(0x0112),
    uint16le(3),
    uint32le(1),
    uint16le(orientation),
    '\0\0',
    uint32le(0),
  );
  return bytesOf('\xff\xd8\xff\xe1', uint16(exif.length + 2), exif, jpeg.subarray(2));
}
