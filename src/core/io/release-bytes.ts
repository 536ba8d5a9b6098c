/**
 * Frees the memory of bytes that have it for themselves and that nobody reads any more. The collector leaves dozens of megabytes of such buffers
 * until its own time comes. Does nothing where `ArrayBuffer.prototype.transfer` is missing (before Node 22).
 */
export function releaseBytes({ buffer }: Uint8Array): void {
  (buffer as { transfer?: (size: number) => unknown }).transfer?.(0);
}
