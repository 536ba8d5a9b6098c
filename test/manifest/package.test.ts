import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import { repository, vsix } from '../tooling/product.mjs';
import { readJson, type Manifest } from './sources.ts';
import { listZip, type ZipEntry } from './zip.ts';

/** The activation path stays light; what is heavy belongs in a lazy chunk. In bytes. */
const extensionLimit = 250_000;

/** What an installed extension consists of; vsce adds the first two and lower-cases the names of the texts. */
const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/package(\.nls(\.[\w-]+)?)?\.json$/,
  /^extension\/(readme|changelog)\.md$/i,
  /^extension\/LICENSE(\.txt|\.md)?$/i,
  /^extension\/media\/[\w./-]+\.(svg|png|gif|jpg|pdf|mp3|mp4|docx|xlsx|json|txt|md)$/,
  /^extension\/dist\/(extension\.js|worker\.js|(core|cli|mcp|worker)\.mjs|chunks\/[\w.-]+\.js|chunks-esm\/[\w.-]+\.mjs|data\/\w+\.cjs|web\/(extension|worker)\.js)$/,
  /^extension\/dist\/webview\/([\w.-]+\.(js|css|ttf)|chunks\/[\w.-]+\.js)$/,
  /^extension\/dist\/webview\/pdf\/(cmaps\/([\w-]+\.bcmap|LICENSE)|standard_fonts\/(Foxit(Symbol|Dingbats)\.pfb|LICENSE_FOXIT))$/,
  /^extension\/dist\/THIRD_PARTY_NOTICES\.txt$/,
  /^extension\/dist\/docs\/(formats\/)?[\w-]+\.md$/,
  /^extension\/dist\/schemas\/[\w.-]+\.json$/,
  /^extension\/dist\/types\/[\w./-]+\.d\.ts$/,
];

describe('The packaged extension', () => {
  let entries: ZipEntry[];

  before(() => {
    entries = listZip(readFileSync(vsix));
  });

  const size = (name: string) => entries.find((entry) => entry.name === `extension/${name}`)?.size;

  it('holds only what runs', () => {
    assert.deepEqual(
      entries.map(({ name }) => name).filter((name) => !allowed.some((pattern) => pattern.test(name))),
      [],
    );
  });

  it('takes less than 8.5 MB', () => {
    const { length } = readFileSync(vsix);
    assert.ok(length < 8_500_000, `${length} bytes`);
  });

  it('holds the workers that its entries start', () => {
    for (const worker of ['dist/worker.js', 'dist/worker.mjs', 'dist/web/worker.js']) assert.ok((size(worker) ?? 0) > 0, worker);
  });

  it('holds nothing with a path that leads out of it', () => {
    assert.deepEqual(
      entries.filter(({ name }) => name.split(/[\\/]/).includes('..') || /^([\\/]|\w:)/.test(name)),
      [],
    );
  });

  it('holds everything the manifest names', () => {
    const manifest = readJson<Manifest>('package.json');
    const named = JSON.stringify(manifest.contributes).match(/(?<=")\.?\/?(?:media|dist)\/[^"]+\.\w+(?=")/g) ?? [];
    const files = [manifest.main, manifest.browser, ...named].map((file) => file.replace(/^\.\//, ''));
    assert.deepEqual(
      files.filter((file) => size(file) === undefined),
      [],
    );
  });

  it('holds the webview and its parts, the library and the translations', () => {
    const files = [
      'dist/webview/preview.js',
      'dist/webview/preview.css',
      'dist/webview/matrix.js',
      'dist/webview/matrix.css',
      'dist/webview/codicon.css',
      'dist/webview/codicon.ttf',
      'dist/webview/highlight.worker.js',
      'dist/webview/pdf.worker.js',
      'dist/webview/pdf/cmaps/UniGB-UCS2-H.bcmap',
      'dist/webview/pdf/standard_fonts/FoxitSymbol.pfb',
      'dist/core.mjs',
      'dist/cli.mjs',
      'dist/mcp.mjs',
      'dist/schemas/llmservices.schema.json',
      'dist/schemas/llmservices.editor.json',
      'media/l10n/bundle.l10n.zh-cn.json',
      'package.nls.zh-cn.json',
    ];
    assert.deepEqual(
      files.filter((file) => !size(file)),
      [],
    );
  });

  it(`activates from less than ${extensionLimit} bytes`, () => {
    const bytes = size('dist/extension.js');
    assert.ok(bytes !== undefined && bytes > 0 && bytes < extensionLimit, `${bytes} bytes`);
  });
});

describe('The JSON schema of llmservices.json', () => {
  const { resolve } = createRequire(path.join(repository, 'package.json'));
  const name = 'agent-artifacts/schemas/llmservices.schema.json';

  it('has an address in the npm package', () => {
    assert.equal(resolve(name), path.join(repository, 'dist/schemas/llmservices.schema.json'));
  });

  it('[E-13a] is strict as it ships, and what VS Code is given for its own completions is not', () => {
    const read = (file: string) => readJson<object>(file);
    const check = new Ajv({ strict: true }).compile(read('dist/schemas/llmservices.schema.json'));
    assert.ok(check(readJson('test/fixtures/agent-society-root/config/llmservices.json')));
    for (const wrong of [{}, { services: [{}] }, { services: [{ id: 'a', capabilities: { input: [1] } }] }]) assert.ok(!check(wrong));
    const [contributed] = readJson<{ contributes: { jsonValidation: { url: string }[] } }>('package.json').contributes.jsonValidation;
    assert.equal(contributed?.url, './dist/schemas/llmservices.editor.json');
    assert.ok(new Ajv({ strict: false }).compile(read('dist/schemas/llmservices.editor.json'))({ services: 5 }));
  });
});
