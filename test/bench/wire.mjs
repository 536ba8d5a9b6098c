/** What comparing an artifact for many services costs, and how long looking at media and texts holds the thread. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { HOSTILE_PDFS } from '../support/hostile-pdfs.mjs';
import { embedData } from '../tooling/embed-data.mjs';
import { longestBlock, median, ownTime, timed } from './measure.mjs';
import { bundleWithWorker } from './with-worker.mjs';

const MIB = 1024 * 1024;
const SERVICES = 50;

/** Models of every family, behind addresses of every kind; half of them take images. */
const KINDS = [
  ['https://api.openai.com/v1', 'gpt-5.4'],
  ['https://api.openai.com/v1', 'gpt-4o'],
  ['https://api.anthropic.com', 'claude-opus-4-7'],
  ['https://generativelanguage.googleapis.com', 'gemini-3-pro'],
  ['https://generativelanguage.googleapis.com', 'gemini-2.5-flash'],
  ['http://localhost:11434', 'llava'],
  ['https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-4.5'],
  ['https://llm.example', 'a model'],
];
const services = Array.from({ length: SERVICES }, (_, n) => {
  const [baseURL, model] = /** @type {[string, string]} */ (KINDS[n % KINDS.length]);
  return { id: `service-${n}`, baseURL, model, capabilities: { input: n % 2 === 0 ? ['text', 'vision'] : ['text'], output: ['text'] } };
});
const registry = {
  hasCapability: (/** @type {string} */ id, /** @type {string} */ type) =>
    services.find((service) => service.id === id)?.capabilities.input.includes(type) ?? false,
  getServiceById: (/** @type {string} */ id) => services.find((service) => service.id === id) ?? null,
};

/** A PNG of a size in bytes that says it has 3000 × 2000 pixels. @param {number} size */
function pngOf(size) {
  const content = Buffer.alloc(size, 0x5a);
  Buffer.from('89504e470d0a1a0a0000000d4948445200000bb8000007d00806000000', 'hex').copy(content);
  content.writeUInt32BE(size - 57, 33);
  content.write('IDAT', 37);
  content.write('\0\0\0\0IEND', size - 12, 'latin1');
  return content;
}

/** Counts base64 made of anything that is not small, until `stop`. */
function countBase64() {
  const original = Buffer.prototype.toString;
  const counted = {
    made: 0,
    stop: () => {
      Buffer.prototype.toString = original;
    },
  };
  Buffer.prototype.toString = function toString(/** @type {any[]} */ ...args) {
    if (args[0] === 'base64' && this.length > 64 * 1024) counted.made++;
    return original.apply(this, /** @type {any} */ (args));
  };
  return counted;
}

/**
 * Every service and every API for one image of 10 MB: the request, what becomes of its parts, its size, limits, tokens.
 * @param {any} core
 * @param {string} temporary
 * @param {(core: any) => {fs: object, counts: {bytes: number}}} countingFileSystem
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureComparison(core, temporary, countingFileSystem, report) {
  const folder = path.join(temporary, 'comparison');
  mkdirSync(folder, { recursive: true });
  const size = 10 * MIB;
  writeFileSync(path.join(folder, '1.png'), pngOf(size));
  writeFileSync(
    path.join(folder, '1.meta'),
    JSON.stringify({
      id: '1',
      extension: '.png',
      type: 'image/png',
      name: 'chart.png',
      size,
      createdAt: '2026-01-01T00:00:00.000Z',
      meta: {},
    }),
  );

  const compareAll = async () => {
    const { fs, counts } = countingFileSystem(core);
    const store = new core.ArtifactStore({ fs, artifactsDir: folder, workspacesDir: path.join(temporary, 'workspaces') });
    const artifact = await store.getArtifact('1');
    const router = new core.ArtifactContentRouter({ serviceRegistry: registry, binaryDetector: new core.BinaryDetector() });
    const facts = await core.readMediaFacts(artifact.content, { mimeType: artifact.mimeType });
    /** Services that are sent the same share one message. @type {Map<boolean, any>} */
    const turns = new Map();
    let rows = 0;
    for (const service of services) {
      const seesImages = registry.hasCapability(service.id, 'vision');
      if (!turns.has(seesImages)) {
        const routed = await router.routeContent(artifact, service.id);
        turns.set(
          seesImages,
          core.readMessages(core.readingTurn('artifact:1', core.formatArtifactToolResponse(routed, 'call')), { isChecked: true }),
        );
      }
      if (!core.apiOfService(service).api) throw new Error('There is no API.');
      for (const api of core.WIRE_APIS) {
        const result = core.writeRequest(turns.get(seesImages), api, { model: service.model });
        const bytes = core.bodySize(result);
        if (bytes > size !== result.media.length > 0) throw new Error(`The size of the request for ${api} is wrong.`);
        result.verdicts.forEach(core.ruleSentence);
        core.checkLimits(facts, api, { model: service.model }).forEach(core.limitSentence);
        const tokens = core.estimateMediaTokens(facts, { api, model: service.model });
        if (tokens) core.formulaSentence(tokens);
        core.estimatePastedTokens(size, { model: service.model });
        rows++;
      }
    }
    return { rows, read: counts.bytes };
  };

  await compareAll();
  const base64 = countBase64();
  const { rows, read } = await compareAll().finally(base64.stop);
  const times = [];
  for (let round = 0; round < 7; round++) {
    const used = process.cpuUsage();
    const time = await timed(compareAll);
    times.push(ownTime(time, used));
  }
  const what = `Comparing an image of 10 MB for ${SERVICES} services × ${rows / SERVICES} APIs`;
  report(what, '< 200 ms', `${median(times).toFixed(0)} ms`, median(times) < 200);
  report(`${what}: bytes read`, 'once', `${(read / size).toFixed(2)} ×`, read < size * 1.02);
  report(`${what}: base64 made`, '≤ once', `${base64.made} ×`, base64.made <= 1);
}

