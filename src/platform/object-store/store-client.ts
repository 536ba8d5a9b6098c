import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { loadConfig, loadSharedConfigFiles } from '@smithy/core/config';
import { CodedError, type ErrorCode } from '../../core/io/errors.ts';
import type { FileProperties } from '../../core/io/file-system.ts';
import { addObjects, readObjects } from './listing.ts';

/**
 * How a bucket is reached, where the profile or the environment of the AWS tools does not say it. There are no keys in it: credentials
 * come from the official client's chain (environment, profiles, SSO, roles of the machine).
 */
export interface ObjectStoreOptions {
  /** Address of the server: `https`, or `http` on this machine. Default: `AWS_ENDPOINT_URL_S3`, `endpoint_url` of the profile, else AWS. */
  readonly endpoint?: string | undefined;
  /** Default: `AWS_REGION`, that of the profile, else `us-east-1`; a bucket of AWS in another region is found there. */
  readonly region?: string | undefined;
  /** A profile in the configuration of the AWS tools. Default: `AWS_PROFILE`, else `default`. */
  readonly profile?: string | undefined;
  /** Whether the bucket is a folder of the address, not a part of the host's name. Default: for every server that is not AWS. */
  readonly pathStyle?: boolean | undefined;
}

/** What a listing says of an object. */
export interface ObjectFacts {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
  /** Names the content: another content has another one. */
  readonly etag: string | undefined;
}

/** What an object says of itself. */
export interface ObjectHead extends ObjectFacts, FileProperties {}

