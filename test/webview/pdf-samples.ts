/** Small PDFs, written by hand so that they say exactly what a test needs. */

export interface PdfOptions {
  /** The text of each page. */
  pages?: readonly string[];
  /** More entries of the catalogue, such as an action on opening. */
  catalog?: string;
  /** More entries of every page, such as annotations. */
  page?: string;
  /** The font of the text; Helvetica without it. */
  font?: string;
  /** Operators of a page before its text. */
  content?: string;
  /** Asks for a password. */
  encrypted?: boolean;
}

/** A page of 300 × 200 units each, with its text in large letters. */
export function makePdf(options: PdfOptions = {}): Uint8Array {
  const { pages = ['Page one'], catalog = '', page = '', content = '', encrypted = false } = options;
  const font = options.font ?? '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const first = 4;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] >>`,
    font,
    ...pages.flatMap((text, index) => {
      const shown = text.startsWith('<') ? text : `(${text})`;
      const stream = `${content} BT /F1 32 Tf 20 100 Td ${shown} Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + 2 * index + 1} 0 R ${page} >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  const secret = '(12345678901234567890123456789012)';
  if (encrypted) objects.push(`<< /Filter /Standard /V 1 /R 2 /P -4 /O ${secret} /U ${secret} >>`);
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = text.length;
  const encrypt = encrypted ? `/Encrypt ${objects.length} 0 R /ID [<00> <00>]` : '';
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${encrypt} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
