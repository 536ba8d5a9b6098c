import type { Signature } from '../content/signature.ts';

type Head = readonly [mimeType: string, kind: Signature['kind'], bytes: readonly (number | null)[]];

/** The media that models take, by their first bytes; null stands for any byte. What is none of these is asked of the content detection. */
const HEADS = (
  [
    ['image/png', 'image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xe0]],
    ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xe1]],
    ['image/jpeg', 'image', [0xff, 0xd8, 0xff, 0xdb]],
    ['image/gif', 'image', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ['image/gif', 'image', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
    ['image/webp', 'image', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
    ['application/pdf', 'document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ] satisfies Head[]
).map(([mimeType, kind, bytes]) => ({ bytes, signature: { mimeType, kind, isStrong: true } satisfies Signature }));

/** The signature of the usual media by their head, without a parser: a transcript may hold tens of thousands of pictures. */
export function quickSignature(head: Uint8Array): Signature | undefined {
  for (const { bytes, signature } of HEADS) {
    if (head[0] === bytes[0] && bytes.every((byte, at) => byte === null || head[at] === byte)) return signature;
  }
  return undefined;
}
