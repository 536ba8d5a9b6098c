import { mediaTypeOfFilename } from '../content/file-name.ts';
import { type DescriptionLanguage, mediaKind } from '../content/media-type.ts';
import { bytesIn, isObject } from '../io/arguments.ts';
import { isBase64 } from '../io/base64.ts';
import type { Failure } from '../io/errors.ts';
import { type ContentReference, formatReference } from '../refs/reference.ts';
import type { ContentMetadata } from '../store/artifact.ts';
import type { ContentPart } from './route-result.ts';

/** The declared type of an attachment; it alone determines the routing. */
export type AttachmentType = 'image' | 'audio' | 'file';

/** An attachment of a message between agents (specification 2). */
export interface AttachmentInfo {
  readonly type: AttachmentType;
  /** `artifact:{id}` or a bare id. */
  readonly artifactRef: string;
  readonly filename?: string;
  /** Bytes. */
  readonly size?: number;
  readonly mimeType?: string;
}

export interface MessageBody {
  /** Optional when there are attachments. */
  readonly text?: string;
  readonly attachments?: readonly AttachmentInfo[];
}

/** A message on a runtime's bus: an envelope with a body or a text. */
export interface BusMessage {
  readonly from?: string;
  readonly to?: string;
  readonly payload: MessageBody | string;
}

export type Message = MessageBody | BusMessage;

/** An artifact or a file as an agent attaches it: by what its metadata says, the content unseen. @param metadata null when nothing is known */
export function attachmentInfo(reference: ContentReference, metadata: ContentMetadata | null): AttachmentInfo {
  const mimeType = metadata?.mimeType ?? (metadata ? mediaTypeOfFilename(metadata.filename) : undefined);
  const kind = mimeType === undefined ? 'other' : mediaKind(mimeType);
  return {
    type: kind === 'image' || kind === 'audio' ? kind : 'file',
    artifactRef: formatReference(reference),
    ...(metadata && { filename: metadata.filename }),
    ...(metadata?.size !== undefined && { size: metadata.size }),
    ...(mimeType !== undefined && { mimeType }),
  };
}

/** A message as the model accepts it (specification 2, RoutingResult). */
export interface RoutingResult {
  /** Every attachment is included. */
  readonly canProcess: boolean;
  /** The text alone, or the text (unless empty) and the included attachments in order. */
  readonly processedContent: string | readonly ContentPart[];
  readonly unsupportedAttachments: readonly AttachmentInfo[];
  /** The descriptions within the text of what is not included. */
  readonly textDescription?: string;
  /** Attachments the model accepts that could not be sent, with the reason. */
  readonly failures: ReadonlyArray<{ readonly attachment: AttachmentInfo; readonly failure: Failure }>;
}

/** The required input capability by attachment type (specification 2, requirement 2). */
export const ATTACHMENT_CAPABILITY: Readonly<Record<AttachmentType, string>> = { image: 'vision', audio: 'audio', file: 'file' };

/** Whether an untrusted type is one of the three; others count as a file. */
function isKnownType(type: unknown): type is AttachmentType {
  return typeof type === 'string' && Object.hasOwn(ATTACHMENT_CAPABILITY, type);
}

/** An attachment as given, with its valid fields. */
interface ReadAttachment {
  readonly given: AttachmentInfo;
  readonly info: Partial<AttachmentInfo>;
}

/** The validated content of a message. */
export interface ReadMessage {
  /** Empty when there is none. */
  readonly text: string;
  readonly attachments: readonly ReadAttachment[];
}

/**
 * Reads a message from any value: its own fields first, then its payload. A payload without text and attachments becomes text (as is, or as
 * JSON), so that nothing an agent sent is lost. Never throws.
 *
 * @param language of the placeholder for binary content in such JSON
 */
export function readMessage(message: unknown, language: DescriptionLanguage): ReadMessage {
  try {
    const payload = isObject(message) ? (message['payload'] ?? undefined) : undefined;
    const [own, sent] = [bodyOf(message, false, language), bodyOf(payload, true, language)];
    const texts = [...new Set([own.text, sent.text])].filter((text) => text !== '');
    return { text: texts.join('\n\n'), attachments: [...own.attachments, ...sent.attachments] };
  } catch {
    return { text: '', attachments: [] }; // an object that does not let itself be read
  }
}

function bodyOf(body: unknown, isPayload: boolean, language: DescriptionLanguage): ReadMessage {
  if (!isObject(body) || Array.isArray(body)) return { text: textOf(body, language), attachments: [] };
  const given: unknown = body['attachments'];
  const attachments = (Array.isArray(given) ? Array.from(given) : isObject(given) ? [given] : []).map((each) => ({
    given: each as AttachmentInfo,
    info: readAttachment(each),
  }));
  // The content of a binary artifact in a payload is not text.
  const content = body['isBinary'] === true ? undefined : body['content'];
  const said = body['text'] === '' ? (content ?? '') : (body['text'] ?? content);
  const isOther = isPayload && said === undefined && attachments.length === 0;
  return { text: textOf(isOther ? body : said, language), attachments };
}

/** The valid fields of an attachment. Never throws. */
export function readAttachment(given: unknown): Partial<AttachmentInfo> {
  try {
    if (!isObject(given)) return {};
    const { type, artifactRef, filename, size, mimeType } = given;
    return {
      ...(isKnownType(type) && { type }),
      ...((typeof artifactRef === 'string' || typeof artifactRef === 'number') && { artifactRef: String(artifactRef) }),
      ...(typeof filename === 'string' && filename !== '' && { filename }),
      ...(typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 && { size }),
      ...(typeof mimeType === 'string' && mimeType !== '' && { mimeType }),
    };
  } catch {
    return {};
  }
}

function textOf(value: unknown, language: DescriptionLanguage): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? plainJson(value, language) : String(value);
}

/** Replaces binary content in text. */
const BINARY_NOTES: Readonly<Record<DescriptionLanguage, string>> = { zh: '[二进制内容已省略]', en: '[binary content left out]' };

/** Base64 of at least this many characters is content, not an id, hash or key. */
const CONTENT_LENGTH = 120;
/** A hash is not content. */
const HEX = /^[0-9a-f]+$/i;
const DATA_URL = /^data:[^,]{0,200};base64,/i;

export const NO_JSON = 'null';

/** One-line JSON of any value; {@link NO_JSON} for what JSON cannot represent: cycles, functions, throwing methods. */
export function anyJson(value: unknown, replacer?: (this: unknown, key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer) ?? NO_JSON;
  } catch {
    return NO_JSON;
  }
}

/** The same for a model: binary content (bytes, base64, data URL) is replaced by a placeholder. */
export function plainJson(value: unknown, language: DescriptionLanguage): string {
  const note = language === 'en' ? BINARY_NOTES.en : BINARY_NOTES.zh;
  return anyJson(value, function (this: unknown, key, each) {
    if (isBinaryField(this, key) || isBinaryValue(isObject(this) ? this[key] : each) || isBinaryValue(each)) return note;
    return typeof each === 'bigint' ? String(each) : each;
  });
}

/** The content of an artifact that is marked as binary, of any length. */
function isBinaryField(holder: unknown, key: string): boolean {
  return key === 'content' && isObject(holder) && holder['isBinary'] === true;
}

function isBinaryValue(value: unknown): boolean {
  if (typeof value !== 'string') return bytesIn(value) !== undefined;
  return DATA_URL.test(value) || (value.length >= CONTENT_LENGTH && isBase64(value) && !HEX.test(value));
}
