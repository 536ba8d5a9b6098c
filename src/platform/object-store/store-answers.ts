import { CodedError, type ErrorCode } from '../../core/io/errors.ts';
import { own } from '../../core/io/own.ts';

/** An object as a listing has it (S3 API reference, "ListObjectsV2"). The key is encoded as `EncodingType` says. */
export interface ListedObject {
  readonly Key: string;
  readonly Size: number;
  readonly LastModified: Date;
  readonly ETag: string | undefined;
}

interface Answer {
  readonly statusCode: number;
  body?: AsyncIterable<Uint8Array> | Uint8Array;
  /** Those that are no longer in the body. */
  objects?: readonly ListedObject[];
}

/** A thousand keys of 1,024 bytes, each of them encoded as three, with room for what is said of them. */
const MOST_BYTES = 8 * 1024 * 1024;
/**
 * Characters of one text in a listing: a key has 1,024 bytes at most, each of them written as three, or as an entity of six. Longer ones
 * would be decoded for seconds.
 */
const LONGEST_TEXT = 8 * 1024;
/**
 * Tags in a listing: a thousand objects, or folders, have 44,000 with everything that servers write of one, and room for as much again.
 * The client's parser makes a tree of them all.
 */
const MOST_TAGS = 100_000;
/** Bytes of what is said of an error; a KB or two is usual. Of a longer one only the status counts. */
const MOST_ERROR_BYTES = 64 * 1024;
/** Bytes that come in a while at least, in bytes a second: the slowest connections of phones give more. */
const LEAST_BYTES_A_SECOND = 1024;
/** Milliseconds of that while. */
const WHILE_MS = 30_000;
/** Milliseconds for one chunk: a connection on which nothing comes is given up before, and what it was for is asked for again. */
const LONGEST_WAIT_MS = 35_000;

/** One object, whose elements have nothing in them but text. Servers write up to nine. */
const OBJECT = /<Contents>((?:\s*<(\w+)>[^<]*<\/\2>){1,20})\s*<\/Contents>/g;
const ENTITY = /&(\w+|#\d{1,7}|#x[\da-fA-F]{1,6});/g;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Takes the objects out of a listing before the client reads it. A listing, or what is said of an error, that is longer than any rejects
 * with `not_object_store`.
 */
export async function readObjects(response: unknown, isListing: boolean): Promise<void> {
  const answer = response as Answer;
  if (!answer.body || (answer.statusCode < 300 && !isListing)) return;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of progressing(answer.body as AsyncIterable<Uint8Array>)) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new CodedError('not_object_store');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, length);
  if (answer.statusCode >= 300) {
    answer.body = length > MOST_ERROR_BYTES ? Buffer.alloc(0) : bytes;
    return;
  }
  const listing = answer.statusCode === 200 ? bytes.toString() : undefined;
  if (listing !== undefined && isNoListing(listing)) throw new CodedError('not_object_store');
  const split = listing === undefined ? undefined : splitListing(listing);
  answer.body = split ? Buffer.from(split.rest) : bytes;
  if (split) answer.objects = split.objects;
}

/**
 * The chunks of an answer that goes on: a byte now and then would hold a connection, and whoever waits, for days. So would bytes that are
 * around the chunks and no part of them.
 * Rejects with `store_unreachable`.
 */
export async function* progressing(chunks: AsyncIterable<Uint8Array>, now: () => number = Date.now): AsyncGenerator<Uint8Array, void> {
  const body = chunks as AsyncIterable<Uint8Array> & { destroy?(): void };
  const reader = body[Symbol.asyncIterator]();
  let [since, bytes, isRead] = [now(), 0, false];
  try {
    for (;;) {
      const next = await within(LONGEST_WAIT_MS, reader.next());
      if (next.done === true) {
        isRead = true;
        return;
      }
      bytes += next.value.length;
      const passed = now() - since;
      if (passed >= WHILE_MS) {
        if (bytes < (passed / 1000) * LEAST_BYTES_A_SECOND) throw new CodedError('store_unreachable');
        [since, bytes] = [now(), 0];
      }
      yield next.value;
    }
  } finally {
    // A reader that waits for the next chunk could not be ended otherwise.
    if (!isRead) body.destroy?.();
  }
}

