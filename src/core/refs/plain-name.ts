/** Controls, both slashes, and `:` (drive letters and alternate streams on Windows). */
const NOT_PLAIN = /[\u0000-\u001f\u007f/\\:]/;

/** Whether the text is one plain file or folder name that stays where it is put, on every platform. */
export function isPlainName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !NOT_PLAIN.test(text) && text.isWellFormed();
}
