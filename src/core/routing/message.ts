import type { Failure } from '../io/errors.ts';
import type { ContentPart } from './content-parts.ts';

/** The declared type of an attachment; it decides the routing of messages, strictly. */
export type AttachmentType = 'image' | 'audio' | 'file';

/** Something attached to a message between agents (specification 2). */
export interface AttachmentInfo {
  readonly type: AttachmentType;
  /** `artifact:{id}` or a bare id. */
  readonly artifactRef: string;
  readonly filename?: string;
  /** Bytes. */
  readonly size?: number;
  readonly mimeType?: string;
}

/** A message between agents. */
export interface Message {
  /** May be missing when there are attachments. */
  readonly text?: string;
  readonly attachments?: readonly AttachmentInfo[];
}

/** A message as a model can take it (specification 2, RoutingResult). */
export interface RoutingResult {
  /** Every attachment could be included. */
  readonly canProcess: boolean;
  /** The text alone, or the text, unless it is empty, and the included attachments in the order given. */
  readonly processedContent: string | readonly ContentPart[];
  readonly unsupportedAttachments: readonly AttachmentInfo[];
  /** The descriptions that stand in the text for what could not be included. */
  readonly textDescription?: string;
  /** Attachments whose content could not be read, with the reason. */
  readonly failures: ReadonlyArray<{ readonly attachment: AttachmentInfo; readonly failure: Failure }>;
}

/** The input capability each type of attachment needs (specification 2, requirement 2). */
export const ATTACHMENT_CAPABILITY: Readonly<Record<AttachmentType, string>> = { image: 'vision', audio: 'audio', file: 'file' };

/** Whether a type from outside is one of the three; of any other nothing is known but that it is a file. */
export function isKnownType(type: unknown): type is AttachmentType {
  return typeof type === 'string' && Object.hasOwn(ATTACHMENT_CAPABILITY, type);
}