/** What comes in time. Rejects with `store_unreachable`. */
async function within<T>(milliseconds: number, coming: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CodedError('store_unreachable')), milliseconds);
  });
  // Whoever gave up does not hear how it ends.
  coming.catch(() => undefined);
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A size that a server tells. @throws CodedError `not_object_store` for what is none */
export function sizeTold(size: number | undefined): number {
  if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) throw new CodedError('not_object_store');
  return size ?? 0;
}

/** Whether a text or the number of tags is beyond every listing. */
function isNoListing(xml: string): boolean {
  let tags = 0;
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at);
    if ((next < 0 ? xml.length : next) - at > LONGEST_TEXT || ++tags > MOST_TAGS) return true;
    if (next < 0) return false;
    at = next + 1;
  }
  return false;
}

/** Gives what was taken out back to the answer as the client read it. */
export function addObjects({ output, response }: { readonly output: object; readonly response: unknown }): void {
  const { objects } = response as Answer;
  if (objects) Object.assign(output, { Contents: objects });
}

/**
 * The objects of a listing, and the rest of it. The client's own parser, which makes a tree of all, takes 10 to 20 ms for a page of 1,000
 * keys, this 1 to 2 ms; several come in a row and would hold the thread.
 *
 * @returns undefined where a server writes otherwise than S3's do: then the client reads all of it
 */
export function splitListing(xml: string): { readonly objects: readonly ListedObject[]; readonly rest: string } | undefined {
  // Comments, CDATA and line ends of other systems are for a whole parser.
  if (/<!|\r/.test(xml)) return undefined;
  const objects: ListedObject[] = [];
  const rest = xml.replace(OBJECT, (all, elements: string) => {
    const object = objectOf(elements);
    if (!object) return all;
    objects.push(object);
    return '';
  });
  return rest.includes('<Contents') ? undefined : { objects, rest };
}

function objectOf(elements: string): ListedObject | undefined {
  const [Key, ETag] = [decoded(textOf(elements, 'Key')), decoded(textOf(elements, 'ETag'))];
  const [size, LastModified] = [textOf(elements, 'Size'), new Date(textOf(elements, 'LastModified'))];
  if (!Key || ETag === undefined || !/^\d+$/.test(size) || Number.isNaN(LastModified.getTime())) return undefined;
  return { Key, Size: Number(size), LastModified, ETag: ETag === '' ? undefined : ETag };
}

/** The text of the first element with a name; empty without one. Looked for, not matched, for there are a million of them. */
function textOf(elements: string, name: string): string {
  const at = elements.indexOf(`<${name}>`);
  const start = at + name.length + 2;
  return at < 0 ? '' : elements.slice(start, elements.indexOf('<', start));
}

