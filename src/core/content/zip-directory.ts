/**
 * Formats that are ZIP archives, by the folder their parts lie in (ECMA-376 part 2; the first part may
 * stand anywhere in the archive, the central directory at its end names them all).
 */
const OFFICE_FOLDERS: ReadonlyArray<readonly [folder: string, mimeType: string]> = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];

/** "PK\x01\x02" opens each entry of the central directory; its name starts 46 bytes on (APPNOTE 4.3.12). */
const ENTRY_SIGNATURE = 0x02014b50;
const NAME_LENGTH_OFFSET = 28;
const NAME_OFFSET = 46;
const LONGEST_FOLDER = 5;

/**
 * The office format a ZIP archive holds.
 * @param end the end of the archive, as much of it as was read
 */
export function officeTypeOfZip(end: Uint8Array): string | undefined {
  const view = new DataView(end.buffer, end.byteOffset, end.byteLength);
  for (let at = end.indexOf(0x50); at >= 0 && at + NAME_OFFSET <= end.length; at = end.indexOf(0x50, at + 1)) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) continue;
    const nameLength = Math.min(view.getUint16(at + NAME_LENGTH_OFFSET, true), LONGEST_FOLDER);
    const name = String.fromCharCode(...end.subarray(at + NAME_OFFSET, at + NAME_OFFSET + nameLength));
    const match = OFFICE_FOLDERS.find(([folder]) => name.startsWith(folder));
    if (match) return match[1];
  }
  return undefined;
}
