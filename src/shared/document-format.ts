/** Formats that are rendered for people, with their file extensions and media types. */
const FORMATS = {
  markdown: 'md markdown text/markdown text/x-markdown',
  html: 'html htm xhtml text/html application/xhtml+xml',
  csv: 'csv tsv tab text/csv text/tab-separated-values application/csv',
  notebook: 'ipynb application/x-ipynb+json',
  docx: [
    'docx docm dotx dotm',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ].join(' '),
  xlsx: [
    'xlsx xlsm xltx xltm',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.ms-excel.template.macroenabled.12',
  ].join(' '),
} as const;

export type DocumentFormat = keyof typeof FORMATS;

export const DOCUMENT_FORMATS = Object.keys(FORMATS) as [DocumentFormat, ...DocumentFormat[]];

const BY_WORD = new Map<string, DocumentFormat>(
  Object.entries(FORMATS).flatMap(([format, words]) =>
    words.split(' ').map((word): [string, DocumentFormat] => [word, format as DocumentFormat]),
  ),
);

/** What a file is, as far as it is known. */
interface NamedContent {
  readonly filename: string;
  readonly mimeType: string | undefined;
  readonly isBinary: boolean;
}

/**
 * The format in which a file is rendered, or null when it is none of these. Agents name texts far more precisely than they
 * declare them; of other files the type says more, for their bytes were looked at.
 */
export function documentFormat({ filename, mimeType, isBinary }: NamedContent): DocumentFormat | null {
  const extension = /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase();
  const words = [extension, mimeType?.toLowerCase()];
  for (const word of isBinary ? words.reverse() : words) {
    const format = word === undefined ? undefined : BY_WORD.get(word);
    if (format && isPacked(format) === isBinary) return format;
  }
  return null;
}

/** Whether files of a format are bytes, not text. */
function isPacked(format: DocumentFormat): boolean {
  return format === 'docx' || format === 'xlsx';
}
