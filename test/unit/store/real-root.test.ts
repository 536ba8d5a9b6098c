import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { MediaKind } from '../../../src/core/content/media-type.ts';
import { mediaKind } from '../../../src/core/content/media-type.ts';
import { realStore } from '../../support/stores.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a content must be: its characters, or the length and first 16 digits of the SHA-256 of its bytes. */
type Content = string | readonly [size: number, sha256: string];
const PNG: Content = [9302, '65cce02b8f6565db'];
const PDF: Content = [16345, '4c8a6c5763c2f444'];

/** Written down from the sidecars and the bytes themselves: id, name, what it is found to be, kind, content, filename. */
const REAL: ReadonlyArray<readonly [id: number, name: string, mimeType: string, kind: MediaKind, content: Content, filename: string]> = [
  [1, '需求说明', 'text/markdown', 'text', '# 需求说明\n\n- 支持图片\n- 支持文件\n', '需求说明.md'],
  [
    2,
    'task plan',
    'application/json',
    'text',
    '{\n  "steps": [\n    "collect",\n    "draw",\n    "review"\n  ],\n  "owner": "agent-planner"\n}',
    'task plan.json',
  ],
  [3, 'plain note', 'text/plain', 'text', 'The base64 of nothing is nothing.\n', 'plain note.txt'],
  [
    4,
    'landing page',
    'text/html',
    'text',
    '<!doctype html><title>Landing</title><h1>Hello</h1><script>alert(1)</script>',
    'landing page.html',
  ],
  [5, 'untyped string', 'text/plain', 'text', 'just a string without a type', 'untyped string.txt'],
  [6, 'untyped object', 'application/json', 'text', '{\n  "a": 1,\n  "b": [\n    1,\n    2,\n    3\n  ]\n}', 'untyped object.json'],
  [7, 'raw bytes', 'application/octet-stream', 'other', [8, '55cff79c211cbf5e'], 'raw bytes.bin'],
  [8, 'chart.png', 'image/png', 'image', PNG, 'chart.png'],
  [9, 'photo.jpg', 'image/jpeg', 'image', [284272, 'a4dcacc217b5203f'], 'photo.jpg'],
  [10, 'anim.gif', 'image/gif', 'image', [611, '17a1a7563e5e157b'], 'anim.gif'],
  [11, 'chart.webp', 'image/webp', 'image', [2778, 'd3f10afec59215ed'], 'chart.webp'],
  [12, 'icon.bmp', 'image/bmp', 'image', [64138, 'eb1aba6b26e237c8'], 'icon.bmp'],
  [13, 'favicon.ico', 'image/x-icon', 'image', [16958, 'd22edc32e8a611ac'], 'favicon.ico'],
  [14, 'scan.tiff', 'image/tiff', 'image', [360264, '2c9f2e1c22fd6275'], 'scan.tiff'],
  [15, 'report.pdf', 'application/pdf', 'document', PDF, 'report.pdf'],
  [16, 'brief.docx', DOCX, 'document', [9478, '8c49cc115d647f2e'], 'brief.docx'],
  [17, 'budget.xlsx', XLSX, 'document', [6426, '484c10c60f724cd6'], 'budget.xlsx'],
  [18, 'voice.wav', 'audio/wav', 'audio', [99514, 'd1f2cf21eb2eb785'], 'voice.wav'],
  [19, 'voice.mp3', 'audio/mpeg', 'audio', [9527, '49461baa57fc8d1d'], 'voice.mp3'],
  [20, 'voice.ogg', 'audio/ogg', 'audio', [15644, '09c2a0e59136ef4e'], 'voice.ogg'],
  [21, 'voice.flac', 'audio/flac', 'audio', [56746, '9eacf0ba4f986955'], 'voice.flac'],
  [22, 'demo.mp4', 'video/mp4', 'video', [10889, '53642a144c6c5dcd'], 'demo.mp4'],
  [23, 'demo.webm', 'video/webm', 'video', [9601, 'a6fb33940f84f61e'], 'demo.webm'],
  [24, 'chart.png', 'image/png', 'image', PNG, 'chart.png'],
  [25, 'no-extension', 'application/pdf', 'document', PDF, 'no-extension.bin'],
  [26, 'lies.txt', 'image/png', 'image', PNG, 'lies.txt'],
  [27, 'not-an-image.png', 'image/png', 'image', [25, '5c140d35dcb46a62'], 'not-an-image.png'],
  [
    28,
    'logo.svg',
    'image/svg+xml',
    'text',
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="teal"/></svg>',
    'logo.svg',
  ],
  [29, 'windows.txt', 'text/plain', 'text', 'UTF-16 文本，来自 Windows\r\n', 'windows.txt'],
  [30, '成绩 表.csv', 'text/csv', 'text', 'name,score\n甲,9\n乙,7\n', '成绩 表.csv'],
  [31, 'drawn by canvas', 'image/png', 'image', PNG, 'drawn by canvas.png'],
  [32, 'empty.bin', 'application/octet-stream', 'other', [0, 'e3b0c44298fc1c14'], 'empty.bin'],
];

