/** WebAssembly of packages in bundles: a module whose text is the base64 of its compressed (raw deflate) bytes. Nothing is fetched. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

const FILTER = /^@jsquash\/.+\.wasm$/;

/**
 * The expression of such a module.
 * @param {string} repository
 * @param {string} specifier such as `@jsquash/png/codec/pkg/squoosh_png_bg.wasm`
 */
async function embedded(repository, specifier) {
  const bytes = await readFile(path.join(repository, 'node_modules', specifier));
  return JSON.stringify(deflateRawSync(bytes, { level: 9 }).toString('base64'));
}

/**
 * @param {string} repository
 * @param {{ share?: (name: string, code: string) => Promise<string> }} [options] share: writes the CommonJS of a module to one place
 *   for several builds, and gives the path they import it by
 * @returns {import('esbuild').Plugin}
 */
export function embedWasm(repository, { share } = {}) {
  return {
    name: 'embed-wasm',
    setup(build) {
      build.onResolve({ filter: FILTER }, async ({ path: specifier }) => {
        if (!share) return { path: specifier, namespace: 'embedded-wasm' };
        const code = `module.exports = ${await embedded(repository, specifier)};\n`;
        return { path: await share(path.basename(specifier, '.wasm'), code), external: true };
      });
      build.onLoad({ filter: FILTER, namespace: 'embedded-wasm' }, async ({ path: specifier }) => ({
        contents: `export default ${await embedded(repository, specifier)};`,
        loader: 'js',
      }));
    },
  };
}
