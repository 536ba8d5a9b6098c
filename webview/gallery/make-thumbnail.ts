/** Makes what a tile shows: an image small, in a worker, within a size and a time. */
import { type GalleryLook, MAX_PICTURE_BYTES, MAX_SVG_BYTES, type PictureFormat } from '../../src/shared/gallery-protocol.ts';
import { startWorker } from '../preview/start-worker.ts';
import { t } from '../text.ts';
import { drawFirstFrame, drawSvg } from './small-picture.ts';
import type { ThumbnailAnswer } from './thumbnail-worker.ts';

/** What a tile shows in place of its icon. */
export type Thumbnail =
  | { readonly kind: 'picture'; readonly url: string; readonly bytes: number }
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'mark'; readonly reason: string; readonly bytes: number };

/** Milliseconds for one picture; a photo of a phone takes half a second of a slow processor. */
const DEADLINE_MS = 5_000;

/** Makes what a tile shows of what the host said of it; null when it was given up. Never rejects. */
export async function makeThumbnail(look: GalleryLook, signal: AbortSignal): Promise<Thumbnail | null> {
  if (look.kind === 'text') return { ...look, bytes: 2 * look.text.length };
  if (look.kind === 'mark') return mark(look.reason);
  try {
    const file = await readPicture(look.uri, look.format === 'svg' ? MAX_SVG_BYTES : MAX_PICTURE_BYTES, signal);
    if (!file) return mark(t('The file is too large to be shown as a picture here.'));
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const answer = await draw(file, look.format, AbortSignal.any([signal, deadline])).catch((error: unknown) => {
      if (!deadline.aborted) throw error;
      return t('Making the picture took too long.');
    });
    signal.throwIfAborted();
    if (typeof answer === 'string') return mark(answer);
    return { kind: 'picture', url: URL.createObjectURL(answer), bytes: answer.size };
  } catch {
    return signal.aborted ? null : mark(t('The file could not be read.'));
  }
}

/** What is drawn, or why it cannot be. Rejects when it is given up. */
async function orElse(drawing: Promise<Blob>, reason: string, signal: AbortSignal): Promise<Blob | string> {
  return drawing.catch(() => {
    signal.throwIfAborted();
    return reason;
  });
}

/** @returns the small image, or why there is none. Rejects when it is given up. */
async function draw(file: Blob, format: PictureFormat, signal: AbortSignal): Promise<Blob | string> {
  switch (format) {
    case 'image':
      return askWorker(file);
    case 'svg':
      return orElse(drawSvg(new Blob([file], { type: 'image/svg+xml' }), signal), damaged(), signal);
    case 'video':
      return orElse(drawFirstFrame(file, signal), t('This video cannot be shown here: it is damaged or in an unsupported format.'), signal);
    case 'pdf':
      return (await import('./first-page.ts')).drawFirstPage(file, signal);
  }
}

export function letGo(thumbnail: Thumbnail): void {
  if (thumbnail.kind === 'picture') URL.revokeObjectURL(thumbnail.url);
}

function mark(reason: string): Thumbnail {
  return { kind: 'mark', reason, bytes: 2 * reason.length };
}

function damaged(): string {
  return t('This image cannot be displayed here: it is damaged, too large, or in an unsupported format.');
}

/** Fetches a file; null when it has more bytes than the limit. @throws when it cannot be read */
async function readPicture(uri: string, limit: number, signal: AbortSignal): Promise<Blob | null> {
  const response = await fetch(uri, { signal });
  if (!response.ok || !response.body) throw new Error(String(response.status));
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value);
    length += value.length;
    if (length <= limit) continue;
    await reader.cancel();
    return null;
  }
}

/** Workers that have nothing to do. */
const idle: Worker[] = [];

/** @returns the small image, or why there is none */
async function askWorker(image: Blob): Promise<Blob | string> {
  const worker = idle.pop() ?? (await startWorker('thumbnail.worker.js'));
  return new Promise((resolve) => {
    const settle = (answer: Blob | string): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    const giveUp = (reason: string): void => {
      worker.terminate();
      settle(reason);
    };
    const timer = setTimeout(() => giveUp(t('Making the picture took too long.')), DEADLINE_MS);
    worker.onmessage = ({ data }: MessageEvent<ThumbnailAnswer>) => {
      idle.push(worker);
      if (data.kind === 'small') settle(data.blob);
      else settle(data.problem === 'too-many-pixels' ? t('The image has too many pixels to be shown here.') : damaged());
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // It has run out of memory.
      giveUp(damaged());
    };
    worker.postMessage(image);
  });
}
