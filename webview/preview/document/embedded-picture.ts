/** Pictures that come with a document: PNG and JPEG, decoded from base64 and measured before anything draws them. */
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import type { EmbeddedPicture } from './document-node.ts';

/** The picture under an address of a document, or null when nothing but the address is there. */
export type PictureOf = (address: string) => EmbeddedPicture | null;

/** Pixels of a picture that is drawn: the largest of a camera. In memory each takes four bytes. */
const MAX_PIXELS = 60_000_000;

/** The picture that is written into its address; null for every other address, for nothing is fetched. */
export const pictureOfAddress: PictureOf = (address) => {
  const data = /^data:image\/(?:png|jpe?g);base64,/i.exec(address);
  if (!data) return null;
  let encoded = address.slice(data[0].length);
  try {
    if (encoded.includes('%')) encoded = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  return pictureOfBase64(encoded);
};

/** The picture in a base64 text, or null when it is none, or too large. */
export function pictureOfBase64(encoded: string): EmbeddedPicture | null {
  try {
    const text = atob(encoded);
    return measuredPicture(Uint8Array.from(text, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** The picture these bytes are, or null when they are none, or too large to be drawn. */
export function measuredPicture(bytes: Uint8Array<ArrayBuffer>): EmbeddedPicture | null {
  try {
    const mimeType = PNG.validate(bytes) ? 'image/png' : JPG.validate(bytes) ? 'image/jpeg' : null;
    if (!mimeType) return null;
    const { width, height } = (mimeType === 'image/png' ? PNG : JPG).calculate(bytes);
    if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS)) return null;
    return { bytes, mimeType, width, height };
  } catch {
    return null;
  }
}
