/** Runs of base64 this long are content; shorter ones may be anything. */
const CONTENT = /[A-Za-z0-9+/]{200,}={0,2}/g;
const SHOWN = 40;

/** A copy for people, in which long base64 shows only its beginning and its length. Meant for media parts. */
export function shortenBase64<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      typeof inner === 'string' && (key === 'data' || key === 'url')
        ? inner.replace(CONTENT, (run) => `${run.slice(0, SHOWN)}… (${run.length} characters of base64)`)
        : inner,
    ),
  ) as T;
}
