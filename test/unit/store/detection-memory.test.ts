import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BinaryDetector, type DetectOptions } from '../../../src/core/content/binary-detector.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { samples, utf8 } from '../../support/samples.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/** A detector that notes which contents it was asked about without a name for its memory, or with a new one. */
class WatchedDetector extends BinaryDetector {
  readonly keys: (string | undefined)[] = [];
  override detectAndDecode(bytes: Uint8Array, options: DetectOptions = {}): ReturnType<BinaryDetector['detectAndDecode']> {
    this.keys.push(options.cacheKey);
    return super.detectAndDecode(bytes, options);
  }
  /** How often bytes were really looked at. */
  get detections(): number {
    return new Set(this.keys.filter((key) => key !== undefined)).size + this.keys.filter((key) => key === undefined).length;
  }
}

async function storeWith(content: Uint8Array, maxContentBytes?: number) {
  const root = await temporaryFolder({
    'artifacts/1.meta': { id: '1', extension: '.bin', name: 'x' },
    'artifacts/1.bin': content,
    'workspaces/': '',
  });
  const file = path.join(root, 'artifacts/1.bin');
  await utimes(file, LONG_AGO, LONG_AGO);
  const detector = new WatchedDetector();
  const store = new ArtifactStore({
    fs: new NodeFileSystem(),
    artifactsDir: path.join(root, 'artifacts'),
    workspacesDir: path.join(root, 'workspaces'),
    detector,
    ...(maxContentBytes !== undefined && { maxContentBytes }),
  });
  const read = async () => (await store.getArtifact('1'))?.detection?.mimeType;
  return { root, file, detector, store, read };
}

describe('reading the same file again', () => {
  it('[1-PERF-1] does not detect again while the file is unchanged', async () => {
    const { detector, store } = await storeWith(samples.png);
    const first = await store.getArtifact('1');
    const second = await store.getArtifact('1');
    assert.equal(second?.detection, first?.detection);
    assert.deepEqual(second, first);
    assert.deepEqual([detector.keys.length, detector.detections], [2, 1]);
  });

  it('[1-PERF-1] detects again when its bytes, its time, its size or its metadata changed', async () => {
    const { root, file, detector, read } = await storeWith(samples.png);
    assert.equal(await read(), 'image/png');
    const other = new Uint8Array(samples.png.length);
    other.set(utf8('GIF89a'));
    await writeFile(file, other);
    await utimes(file, LONG_AGO, new Date(LONG_AGO.getTime() + 1));
    assert.equal(await read(), 'image/gif');
    await writeFile(file, samples.pdf);
    await utimes(file, LONG_AGO, LONG_AGO);
    assert.equal(await read(), 'application/pdf');
    await writeFile(path.join(root, 'artifacts/1.meta'), JSON.stringify({ id: '1', extension: '.bin', type: 'image/webp' }));
    assert.equal(await read(), 'application/pdf');
    assert.equal(detector.detections, 4);
  });

  it('remembers nothing of a file so young that another change could leave the same time', async () => {
    const { file, detector, read } = await storeWith(samples.png);
    const time = new Date();
    const { now } = Date;
    // However long the disk takes, the file stays young.
    Date.now = () => time.getTime();
    try {
      await utimes(file, time, time);
      assert.equal(await read(), 'image/png');
      const other = new Uint8Array(samples.png.length).fill(0x20);
      await writeFile(file, other);
      await utimes(file, time, time);
      assert.equal(await read(), 'text/plain');
    } finally {
      Date.now = now;
    }
    assert.deepEqual(detector.keys, [undefined, undefined]);
  });

  it('tells what was found in the head of a large file from what is found in the whole', async () => {
    const { store, read } = await storeWith(Uint8Array.from([...new Uint8Array(100_000).fill(0x61), 0xff, 0xfe]), 1000);
    assert.equal(await read(), 'text/plain');
    store.maxContentBytes = 1_000_000;
    assert.equal(await read(), 'application/octet-stream');
  });
});
