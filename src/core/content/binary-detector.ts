import { bytesIn, loggerOf, optionsOf } from '../io/arguments.ts';
import type { Logger } from '../io/logger.ts';
import { declarationOf, type Declared, type DeclaredFacts, hasSignature, isUnsigned } from './binary-types.ts';
import { GENERIC_BINARY, mediaKind, normaliseMediaType, type BinaryKind, type MediaKind } from './media-type.ts';
import { isSameFormat, type Container } from './same-format.ts';
import { detectSignature, type Signature } from './signature.ts';
import { decodeText, type DecodedText, type TextEncoding } from './text-encoding.ts';

/** What is known of a content besides its bytes. */
export interface DetectOptions extends DeclaredFacts {
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
  /** The type the metadata declares, when there is one; also one that nobody knows, and that decides nothing. */
  readonly declaredMimeType?: string;
  /** The type the signature tells, when there is one; in the words of the declaration where it bears that out. */
  readonly detectedMimeType?: string;
  /** The bytes contradict the metadata, and won. */
  readonly isContradiction: boolean;
  /** The bytes have the signature of another format than the declared one, whichever of the two is taken. */
  readonly isMislabelled: boolean;
  /** Declared as a format that has a signature, and the bytes have none of it: perhaps damaged or mislabelled. */
  readonly lacksSignature: boolean;
}

const CONFIDENCE: Record<DetectionSource, number> = { mimeType: 0.95, signature: 0.9, name: 0.85, text: 0.8, default: 0.5 };
const CACHE_ENTRIES = 2048;

/**
 * Tells text from binary, and the kinds of binary apart. Metadata decides first, content second. A declared type that is
 * not known to be binary proves nothing. A strong signature of another kind wins over the metadata, in both directions,
 * and so does any signature of the same kind; a weak one of another kind is only reported.
 */
export class BinaryDetector {
  readonly #logger: Logger;
  readonly #cache = new Map<string, Detection>();

  constructor(options: { logger?: Logger } = {}) {
    this.#logger = loggerOf(optionsOf(options, ['logger']).logger);
  }

  /** Everything there is to know about a content; see {@link Detection}. Never rejects on any bytes; what is none counts as none. */
  async detectBinary(bytes: Uint8Array, options: DetectOptions = {}): Promise<Detection> {
    return (await this.detectAndDecode(bytes, options)).detection;
  }

  /** The same, and the text where looking at the bytes came by it: it need not be decoded again. */
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

  /** The kind of a binary content. Text, which is no binary kind, answers `other`. */
  async detectBinaryType(bytes: Uint8Array, options: DetectOptions = {}): Promise<{ type: BinaryKind; confidence: number }> {
    const { kind, confidence } = await this.detectBinary(bytes, options);
    return { type: kind === 'text' ? 'other' : kind, confidence };
  }

  async #detect(reading: Reading, options: DetectOptions): Promise<Detection> {
    const { declared, undecided } = declarationOf(options);
    const signature = believable(await detectSignature(reading.bytes, options.tail), reading);
    if (declared === undefined) return fromContent(reading, signature, { ...options, undecided });
    const detection =
      declared.kind === 'text' ? fromText(reading, declared, unlessWords(signature, reading)) : fromBinary(declared, signature);
    if (detection.isContradiction || detection.isMislabelled)
      this.#logger.warn(`declared ${declared.mimeType}, but the content is ${detection.detectedMimeType ?? 'not text'}`);
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

/** The options that are what they should be. */
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

/** Bytes that are read as text at most once in each way. */
class Reading {
  readonly bytes: Uint8Array;
  readonly #isHead: boolean;
  #text: DecodedText | null | undefined;
  #plainText: DecodedText | null | undefined;

  constructor(bytes: Uint8Array, isHead: boolean) {
    this.bytes = bytes;
    this.#isHead = isHead;
  }

  /** What came of it so far. */
  get decoded(): DecodedText | undefined {
    return this.#text ?? undefined;
  }

  /** Whatever can be decoded. */
  text(): DecodedText | undefined {
    if (this.#text === undefined) this.#text = this.#decode(false);
    return this.#text ?? undefined;
  }

  /** Only what has no control characters that text does not use. */
  plainText(): DecodedText | undefined {
    if (this.#plainText === undefined) {
      this.#plainText = this.#decode(true);
      this.#text = this.#plainText ?? this.#text;
    }
    return this.#plainText ?? undefined;
  }

  /** @returns null, which is remembered, when the bytes are no text */
  #decode(strict: boolean): DecodedText | null {
    return decodeText(this.bytes, { isHead: this.#isHead, strict }) ?? null;
  }
}

/** A signature, and for a text format how that is written. */
interface Evidence extends Signature {
  readonly encoding?: TextEncoding;
}

/**
 * A signature that the rest of the bytes bears out: a text format is none when they cannot be read as text, and two
 * or three bytes are none when everything else is text as well.
 */
function believable(signature: Signature | undefined, reading: Reading): Evidence | undefined {
  if (signature === undefined) return undefined;
  if (signature.kind === 'text') {
    const decoded = reading.text();
    return decoded && { ...signature, encoding: decoded.encoding };
  }
  return signature.isStrong || !reading.plainText() ? signature : undefined;
}

/** What every PDF has behind its first line (ISO 32000-2 7.3.10, 7.5.5). */
const IN_EVERY_PDF = /\d \d+ obj\b|[\r\n]%%EOF/;

/** The signature of a declared text, unless it is only the words that the text begins with: no binary format but PDF is written in text alone. */
function unlessWords(signature: Evidence | undefined, reading: Reading): Evidence | undefined {
  if (!signature || signature.kind === 'text') return signature;
  const words = reading.plainText();
  return !words || (signature.mimeType === 'application/pdf' && IN_EVERY_PDF.test(words.text)) ? signature : undefined;
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

function fromBinary(declared: Declared, signature: Evidence | undefined): Detection {
  const { mimeType, kind, source } = declared;
  // What may begin with any bytes is not doubted for two or three of them.
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

/** @param options.undecided a type that is declared and proves nothing */
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

/** Containers of formats of every kind. */
const GENERAL_CONTAINERS: readonly (Container | undefined)[] = ['zip', 'plain-zip', 'cfb', 'gzip'];

/** A type nobody knows may be built on a general container; one that is written in text as well has a kind of its own. */
function isBorneOut(undecided: string, { mimeType, container }: Signature): boolean {
  return mediaKind(undecided) === 'other' ? GENERAL_CONTAINERS.includes(container) : isSameFormat(undecided, mimeType, container);
}

/** What the metadata alone tell of a content of which no byte can be read; undefined when they declare nothing. */
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