/**
 * How long texts and media hold the thread that has a worker for them.
 * @param {string} repository
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export async function measureBlocks(repository, report) {
  const { core, compute } = await bundleWithWorker(repository);
  try {
    await measureMediaAndTokens(core, compute, repository, report);
  } finally {
    compute.dispose();
  }
}

/**
 * @param {any} core
 * @param {any} compute
 * @param {string} repository
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
async function measureMediaAndTokens(core, compute, repository, report) {
  const english = 'The quick brown fox, “jumps” over 12345 lazy dogs;\n';
  const chinese = '我们今天在北京天安门广场看升旗仪式，然后去吃烤鸭。';
  const texts = /** @type {[string, string][]} */ ([
    ['the first, which loads the tokenizer', 'hello'],
    ['5 MB of English', english.repeat((5 * MIB) / english.length)],
    ['5 MB of Chinese', chinese.repeat((5 * MIB) / 3 / chinese.length)],
    ['5 MB of base64', pngOf((5 * MIB * 3) / 4).toString('base64')],
    ['5 MB of one letter', 'A'.repeat(5 * MIB)],
    ['5 MB of blanks', ' '.repeat(5 * MIB)],
  ]);
  for (const [what, text] of texts) {
    const block = await longestBlock(() => core.countTextTokensIn(compute, text));
    report(`Longest block by estimating the tokens of a text: ${what}`, '< 50 ms', `${block.toFixed(0)} ms`, block < 50);
  }

  const artifacts = path.join(repository, 'test/fixtures/agent-society-root/data/runtime/artifacts');
  const mp3 = (await readFile(path.join(artifacts, '19.mp3'))).subarray(200);
  const filled = (/** @type {string} */ head, /** @type {number} */ fill) =>
    Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(20 * MIB, fill)]);
  const boxes = Buffer.concat([
    Buffer.from('0000001066747970686569630000000069736f6d', 'hex').subarray(0, 16),
    Buffer.alloc(20 * MIB, Buffer.from('0000000866726565', 'hex')),
  ]);
  const media = /** @type {[string, string, Buffer][]} */ ([
    ['a PNG', 'image/png', pngOf(20 * MIB)],
    ['an MP3', 'audio/mpeg', Buffer.concat(Array(Math.ceil((20 * MIB) / mp3.length)).fill(mp3))],
    ['a WAV', 'audio/wav', Buffer.concat([await readFile(path.join(artifacts, '18.wav')), Buffer.alloc(20 * MIB)])],
    ['a GIF of blocks of one byte', 'image/gif', filled('GIF89a\x01\x00\x01\x00\x00\x00\x00\x21\xff', 1)],
    ['a JPEG of fill bytes', 'image/jpeg', filled('\xff\xd8', 0xff)],
    ['an HEIF of empty boxes', 'image/heic', boxes],
    ['a TIFF of entries', 'image/tiff', filled('II*\0\x08\0\0\0\xff\xff', 1)],
    ['a PDF of brackets', 'application/pdf', Buffer.concat([filled('%PDF-1.7\n1 0 obj <<', 0x28), Buffer.from('\nstartxref\n9\n%%EOF')])],
  ]);
  for (const [what, mimeType, bytes] of media) {
    const block = await longestBlock(() => core.mediaFactsWithin(compute, bytes, { mimeType }));
    report(`Longest block by reading the facts of 20 MiB: ${what}`, '< 50 ms', `${block.toFixed(0)} ms`, block < 50);
  }
  for (const [what, bytes] of HOSTILE_PDFS) {
    const block = await longestBlock(() => core.mediaFactsWithin(compute, bytes, { mimeType: 'application/pdf' }));
    report(`Longest block by reading the facts of a hostile PDF: ${what}`, '< 50 ms', `${block.toFixed(0)} ms`, block < 50);
  }
}

