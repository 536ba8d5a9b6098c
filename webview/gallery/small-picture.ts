/** Small pictures of what only elements of the page can draw. */

/** Pixels of the longer side. */
export const SIDE = 320;

/** No worker can draw an SVG. In an image nothing of it runs, and it loads nothing. Rejects when it cannot be drawn, or is given up. */
export async function drawSvg(svg: Blob, signal: AbortSignal): Promise<Blob> {
  return withAddress(svg, async (url) => {
    const image = new Image();
    image.src = url;
    await untilAborted(signal, image.decode());
    return smallPicture(image, image.naturalWidth, image.naturalHeight);
  });
}

/** Only an element of the page can play a video. Rejects when it cannot be drawn, or is given up. */
export async function drawFirstFrame(file: Blob, signal: AbortSignal): Promise<Blob> {
  return withAddress(file, async (url) => {
    const video = document.createElement('video');
    video.muted = true;
    video.preload = 'auto';
    try {
      const loaded = new Promise((resolve, reject) => {
        video.addEventListener('loadeddata', resolve);
        video.addEventListener('error', reject);
        video.src = url;
      });
      await untilAborted(signal, loaded);
      return await smallPicture(video, video.videoWidth, video.videoHeight);
    } finally {
      video.removeAttribute('src');
      video.load();
    }
  });
}

/** What comes of some work; rejects at once when it is given up, whatever becomes of the work. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let give: (() => void) | undefined;
  const givenUp = new Promise<never>((_resolve, reject) => {
    give = () => reject(new Error('It was given up.'));
    signal.addEventListener('abort', give, { once: true });
  });
  // Nobody hears how work ends that was given up.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    if (give) signal.removeEventListener('abort', give);
  }
}

async function withAddress<T>(file: Blob, draw: (url: string) => Promise<T>): Promise<T> {
  const url = URL.createObjectURL(file);
  try {
    return await draw(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param width in pixels; 0 of a video without pictures */
async function smallPicture(source: HTMLImageElement | HTMLVideoElement, width: number, height: number): Promise<Blob> {
  if (width === 0 || height === 0) throw new Error('There is nothing to draw.');
  const scale = SIDE / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return encode(canvas);
}

/** Rejects when there is no memory for it. */
export function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject(new Error('There is no picture.'))), 'image/webp', 0.85),
  );
}
