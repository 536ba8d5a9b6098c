import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { t } from '../../text.ts';
import { assetAddress, startWorker } from '../start-worker.ts';

/** Why a PDF cannot be shown. */
export type PdfProblem = 'password' | 'broken' | 'unreadable';

/** An opened PDF, or why it is none. */
export type OpenedPdf =
  | { readonly document: PDFDocumentProxy; readonly hasUndrawnImages: boolean; readonly close: () => void }
  | { readonly problem: PdfProblem };

/** Pixels of an image inside a PDF beyond which it is left out instead of filling the memory. */
const MAX_IMAGE_PIXELS = 100_000_000;

/**
 * Opens a PDF in a worker of its own. Nothing in it runs (no scripting, no XFA, no code made from its functions) and
 * nothing is fetched but the file and this extension's character maps and symbol fonts. Fonts it does not bring along
 * are taken from the system.
 *
 * @param signal abandons the reading; a document that is open already must be closed
 */
export async function openPdf(uri: string, signal: AbortSignal): Promise<OpenedPdf> {
  const data = await read(uri, signal);
  return data === null ? { problem: 'unreadable' } : openPdfBytes(data, signal);
}

/** The same for the bytes of a file, which the worker takes. */
export async function openPdfBytes(data: Uint8Array, signal: AbortSignal): Promise<OpenedPdf> {
  const port = await startWorker('pdf.worker.js');
  if (signal.aborted) {
    port.terminate();
    return { problem: 'unreadable' };
  }
  // Looked for before the bytes move to the worker.
  const hasUndrawnImages = mentionsUndrawnImages(data);
  const worker = PDFWorker.create({ port });
  const loading = getDocument({
    data,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    useSystemFonts: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    cMapUrl: assetAddress('pdf/cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: assetAddress('pdf/standard_fonts/'),
    verbosity: 0,
  });
  const stopped = new Promise<never>((_resolve, reject) => {
    // A worker that cannot start says so here and nowhere else.
    port.addEventListener('error', () => reject(new Error('The worker stopped.')), { once: true });
    signal.addEventListener('abort', () => reject(new Error('It was given up.')), { once: true });
  });
  const close = (): void => {
    void loading.destroy().catch(() => undefined);
    worker.destroy();
    port.terminate();
  };
  try {
    const document = await Promise.race([loading.promise, stopped]);
    if (!signal.aborted && document.numPages > 0) return { document, hasUndrawnImages, close };
    close();
    return { problem: 'broken' };
  } catch (error) {
    close();
    return { problem: error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken' };
  }
}

/** Why a PDF cannot be shown, as a sentence. */
export function pdfProblemText(problem: PdfProblem): string {
  switch (problem) {
    case 'password':
      return t('This PDF is password-protected and cannot be displayed here.');
    case 'broken':
      return t('This PDF is damaged and cannot be displayed here.');
    case 'unreadable':
      return t('The file could not be loaded.');
  }
}

async function read(uri: string, signal: AbortSignal): Promise<Uint8Array | null> {
  try {
    const response = await fetch(uri, { signal });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Names of the filters whose decoders are WebAssembly, which the page may not run. */
const UNDRAWN_FILTERS = ['/JBIG2Decode', '/JPXDecode'];
/** Bytes scanned at a time, so that the file is never decoded into one string. */
const WINDOW_BYTES = 1024 * 1024;
/** What a window shares with the next, so that a name across their border is found. */
const OVERLAP_BYTES = Math.max(...UNDRAWN_FILTERS.map((name) => name.length)) - 1;

/**
 * Whether a PDF has images in JBIG2 or JPEG 2000. The dictionary of a stream is never compressed, so the names stand in
 * the file as they are.
 */
function mentionsUndrawnImages(data: Uint8Array): boolean {
  const decoder = new TextDecoder('latin1');
  for (let start = 0; start < data.length; start += WINDOW_BYTES) {
    const text = decoder.decode(data.subarray(start, start + WINDOW_BYTES + OVERLAP_BYTES));
    if (UNDRAWN_FILTERS.some((name) => text.includes(name))) return true;
  }
  return false;
}
