/** WebAssembly of a package: the base64 of its raw deflate stream, as the build embeds it. */
declare module '*.wasm' {
  const base64: string;
  export default base64;
}
