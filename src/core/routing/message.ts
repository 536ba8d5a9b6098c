import type { DescriptionLanguage } from '../content/media-type.ts';
import { bytesIn, isObject } from '../io/arguments.ts';
import { isBase64 } from '../io/base64.ts';
import type { Failure } from '../io/errors.ts';
import type { ContentPart } from './route-result.ts';

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

/** What a message says. */
export interface MessageBody {
  /** May be missing when there are attachments. */
  readonly text?: string;
  readonly attachments?: readonly AttachmentInfo[];
}

/** A message as it is on the bus of a runtime: its body, or a text alone, in an envelope. */
export interface BusMessage {
  readonly from?: string;
  readonly to?: string;
  readonly payload: MessageBody | string;
}

/** A message between agents. */
export type Message = MessageBody | BusMessage;

/** A message as a model can take it (specification 2, RoutingResult). */
export interface RoutingResult {
  /** Every attachment could be included. */
  readonly canProcess: boolean;
  /** The text alone, or the text, unless it is empty, and the included attachments in the order given. */
  readonly processedContent: string | readonly ContentPart[];
  readonly unsupportedAttachments: readonly AttachmentInfo[];
  /** The descriptions that stand in the text for what could not be included. */
  readonly textDescription?: string;
  /** Attachments that the model takes and whose content is not sent all the same, with the reason. */
  readonly failures: ReadonlyArray<{ readonly attachment: AttachmentInfo; readonly failure: Failure }>;
}

/** The input capability each type of attachment needs (specification 2, requirement 2). */
export const ATTACHMENT_CAPABILITY: Readonly<Record<AttachmentType, string>> = { image: 'vision', audio: 'audio', file: 'file' };

/** Whether a type from outside is one of the three; of any other nothing is known but that it is a file. */
export function isKnownType(type: unknown): type is AttachmentType {
  return typeof type === 'string' && Object.hasOwn(ATTACHMENT_CAPABILITY, type);
}

/** An attachment as it was given, and what can be used of it: every field of the type it says, or absent. */
export interface ReadAttachment {
  readonly given: AttachmentInfo;
  readonly info: Partial<AttachmentInfo>;
}

/** What a model is to be told of a message. */
export interface ReadMessage {
  /** Empty when there is none. */
  readonly text: string;
  readonly attachments: readonly ReadAttachment[];
}

/**
 * Reads a message, whatever was given as one: what the message itself says, then its payload. A payload that is no body is
 * text: a word or a number as it is, a record without text and attachments as its JSON, so that nothing an agent sent is
 * lost. Never throws.
 *
 * @param language of the note that stands in place of binary content in such JSON
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
  // An artifact that lies in a payload is no text.
  const content = body['isBinary'] === true ? undefined : body['content'];
  const said = body['text'] === '' ? (content ?? '') : (body['text'] ?? content);
  const isOther = isPayload && said === undefined && attachments.length === 0;
  return { text: textOf(isOther ? body : said, language), attachments };
}

/** The fields of an attachment that are what they should be. Never throws. */
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

/** What stands in place of binary content that cannot be in a text. */
const BINARY_NOTES: Readonly<Record<DescriptionLanguage, string>> = { zh: '[二进制内容已省略]', en: '[binary content left out]' };

/** Base64 from this length on, in characters, is content and no id, hash or key. */
const CONTENT_LENGTH = 120;
/** A hash is no content. */
const HEX = /^[0-9a-f]+$/i;
const DATA_URL = /^data:[^,]{0,200};base64,/i;

/** Of what cannot be written. */
export const NO_JSON = 'null';

/** The JSON of any value, on one line; {@link NO_JSON} for what JSON has no word for: a circle, a function, a method that throws. */
export function anyJson(value: unknown, replacer?: (this: unknown, key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer) ?? NO_JSON;
  } catch {
    return NO_JSON;
  }
}

/** The same as a text for a model: no binary content stands in it, as bytes, base64 or data URL, but a note in its place. */
export function plainJson(value: unknown, language: DescriptionLanguage): string {
  const note = language === 'en' ? BINARY_NOTES.en : BINARY_NOTES.zh;
  return anyJson(value, function (this: unknown, key, each) {
    if (isBinaryField(this, key) || isBinaryValue(isObject(this) ? this[key] : each) || isBinaryValue(each)) return note;
    return typeof each === 'bigint' ? String(each) : each;
  });
}

/** The content of an artifact that says of itself that it is binary, of whatever length. */
function isBinaryField(holder: unknown, key: string): boolean {
  return key === 'content' && isObject(holder) && holder['isBinary'] === true;
}

function isBinaryValue(value: unknown): boolean {
  if (typeof value !== 'string') return bytesIn(value) !== undefined;
  return DATA_URL.test(value) || (value.length >= CONTENT_LENGTH && isBase64(value) && !HEX.test(value));
}
