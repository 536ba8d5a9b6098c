import { silentLogger, type Logger } from '../io/logger.ts';
import { mediaTypeOfExtension, mediaTypeOfFilename } from './file-name.ts';
import { GENERIC_BINARY, isGenericMediaType, mediaKind, normaliseMediaType, type BinaryKind, type MediaKind } from './media-type.ts';
import { detectSignature, type Signature } from './signature.ts';
import { decodeLongText, type DecodedText, type TextEncoding } from './text-encoding.ts';

/** What is known of a content besides its bytes. */
export interface DetectOptions {
  /** As declared; a custom word instead of a media type counts as nothing. */
  readonly mimeType?: string | null | undefined;
  readonly filename?: string | null | undefined;
  /** With or without its dot. */
  readonly extension?: string | null | undefined;
  /** The bytes are only the beginning of the content. */
  readonly isHead?: boolean;
  /** The end of the content, when the bytes are only its beginning. */
  readonly tail?: Uint8Array;
  /** Names this very content (place, size, time): a second detection of it is answered from memory. */
  readonly cacheKey?: string;
}

/** What decided: the declared media type, the name, the signature, the bytes being text, or nothing. */
export type DetectionSource = 'mimeType' | 'name' | 'signature' | 'text' | 'default';

/** What a content is, and how sure that is. */
export interface Detection {
  readonly isBinary: boolean;
  readonly kind: MediaKind;
  /** Canonical media type. */
  readonly mimeType: string;
  /** 0 to 1, the figures of specification 1: media type 0.95, signature 0.9, name 0.85, nothing 0.5. */
  readonly confidence: number;
  readonly source: DetectionSource;
  /** For text. */
  readonly encoding?: TextEncoding;
  /** The type the metadata promises, when there is one. */
  readonly declaredMimeType?: string;
  /** The type the signature tells, when there is one. */
  readonly detectedMimeType?: string;
  /** The bytes contradict the metadata, and won. */
  readonly isContradiction: boolean;
  /** Declared as a format that has a signature, and the bytes have none: perhaps damaged or mislabelled. */
  readonly lacksSignature: boolean;
}

const CONFIDENCE: Record<DetectionSource, number> = { mimeType: 0.95, signature: 0.9, name: 0.85, text: 0.8, default: 0.5 };
const CACHE_ENTRIES = 2048;

interface Declared {
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly source: 'mimeType' | 'name';
}

/**
 * Tells text from binary, and the kinds of binary apart. Metadata decides first, content second; a strong
 * signature of another kind wins over the metadata, in both directions.
 */
export class BinaryDetector {
  readonly #logger: Logger;
  readonly #cache = new Map<string, Detection>();

  constructor(options: { logger?: Logger } = {}) {
    this.#logger = options.logger ?? silentLogger;
  }

  /** Everything there is to know about a content; see {@link Detection}. Never rejects on any bytes. */
  async detectBinary(bytes: Uint8Array, options: DetectOptions = {}): Promise<Detection> {
    return (await this.detectAndDecode(bytes, options)).detection;
  }

  /** The same, and the text where looking at the bytes came by it: it need not be decoded again. */
  async detectAndDecode(bytes: Uint8Array, options: DetectOptions = {}): Promise<{ readonly detection: Detection; readonly decoded?: DecodedText }> {
    const key = options.cacheKey;
    const known = key === undefined ? undefined : this.#cache.get(key);
    if (known) return { detection: known };
    const reading = new Reading(bytes, options.isHead ?? false);
    const detection = await this.#detect(reading, options);
    if (key !== undefined) this.#remember(key, detection);
    return { detection, ...(!detection.isBinary && reading.decoded && { decoded: reading.decoded }) };
  }

  /** The kind of a binary content. Text, which is no binary kind, answers `other`. */
  async detectBinaryType(bytes: Uint8Array, options: DetectOptions = {}): Promise<{ type: BinaryKind; confidence: number }> {
    const { kind, confidence } = await this.detectBinary(bytes, options);
    return { type: kind === 'text' ? 'other' : kind, confidence };
  }

  async #detect(reading: Reading, options: DetectOptions): Promise<Detection> {
    const { bytes } = reading;
    const declared = declaredType(options);
    const signature = await readable(await detectSignature(bytes, options.tail), reading);
    if (declared === undefined) return fromContent(reading, signature, options);
    if (signature?.isStrong && contradicts(declared, signature)) {
      this.#logger.warn(`declared ${declared.mimeType}, but the content is ${signature.mimeType}`);
      const encoding = signature.kind === 'text' ? (await reading.text())?.encoding : undefined;
      return result(signature.mimeType, 'signature', { declared, signature, encoding, isContradiction: true });
    }
    if (declared.kind !== 'text') return fromMetadata(declared, signature, bytes.length === 0);
    const decoded = await reading.text();
    if (decoded) return result(declared.mimeType, declared.source, { declared, signature, encoding: decoded.encoding });
    this.#logger.warn(`declared ${declared.mimeType}, but the content is not text`);
    return signature
      ? result(signature.mimeType, 'signature', { declared, signature, isContradiction: true })
      : result(GENERIC_BINARY, 'default', { declared, isContradiction: true });
  }

  #remember(key: string, detection: Detection): void {
    if (this.#cache.size >= CACHE_ENTRIES) {
      const oldest = this.#cache.keys().next();
      if (!oldest.done) this.#cache.delete(oldest.value);
    }
    this.#cache.set(key, detection);
  }
}