/** The metadata contradicts, or is not borne out by, the bytes. */
const CONTRADICTED = 26;
const UNSIGNED = 27;

describe('the real root', () => {
  const store = realStore();

  for (const [number, name, mimeType, kind, content, filename] of REAL) {
    it(`[3-R4.1][3-R6.1][1-R1.1][1-R1.2] opens ${number}, "${name}": ${mimeType}`, async () => {
      const id = String(number);
      const metadata = await store.getMetadata(`artifact:${id}`);
      assert(metadata);
      assert.deepEqual(
        [metadata.id, metadata.name, metadata.filename, metadata.state, metadata.problem],
        [id, name, filename, 'present', undefined],
      );
      const artifact = await store.getArtifact(id);
      assert(artifact);
      assert.deepEqual([artifact.id, artifact.meta.name, artifact.meta.filename, artifact.mimeType], [id, name, filename, mimeType]);
      assert.equal(mediaKind(mimeType), kind);
      assert.equal(artifact.detection?.kind, kind);
      assert.equal(artifact.isBinary, kind !== 'text');
      if (typeof content === 'string') assert.equal(artifact.content, content);
      else {
        assert(artifact.content instanceof Uint8Array);
        assert.deepEqual([artifact.size, createHash('sha256').update(artifact.content).digest('hex').slice(0, 16)], content);
      }
      assert.equal(artifact.detection?.isContradiction, number === CONTRADICTED);
      assert.equal(artifact.detection?.lacksSignature, number === UNSIGNED);
      assert.equal(artifact.contentFailure, undefined);
    });
  }

  it('33 is reserved: it has its metadata, and getArtifact gives null', async () => {
    const metadata = await store.getMetadata('33');
    assert(metadata);
    assert.deepEqual(
      [metadata.state, metadata.name, metadata.type, metadata.agentId, metadata.createdAt, metadata.location, metadata.size],
      ['reserved', 'pending-export.mp4', 'video/mp4', 'agent-editor', '2026-11-21T20:15:48.312Z', undefined, undefined],
    );
    assert.equal(await store.getArtifact('33'), null);
  });

  it('lists all 33, newest first, with the same names and states', async () => {
    const { items, total, next } = await store.list();
    assert.deepEqual([total, next], [33, undefined]);
    assert.deepEqual(
      items.map(({ id, name }) => [Number(id), name]),
      [...REAL.map(([id, name]) => [id, name]), [33, 'pending-export.mp4']].reverse(),
    );
    assert.deepEqual(
      items.filter(({ state }) => state !== 'present').map(({ id, state }) => [id, state]),
      [['33', 'reserved']],
    );
  });

  it('reads every field of a sidecar, wherever the runtime put it', async () => {
    const facts = async (id: string) => {
      const found = await store.getMetadata(id);
      return [found?.type, found?.size, found?.createdAt, found?.messageId, found?.agentId, found?.meta];
    };
    assert.deepEqual(await facts('1'), [
      'text/markdown',
      46,
      '2026-11-21T20:15:48.221Z',
      'msg-001',
      'agent-planner',
      { createdByAgentId: 'agent-planner' },
    ]);
    assert.deepEqual(await facts('31'), [
      'image/png',
      9302,
      '2026-11-21T20:15:48.304Z',
      'msg-020',
      'agent-artist',
      { width: 640, height: 400 },
    ]);
    assert.deepEqual(await facts('9'), ['image/jpeg', 284272, '2026-11-21T20:15:48.247Z', undefined, undefined, {}]);
  });

  it('[1-R8.1] says null for what is not there, and never guesses a similar name', async () => {
    for (const reference of ['34', '0', '08', '8.png', '8.meta', '1.md', 'chart.png', 'artifact:8.png', '-1', '1e1', '９']) {
      assert.equal(await store.getMetadata(reference), null, reference);
      assert.equal(await store.getArtifact(reference), null, reference);
    }
  });
});
