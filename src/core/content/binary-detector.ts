import { bytesIn, loggerOf, optionsOf } from '../io/arguments.ts';
import type { Logger } from '../io/logger.ts';
import { declarationOf, type Declared, type DeclaredFacts, hasSignature, isUnsigned } from './binary-types.ts';
import { GENERIC_BINARY, mediaKind, normaliseMediaType, type BinaryKind, type MediaKind } from './media-type.ts';
import { isSameFormat, type Container } from './same-format.ts';
import { detectSignature, type Signature, signatureAtOnce } from './signature.ts';
import { type DecodedText, decodeText, hasBytesOfText, type TextEncoding } from './text-encoding.ts';

/** What is known about content besides its bytes. */
export interface DetectOptions extends DeclaredFacts {
  /** The bytes are only the beginning of the content. */
  readonly isHead?: boolean;
  /** The last bytes of the content, when the bytes are only its beginning. */
  readonly tail?: Uint8Array;
  /** Identifies the content (path, size, mtime) for caching the detection. */
  readonly cacheKey?: string;
}

/** What decided: the declared media type, the name, the signature, being text, or nothing. */
type DetectionSource = 'mimeType' | 'name' | 'signature' | 'text' | 'default';

/** The type of content and its confidence. */
export interface Detection {
  readonly isBinary: boolean;
  readonly kind: MediaKind;
  /** Canonical media type. */
  readonly mimeType: string;
  /** 0 to 1, from specification 1: media type 0.95, signature 0.9, name 0.85, nothing 0.5. */
  readonly confidence: number;
  readonly source: DetectionSource;
  /** For text. */
  readonly encoding?: TextEncoding;
  /** The declared media type, even if it is unknown and was ignored. */
  readonly declaredMimeType?: string;
  /** The type by signature, spelled as declared where both agree. */
  readonly detectedMimeType?: string;
  /** The bytes contradict the metadata and take precedence. */
  readonly isContradiction: boolean;
  /** The signature is of another format than declared, whichever of them is used. */
  readonly isMislabelled: boolean;
  /** The declared format has a signature, but the bytes don't: perhaps damaged or mislabelled. */
  readonly lacksSignature: boolean;
}

const CONFIDENCE: Record<DetectionSource, number> = { mimeType: 0.95, signature: 0.9, name: 0.85, text: 0.8, default: 0.5 };
const CACHE_ENTRIES = 2048;

/**
 * Detects text, binary, and the kind of binary. Metadata first, then content. A declared type that is not known to be binary is not
 * decisive. A strong signature of another kind overrides the metadata in both directions, and so does any signature of the same kind; a
 * weak signature of another kind is only reported. What is all plain text has no signature of a binary format.
 */
export class BinaryDetector {
  readonly #logger: Logger;
  readonly #cache = new Map<string, Detection>();

  constructor(options: { logger?: Logger } = {}) {
    this.#logger = loggerOf(optionsOf(options, ['logger']).logger);
  }

  /** See {@link Detection}. Never rejects for any bytes; a value that is not bytes counts as empty. */
  async detectBinary(bytes: Uint8Array, options: DetectOptions = {}): Promise<Detection> {
    return (await this.detectAndDecode(bytes, options)).detection;
  }

  /** The same, with the decoded text if detection needed it, to avoid decoding twice. */
  async detectAndDecode(
    bytes: Uint8Array,
    options: DetectOptions = {},
  ): Promise<{ readonly detection: Detection; readonly decoded?: DecodedText }> {
    const known = knownOptions(options);
    const key = known.cacheKey;
    const remembered = key === undefined ? undefined : this.#cache.get(key);
    if (remembered) return { detection: remembered };
    const reading = new Reading(bytesIn(bytes) ?? new Uint8Array(0), known.isHead ?? false);
    const detection = await this.#detect(reading, known);
    if (key !== undefined) this.#remember(key, detection);
    return { detection, ...(!detection.isBinary && reading.decoded && { decoded: reading.decoded }) };
  }

