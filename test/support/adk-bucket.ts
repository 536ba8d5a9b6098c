import { GcsArtifactService } from '@google/adk';
import type { ObjectProperties } from './object-stores.ts';

/** An object as ADK wrote it. */
export interface WrittenObject extends ObjectProperties {
  readonly content: Uint8Array;
}

interface SaveOptions {
  readonly contentType?: string;
  readonly metadata?: { readonly metadata?: Readonly<Record<string, string>> };
}

/**
 * `GcsArtifactService` of `@google/adk` 2.0.0 itself, with a handle of a bucket that keeps objects in a map: what the service calls on the
 * handle is all that is made up (`@google-cloud/storage` is an optional peer that is not installed).
 */
export function adkBucket(objects: Map<string, WrittenObject>): GcsArtifactService {
  const file = (name: string) => ({
    name,
    save(content: string | Uint8Array, { contentType, metadata }: SaveOptions): Promise<void> {
      // The type that the server gives to an object without one.
      const type = contentType ?? 'application/octet-stream';
      objects.set(name, { content: Buffer.from(content as string), type, metadata: metadata?.metadata ?? {} });
      return Promise.resolve();
    },
    getMetadata: () => Promise.resolve([{ contentType: objects.get(name)?.type, metadata: objects.get(name)?.metadata }]),
    download: () => Promise.resolve([Buffer.from(objects.get(name)?.content ?? [])]),
    publicUrl: () => `https://storage.googleapis.com/bucket/${encodeURIComponent(name)}`,
  });
  const bucket = {
    file,
    getFiles: ({ prefix }: { prefix: string }) => Promise.resolve([[...objects.keys()].filter((key) => key.startsWith(prefix)).map(file)]),
  };
  return Object.assign(new GcsArtifactService('bucket'), { bucketPromise: Promise.resolve(bucket) });
}
