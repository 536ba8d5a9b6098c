import type { FileKind } from './deliveries.ts';

/** What is known of a file whose delivery is asked about. */
interface FileFacts {
  /** By its content where that has a signature. */
  readonly mimeType: string;
  readonly isText: boolean;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

const KINDS: ReadonlyMap<string, FileKind> = new Map<string, FileKind>([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/bmp', 'bmp'],
  ['image/svg+xml', 'svg'],
  ['text/csv', 'csv'],
  ['application/pdf', 'pdf'],
  ['audio/mpeg', 'mp3'],
  ['audio/wav', 'wav'],
  ['video/mp4', 'mp4'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
]);

/** The kind of planted file that a file is like; undefined where none was. */
export function fileKind({ mimeType, isText, name, size }: FileFacts): FileKind | undefined {
  if (size === 0) return 'empty';
  // Some programs have a reader of their own for notebooks, and none was planted.
  if (/\.ipynb$/i.test(name)) return undefined;
  const isJpegAsPng = mimeType === 'image/jpeg' && /\.png$/i.test(name);
  if (isJpegAsPng) return 'jpeg-as-png';
  return KINDS.get(mimeType) ?? (isText ? 'text' : undefined);
}
