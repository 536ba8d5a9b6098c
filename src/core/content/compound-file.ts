import type { Container } from './same-format.ts';

/** Which Office document a compound file (MS-CFB) holds, by the streams of its root folder. */
const STREAMS: ReadonlyArray<readonly [name: string, mimeType: string]> = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['VisioDocument', 'application/vnd.visio'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['Quill', 'application/x-mspublisher'],
];
/** The stream of a document that is encrypted with a password (MS-OFFCRYPTO 2.3.2). */
const ENCRYPTED = 'EncryptedPackage';

const SECTOR_SHIFT_OFFSET = 30;
const DIRECTORY_START_OFFSET = 48;
const FAT_LIST_OFFSET = 76;
/** Entries of the list of FAT sectors that stand in the header (MS-CFB 2.2). */
const FAT_LIST_ENTRIES = 109;
const ENTRY_BYTES = 128;
const NAME_LENGTH_OFFSET = 64;
const LEFT_OFFSET = 68;
const RIGHT_OFFSET = 72;
const CHILD_OFFSET = 76;
/** Above what the documents of Office have; a longer directory is not looked at further. */
const MAX_DIRECTORY_SECTORS = 64;

/**
 * What a compound file holds.
 * @param bytes the whole file; of a part nothing but the container may be told
 */
export function compoundFileContents(bytes: Uint8Array): { readonly mimeType: string; readonly container?: Container } {
  const names = rootNames(bytes);
  if (names.has(ENCRYPTED)) return { mimeType: 'application/x-cfb', container: 'encrypted-office' };
  const found = STREAMS.find(([name]) => names.has(name));
  return found ? { mimeType: found[1] } : { mimeType: 'application/x-cfb', container: 'cfb' };
}

/** The names in the root folder; those of embedded documents, in folders of their own, are not among them. */
function rootNames(bytes: Uint8Array): ReadonlySet<string> {
  const names = new Set<string>();
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = directoryOf(view);
    const seen = new Set<number>();
    const pending = [entries[0] === undefined ? -1 : view.getUint32(entries[0] + CHILD_OFFSET, true)];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const entry = entries[id];
      if (entry === undefined || seen.has(id)) continue;
      seen.add(id);
      names.add(nameOf(view, entry));
      pending.push(view.getUint32(entry + LEFT_OFFSET, true), view.getUint32(entry + RIGHT_OFFSET, true));
    }
  } catch {
    // The file was cut short: what was found by then counts.
  }
  return names;
}

/** Where the entries of the directory stand. @throws RangeError when a table of the file lies behind its end */
function directoryOf(view: DataView): number[] {
  const shift = view.getUint16(SECTOR_SHIFT_OFFSET, true);
  if (shift !== 9 && shift !== 12) return [];
  const size = 1 << shift;
  const placeOf = (sector: number): number => (sector + 1) * size;
  const entries: number[] = [];
  let sector = view.getUint32(DIRECTORY_START_OFFSET, true);
  for (let count = 0; count < MAX_DIRECTORY_SECTORS && placeOf(sector) + size <= view.byteLength; count++) {
    for (let at = 0; at < size; at += ENTRY_BYTES) entries.push(placeOf(sector) + at);
    const perSector = size / 4;
    const fat = Math.floor(sector / perSector);
    if (fat >= FAT_LIST_ENTRIES) break;
    const fatPlace = placeOf(view.getUint32(FAT_LIST_OFFSET + fat * 4, true)) + (sector % perSector) * 4;
    if (fatPlace + 4 > view.byteLength) break;
    sector = view.getUint32(fatPlace, true);
  }
  return entries;
}

function nameOf(view: DataView, entry: number): string {
  const length = Math.min(view.getUint16(entry + NAME_LENGTH_OFFSET, true), NAME_LENGTH_OFFSET);
  let name = '';
  for (let at = 0; at + 2 < length; at += 2) name += String.fromCharCode(view.getUint16(entry + at, true));
  return name;
}
