import { detectSignature, type Signature } from '../content/signature.ts';

/** The media that models take, by their first bytes; null stands for any byte. What is none of these is asked of the content detection. */
const HEADS: ReadonlyArray<readonly [mimeType: string, kind: Signature['kind'], bytes: readonly (number | null)[]]> = [
  ['image/png', 'image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xe0]],
  ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xe1]],
  ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xdb]],
  ['image/gif', 'image', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ['image/gif', 'image', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['image/webp', 'image', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['application/pdf', 'document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** The signature of a content by its head. A transcript may hold tens of thousands of pictures, so the usual ones are told without a parser. */
export async function signatureOf(head: Uint8Array): Promise<Signature | undefined> {
  const known = HEADS.find(([, , bytes]) => bytes.every((byte, at) => byte === null || head[at] === byte));
  if (known) return { mimeType: known[0], kind: known[1], isStrong: true };
  return detectSignature(head);
}