/** Bytes that are read as text at most once in each way. */
class Reading {
  readonly bytes: Uint8Array;
  /** What came of it so far. */
  decoded: DecodedText | undefined;
  readonly #isHead: boolean;
  #text: Promise<DecodedText | undefined> | undefined;

  constructor(bytes: Uint8Array, isHead: boolean) {
    this.bytes = bytes;
    this.#isHead = isHead;
  }

  /** Whatever can be decoded. */
  text(): Promise<DecodedText | undefined> {
    return (this.#text ??= this.#decode(false));
  }

  /** Only what has no control characters that text does not use. */
  async plainText(): Promise<DecodedText | undefined> {
    const found = await this.#decode(true);
    if (found) this.#text = Promise.resolve(found);
    return found;
  }

  async #decode(strict: boolean): Promise<DecodedText | undefined> {
    const found = await decodeLongText(this.bytes, { isHead: this.#isHead, strict });
    if (found) this.decoded = found;
    return found;
  }
}

/** A text format is none when its bytes cannot be read as text: the opening alone is no proof. */
async function readable(signature: Signature | undefined, reading: Reading): Promise<Signature | undefined> {
  return signature?.kind === 'text' && !(await reading.text()) ? undefined : signature;
}

/** The most specific type the metadata promises: the media type, then the name, then the extension. */
function declaredType(options: DetectOptions): Declared | undefined {
  const fromType = normaliseMediaType(options.mimeType);
  if (fromType !== undefined && !isGenericMediaType(fromType)) {
    return { mimeType: fromType, kind: mediaKind(fromType), source: 'mimeType' };
  }
  const fromName = mediaTypeOfFilename(options.filename) ?? mediaTypeOfExtension(options.extension);
  return fromName === undefined || isGenericMediaType(fromName)
    ? undefined
    : { mimeType: fromName, kind: mediaKind(fromName), source: 'name' };
}

/** Formats built on a general container: the container's signature says nothing against them. */
const CONTAINERS: Readonly<Record<string, readonly MediaKind[]>> = {
  'application/zip': ['document', 'other'],
  'application/x-cfb': ['document', 'other'],
  'application/ogg': ['audio', 'video'],
  'application/gzip': ['document', 'other'],
};
const STREAM_CONTAINER = /^(?:audio|video)\/(?:mp4|x-m4a|x-m4v|quicktime|ogg|webm|matroska|x-matroska|3gpp|3gpp2|mpeg|x-ms-asf|x-ms-wm[av])$/;

function contradicts(declared: Declared, signature: Signature): boolean {
  // An image sent under another image's type is refused by model APIs, so the exact type matters there.
  if (declared.kind === signature.kind) return signature.kind === 'image' && declared.mimeType !== signature.mimeType;
  if (CONTAINERS[signature.mimeType]?.includes(declared.kind)) return false;
  const bothStreams = STREAM_CONTAINER.test(signature.mimeType) && (declared.kind === 'audio' || declared.kind === 'video');
  return !bothStreams;
}

/** Kinds whose formats all begin with a signature of their own. */
const SIGNED_KINDS: ReadonlySet<MediaKind> = new Set(['image', 'audio', 'video', 'document']);

function fromMetadata(declared: Declared, signature: Signature | undefined, isEmpty: boolean): Detection {
  const lacksSignature = SIGNED_KINDS.has(declared.kind) && (isEmpty || signature === undefined);
  return result(declared.mimeType, declared.source, { declared, signature, lacksSignature });
}

async function fromContent(reading: Reading, signature: Signature | undefined, options: DetectOptions): Promise<Detection> {
  const wasCalledBinary = normaliseMediaType(options.mimeType) !== undefined || options.extension === '.bin';
  const decoded = reading.bytes.length === 0 && wasCalledBinary ? undefined : await reading.plainText();
  if (signature && (signature.isStrong || !decoded)) {
    const encoding = signature.kind === 'text' ? (await reading.text())?.encoding : undefined;
    return result(signature.mimeType, 'signature', { signature, encoding });
  }
  if (decoded) return result('text/plain', 'text', { encoding: decoded.encoding });
  return result(GENERIC_BINARY, 'default', {});
}

interface Findings {
  readonly declared?: Declared;
  readonly signature?: Signature | undefined;
  readonly encoding?: TextEncoding | undefined;
  readonly isContradiction?: boolean;
  readonly lacksSignature?: boolean;
}

function result(mimeType: string, source: DetectionSource, findings: Findings): Detection {
  const kind = mediaKind(mimeType);
  return {
    isBinary: kind !== 'text',
    kind,
    mimeType,
    confidence: CONFIDENCE[source],
    source,
    ...(findings.encoding && { encoding: findings.encoding }),
    ...(findings.declared && { declaredMimeType: findings.declared.mimeType }),
    ...(findings.signature && { detectedMimeType: findings.signature.mimeType }),
    isContradiction: findings.isContradiction ?? false,
    lacksSignature: findings.lacksSignature ?? false,
  };
}
