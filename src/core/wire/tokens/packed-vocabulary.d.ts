/**
 * The tokens of o200k_base as the build packs them, by rank, each followed by a byte 0xFF, which only the token of that byte has; it is left
 * empty. The base64 of their raw deflate stream.
 */
declare module 'vocabulary:o200k_base' {
  const base64: string;
  export default base64;
}
