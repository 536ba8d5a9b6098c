import { latin1, type HeaderFacts } from './bytes.ts';
import { PdfObjects, referenceInTrailers } from './pdf-objects.ts';
import { numberOf, referenceOf } from './pdf-dictionary.ts';
import { dictionaryAt, PdfFile } from './pdf-syntax.ts';

/** How far from its end a file may hold `%%EOF`, and before it `startxref` (ISO 32000-2 annex I, note for readers). */
const TAIL_BYTES = 2048;
/** How far from its beginning `%PDF-` may stand. */
const HEAD_BYTES = 1024;

/**
 * PDF: its pages and whether it is encrypted, as its trailer, catalogue and page tree say, or a linearised file's first
 * object. Only these are looked up, through the cross-reference: a library that renders would read, decode and repair
 * the whole file. What cannot be reached so (a broken cross-reference, an encrypted page tree)
 * stays unknown.
 */
export async function readPdf(bytes: Uint8Array): Promise<HeaderFacts> {
  const head = latin1(bytes, 0, HEAD_BYTES).indexOf('%PDF-');
  if (head < 0) return {};
  const tail = latin1(bytes, bytes.length - TAIL_BYTES, TAIL_BYTES);
  const isTruncated = !tail.includes('%%EOF');
  const start = /startxref\s+(\d{1,15})\s+%%EOF(?![\s\S]*startxref\s+\d)/.exec(tail)?.[1];
  const linearised = pagesOfLinearised(bytes, head);
  if (start === undefined) return { ...linearised, isTruncated };
  const objects = await PdfObjects.open(new PdfFile(bytes.subarray(head)), Number(start));
  if (objects.trailers.length === 0) return { ...linearised, isTruncated };
  const isEncrypted = objects.trailers.some((trailer) => /\/Encrypt\b/.test(trailer));
  const pages = await pagesInTree(objects);
  return { ...(pages === undefined ? linearised : { pages }), isEncrypted, isTruncated };
}

/** The page tree's root counts the leaves (ISO 32000-2 §7.7.3.2). */
async function pagesInTree(objects: PdfObjects): Promise<number | undefined> {
  const root = referenceInTrailers(objects.trailers, 'Root');
  const catalogue = root === undefined ? undefined : await objects.dictionary(root);
  const tree = catalogue === undefined ? undefined : referenceOf(catalogue.entries, 'Pages');
  const pages = tree === undefined ? undefined : await objects.dictionary(tree);
  const count = pages === undefined ? undefined : numberOf(pages.entries, 'Count');
  return count === 0 ? undefined : count;
}

/** A linearised file says its pages in its first object (ISO 32000-2 annex F.3.3), before anything else is there. */
function pagesOfLinearised(bytes: Uint8Array, head: number): HeaderFacts {
  const opening = /\d+\s+\d+\s+obj/.exec(latin1(bytes, head, HEAD_BYTES));
  const dictionary = opening ? dictionaryAt(bytes, head + opening.index) : undefined;
  if (!dictionary?.text.includes('/Linearized')) return {};
  const pages = numberOf(dictionary.entries, 'N');
  return pages ? { pages } : {};
}
