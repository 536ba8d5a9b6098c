/** The record that ends an archive, and the longest comment that may follow it (APPNOTE 4.3.16). */
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;

/** Whether a ZIP archive (and with it an office document) lacks the record that ends it. */
export function zipIsTruncated(bytes: Uint8Array): { isTruncated?: boolean } {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return {};
  const tail = bytes.subarray(-(END_BYTES + LONGEST_COMMENT));
  for (let at = tail.indexOf(0x50); at >= 0; at = tail.indexOf(0x50, at + 1)) {
    if (tail[at + 1] === 0x4b && tail[at + 2] === 5 && tail[at + 3] === 6) return { isTruncated: false };
  }
  return { isTruncated: true };
}
