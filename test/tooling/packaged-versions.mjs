/** The versions that packages of dist/ say they have. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/** What is published, and how its version is read. */
const PACKAGES = new Map([
  ['agent-artifacts.vsix', (/** @type {Buffer} */ bytes) => fromZip(bytes, 'extension/package.json')],
  ['agent-artifacts.tgz', (/** @type {Buffer} */ bytes) => fromTar(gunzipSync(bytes), 'package/package.json')],
  ['server.json', (/** @type {Buffer} */ bytes) => bytes],
]);

/**
 * By file, of those that are there.
 * @param {string} folder
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function packagedVersions(folder) {
  const found = await Promise.all(
    [...PACKAGES].map(async ([file, manifestIn]) => {
      const bytes = await readFile(path.join(folder, file)).catch(() => undefined);
      return bytes ? [/** @type {const} */ ([file, String(JSON.parse(manifestIn(bytes).toString()).version)])] : [];
    }),
  );
  return new Map(found.flat());
}

/** A file in a ZIP archive, by its local header (PKWARE APPNOTE 4.3.7 and 4.3.12). @param {Buffer} bytes @param {string} name */
function fromZip(bytes, name) {
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    if (bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)) !== name) continue;
    const [method, size, header] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const content = bytes.subarray(start, start + size);
    return method === 0 ? content : inflateRawSync(content);
  }
  throw new Error(`${name} is not in the archive`);
}

/** A file in a tar archive, by its header (POSIX.1-1988 ustar). @param {Buffer} bytes @param {string} name */
function fromTar(bytes, name) {
  for (let at = 0; at + 512 <= bytes.length;) {
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 136), 8) || 0;
    if (bytes.toString('utf8', at, at + 100).replace(/\0.*$/s, '') === name) return bytes.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`${name} is not in the archive`);
}
