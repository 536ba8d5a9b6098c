import type { ErrorCode } from '../io/errors.ts';

/**
 * What is known of a medium besides its type, from its own headers. Every field is absent when it is not known: the
 * format does not say, the header is broken, or it was not looked at.
 */
export interface MediaFacts {
  /** The type that is sent to the model. */
  readonly mimeType: string;
  /** What the bytes are by their signature; absent when they have none. */
  readonly detectedMimeType?: string;
  /** The type is of a kind whose formats all begin with a signature, and the bytes have none. */
  readonly lacksSignature?: boolean;
  /** Bytes. */
  readonly size: number;
  /** Pixels, as a viewer shows the image: a JPEG turned by its Exif orientation has its sides changed. */
  readonly width?: number;
  readonly height?: number;
  /** Frames of an animated image; 1 for a still one. */
  readonly frames?: number;
  /** Pages of a document. */
  readonly pages?: number;
  /** The document is encrypted; it may ask for a password, or open without one and forbid printing or copying. */
  readonly isEncrypted?: boolean;
  /** Seconds of sound or film. */
  readonly duration?: number;
  /** The content ends before its own header says it does. */
  readonly isTruncated?: boolean;
  /** Why the headers were not read to their end: the file kept its reader too long, or took too much memory. */
  readonly unread?: ErrorCode;
}
