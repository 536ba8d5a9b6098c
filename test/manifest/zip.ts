/** The list of files in a ZIP archive, read from its central directory (PKWARE APPNOTE 4.3.12 and 4.3.16). */
export interface ZipEntry {
  name: string;
  /** Uncompressed, in bytes. */
  size: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** @throws when the bytes are not a ZIP archive */
export function listZip(bytes: Buffer): ZipEntry[] {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) throw new Error('not a ZIP archive');
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw new Error('broken central directory');
    const [nameLength, extraLength, commentLength] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    entries.push({ name: bytes.toString('utf8', at + 46, at + 46 + nameLength), size: bytes.readUInt32LE(at + 24) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