  /** The kind of binary content; `other` for text. */
  async detectBinaryType(bytes: Uint8Array, options: DetectOptions = {}): Promise<{ type: BinaryKind; confidence: number }> {
    const { kind, confidence } = await this.detectBinary(bytes, options);
    return { type: kind === 'text' ? 'other' : kind, confidence };
  }

  async #detect(reading: Reading, options: DetectOptions): Promise<Detection> {
    const detection = detectionBy(await detectSignature(reading.bytes, options.tail), reading, options);
    if (detection.isContradiction || detection.isMislabelled) {
      const found = detection.detectedMimeType ?? (detection.isBinary ? 'not text' : detection.mimeType);
      this.#logger.warn(`declared ${detection.declaredMimeType}, but the content is ${found}`);
    }
    return detection;
  }

  #remember(key: string, detection: Detection): void {
    if (this.#cache.size >= CACHE_ENTRIES) {
      const oldest = this.#cache.keys().next();
      if (!oldest.done) this.#cache.delete(oldest.value);
    }
    this.#cache.set(key, detection);
  }
}

/** The same detection at once, for callers that cannot wait: by the metadata, and by the signatures that need no parser. */
export function detectAtOnce(bytes: Uint8Array, options: DeclaredFacts = {}): Detection {
  return detectionBy(signatureAtOnce(bytes), new Reading(bytes, false), options);
}

function detectionBy(first: Signature | undefined, reading: Reading, options: DetectOptions): Detection {
  const { declared, undecided } = declarationOf(options);
  const signature = believable(first, reading);
  if (declared === undefined) return fromContent(reading, signature, { ...options, undecided });
  return declared.kind === 'text'
    ? fromText(reading, declared, signature)
    : (fromTextName(reading, declared, signature, options) ?? fromBinary(declared, signature ?? headerOf(declared, first, reading)));
}

/**
 * What the bytes say about the type that a request declares for them: `detectedMimeType` is the declared type if its signature is there,
 * another one if a strong signature of that is there; `lacksSignature` says that neither is, though each file of the declared type has one.
 *
 * @param bytes the content, or its beginning
 * @param mimeType canonical
 * @param size of the content in bytes
 */
export async function compareWithType(
  bytes: Uint8Array,
  mimeType: string,
  size: number,
): Promise<{ readonly detectedMimeType?: string; readonly lacksSignature?: true }> {
  const reading = new Reading(bytes, bytes.length < size);
  const first = await detectSignature(bytes);
  const signature = believable(first, reading) ?? headerOf({ mimeType }, first, reading);
  if (signature && isSameFormat(mimeType, signature.mimeType, signature.container)) return { detectedMimeType: mimeType };
  if (signature?.isStrong === true) return { detectedMimeType: signature.mimeType };
  return size > 0 && hasSignature(mimeType) ? { lacksSignature: true } : {};
}