export interface ListOptions {
  readonly prefix: string;
  /** Names end at it: what follows is folded into one of `folders`. */
  readonly delimiter?: '/';
  /** Only keys after this one, in the order of their UTF-8 bytes. */
  readonly after?: string;
  readonly limit?: number;
  /** Goes on with a listing: `next` of its last page. */
  readonly token?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface ObjectPage {
  readonly objects: readonly (ObjectFacts & { readonly key: string })[];
  /** Prefixes that end with the delimiter. */
  readonly folders: readonly string[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: string | undefined;
}

/** A part of an object, or all of it. */
interface GetOptions {
  readonly offset?: number;
  readonly length?: number;
  /** Only this content. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds for a connection, and between two pieces of an answer. Servers across the world connect within one second. */
const CONNECT_MS = 5_000;
const SILENT_MS = 30_000;
/** Requests under way at a time: what begins or comes at a time takes one turn of the event loop, 1 to 2 ms for each object. */
const MOST_REQUESTS = 10;
/** Times that a body which broke off is asked for; the client itself repeats only what failed before the body. */
const BODY_ATTEMPTS = 3;

/** Reads one object store by the S3 protocol (API version 2006-03-01). All promises reject with a `CodedError`. */
export class ObjectStoreClient {
  /** Names the server and who asks, without credentials: what is kept of one is not shown for another. */
  readonly server: string;
  readonly #client: S3Client;
  readonly #profile: string | undefined;
  #underWay = 0;
  /** Those to begin when another request has ended, in order. */
  readonly #waiting: (() => void)[] = [];

  private constructor(client: S3Client, server: string, profile: string | undefined, onRequest: () => void) {
    this.#client = client;
    this.server = server;
    this.#profile = profile;
    // Innermost, so that every attempt is counted and an address is checked wherever it came from, a redirection included.
    client.middlewareStack.add(
      (next) => async (args) => {
        const { protocol, hostname } = args.request as { protocol: string; hostname: string };
        if (protocol !== 'https:' && !isLoopback(hostname)) throw new CodedError('insecure_endpoint', { name: hostname });
        onRequest();
        const result = await next(args);
        addGoogleMetadata(result);
        return result;
      },
      { step: 'finalizeRequest', priority: 'low', name: 'countAndCheckAddress' },
    );
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args);
          if (commandName === 'ListObjectsV2Command') await readObjects(result.response);
          return result;
        },
      { step: 'deserialize', priority: 'low', name: 'readObjects' },
    );
    // Outermost: the client's own logging walks through everything that a result has, whether or not it is logged.
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        addObjects(result);
        return result;
      },
      { step: 'initialize', priority: 'high', name: 'addObjects' },
    );
  }

  /**
   * Reads the profile; connects with the first request.
   * @param onRequest a request is sent, the first time or again
   */
  static async open(
    { endpoint, region, profile, pathStyle }: ObjectStoreOptions,
    onRequest: () => void = () => {},
  ): Promise<ObjectStoreClient> {
    // The client is pinned and bundled: which Node its next versions need is not for whoever runs this one.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    try {
      const address = endpoint ?? (await endpointOfProfile(profile));
      const who = profile ?? process.env['AWS_PROFILE'];
      return new ObjectStoreClient(
        new S3Client({
          region: region ?? (await regionOfProfile(profile)),
          followRegionRedirects: true,
          forcePathStyle: pathStyle ?? address !== undefined,
          // Ours are reads; some servers answer the newer checksum headers with an error.
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
          // Its words may name profiles and addresses; ours are codes.
          logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
          requestHandler: {
            connectionTimeout: CONNECT_MS,
            socketTimeout: SILENT_MS,
            httpsAgent: { maxSockets: MOST_REQUESTS },
            httpAgent: { maxSockets: MOST_REQUESTS },
          },
          ...(address !== undefined && { endpoint: address }),
          ...(profile !== undefined && { profile }),
        }),
        JSON.stringify([address ?? 'aws', who ?? '']),
        who,
        onRequest,
      );
    } catch (error) {
      throw storeError(error, { profile });
    }
  }

  async list(bucket: string, { prefix, delimiter, after, limit, token, signal }: ListOptions): Promise<ObjectPage> {
    const page = await this.#send(bucket, (client) =>
      client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          // Keys may have characters that XML has none for.
          EncodingType: 'url',
          ...(delimiter && { Delimiter: delimiter }),
          ...(token === undefined ? after !== undefined && { StartAfter: after } : { ContinuationToken: token }),
          ...(limit !== undefined && { MaxKeys: limit }),
        }),
        cancelledBy(signal),
      ),
    );
    // An answer that is XML but no listing is read as one without anything in it.
    if (page.IsTruncated === undefined) throw new CodedError('not_object_store', { name: bucket });
    const isEncoded = page.EncodingType === 'url';
    const text = (value: string | undefined): string => (isEncoded ? decoded(value ?? '') : (value ?? ''));
    return {
      objects: (page.Contents ?? []).map(({ Key, Size, LastModified, ETag }) => ({
        key: text(Key),
        size: Size ?? 0,
        mtime: LastModified?.getTime() ?? 0,
        etag: ETag,
      })),
      folders: (page.CommonPrefixes ?? []).map(({ Prefix }) => text(Prefix)),
      next: page.IsTruncated ? page.NextContinuationToken : undefined,
    };
  }

  /** Rejects with `not_found` where there is no object, without saying whether there are some below the key. */
  async head(bucket: string, key: string, signal?: AbortSignal): Promise<ObjectHead> {
    const { ContentLength, LastModified, ETag, ContentType, Metadata } = await this.#send(bucket, (client) =>
      client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), cancelledBy(signal)),
    ).catch(async (error: unknown) => {
      // Its answer has no body that would say why: expired or refused credentials, a clock, a key.
      const { status } = error instanceof CodedError ? error.params : {};
      if (status === 400 || status === 403) await this.get(bucket, key, { length: 1, signal });
      throw error;
    });
    const facts = { size: ContentLength ?? 0, mtime: LastModified?.getTime() ?? 0, etag: ETag };
    return { ...facts, mediaType: ContentType, written: Metadata ?? {} };
  }

  /**
   * The content, or a part of it; empty for a part behind the end.
   * Rejects with `object_replaced` when the object is no longer the one asked for.
   */
  async get(bucket: string, key: string, { offset = 0, length, etag, signal }: GetOptions = {}): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    const isPart = offset > 0 || length !== undefined;
    const range = isPart && { Range: `bytes=${offset}-${length === undefined ? '' : offset + length - 1}` };
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...range, ...(etag !== undefined && { IfMatch: etag }) });
    for (let attempt = 1; ; attempt++) {
      const { Body, ContentLength } = await this.#send(bucket, (client) => client.send(command, cancelledBy(signal))).catch(
        (error: unknown) => {
          if (error instanceof CodedError && error.params['status'] === 416) return { Body: undefined, ContentLength: 0 };
          throw error;
        },
      );
      if (!Body) return new Uint8Array(0);
      try {
        const bytes = await Body.transformToByteArray();
        // A server that does not know ranges sends everything.
        if (ContentLength === undefined || bytes.length === ContentLength)
          return isPart && length !== undefined ? bytes.subarray(0, length) : bytes;
        if (attempt === BODY_ATTEMPTS) throw new CodedError('store_unreachable', { name: bucket });
      } catch (error) {
        if (attempt === BODY_ATTEMPTS || signal?.aborted) throw storeError(error, { bucket });
      }
    }
  }

  /** Ends the connections; what is under way rejects. */
  close(): void {
    this.#client.destroy();
  }

  async #send<T>(bucket: string, request: (client: S3Client) => Promise<T>): Promise<T> {
    while (this.#underWay >= MOST_REQUESTS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#underWay++;
    try {
      return await request(this.#client);
    } catch (error) {
      throw storeError(error, { bucket, profile: this.#profile });
    } finally {
      this.#underWay--;
      this.#waiting.shift()?.();
    }
  }
}

function ignore(): void {}

function cancelledBy(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}

const GOOGLE_METADATA = 'x-goog-meta-';

/** Google's buckets may name by `x-goog-meta-` what others name by `x-amz-meta-`, the only ones that the client reads. */
function addGoogleMetadata({ output, response }: { output: object; response: unknown }): void {
  const { headers = {} } = response as { headers?: Readonly<Record<string, string>> };
  const theirs = Object.entries(headers).filter(([name]) => name.startsWith(GOOGLE_METADATA));
  if (theirs.length === 0) return;
  const named = Object.fromEntries(theirs.map(([name, value]) => [name.slice(GOOGLE_METADATA.length), value]));
  Object.assign(output, { Metadata: { ...named, ...(output as { Metadata?: Record<string, string> }).Metadata } });
}

/** Keys in a listing are encoded like a form: a blank is `+`. */
function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * The address of S3 by environment or profile, `endpoint_url` of its `services` section first (AWS SDKs and Tools Reference Guide,
 * "Service-specific endpoints"). The client itself asks only the default profile.
 */
async function endpointOfProfile(profile: string | undefined): Promise<string | undefined> {
  return loadConfig<string | undefined>(
    {
      environmentVariableSelector: (env) => env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'],
      configFileSelector: (section, file) => {
        const services = section['services'] === undefined ? undefined : file?.[`services.${section['services']}`];
        return services?.['s3.endpoint_url'] ?? section['endpoint_url'];
      },
      default: undefined,
    },
    profile === undefined ? {} : { profile },
  )();
}

/** The profiles in the configuration of the AWS tools and in their file of credentials, by name. Empty where there are none. */
export async function profileNames(): Promise<readonly string[]> {
  const { configFile, credentialsFile } = await loadSharedConfigFiles();
  // The sections of services and SSO sessions have names with a prefix.
  const names = [...Object.keys(configFile), ...Object.keys(credentialsFile)].filter((name) => !/^(?:services|sso-session)\./.test(name));
  return [...new Set(names)].sort();
}

async function regionOfProfile(profile: string | undefined): Promise<string> {
  return loadConfig<string>(
    {
      environmentVariableSelector: (env) => env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'],
      configFileSelector: (section) => section['region'],
      default: 'us-east-1',
    },
    profile === undefined ? {} : { profile },
  )();
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
  403: 'permission_denied',
  404: 'not_found',
  412: 'object_replaced',
  500: 'store_busy',
  502: 'store_unreachable',
  503: 'store_busy',
  504: 'store_unreachable',
};

interface ClientError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly statusCode?: number; readonly headers?: Readonly<Record<string, string>> };
}

/** What the client threw, as one of our codes. Its own message is kept as the cause only: it may quote what a server wrote. */
function storeError(error: unknown, { bucket, profile }: { bucket?: string; profile?: string | undefined }): CodedError {
  if (error instanceof CodedError) return error;
  const { name = '', code: system, message = '', $metadata, $response } = (error ?? {}) as ClientError;
  const status = $response?.statusCode ?? $metadata?.httpStatusCode;
  const region = $response?.headers?.['x-amz-bucket-region'];
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
    const known = BY_NAME[name];
    if (known) return known;
    // A server that is no object store answers in a language of its own.
    if (status !== undefined && status < 300) return 'not_object_store';
    if (status !== undefined) return BY_STATUS[status] ?? 'not_object_store';
    // A system's name for what went wrong below the protocol: ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED, …
    return system !== undefined ? 'store_unreachable' : 'io_failed';
  }
}
