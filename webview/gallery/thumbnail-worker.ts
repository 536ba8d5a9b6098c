/** The worker that makes an image small: gets its bytes, answers with a small one. What reads hostile files must be stopped when it takes too long. */
import { imageSize } from 'image-size';

export type ThumbnailAnswer =
  | { readonly kind: 'small'; readonly blob: Blob }
  | { readonly kind: 'problem'; readonly problem: 'unreadable' | 'too-many-pixels' };

/** Pixels of the longer side: what a tile shows on a screen with two pixels for one. */
const SIDE = 320;
/** Pixels of an image that is drawn: the largest of a camera. In memory each takes four bytes. */
const MAX_PIXELS = 60_000_000;

self.onmessage = async ({ data }: MessageEvent<Blob>): Promise<void> => {
  self.postMessage(await small(data).catch((): ThumbnailAnswer => ({ kind: 'problem', problem: 'unreadable' })));
};

/** @throws when it is no image */
async function small(blob: Blob): Promise<ThumbnailAnswer> {
  // Measured before anything unpacks it: a few bytes can claim to be gigabytes of pixels.
  const { width, height } = imageSize(new Uint8Array(await blob.arrayBuffer()));
  if (!(width * height <= MAX_PIXELS)) return { kind: 'problem', problem: 'too-many-pixels' };
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  const canvas = new OffscreenCanvas(side(bitmap.width), side(bitmap.height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { kind: 'small', blob: await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 }) };
}
