import type { Container } from './same-format.ts';

/**
 * Formats that are ZIP archives, by the folder their parts lie in (ECMA-376 part 2; the first part may
 * stand anywhere in the archive, the central directory at its end names them all).
 */
const OFFICE_FOLDERS: ReadonlyArray<readonly [folder: string, mimeType: string, container: Container]> = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word-zip'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sheet-zip'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'slides-zip'],
];
/** In every document of Office; the folders alone may be in any archive. */
const CONTENT_TYPES = '[Content_Types].xml';
/** Parts by which documents name their own type (ECMA-376 part 2 §10.1.2.2, OpenDocument part 2 §3.3). */
const NAMING_PARTS: readonly string[] = [CONTENT_TYPES, 'mimetype'];

/** "PK\x01\x02" opens each entry of the central directory; its name starts 46 bytes on (APPNOTE 4.3.12). */
const ENTRY_SIGNATURE = 0x02014b50;
const NAME_LENGTH_OFFSET = 28;
const NAME_OFFSET = 46;
const LONGEST_NAME = Math.max(...[...OFFICE_FOLDERS.map(([folder]) => folder), ...NAMING_PARTS].map(({ length }) => length));

/** "PK\x05\x06" ends an archive, and says how long its directory is (APPNOTE 4.3.16). */
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const DIRECTORY_LENGTH_OFFSET = 12;

/**
 * What a ZIP archive holds, as far as its list of files tells.
 * @param end the end of the archive, as much of it as was read
 */
export function zipContents(end: Uint8Array): { readonly mimeType: string; readonly container: Container } {
  const view = new DataView(end.buffer, end.byteOffset, end.byteLength);
  const start = directoryStart(view);
  const naming = new Set<string>();
  let office: (typeof OFFICE_FOLDERS)[number] | undefined;
  for (let at = end.indexOf(0x50, start); at >= 0 && at + NAME_OFFSET <= end.length; at = end.indexOf(0x50, at + 1)) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) continue;
    const length = view.getUint16(at + NAME_LENGTH_OFFSET, true);
    const name = String.fromCharCode(...end.subarray(at + NAME_OFFSET, at + NAME_OFFSET + Math.min(length, LONGEST_NAME)));
    office ??= OFFICE_FOLDERS.find(([folder]) => name.startsWith(folder));
    if (length === name.length && NAMING_PARTS.includes(name)) naming.add(name);
    if (office && naming.has(CONTENT_TYPES)) return { mimeType: office[1], container: office[2] };
  }
  return { mimeType: 'application/zip', container: naming.size > 0 || start === undefined ? 'zip' : 'plain-zip' };
}

/** Where the list of files begins; undefined when it is not within the end. */
function directoryStart(end: DataView): number | undefined {
  for (let at = end.byteLength - END_BYTES; at >= 0; at--) {
    if (end.getUint32(at, true) !== END_SIGNATURE) continue;
    const length = end.getUint32(at + DIRECTORY_LENGTH_OFFSET, true);
    const isThere = length === 0 || (length <= at && end.getUint32(at - length, true) === ENTRY_SIGNATURE);
    return isThere ? at - length : undefined;
  }
  return undefined;
}
