import type { ErrorCode } from '../io/errors.ts';

/** What a medium's headers say about it. A field is absent when unknown: not in the format, a broken header, or not read. */
export interface MediaFacts {
  /** The type sent to the model. */
  readonly mimeType: string;
  /** The type by signature, if any. */
  readonly detectedMimeType?: string;
  /** Formats of this type have a signature, but the bytes don't. */
  readonly lacksSignature?: boolean;
  /** Bytes. */
  readonly size: number;
  /** Pixels as displayed, after the JPEG's Exif rotation. */
  readonly width?: number;
  readonly height?: number;
  /** Frames of an animated image; 1 for a still one. */
  readonly frames?: number;
  readonly pages?: number;
  /** The document is encrypted: it may need a password, or only restrict printing or copying. */
  readonly isEncrypted?: boolean;
  /** Seconds. */
  readonly duration?: number;
  /** The content is shorter than its header says. */
  readonly isTruncated?: boolean;
  /** Why the headers were not fully read: deadline or memory limit. */
  readonly unread?: ErrorCode;
}
