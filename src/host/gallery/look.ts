import * as vscode from 'vscode';
import { decodeText } from '../../core/content/text-encoding.ts';
import { type GalleryLook, MAX_PICTURE_BYTES, MAX_SVG_BYTES, type PictureFormat } from '../../shared/gallery-protocol.ts';
import { displayKind, displayType } from '../screen/display-kind.ts';

/** Bytes of a text that are read for its first lines: more than a tile has room for. */
export const TEXT_BYTES = 2048;
/** Lines of a tile, and characters of each. */
const LINES = 12;
const LINE_LENGTH = 60;

type Shown = PictureFormat | 'text';

/** What can be seen of a content without its preview; undefined for its icon. */
export function shownAs(content: Parameters<typeof displayKind>[0]): Shown | undefined {
  const type = displayType(content);
  if (type === 'image/svg+xml') return 'svg';
  if (type === 'application/pdf') return 'pdf';
  switch (displayKind(content)) {
    case 'image':
      return 'image';
    case 'video':
      return 'video';
    case 'text':
      return 'text';
    default:
      return undefined;
  }
}

/** The first lines of a text. @param bytes its beginning */
export function textLook(bytes: Uint8Array): GalleryLook {
  const decoded = decodeText(bytes, { isHead: true });
  if (!decoded) return { kind: 'mark', reason: vscode.l10n.t('The text cannot be decoded.') };
  const lines = decoded.text.split(/\r\n|\r|\n/, LINES).map((line) => line.slice(0, LINE_LENGTH));
  return { kind: 'text', text: lines.join('\n') };
}

/** A picture, unless it is too large. @param size in bytes @param address where the page fetches it */
export function pictureLook(format: PictureFormat, size: number, address: () => string): GalleryLook {
  if (size > (format === 'svg' ? MAX_SVG_BYTES : MAX_PICTURE_BYTES))
    return { kind: 'mark', reason: vscode.l10n.t('The file is too large to be shown as a picture here.') };
  return { kind: 'picture', uri: address(), format };
}
