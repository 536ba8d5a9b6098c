/**
 * A real server of the S3 protocol on this machine, in a process of its own: it encrypts where a listing goes on with a cipher that
 * Node has only with --openssl-legacy-provider.
 *   node --openssl-legacy-provider s3-server.mjs FOLDER BUCKET
 * Prints its port, and ends with its standard input.
 */
// @ts-expect-error It has no types.
import S3rver from 's3rver';
// @ts-expect-error It has no types.
import accounts from 's3rver/lib/models/account.js';

// What a MinIO has that nobody has set up.
accounts.DUMMY_ACCOUNT.createKeyPair('minioadmin', 'minioadmin');
const [directory, bucket] = process.argv.slice(2);
const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] });
foldWhole(server.store);
const { port } = await server.run();
process.stdout.write(`${port}\n`);
process.stdin.resume().on('end', () => process.exit());

/**
 * With a delimiter the server looks only two folders deep, so a folder with nothing but folders in it is missing (3.7.1). It lists
 * everything without one; what is folded is folded here.
 * @param {{ listObjects: Function }} store
 */
function foldWhole(store) {
  const listAll = store.listObjects.bind(store);
  store.listObjects = async (
    /** @type {string} */ name,
    /** @type {{ delimiter?: string, prefix?: string, maxKeys?: number }} */ { delimiter, maxKeys = Infinity, ...options },
  ) => {
    if (!delimiter) return listAll(name, { ...options, maxKeys });
    const { objects } = await listAll(name, options);
    const start = options.prefix?.length ?? 0;
    const endOf = (/** @type {{ key: string }} */ { key }) => key.indexOf(delimiter, start);
    const direct = objects.filter((/** @type {{ key: string }} */ object) => endOf(object) < 0);
    const folded = objects.filter((/** @type {{ key: string }} */ object) => endOf(object) >= 0);
    const prefixes = folded.map((/** @type {{ key: string }} */ object) => object.key.slice(0, endOf(object) + delimiter.length));
    return {
      objects: direct.slice(0, maxKeys),
      commonPrefixes: [...new Set(prefixes)].sort(),
      isTruncated: direct.length > maxKeys,
    };
  };
}
