import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openPdfBytes, pdfProblemText } from '../preview/pdf/pdf-document.ts';
import { encode, SIDE, untilAborted } from './small-picture.ts';

/**
 * The first page of a PDF as a small picture, or why there is none.
 *
 * @param signal gives it up: then it rejects, whatever the worker does
 */
export async function drawFirstPage(file: Blob, signal: AbortSignal): Promise<Blob | string> {
  const opened = await openPdfBytes(new Uint8Array(await file.arrayBuffer()), signal);
  if ('problem' in opened) {
    signal.throwIfAborted();
    return pdfProblemText(opened.problem);
  }
  const { document, close } = opened;
  try {
    return await untilAborted(signal, drawPage(document, signal));
  } catch {
    signal.throwIfAborted();
    return pdfProblemText('broken');
  } finally {
    close();
  }
}

async function drawPage(
  document: Extract<Awaited<ReturnType<typeof openPdfBytes>>, { document: unknown }>['document'],
  signal: AbortSignal,
) {
  const page = await document.getPage(1);
  signal.throwIfAborted();
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: SIDE / Math.max(1, width, height) });
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
  return encode(canvas);
}
