/**
 * Activates the built extension outside VS Code, with a stand-in for its API, and counts what it asks of the disk, and the files of its own
 * that it loads: node activation.mjs EXTENSION FOLDER → {"reads": ["readdir …"], "loaded": ["/…/dist/extension.js"]}
 */
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';

const [extension = '', folder = ''] = process.argv.slice(2);
/** @type {string[]} */
const reads = [];
let isCounting = false;

/** @param {string} name @param {unknown} target */
function note(name, target) {
  if (isCounting) reads.push(`${name} ${typeof target === 'string' ? path.basename(target) : ''}`.trim());
}

const READERS = [
  'open',
  'openSync',
  'opendir',
  'opendirSync',
  'readFile',
  'readFileSync',
  'readdir',
  'readdirSync',
  'stat',
  'statSync',
  'lstat',
  'lstatSync',
  'access',
  'accessSync',
  'existsSync',
  'realpath',
  'realpathSync',
  'watch',
  'watchFile',
  'createReadStream',
];
for (const module of /** @type {Record<string, any>[]} */ ([fs, fs.promises])) {
  for (const name of READERS.filter((reader) => typeof module[reader] === 'function')) {
    const original = module[name];
    module[name] = Object.assign((/** @type {unknown[]} */ ...args) => {
      note(name, args[0]);
      return original.apply(module, args);
    }, original);
  }
}

/**
 * A stand-in that can be called, constructed, extended and asked for anything.
 * @param {string} name
 * @returns {any}
 */
function anything(name) {
  const known = new Map();
  return new Proxy(
    class Anything {
      dispose() {}
    },
    {
      get(target, key) {
        if (key === 'then' || key === Symbol.iterator || key === Symbol.asyncIterator) return undefined;
        if (key === Symbol.toPrimitive) return () => 0;
        if (key === 'prototype') return target.prototype;
        if (key === 'dispose') return () => undefined;
        if (!known.has(key)) known.set(key, anything(`${name}.${String(key)}`));
        return known.get(key);
      },
      set(_target, key, value) {
        known.set(key, value);
        return true;
      },
      apply() {
        if (/\.fs\.(stat|readDirectory|readFile)$/.test(name)) note(name, undefined);
        return /\.(get|executeCommand|isTrusted)$/.test(name) ? undefined : anything(`${name}()`);
      },
    },
  );
}

class EventEmitter {
  event = () => ({ dispose() {} });
  fire() {}
  dispose() {}
}

class Disposable {
  /** @param {() => void} call */
  constructor(call) {
    this.dispose = call;
  }
  /** @param {{dispose(): void}[]} all */
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

/** @param {string} scheme @param {string} place @returns {any} */
function uri(scheme, place) {
  return {
    scheme,
    path: place,
    fsPath: place,
    authority: '',
    query: '',
    fragment: '',
    with: (/** @type {object} */ change) => Object.assign(uri(scheme, place), change),
    toString: () => `${scheme}://${place}`,
  };
}
const Uri = {
  file: (/** @type {string} */ place) => uri('file', place),
  parse: (/** @type {string} */ text) => uri(text.split(':', 1)[0] ?? '', text.replace(/^[^:]*:(\/\/)?/, '')),
  joinPath: (/** @type {{scheme: string, path: string}} */ base, /** @type {string[]} */ ...parts) =>
    uri(base.scheme, path.posix.join(base.path, ...parts)),
};

/**
 * Gives an object an answer for every name it does not have. By its prototype: bundlers copy a module's own names and keep that.
 * @template {object} T @param {string} name @param {T} parts @returns {T}
 */
function complete(name, parts) {
  const rest = anything(name);
  return Object.setPrototypeOf(parts, new Proxy({}, { get: (_target, key) => rest[key] }));
}

const vscode = complete('vscode', {
  EventEmitter,
  Disposable,
  Uri,
  l10n: { t: (/** @type {any} */ message) => (typeof message === 'string' ? message : message.message) },
  env: complete('vscode.env', { language: 'en', uiKind: 1, remoteName: undefined, appHost: 'desktop' }),
  window: complete('vscode.window', {
    tabGroups: complete('vscode.window.tabGroups', { all: [] }),
    visibleTextEditors: [],
    terminals: [],
  }),
  workspace: complete('vscode.workspace', {
    workspaceFolders: [{ uri: Uri.file(folder), name: 'root', index: 0 }],
    isTrusted: true,
    textDocuments: [],
    getConfiguration: () => ({ get: (/** @type {string} */ _key, /** @type {unknown} */ fallback) => fallback, inspect: () => undefined }),
  }),
});

const loader = /** @type {any} */ (Module);
const load = loader._load;
loader._load = (/** @type {string} */ request, /** @type {unknown[]} */ ...rest) =>
  request === 'vscode' ? vscode : load(request, ...rest);

const extensionPath = path.resolve(path.dirname(extension), '..');
const { activate } = createRequire(import.meta.url)(path.resolve(extension));
isCounting = true;
await activate(
  complete('context', {
    subscriptions: [],
    extensionUri: Uri.file(extensionPath),
    extensionPath,
    extensionMode: 1,
    globalStorageUri: Uri.file(path.join(folder, '.storage')),
  }),
);
// What activation sets going would come now.
for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
isCounting = false;
const loaded = Object.keys(loader._cache).filter((file) => file.startsWith(extensionPath));
process.stdout.write(JSON.stringify({ reads, loaded }), () => process.exit());
