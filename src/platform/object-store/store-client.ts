import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { loadConfig, loadSharedConfigFiles } from '@smithy/core/config';
import { CodedError } from '../../core/io/errors.ts';
import type { FileProperties } from '../../core/io/file-system.ts';
import { addGoogleMetadata, addObjects, progressing, readObjects, sizeTold, storeError } from './store-answers.ts';

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

/** Milliseconds for a connection, and until an answer begins and between two pieces of it. Servers across the world connect within one second. */
const CONNECT_MS = 5_000;
const SILENT_MS = 30_000;
/** Requests under way at a time: what begins or comes at a time takes one turn of the event loop, 1 to 2 ms for each object. */
const MOST_REQUESTS = 10;
/** Bytes of a body that is asked for as a whole: twice the largest content that is read so; larger files are read in parts. */
const MOST_BODY_BYTES = 512 * 1024 * 1024;
/** Times that a body which broke off is asked for; the client itself repeats only what failed before the body. */
const BODY_ATTEMPTS = 3;

/** Reads one object store by the S3 protocol (API version 2006-03-01). All promises reject with a `CodedError`. */
export class ObjectStoreClient {
  /** Names the server and who asks, without credentials: what is kept of one is not shown for another. */
  readonly server: string;
  readonly #client: S3Client;
  readonly #profile: string | undefined;
  #underWay = 0;
  /** Credentials may have been renewed since: whoever asks next opens another client. */
  isRefused = false;
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
          await readObjects(result.response, commandName === 'ListObjectsV2Command');
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
      // The client keeps what it has read of these files: they may have been written since.
      await loadSharedConfigFiles({ ignoreCache: true });
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
            // Headers may come one byte after the other, too.
            requestTimeout: SILENT_MS,
            throwOnRequestTimeout: true,
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
    const page = await this.#send(
      bucket,
      (client) =>
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
      signal,
    );
    // An answer that is XML but no listing is read as one without anything in it.
    const { IsTruncated: hasMore, NextContinuationToken: next } = page;
    // Older servers do not say where the next page begins, and give the first one again.
    if (hasMore === undefined || (hasMore && (!next || next === token))) throw new CodedError('not_object_store', { name: bucket });
    const isEncoded = page.EncodingType === 'url';
    const text = (value: string | undefined): string => (isEncoded ? decoded(value ?? '') : (value ?? ''));
    return {
      objects: (page.Contents ?? []).map(({ Key, Size, LastModified, ETag }) => ({
        key: text(Key),
        size: sizeTold(Size),
        mtime: LastModified?.getTime() ?? 0,
        etag: ETag,
      })),
      folders: (page.CommonPrefixes ?? []).map(({ Prefix }) => text(Prefix)),
      next: hasMore ? next : undefined,
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
    const facts = { size: sizeTold(ContentLength), mtime: LastModified?.getTime() ?? 0, etag: ETag };
    return { ...facts, mediaType: ContentType, written: Metadata ?? {} };
  }

  /**
   * The content, or a part of it; empty for a part behind the end.
   * Rejects with `object_replaced` when the object is no longer the one asked for, and with `not_object_store` when the answer is another
   * part than was asked for.
   */
  async get(bucket: string, key: string, { offset = 0, length, etag, signal }: GetOptions = {}): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    const isPart = offset > 0 || length !== undefined;
    const range = isPart && { Range: `bytes=${offset}-${length === undefined ? '' : offset + length - 1}` };
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...range, ...(etag !== undefined && { IfMatch: etag }) });
    for (let attempt = 1; ; attempt++) {
      // The place in the queue is kept until the body is read: its connection is, too, and who waits for one gives up after CONNECT_MS.
      const part = await this.#send(
        bucket,
        async (client) => {
          const { Body, ContentLength, ContentRange, $metadata } = await client.send(command, cancelledBy(signal));
          if (!Body) return new Uint8Array(0);
          // A server that does not know ranges sends everything.
          const from = $metadata.httpStatusCode === 206 ? placeIn(ContentRange, isPart, offset) : offset;
          const end = (from ?? 0) + (length ?? Infinity);
          const chunks: Uint8Array[] = [];
          let size = 0;
          try {
            for await (const chunk of progressing(Body as AsyncIterable<Uint8Array>)) {
              if (from === undefined) throw new CodedError('not_object_store', { name: bucket });
              chunks.push(chunk);
              size += chunk.length;
              if (size > MOST_BODY_BYTES) throw new CodedError('too_large', { name: key, limit: MOST_BODY_BYTES });
              if (size > end) break;
            }
          } catch (error) {
            if (error instanceof CodedError || attempt === BODY_ATTEMPTS || signal?.aborted) throw error;
            return undefined;
          }
          if (ContentLength !== undefined && size < Math.min(end, ContentLength)) return undefined;
          return new Uint8Array(Buffer.concat(chunks, size).subarray(from, Math.min(end, size)));
        },
        signal,
      ).catch((error: unknown) => {
        if (error instanceof CodedError && error.params['status'] === 416) return new Uint8Array(0);
        throw error;
      });
      if (part) return part;
      if (attempt === BODY_ATTEMPTS) throw new CodedError('store_unreachable', { name: bucket });
    }
  }

  /** Ends the connections; what is under way rejects. */
  close(): void {
    this.#client.destroy();
  }

  async #send<T>(bucket: string, request: (client: S3Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    while (this.#underWay >= MOST_REQUESTS) {
      if (signal?.aborted) throw new CodedError('io_failed', { name: 'cancelled' });
      await new Promise<void>((resolve) => {
        const go = (): void => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          this.#waiting.splice(this.#waiting.indexOf(go), 1);
          resolve();
        };
        this.#waiting.push(go);
        signal?.addEventListener('abort', leave, { once: true });
      });
    }
    this.#underWay++;
    try {
      return await request(this.#client);
    } catch (error) {
      const failure = storeError(error, { bucket, profile: this.#profile });
      if (failure.code.startsWith('credentials_')) this.isRefused = true;
      throw failure;
    } finally {
      this.#underWay--;
      this.#waiting.shift()?.();
    }
  }
}

/** 0, where the part begins that was asked for; undefined when another one came, as far as the server says which it is (RFC 9110 14.4). */
function placeIn(range: string | undefined, isPart: boolean, offset: number): number | undefined {
  return isPart && (range === undefined || new RegExp(`^bytes ${offset}-`).test(range)) ? 0 : undefined;
}

function ignore(): void {}

function cancelledBy(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
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
  const { configFile, credentialsFile } = await loadSharedConfigFiles({ ignoreCache: true });
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
