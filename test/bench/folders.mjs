/** Folders of artifacts as the runtime leaves them, made for measuring. */
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';

/**
 * A store's folder with so many artifacts, each with its sidecar and a small content.
 * @param {string} folder
 * @param {number} count
 * @param {(n: number) => string} [idOf]
 */
export function makeArtifacts(folder, count, idOf = String) {
  mkdirSync(folder, { recursive: true });
  for (let n = 1; n <= count; n++) {
    const id = idOf(n);
    const sidecar = {
      id,
      extension: '.png',
      type: 'image/png',
      name: `chart ${n}.png`,
      size: 9302,
      createdAt: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      messageId: `msg-${n}`,
      agentId: 'agent-artist',
      meta: { width: 640, height: 400 },
    };
    writeFileSync(path.join(folder, `${id}.meta`), JSON.stringify(sidecar, null, 2));
    writeFileSync(path.join(folder, `${id}.png`), 'content');
  }
}

/** A UUID that begins with a time, as the runtime gives them out. @param {number} n */
export function timedUuid(n) {
  const hex = (Date.UTC(2025, 0, 1) + n * 1000).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/**
 * A PNG of any size: its header and the opening of its image data, then a hole that takes no space on the disk.
 * @param {string} file
 * @param {number} size bytes
 */
export function makeSparseImage(file, size) {
  mkdirSync(path.dirname(file), { recursive: true });
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000028000000190080600000000000000000003a849444154789c', 'hex');
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, header.subarray(0, size));
  ftruncateSync(descriptor, size);
  closeSync(descriptor);
}
