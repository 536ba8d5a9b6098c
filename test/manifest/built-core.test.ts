import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as core from '../../src/core/index.ts';

const repository = path.join(import.meta.dirname, '../..');
const artifacts = path.join(repository, 'test/fixtures/agent-society-root/data/runtime/artifacts');

/** What each file's bytes are, whatever its sidecar says. */
const SIGNATURES: ReadonlyArray<readonly [file: string, mimeType: string]> = [
  ['8.png', 'image/png'],
  ['9.jpg', 'image/jpeg'],
  ['10.gif', 'image/gif'],
  ['11.webp', 'image/webp'],
  ['14.tiff', 'image/tiff'],
  ['15.pdf', 'application/pdf'],
  ['16.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['18.wav', 'audio/wav'],
  ['22.mp4', 'video/mp4'],
  ['26.txt', 'image/png'],
];

describe('the package export ./core, as built', () => {
  it('recognises files by their signatures in plain Node, so its lazy chunk loads', async () => {
    const built = (await import(pathToFileURL(path.join(repository, 'dist/core.mjs')).href)) as typeof core;
    const detector = new built.BinaryDetector();
    for (const [file, mimeType] of SIGNATURES) {
      const detection = await detector.detectBinary(await readFile(path.join(artifacts, file)));
      assert.equal(detection.detectedMimeType, mimeType, file);
    }
  });
});
