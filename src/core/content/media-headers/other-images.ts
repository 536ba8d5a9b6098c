import { sides, viewOf, type HeaderFacts } from './bytes.ts';

/** Formats left to `image-size`, with the names it gives them. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'image/bmp': ['bmp'],
  'image/tiff': ['tiff', 'bigtiff'],
  'image/x-icon': ['ico'],
  'image/icns': ['icns'],
  'image/jp2': ['jp2'],
  'image/jxl': ['jxl', 'jxl-stream'],
  'image/vnd.adobe.photoshop': ['psd'],
};

/** What the library is given at most: the sides stand at the beginning. */
const HEAD_BYTES = 64 * 1024;

/** Whether {@link readOtherImage} knows the format. */
export function isOtherImage(mimeType: string): boolean {
  return Object.hasOwn(FORMATS, mimeType);
}

/** Sides of the image formats that models rarely take, read by the `image-size` package. */
export async function readOtherImage(bytes: Uint8Array, mimeType: string): Promise<HeaderFacts> {
  const { imageSize } = await import('image-size');
  const { width, height, type } = imageSize(mimeType === 'image/tiff' ? tiffWindow(bytes) : bytes.subarray(0, HEAD_BYTES));
  return type !== undefined && FORMATS[mimeType]?.includes(type) ? (sides(width, height) ?? {}) : {};
}

/**
 * A TIFF's first directory may stand anywhere. Read as the library reads it, every twelve bytes behind it count as an
 * entry, to the end: so the end is put where the directory's own count puts it.
 */
function tiffWindow(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const isLittle = bytes[0] === 0x49;
  const isBig = view.getUint16(2, isLittle) === 43;
  const directory = isBig ? Number(view.getBigUint64(8, isLittle)) : view.getUint32(4, isLittle);
  if (directory + 8 > bytes.length) throw new RangeError('The directory lies behind the end.');
  // A 64-bit count no real file reaches is cut; the entries the sides need are among the first.
  const entries = isBig ? Number(view.getBigUint64(directory, isLittle) & 0xffffn) : view.getUint16(directory, isLittle);
  return bytes.subarray(0, directory + 8 + (entries + 1) * (isBig ? 20 : 12));
}
