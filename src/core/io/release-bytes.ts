/**
 * Frees the memory of bytes that nobody reads any more; the collector would leave dozens of megabytes of them until its own time comes. Their
 * buffer must be theirs alone: it is detached, and whoever reads it or frees it again gets a TypeError. Does nothing on Node 20, which cannot.
 */
export function releaseBytes({ buffer }: Uint8Array): void {
  (buffer as { transfer?: (size: number) => unknown }).transfer?.(0);
}