/** What the preview does with a text, as one module. */
const PREVIEW = `
export { CapabilityRouter } from './src/core/routing/capability-router.ts';
export { formatArtifactToolResponse } from './src/core/routing/tool-message.ts';
export { readingTurn } from './src/core/wire/turns.ts';
export { readMessages } from './src/core/wire/turns.ts';
export { curlCommand } from './src/core/wire/endpoint.ts';
export { judgedRequest, newMeasures } from './src/host/preview/service-request.ts';
export { ArtifactStore } from './src/core/store/artifact-store.ts';
export { NodeFileSystem } from './src/platform/node-file-system.ts';
`;

/**
 * How long a text of 20 MB holds the thread on its way into the preview.
 * @param {string} repository
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureLongTexts(repository, report) {
  const outfile = path.join(repository, 'out/bench/preview.mjs');
  await esbuild.build({
    absWorkingDir: repository,
    stdin: { contents: PREVIEW, resolveDir: repository, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [embedData(repository)],
    logLevel: 'warning',
  });
  const preview = await import(pathToFileURL(outfile).href);
  const filled = (/** @type {string} */ text) => Buffer.from(text.repeat(Math.floor((20 * MIB) / Buffer.byteLength(text)))).toString();
  for (const [script, text] of /** @type {[string, string][]} */ ([
    ['English', filled('The quick brown fox, “jumps” over 12345 lazy dogs;\n')],
    ['Chinese', filled('我们今天在北京天安门广场看升旗仪式，然后去吃烤鸭。')],
  ])) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'agent-artifacts-bench-text-'));
    await writeFile(path.join(folder, '1.txt'), text);
    const store = new preview.ArtifactStore({ fs: new preview.NodeFileSystem(), artifactsDir: folder, workspacesDir: folder });
    /** @type {any} */
    let artifact;
    // Tokens are counted in a worker.
    const measures = preview.newMeasures({ run: async () => 1000 });
    /** @type {any} */
    let message;
    /** @type {[string, () => Promise<unknown>][]} */
    const steps = [
      [
        'its file is read',
        async () => {
          artifact = await store.getArtifact('1');
        },
      ],
    ];
    steps.push([
      'its message is made',
      async () => {
        message = preview.formatArtifactToolResponse(
          { contentType: 'text', routing: 'text', content: text, metadata: { id: '1' } },
          'call',
        );
      },
    ]);
    for (const api of ['openai-chat', 'anthropic', 'gemini'])
      steps.push([`its request for ${api} is written and checked`, () => checked(api, preview.readingTurn('artifact:1', message))]);
    steps.push(['its message is copied', async () => JSON.stringify(message, null, 2)]);
    steps.push([
      'it is attached',
      async () => {
        const router = new preview.CapabilityRouter({
          serviceRegistry: { hasCapability: () => true, getServiceById: () => ({}) },
          artifactStore: { getArtifact: async () => artifact },
          contentAdapter: {},
        });
        const { processedContent } = await router.routeContent({ attachments: [{ type: 'file', artifactRef: 'artifact:1' }] }, 'all');
        message = { role: 'user', content: processedContent };
      },
    ]);
    steps.push(['attached, its request for anthropic is written and checked', () => checked('anthropic', [message])]);
    for (const [step, work] of steps) {
      const block = await longestBlock(work);
      report(`Longest block by a text of 20 MB (${script}) in the preview: ${step}`, '< 50 ms', `${block.toFixed(0)} ms`, block < 50);
    }
    await rm(folder, { recursive: true });

    /** @param {string} api @param {any[]} turn */
    async function checked(api, turn) {
      const measured = await preview.judgedRequest(
        { messages: preview.readMessages(turn, { isChecked: true }), media: [], message: turn.at(-1) },
        { choice: { api, certainty: 'declared', because: null }, model: 'm', mediaInToolResults: false },
        { limits: { context: { tokens: 200_000, source: {} } } },
        measures,
      );
      if (!(measured.bytes > text.length)) throw new Error(`The request for ${api} is wrong.`);
      preview.curlCommand(measured.result, api, { size: measured.bytes });
    }
  }
}

/** Run by itself: `node test/bench/wire.mjs`. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await measureLongTexts(path.resolve(import.meta.dirname, '../..'), (...row) => console.log(row.slice(0, 3).join(' | ')));
}
