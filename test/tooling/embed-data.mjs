/** Binary data of packages in bundles: modules whose text is the base64 of compressed (raw deflate) bytes. Nothing is fetched. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

/** WebAssembly, and the vocabulary of the tokenizer. */
const FILTER = /^@jsquash\/.+\.wasm$|^vocabulary:o200k_base$/;

/**
 * The bytes of such a module: of the vocabulary the tokens by rank, each followed by a byte 0xFF, which only the token of that byte has; it
 * is left empty.
 * @param {string} repository
 * @param {string} specifier such as `@jsquash/png/codec/pkg/squoosh_png_bg.wasm`
 */
async function bytesOf(repository, specifier) {
  if (specifier.endsWith('.wasm')) return readFile(path.join(repository, 'node_modules', specifier));
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  const tokens = ranks.map((token) => Buffer.from(/** @type {string} */ (token)));
  const end = Buffer.from([0xff]);
  return Buffer.concat(tokens.flatMap((token) => (token.equals(end) ? [end] : [token, end])));
}

/**
 * @param {string} repository
 * @param {{ share?: (name: string, code: () => Promise<string>) => Promise<string> }} [options] share: writes the CommonJS of a module to
 *   one place for several builds, and gives the path they import it by
 * @returns {import('esbuild').Plugin}
 */
export function embedData(repository, { share } = {}) {
  const embedded = async (/** @type {string} */ specifier) =>
    JSON.stringify(deflateRawSync(await bytesOf(repository, specifier), { level: 9 }).toString('base64'));
  return {
    name: 'embed-data',
    setup(build) {
      build.onResolve({ filter: FILTER }, async ({ path: specifier }) => {
        if (!share) return { path: specifier, namespace: 'embedded-data' };
        const name = path.basename(specifier, '.wasm').replace('vocabulary:', '');
        return { path: await share(name, async () => `module.exports = ${await embedded(specifier)};\n`), external: true };
      });
      build.onLoad({ filter: /.*/, namespace: 'embedded-data' }, async ({ path: specifier }) => ({
        contents: `export default ${await embedded(specifier)};`,
        loader: 'js',
      }));
    },
  };
}
