import fc from 'fast-check';

/** Bytes without the mark of an encoding, with which they would be a text and be read as one. */
export const unmarkedBytes: fc.Arbitrary<Uint8Array> = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .filter((bytes) => !/^(?:fffe|feff|efbbbf)/.test(Buffer.from(bytes).toString('hex')));
