/**
 * Inflates data up to a limit; of broken or endless data, the part before the error or limit.
 *
 * @param limit bytes
 * @param format `deflate` is zlib's (RFC 1950), `deflate-raw` that without its header (RFC 1951)
 */
export async function inflate(data: Uint8Array, limit: number, format: 'deflate' | 'deflate-raw'): Promise<Uint8Array> {
  const stream = new DecompressionStream(format);
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  // Both reject together with the reader when the data is broken.
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
    // The data ends or is broken here.
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
