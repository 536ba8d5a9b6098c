import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import otherTypes from 'mime/types/other.js';
import standardTypes from 'mime/types/standard.js';
import { BinaryDetector } from '../../src/core/content/binary-detector.ts';
import type * as core from '../../src/core/index.ts';
import { run } from '../tooling/processes.mjs';

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
  it('[E-11] has types in which `fs` may be left out, and everything that is in it', async () => {
    const folder = path.join(repository, 'out/consumer');
    const names = Object.keys((await import(pathToFileURL(path.join(repository, 'dist/core.mjs')).href)) as object);
    const source = [
      `import { ${names.join(', ')} } from 'agent-artifacts/core';`,
      `export const all = [${names.join(', ')}];`,
      "export const folders = { artifactsDir: '/a', workspacesDir: '/w' };",
      "export const registry = new LlmServiceRegistry({ configDir: '/c' });",
      "export const made = [new ArtifactStore(folders), new WorkspaceManager(folders), new IdGenerator(folders), new AgentRegistry({ runtimeDir: '/r', serviceRegistry: registry }), new ArtifactStore({ ...folders, fs: new NodeFileSystem() })];",
    ].join('\n');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'consumer.mts'), source);
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
      '--skipLibCheck',
      '--ignoreConfig',
    ];
    await run(process.execPath, [path.join(repository, 'node_modules/typescript/bin/tsc'), ...options, path.join(folder, 'consumer.mts')], {
      cwd: folder,
    });
  });

  it('recognises files by their signatures in plain Node, so its lazy chunk loads', async () => {
    const built = (await import(pathToFileURL(path.join(repository, 'dist/core.mjs')).href)) as typeof core;
    const detector = new built.BinaryDetector();
    for (const [file, mimeType] of SIGNATURES) {
      const detection = await detector.detectBinary(await readFile(path.join(artifacts, file)));
      assert.equal(detection.detectedMimeType, mimeType, file);
    }
  });

  it('knows the media type of every extension that its package knows, although the tables are built as text', async () => {
    const built = (await import(pathToFileURL(path.join(repository, 'dist/core.mjs')).href)) as typeof core;
    const detector = new built.BinaryDetector();
    const extensions = [standardTypes, otherTypes]
      .flatMap((types) => Object.values(types).flat())
      .map((extension) => extension.replace(/^\*/, ''));
    assert(extensions.length > 1000);
    for (const extension of new Set(extensions)) {
      const { declaredMimeType } = await detector.detectBinary(new Uint8Array(0), { extension });
      const { declaredMimeType: expected } = await new BinaryDetector().detectBinary(new Uint8Array(0), { extension });
      assert.equal(declaredMimeType, expected, extension);
    }
  });

  it('counts tokens as the package does, although the vocabulary is packed', async () => {
    const built = (await import(pathToFileURL(path.join(repository, 'dist/core.mjs')).href)) as typeof core;
    for (const text of [
      'The quick brown fox, “jumps” over 12345 lazy dogs;\n',
      '我们今天去北京看展览，然后吃烤鸭。',
      '👩‍👩‍👧‍👦 naïve 𝒽𝑒𝓁𝓁𝑜 مرحبا',
      'const f = (x) => `${x ** 2}`;\n\n\t// Ünïcödé \ud7ff\ue000',
    ]) {
      const { high } = await built.estimateTextTokens(text, { api: 'openai-chat', model: 'gpt-4o' });
      assert.equal(high, countTokens(text), text);
    }
  });

  it('reads sizes, pages and seconds in plain Node, so those lazy chunks load', async () => {
    const built = (await import(pathToFileURL(path.join(repository, 'dist/core.mjs')).href)) as typeof core;
    const facts = async (file: string, mimeType: string) => built.readMediaFacts(await readFile(path.join(artifacts, file)), { mimeType });
    assert.equal((await facts('12.bmp', 'image/bmp')).width, 160);
    assert.equal((await facts('15.pdf', 'application/pdf')).pages, 1);
    for (const [file, mimeType] of [
      ['18.wav', 'audio/wav'],
      ['19.mp3', 'audio/mpeg'],
      ['20.ogg', 'audio/ogg'],
      ['21.flac', 'audio/flac'],
      ['23.webm', 'video/webm'],
    ] as const) {
      assert(((await facts(file, mimeType)).duration ?? 0) >= 2, file);
    }
  });

  it('[L-10] reads facts in a thread that can be stopped, which keeps no process alive', () => {
    const script = `
      let started = 0;
      process.on('worker', () => started++);
      const { readMediaFacts } = await import(${JSON.stringify(pathToFileURL(path.join(repository, 'dist/core.mjs')).href)});
      const facts = await readMediaFacts(await (await import('node:fs/promises')).readFile(${JSON.stringify(path.join(artifacts, '15.pdf'))}), { mimeType: 'application/pdf' });
      console.log(started, facts.pages);`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.deepEqual([stdout, status], ['1 1\n', 0]);
  });

  it('[L-10] comes with the names and the licence of the packages whose figures the catalogue holds', async () => {
    const notices = await readFile(path.join(repository, 'dist/THIRD_PARTY_NOTICES.txt'), 'utf8');
    const read = async (name: string) =>
      JSON.parse(await readFile(path.join(repository, 'src/core/models/catalogue', name), 'utf8')) as unknown;
    type Source = Partial<Record<'package' | 'version' | 'license' | 'copyright', string>>;
    const { sources } = (await read('catalogue.json')) as { sources: Record<string, Source> };
    const { source } = (await read('prices.json')) as { source: Source };
    const licensed = [...Object.values(sources), source].filter(({ license }) => license !== undefined);
    assert.ok(licensed.length > 8);
    for (const { package: name, version, license, copyright } of licensed)
      assert.ok(notices.includes(`${name} ${version} (${license}): ${copyright}\n`), name);
    assert.match(notices, /Figures of models and their prices, from:\n(?:.+\n)+\nPermission is hereby granted/);
  });

  it('infers from the catalogue and reads YAML, both in chunks of their own', async () => {
    const file = path.join(repository, 'dist/core.mjs');
    const built = (await import(pathToFileURL(file).href)) as typeof core;
    const { inferCapabilities } = await built.loadCatalogue();
    assert.equal(inferCapabilities('gpt-4o')?.match, 'exact');
    const imported = await built.importServices('models: [{model: m, apiBase: http://a}]', { filename: 'config.yaml' });
    assert.ok(imported.ok);
    assert.deepEqual(imported.services, [{ id: 'm', baseURL: 'http://a', model: 'm' }]);
    for (const name of ['dist/core.mjs', 'dist/cli.mjs', 'dist/extension.js']) {
      const text = await readFile(path.join(repository, name), 'utf8');
      assert.doesNotMatch(text, /Made by npm run catalogue|tag:yaml\.org/, name);
    }
  });

  it('loads nothing of the catalogue and its prices by activation', async () => {
    const extension = path.join(repository, 'dist/extension.js');
    const script = path.join(repository, 'test/bench/activation.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [script, extension, path.join(repository, 'test/fixtures/project')]);
    const { loaded } = JSON.parse(stdout) as { loaded: string[] };
    assert.ok(loaded.includes(extension));
    const ofCatalogue = /Made by npm run catalogue/;
    const chunks = path.join(repository, 'dist/chunks');
    const data: string[] = [];
    for (const name of await readdir(chunks)) {
      const file = path.join(chunks, name);
      if (name.endsWith('.js') && ofCatalogue.test(await readFile(file, 'utf8'))) data.push(file);
    }
    assert.equal(data.length, 2, 'models and prices, a chunk each');
    assert.deepEqual(
      loaded.filter((file) => data.includes(file)),
      [],
    );
  });
});
