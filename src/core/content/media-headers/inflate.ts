/**
 * Inflates zlib data (RFC 1950), as far as it goes and at most so much: what a broken or endless stream holds before it
 * breaks or reaches the limit is returned.
 *
 * @param limit bytes
 */
export async function inflate(data: Uint8Array, limit: number): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  // Both fail together with the reader when the data is broken.
  void writer.write(data as Uint8Array<ArrayBuffer>).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < limit) {
      const { done, value } = await reader.read();
      if (done || !value) break;
      chunks.push(value);
      length += value.length;
    }
    if (length >= limit) await reader.cancel();
  } catch {
    // The data ends or breaks here.
  }
  const whole = new Uint8Array(Math.min(length, limit));
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, whole.length - at);
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
