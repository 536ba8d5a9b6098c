/** Has a document read in a worker of its own, within a size and a time. */
import type { PreviewContent } from '../../../src/shared/preview-protocol.ts';
import { startWorker } from '../start-worker.ts';
import type { DocumentAnswer, DocumentRequest } from './document-worker.ts';

type DocumentContent = Extract<PreviewContent, { kind: 'document' }>;

/** Bytes of a file that is read as a whole: above the largest a model takes. */
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;
/** Milliseconds for one document; a workbook of 20 MB takes some seconds. */
export const DOCUMENT_DEADLINE_MS = 10_000;

/** Formats whose beginning says little, or of which the page shows far more than the beginning of the text it has. */
const READ_WHOLE: readonly DocumentContent['format'][] = ['csv', 'notebook', 'docx', 'xlsx'];
/** Formats that may be cut anywhere. */
const MAY_BE_CUT: readonly DocumentContent['format'][] = ['csv', 'markdown', 'html'];

/**
 * Reads a document. Never rejects.
 *
 * @param signal it is no longer wanted: the worker ends
 */
export async function openDocument(content: DocumentContent, signal: AbortSignal): Promise<DocumentAnswer> {
  try {
    const request = await requestFor(content, signal);
    return 'problem' in request ? { kind: 'problem', problem: request.problem } : await askWorker(request, signal);
  } catch {
    return { kind: 'problem', problem: 'unreadable' };
  }
}

async function requestFor(
  { format, uri, source }: DocumentContent,
  signal: AbortSignal,
): Promise<DocumentRequest | { problem: 'too-large' | 'unreadable' }> {
  const isText = source.kind === 'text';
  const isCut = isText && source.length !== source.text.length;
  if (isText && (!isCut || uri === null || !READ_WHOLE.includes(format))) {
    if (isCut && !MAY_BE_CUT.includes(format)) return { problem: 'too-large' };
    return { format, content: source.text, isCut };
  }
  if (uri === null) return { problem: 'unreadable' };
  const { bytes, isWhole } = await readBytes(uri, signal);
  if (!isWhole && !MAY_BE_CUT.includes(format)) return { problem: 'too-large' };
  return { format, content: bytes, isCut: !isWhole };
}

/** Fetches a file up to the size limit. @throws when it cannot be read */
async function readBytes(uri: string, signal: AbortSignal): Promise<{ bytes: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
  const response = await fetch(uri, { signal });
  if (!response.ok || !response.body) throw new Error(String(response.status));
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length <= MAX_DOCUMENT_BYTES) continue;
    await reader.cancel();
    break;
  }
  const bytes = new Uint8Array(await new Blob(parts).slice(0, MAX_DOCUMENT_BYTES).arrayBuffer());
  return { bytes, isWhole: length <= MAX_DOCUMENT_BYTES };
}

async function askWorker(request: DocumentRequest, signal: AbortSignal): Promise<DocumentAnswer> {
  const worker = await startWorker('document.worker.js');
  return new Promise((resolve) => {
    const settle = (answer: DocumentAnswer): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => settle({ kind: 'problem', problem: 'too-slow' }), DOCUMENT_DEADLINE_MS);
    const giveUp = (): void => settle({ kind: 'problem', problem: 'unreadable' });
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    worker.onmessage = ({ data }: MessageEvent<DocumentAnswer>) => settle(data);
    worker.onerror = (event) => {
      event.preventDefault();
      // it has run out of memory, or of stack
      settle({ kind: 'problem', problem: 'too-large' });
    };
    worker.onmessageerror = giveUp;
    const { content } = request;
    worker.postMessage(request, typeof content === 'string' ? [] : [content.buffer]);
  });
}
