/** The worker that reads a document: gets its text or bytes, answers with what is drawn of it. It is asked once. */
import type { DocumentFormat } from '../../../src/shared/document-format.ts';
import { type DocumentProblem, type RenderedDocument, TooLarge, TreeBuilder } from './document-node.ts';
import { readCsv } from './read-csv.ts';
import { readDocx } from './read-docx.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readNotebook } from './read-notebook.ts';
import { readXlsx } from './read-xlsx.ts';

export interface DocumentRequest {
  readonly format: DocumentFormat;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** It is only the beginning of the document. */
  readonly isCut: boolean;
}

export type DocumentAnswer = RenderedDocument | { readonly kind: 'problem'; readonly problem: DocumentProblem };

self.onmessage = ({ data }: MessageEvent<DocumentRequest>): void => {
  const answer = read(data);
  const buffers = answer.kind === 'tables' ? answer.tables.flatMap(({ grid }) => [grid.cellEnds.buffer, grid.rowEnds.buffer]) : [];
  self.postMessage(answer, { transfer: buffers });
};

function read({ format, content, isCut }: DocumentRequest): DocumentAnswer {
  try {
    switch (format) {
      case 'csv':
        return readCsv(textOf(content), isCut);
      case 'xlsx':
        return readXlsx(packed(content));
      default: {
        const tree = new TreeBuilder();
        write(format, content, tree);
        return { kind: 'flow', nodes: tree.nodes, isCut: isCut || tree.isFull };
      }
    }
  } catch (error) {
    return { kind: 'problem', problem: error instanceof Protected ? 'protected' : error instanceof TooLarge ? 'too-large' : 'damaged' };
  }
}

function write(format: Exclude<DocumentFormat, 'csv' | 'xlsx'>, content: DocumentRequest['content'], tree: TreeBuilder): void {
  switch (format) {
    case 'markdown':
      return readMarkdown(textOf(content), tree);
    case 'html':
      return readHtml(textOf(content), tree);
    case 'notebook':
      return readNotebook(textOf(content), tree);
    case 'docx':
      return readDocx(packed(content), tree);
  }
}

/** Office documents with a password are no ZIP but a compound file (MS-OFFCRYPTO). */
class Protected extends Error {}

function packed(content: DocumentRequest['content']): Uint8Array {
  if (typeof content === 'string') throw new Error('no package');
  if (content[0] === 0xd0 && content[1] === 0xcf && content[2] === 0x11 && content[3] === 0xe0) throw new Protected();
  return content;
}

/** The text of a file: UTF-8, or UTF-16 with its mark. */
function textOf(content: DocumentRequest['content']): string {
  if (typeof content === 'string') return content;
  const [first, second] = content;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(content);
}
