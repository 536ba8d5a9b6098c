/** What reading and routing an artifact costs beside the bare reads and the encoding nobody can do without. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compare } from './measure.mjs';

const MIB = 1024 * 1024;
/** A model that takes everything. */
const services = { hasCapability: () => true, getServiceById: () => ({}) };

/**
 * Artifacts of some sizes, as the runtime leaves them, old enough to be remembered.
 * @param {string} folder
 * @param {readonly number[]} sizes bytes
 */
function makeImages(folder, sizes) {
  mkdirSync(folder, { recursive: true });
  const longAgo = new Date('2026-01-01T00:00:00Z');
  for (const [at, size] of sizes.entries()) {
    const id = String(at + 1);
    const content = Buffer.alloc(size, 0x5a);
    Buffer.from('89504e470d0a1a0a0000000d49484452000002800000019008060000', 'hex').copy(content);
    writeFileSync(path.join(folder, `${id}.png`), content);
    writeFileSync(
      path.join(folder, `${id}.meta`),
      JSON.stringify(
        { id, extension: '.png', type: 'image/png', name: `chart ${id}.png`, size, createdAt: '2026-01-01T00:00:00.000Z', meta: {} },
        null,
        2,
      ),
    );
    utimesSync(path.join(folder, `${id}.png`), longAgo, longAgo);
  }
}

/**
 * @param {any} core
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureReading(core, temporary, report) {
  const folder = path.join(temporary, 'reading');
  const sizes = [4 * 1024, 32 * 1024, 63 * 1024, MIB + 1, 4 * MIB, 16 * MIB];
  makeImages(folder, sizes);
  const detector = new core.BinaryDetector();
  const store = new core.ArtifactStore({
    fs: new core.NodeFileSystem(),
    artifactsDir: folder,
    workspacesDir: path.join(temporary, 'workspaces'),
    detector,
  });
  const router = new core.ArtifactContentRouter({ serviceRegistry: services, binaryDetector: detector });
  for (const [at, size] of sizes.entries()) {
    const id = String(at + 1);
    const isSmall = size < 64 * 1024;
    const batch = isSmall ? 60 : size < 2 * MIB ? 24 : 5;
    const repeat = (/** @type {() => Promise<number>} */ work) => async () => {
      for (let n = 0; n < batch; n++) if ((await work()) < size) throw new Error('Something is missing.');
    };
    const routed = repeat(async () => {
      const { imageUrl } = await router.routeContent(await store.getArtifact(id), 'all');
      return imageUrl.image_url.url.length;
    });
    const bareReads = repeat(async () => {
      const [, content] = await Promise.all([readFile(path.join(folder, `${id}.meta`)), readFile(path.join(folder, `${id}.png`))]);
      return content.length;
    });
    const bareImage = repeat(async () => (await readFile(path.join(folder, `${id}.png`))).toString('base64').length);
    const found = await compare(routed, isSmall ? bareReads : bareImage, isSmall ? 25 : 21);
    const limit = isSmall ? 3 : 1.3;
    const label = isSmall
      ? `${size / 1024} KB : the bare reads of its sidecar and file`
      : `${Math.round(size / MIB)} MB : a bare read with base64`;
    const each = (/** @type {number} */ time) => `${(time / batch).toFixed(2)} ms`;
    report(
      `getArtifact and route of an image of ${label}`,
      `≤ ${limit} ×`,
      `${found.ratio.toFixed(2)} × (${each(found.subject)} : ${each(found.reference)})`,
      found.ratio <= limit,
    );
  }
  await measureEnvelope(core, path.join(temporary, 'envelopes'), report);
  measureMemory(path.join(temporary, 'memory'), report);
}

/**
 * A text of many megabytes inside an envelope, the oldest layout.
 * @param {any} core
 * @param {string} folder
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
async function measureEnvelope(core, folder, report) {
  mkdirSync(folder, { recursive: true });
  const id = '11111111-2222-4333-8444-555555555555';
  const file = path.join(folder, `${id}.json`);
  const content = 'A line with "quotes", and ümlauts.\n'.repeat((5 * MIB) / 37);
  writeFileSync(file, JSON.stringify({ id, createdAt: '2026-01-02T03:04:05.000Z', type: 'text/plain', content }));
  const store = new core.ArtifactStore({
    fs: new core.NodeFileSystem(),
    artifactsDir: folder,
    workspacesDir: path.join(folder, 'workspaces'),
  });
  const read = async () => {
    if ((await store.getArtifact(id)).content !== content) throw new Error('The content is wrong.');
  };
  const found = await compare(read, async () => JSON.parse(await readFile(file, 'utf8')), 15);
  report(
    'getArtifact of a text of 5 MB in an envelope : reading and parsing its JSON',
    '≤ 2 ×',
    `${found.ratio.toFixed(2)} × (${found.subject.toFixed(0)} : ${found.reference.toFixed(0)} ms)`,
    found.ratio <= 2,
  );
}

/**
 * The most memory a process ever held, with routing and without, in processes of their own. The image is large
 * enough for everything else to be small beside it.
 * @param {string} folder
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
function measureMemory(folder, report) {
  const size = 96 * MIB;
  makeImages(folder, [size]);
  const peak = (/** @type {string} */ what) => {
    const { stdout, status, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'memory.mjs'), what, folder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return Number(stdout);
  };
  // Takes the lowest of several runs: the rest is what the collector had not yet thrown away.
  const lowest = (/** @type {string} */ what) => Math.min(...Array.from({ length: 3 }, () => peak(what)));
  const copies = (lowest('route') - lowest('read')) / size;
  report(
    `Memory that routing an image of ${size / MIB} MB takes beside its bytes`,
    '≤ 1 copy, as base64 (1.33 × the bytes) and a tenth',
    `${copies.toFixed(2)} × the bytes`,
    copies <= (4 / 3) * 1.1,
  );
}
