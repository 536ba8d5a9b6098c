import type * as vscode from 'vscode';

/** Characters turned into bytes at a time. */
const PIECE = 64 * 1024;
/** So long the extension host works without a pause, in milliseconds. */
const SLICE = 10;

const encoder = new TextEncoder();

/**
 * An open document as UTF-8, line by line as the editor counts them, with pauses in which other work gets its turn.
 * Ends with the signal's reason once the document is no longer as it was.
 */
export async function* documentChunks(document: vscode.TextDocument, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { version } = document;
  let began = performance.now();
  let piece = '';
  for (let line = 0; line < document.lineCount; line++) {
    piece += line === 0 ? document.lineAt(line).text : `\n${document.lineAt(line).text}`;
    while (piece.length >= PIECE || (line === document.lineCount - 1 && piece !== '')) {
      yield encoder.encode(piece.slice(0, PIECE));
      piece = piece.slice(PIECE);
      if (performance.now() - began < SLICE) continue;
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
      if (document.version !== version || document.isClosed) throw new DOMException('The document has changed.', 'AbortError');
      began = performance.now();
    }
  }
}
