/**
 * A real server of the S3 protocol on this machine, in a process of its own: it encrypts where a listing goes on with a cipher that
 * Node has only with --openssl-legacy-provider.
 *   node --openssl-legacy-provider s3-server.mjs FOLDER BUCKET
 * Prints its port, and ends with its standard input.
 */
// @ts-expect-error It has no types.
import S3rver from 's3rver';

const [directory, bucket] = process.argv.slice(2);
const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] });
const { port } = await server.run();
process.stdout.write(`${port}\n`);
process.stdin.resume().on('end', () => process.exit());
