import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { readArchive } from '../../../src/platform/package-archive.ts';
import { type ArchiveEntry, archiveOf } from '../../support/scripted-npm.ts';

const everything = (): boolean => true;

async function refusalOf(archive: Uint8Array): Promise<string> {
  const error = await readArchive(archive, everything).then(
    () => assert.fail('the archive is read'),
    (thrown: unknown) => thrown as Error & { code: string },
  );
  assert.equal(error.code, 'catalogue_invalid');
  return error.message.replace('The package is not read: ', '');
}

describe('The archive of a package', () => {
  it('gives the files that are wanted, by their path in the package', async () => {
    const entries: ArchiveEntry[] = [
      { name: 'package/', type: '5' },
      { name: 'package/a.json', content: '{}' },
      { name: 'package/b/c.json', content: 'x'.repeat(513) },
      { name: 'package/d.js', content: 'no' },
    ];
    const files = await readArchive(archiveOf(entries), (file) => file.endsWith('.json'));
    assert.deepEqual(
      [...files].map(([name, bytes]) => [name, bytes.length]),
      [
        ['a.json', 2],
        ['b/c.json', 513],
      ],
    );
  });

  it('has long names in headers of their own', async () => {
    const long = `package/${'long/'.repeat(30)}a.json`;
    const line = ` path=${long}\n`;
    const pax = `${line.length + 3}${line}`;
    const files = await readArchive(
      archiveOf([
        { name: 'package/PaxHeader', type: 'x', content: pax },
        { name: 'package/cut', content: 'a' },
        { name: 'long', type: 'L', content: `${long}b\0` },
        { name: 'package/cut', content: 'b' },
        { name: 'package/short', content: 'c' },
      ]),
      everything,
    );
    assert.deepEqual([...files.keys()], [long.slice(8), `${long.slice(8)}b`, 'short']);
  });

  it('is refused when a path leads out of it', async () => {
    for (const name of ['package/../../etc/passwd', '/etc/passwd', '../a', 'package/./a', 'package/a/../b', 'package\\..\\a', 'C:/a'])
      assert.match(await refusalOf(archiveOf([{ name, content: 'x' }])), /leads out of it\.$/, name);
    const hidden = archiveOf([
      { name: 'x', type: 'x', content: '22 path=package/../../a\n' },
      { name: 'package/a', content: 'x' },
    ]);
    assert.match(await refusalOf(hidden), /leads out of it\.$/);
  });

  it('is refused when it holds a link or a device, or a file twice', async () => {
    for (const type of ['1', '2', '3', '4', '6'])
      assert.match(await refusalOf(archiveOf([{ name: 'package/a', type, linkName: '/etc/passwd' }])), /"a" is a link or a device/);
    const twice = archiveOf([
      { name: 'package/a', content: '1' },
      { name: 'package/a', content: '2' },
    ]);
    assert.equal(await refusalOf(twice), '"a" is in it twice.');
  });

  it('is refused when it unpacks to too much, or to too many files', async () => {
    assert.equal(await refusalOf(gzipSync(Buffer.alloc(65 * 1024 * 1024))), 'it unpacks to more than 67,108,864 bytes.');
    const many = archiveOf(Array.from({ length: 10_001 }, (_, at) => ({ name: `package/${at}` })));
    assert.equal(await refusalOf(many), 'it has more than 10,000 files.');
  });

  it('is refused when it is none, or cut', async () => {
    assert.equal(await refusalOf(Buffer.from('PK')), 'it is no gzip archive.');
    assert.equal(await refusalOf(gzipSync(Buffer.alloc(1024, 1))), 'it is no tar archive.');
    const whole = archiveOf([{ name: 'package/a', content: 'x'.repeat(2000) }]);
    const { gunzipSync } = await import('node:zlib');
    assert.equal(await refusalOf(gzipSync(gunzipSync(whole).subarray(0, 1024))), 'it ends within a file.');
  });
});
