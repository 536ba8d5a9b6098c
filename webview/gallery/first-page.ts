import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openPdfBytes, pdfProblemText } from '../preview/pdf/pdf-document.ts';
import { t } from '../text.ts';
import { DEADLINE_MS, encode, SIDE } from './small-picture.ts';

/** The first page of a PDF as a small picture, or why there is none. Rejects when it is given up. */
export async function drawFirstPage(file: Blob, signal: AbortSignal): Promise<Blob | string> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const stop = AbortSignal.any([signal, deadline]);
  const opened = await openPdfBytes(new Uint8Array(await file.arrayBuffer()), stop);
  signal.throwIfAborted();
  if (deadline.aborted) return t('Making the picture took too long.');
  if ('problem' in opened) return pdfProblemText(opened.problem);
  try {
    const page = await opened.document.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: SIDE / Math.max(1, width, height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
    stop.addEventListener('abort', () => task.cancel(), { once: true });
    await task.promise;
    return await encode(canvas);
  } catch {
    signal.throwIfAborted();
    return deadline.aborted ? t('Making the picture took too long.') : pdfProblemText('broken');
  } finally {
    opened.close();
  }
}