/** Undefined where there is something that XML has no name for. */
function decoded(written: string): string | undefined {
  // Every ETag has two, most keys none.
  const text = written.replaceAll('&quot;', '"');
  if (!text.includes('&')) return text;
  if (text.replace(ENTITY, '').includes('&')) return undefined;
  let isKnown = true;
  const plain = text.replace(ENTITY, (_, name: string) => {
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : undefined;
    const character = code === undefined ? own(CHARACTERS, name) : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? plain : undefined;
}

const GOOGLE_METADATA = 'x-goog-meta-';

/** Google's buckets may name by `x-goog-meta-` what others name by `x-amz-meta-`, the only ones that the client reads. */
export function addGoogleMetadata({ output, response }: { output: object; response: unknown }): void {
  const { headers = {} } = response as { headers?: Readonly<Record<string, string>> };
  const theirs = Object.entries(headers).filter(([name]) => name.startsWith(GOOGLE_METADATA));
  if (theirs.length === 0) return;
  const named = Object.fromEntries(theirs.map(([name, value]) => [name.slice(GOOGLE_METADATA.length), value]));
  Object.assign(output, { Metadata: { ...named, ...(output as { Metadata?: Record<string, string> }).Metadata } });
}

/** By the code of the answer (S3 API reference, "Error responses") or the name of the client's own error. */
const BY_NAME: Readonly<Record<string, ErrorCode>> = {
  NoSuchBucket: 'bucket_not_found',
  NoSuchKey: 'not_found',
  NotFound: 'not_found',
  AccessDenied: 'permission_denied',
  AllAccessDisabled: 'permission_denied',
  Forbidden: 'permission_denied',
  PreconditionFailed: 'object_replaced',
  InvalidObjectState: 'archived',
  RequestTimeTooSkewed: 'clock_skew',
  ExpiredToken: 'credentials_expired',
  ExpiredTokenException: 'credentials_expired',
  TokenRefreshRequired: 'credentials_expired',
  InvalidAccessKeyId: 'credentials_refused',
  InvalidToken: 'credentials_refused',
  SignatureDoesNotMatch: 'credentials_refused',
  TokenProviderError: 'credentials_expired',
  CredentialsProviderError: 'credentials_missing',
  SlowDown: 'store_busy',
  ServiceUnavailable: 'store_busy',
  InternalError: 'store_busy',
  KMSAccessDeniedException: 'encrypted',
  TimeoutError: 'store_unreachable',
};

/** By the status of an answer without a body, as one to a HEAD request. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  301: 'wrong_region',
  401: 'credentials_refused',
  403: 'permission_denied',
  404: 'not_found',
  412: 'object_replaced',
  429: 'store_busy',
  500: 'store_busy',
  502: 'store_unreachable',
  503: 'store_busy',
  504: 'store_unreachable',
};

interface ClientError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly Region?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly statusCode?: number; readonly headers?: Readonly<Record<string, string>> };
}

/** What the client threw, as one of our codes. Its own message is kept as the cause only: it may quote what a server wrote. */
export function storeError(error: unknown, { bucket, profile }: { bucket?: string; profile?: string | undefined }): CodedError {
  if (error instanceof CodedError) return error;
  const { name = '', code: system, message = '', Region, $metadata, $response } = (error ?? {}) as ClientError;
  const status = $response?.statusCode ?? $metadata?.httpStatusCode;
  const region = $response?.headers?.['x-amz-bucket-region'] ?? Region;
  const params = {
    ...(bucket !== undefined && { name: bucket }),
    ...(status !== undefined && { status }),
    ...(region !== undefined && { region }),
  };
  const code = codeOf();
  const isOfProfile = code === 'credentials_expired' || code === 'credentials_missing';
  return new CodedError(code, { ...params, ...(isOfProfile && profile !== undefined && { profile }) }, { cause: error });

  function codeOf(): ErrorCode {
    if ((name === 'AccessDenied' || name === 'InvalidRequest') && /\bkms\b|server side encryption/i.test(message)) return 'encrypted';
    if (name === 'CredentialsProviderError' && /expired|sso session|sso login/i.test(message)) return 'credentials_expired';
    if (name === 'CredentialsProviderError' && /profile/i.test(message)) return 'credentials_missing';
    if (name === 'AuthorizationHeaderMalformed' && region !== undefined) return 'wrong_region';
    const known = own(BY_NAME, name);
    if (known) return known;
    // A server that is no object store answers in a language of its own.
    if (status !== undefined && status < 300) return 'not_object_store';
    if (status !== undefined) return BY_STATUS[status] ?? 'not_object_store';
    // A system's name for what went wrong below the protocol: ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED, …
    return system !== undefined ? 'store_unreachable' : 'io_failed';
  }
}
