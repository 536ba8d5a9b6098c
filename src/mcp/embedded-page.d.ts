/** A page of `webview` as the build embeds it: the base64 of the raw deflate stream of its HTML. */
declare module '*.app' {
  const base64: string;
  export default base64;
}