/** Keeps valid options only. */
function knownOptions(options: DetectOptions): DetectOptions {
  const { mimeType, filename, extension, isHead, tail, cacheKey } = optionsOf(options, [
    'mimeType',
    'filename',
    'extension',
    'isHead',
    'tail',
    'cacheKey',
  ]);
  const end = bytesIn(tail);
  return {
    mimeType: textIn(mimeType),
    filename: textIn(filename),
    extension: textIn(extension),
    isHead: isHead === true,
    ...(end && { tail: end }),
    ...(typeof cacheKey === 'string' && { cacheKey }),
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** How much of a text in another encoding is looked at: more than stands before the first object of a PDF. */
const FOREIGN_HEAD = 65_536;
const LATIN_1 = new TextDecoder('latin1');

/** Decodes bytes at most once per mode. */
class Reading {
  readonly bytes: Uint8Array;
  readonly #isHead: boolean;
  #text: DecodedText | null | undefined;
  #plainText: DecodedText | null | undefined;

  constructor(bytes: Uint8Array, isHead: boolean) {
    this.bytes = bytes;
    this.#isHead = isHead;
  }

  /** The text, if decoded so far. */
  get decoded(): DecodedText | undefined {
    return this.#text ?? undefined;
  }

  text(): DecodedText | undefined {
    if (this.#text === undefined) this.#text = this.#decode(false);
    return this.#text ?? undefined;
  }

  /** Refuses control characters that text does not use. */
  plainText(): DecodedText | undefined {
    if (this.#plainText === undefined) {
      this.#plainText = this.#decode(true);
      this.#text = this.#plainText ?? this.#text;
    }
    return this.#plainText ?? undefined;
  }

  /** The beginning, a character a byte, of what is no text that can be decoded and has no byte that text has not; else undefined. */
  foreignText(): string | undefined {
    return hasBytesOfText(this.bytes) ? LATIN_1.decode(this.bytes.subarray(0, FOREIGN_HEAD)) : undefined;
  }

  /** @returns null, which is cached, when the bytes are not text */
  #decode(strict: boolean): DecodedText | null {
    return decodeText(this.bytes, { isHead: this.#isHead, strict }) ?? null;
  }
}

/** A signature, with the text encoding for a text format. */
interface Evidence extends Signature {
  readonly encoding?: TextEncoding;
}

/**
 * The signature, if the other bytes agree: a text format must decode as text, and the signature of a binary format may be just the first
 * word of a text (`GIF89a is the newer one`), in whatever encoding (`BMI;Größe` of an old Excel). Of the binary formats only PDF can be all
 * text.
 */
function believable(signature: Signature | undefined, reading: Reading): Evidence | undefined {
  if (signature === undefined) return undefined;
  if (signature.kind === 'text') {
    const decoded = reading.text();
    return decoded && { ...signature, encoding: decoded.encoding };
  }
  const words = reading.plainText()?.text ?? reading.foreignText();
  return words === undefined || (signature.mimeType === 'application/pdf' && isPdf(words)) ? signature : undefined;
}

/** The signature of what is declared a PDF and has the first line of one, whatever follows. */
function headerOf({ mimeType }: Pick<Declared, 'mimeType'>, first: Signature | undefined, reading: Reading): Signature | undefined {
  const isDeclared = mimeType === 'application/pdf' && first?.mimeType === mimeType;
  return isDeclared && PDF_HEADER.test(reading.plainText()?.text ?? '') ? first : undefined;
}

/** The first line of a PDF has nothing but its version (ISO 32000-2 7.5.2). */
const PDF_HEADER = /^%PDF-\d\.\d[ \t]*[\r\n]/;
/** In every PDF after its first line (ISO 32000-2 7.3.10, 7.5.5). */
const IN_EVERY_PDF = /\d \d+ obj\b|[\r\n]%%EOF/;

/** Whether a text is a PDF, and not only about one. */
function isPdf(text: string): boolean {
  return PDF_HEADER.test(text) && IN_EVERY_PDF.test(text);
}

function fromText(reading: Reading, declared: Declared, signature: Evidence | undefined): Detection {
  const { twin } = declared;
  const isStrong = signature?.isStrong === true && signature.kind !== 'text';
  const decoded = isStrong ? undefined : reading.text();
  if (twin !== undefined && !decoded && (!signature || isSameFormat(twin, signature.mimeType, signature.container))) {
    return fromBinary({ mimeType: twin, kind: mediaKind(twin), source: declared.source }, signature);
  }
  if (signature && !decoded)
    return result(signature.mimeType, 'signature', { declared, signature, isContradiction: true, isMislabelled: true });
  if (!decoded) return result(GENERIC_BINARY, 'default', { declared, isContradiction: true });
  return result(declared.mimeType, declared.source, {
    declared,
    signature,
    encoding: decoded.encoding,
    isMislabelled: signature !== undefined && signature.kind !== 'text',
  });
}

/**
 * Text by its name, where the declared binary format should have a signature and has none: tables of media types call `app.ts` a transport
 * stream.
 */
function fromTextName(
  reading: Reading,
  declared: Declared,
  signature: Evidence | undefined,
  { filename, extension }: DetectOptions,
): Detection | undefined {
  if (signature || declared.source !== 'mimeType' || !hasSignature(declared.mimeType)) return undefined;
  const named = declarationOf({ filename, extension }).declared;
  const decoded = named?.kind === 'text' && reading.bytes.length > 0 ? reading.plainText() : undefined;
  return named && decoded && result(named.mimeType, 'name', { declared, encoding: decoded.encoding, isContradiction: true });
}

function fromBinary(declared: Declared, signature: Evidence | undefined): Detection {
  const { mimeType, kind, source } = declared;
  // Formats without a signature are not doubted because of two or three bytes.
  if (!signature || (isUnsigned(mimeType) && !signature.isStrong))
    return result(mimeType, source, { declared, lacksSignature: hasSignature(mimeType) });
  if (isSameFormat(mimeType, signature.mimeType, signature.container))
    return result(mimeType, source, { declared, signature: { mimeType } });
  if (signature.isStrong || signature.kind === kind) {
    return result(signature.mimeType, 'signature', {
      declared,
      signature,
      encoding: signature.encoding,
      isContradiction: true,
      isMislabelled: true,
    });
  }
  return result(mimeType, source, { declared, signature, isMislabelled: true, lacksSignature: hasSignature(mimeType) });
}

/** @param options.undecided a declared type that is not decisive */
function fromContent(
  reading: Reading,
  signature: Evidence | undefined,
  options: DetectOptions & { readonly undecided: string | undefined },
): Detection {
  const { undecided } = options;
  const declared = undecided === undefined ? undefined : { mimeType: undecided };
  const isCalledBinary = undecided === undefined && (normaliseMediaType(options.mimeType) !== undefined || options.extension === '.bin');
  const decoded = reading.bytes.length === 0 && isCalledBinary ? undefined : reading.plainText();
  if (signature && (signature.isStrong || !decoded)) {
    if (undecided !== undefined && isBorneOut(undecided, signature))
      return result(undecided, 'signature', { declared, signature: { mimeType: undecided } });
    return result(signature.mimeType, 'signature', { declared, signature, encoding: signature.encoding });
  }
  if (decoded) return result('text/plain', 'text', { declared, encoding: decoded.encoding });
  return result(undecided ?? GENERIC_BINARY, 'default', { declared });
}

/** Containers used by all kinds of formats. */
const GENERAL_CONTAINERS: readonly (Container | undefined)[] = ['zip', 'plain-zip', 'cfb', 'gzip'];

/** An unknown type may be based on a general container; a type that also exists as text must match in kind. */
function isBorneOut(undecided: string, { mimeType, container }: Signature): boolean {
  return mediaKind(undecided) === 'other' ? GENERAL_CONTAINERS.includes(container) : isSameFormat(undecided, mimeType, container);
}

/** Detection by metadata alone, for unreadable content; undefined when it declares nothing. */
export function detectDeclared(facts: DeclaredFacts): Detection | undefined {
  const { declared, undecided } = declarationOf(facts);
  if (declared) return result(declared.mimeType, declared.source, { declared });
  return undecided === undefined ? undefined : result(undecided, 'default', { declared: { mimeType: undecided } });
}

interface Findings {
  readonly declared?: Pick<Declared, 'mimeType'> | undefined;
  readonly signature?: Pick<Signature, 'mimeType'> | undefined;
  readonly encoding?: TextEncoding | undefined;
  readonly isContradiction?: boolean;
  readonly isMislabelled?: boolean;
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
    isMislabelled: findings.isMislabelled ?? false,
    lacksSignature: findings.lacksSignature ?? false,
  };
}
