import { optionsOf } from '../../io/arguments.ts';
import data from './catalogue.json';
import type { CapabilityList } from '../capability.ts';
import {
  type CapabilityFinding,
  type Inference,
  type InferenceSource,
  INFERRED_CAPABILITIES,
  INFERRED_NAMES,
  type InferredCapability,
} from './inference.ts';
import { aliasesOf, canonicalName, generationOf, isOnlyGeneration, stemOf } from './model-name.ts';

/** Knowledge about some capabilities, with its source. */
interface Clue {
  readonly source: Omit<InferenceSource, 'package' | 'date'>;
  /** "Yes" or "no" for a capability of {@link INFERRED_NAMES}, with the package that says so. */
  says(name: InferredCapability): { readonly known: 'yes' | 'no'; readonly package?: string; readonly date?: string } | undefined;
}

/** Names whose answers a catalogue keeps. */
const MOST_REMEMBERED = 5000;

/**
 * A model's capabilities by its name alone; null when nothing is known. Each capability uses the most reliable source: the catalogue's
 * entry, the same model under other names, its family; only without these, words in the name. Cached.
 *
 * @param options.provider the host or maker, when the name doesn't include it: `anthropic`
 */
export function inferCapabilities(model: string, options: { readonly provider?: string } = {}): Inference | null {
  return inferIn(CAPABILITY_CATALOGUE, model, options);
}

function inferIn(catalogue: CapabilityCatalogue, model: string, options: { readonly provider?: string }): Inference | null {
  const { remembered } = catalogue;
  const name = typeof model === 'string' ? canonicalName(model) : undefined;
  if (name === undefined) return null;
  const { provider: said } = optionsOf(options, ['provider']);
  const provider = typeof said === 'string' ? canonicalName(said) : undefined;
  const key = JSON.stringify([provider, name]);
  let found = remembered.get(key);
  if (found === undefined) {
    found = inferAnew(catalogue, name, provider);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(key, found);
  }
  return found && { ...found, model };
}

function inferAnew(catalogue: CapabilityCatalogue, name: string, provider: string | undefined): Omit<Inference, 'model'> | null {
  const clues = cluesOf(catalogue, name, provider);
  const [first] = clues;
  if (first === undefined) return null;
  const findings = INFERRED_CAPABILITIES.map(({ list, type }, at) => finding(list, type, INFERRED_NAMES[at] as InferredCapability, clues));
  const known = (list: CapabilityList): string[] =>
    findings.filter((each) => each.list === list && each.known === 'yes').map(({ type }) => type);
  return {
    match: first.source.match,
    entry: first.source.entry,
    findings,
    capabilities: { input: ['text', ...known('input')], output: ['text', ...known('output')] },
  };
}

/** The ids of the models whose capabilities the catalogue knows, sorted. */
export function catalogueModelIds(): readonly string[] {
  return CAPABILITY_CATALOGUE.ids;
}

/** A number of tokens, and where it stands. */
export interface ModelLimit {
  readonly tokens: number;
  readonly source: InferenceSource & { readonly date: string };
}

/** How much a model takes and gives; what is not known is absent. */
export interface ModelLimits {
  /** The context window: all of input and output together, or of the input alone where the maker counts so. */
  readonly context?: ModelLimit;
  /** The longest input, where the maker accepts less than the window. */
  readonly input?: ModelLimit;
  /** The longest answer. */
  readonly output?: ModelLimit;
}

/**
 * The limits of a model by its name alone, from the catalogue's entry, else that of the same model under another name; families have none.
 *
 * @param options.provider the host or maker, when the name doesn't include it
 */
export function modelLimits(model: string, options: { readonly provider?: string } = {}): ModelLimits {
  return limitsIn(CAPABILITY_CATALOGUE, model, options);
}

function limitsIn(catalogue: CapabilityCatalogue, model: string, options: { readonly provider?: string }): ModelLimits {
  const name = typeof model === 'string' ? canonicalName(model) : undefined;
  if (name === undefined) return {};
  const { provider: said } = optionsOf(options, ['provider']);
  const entries = entriesOf(catalogue, name, typeof said === 'string' ? canonicalName(said) : undefined);
  const first = (limit: 'context' | 'output'): ModelLimit | undefined => {
    for (const { entry, match } of entries) {
      const known = entry.limits[limit];
      if (known) return { tokens: known.tokens, source: { match, entry: entry.id, package: known.package, date: known.date } };
    }
    return undefined;
  };
  const [context, output] = [first('context'), first('output')];
  const input = inputLimit(name, context);
  return { ...(context && { context }), ...(input && { input }), ...(output && { output }) };
}

/** GPT-5 to 5.4 with a window of 400,000 tokens, which OpenAI divides: 272,000 of input, 128,000 of the answer. */
const DIVIDED_WINDOW = {
  models: /(?:^|[/.])gpt-5(?:\.[1-4])?(?![\d.])(?!.*-(?:pro|image|chat))/,
  context: 400_000,
  input: { tokens: 272_000, package: 'github.com/cline/cline/issues/5474', date: '2025-08-09' },
};

/**
 * What a server said of gpt-5 and gpt-5-mini, in August 2025, and did to gpt-5.2: "Input tokens exceed the configured limit of 272000 tokens."
 *
 * @see https://github.com/cline/cline/issues/5474, https://github.com/RooCodeInc/Roo-Code/issues/6856, https://openai.com/index/introducing-gpt-5-for-developers/
 */
function inputLimit(name: string, context: ModelLimit | undefined): ModelLimit | undefined {
  if (context?.tokens !== DIVIDED_WINDOW.context || !DIVIDED_WINDOW.models.test(name)) return undefined;
  const { tokens, ...from } = DIVIDED_WINDOW.input;
  return { tokens, source: { ...context.source, ...from } };
}

function finding(
  list: CapabilityList,
  type: CapabilityFinding['type'],
  name: InferredCapability,
  clues: readonly Clue[],
): CapabilityFinding {
  for (const { source, says } of clues) {
    const said = says(name);
    if (said === undefined) continue;
    const { known, ...origin } = said;
    return { list, type, known, source: { ...source, ...origin } };
  }
  return { list, type, known: 'unknown' };
}

/** Most reliable first. */
function cluesOf(catalogue: CapabilityCatalogue, name: string, provider: string | undefined): readonly Clue[] {
  const stem = stemOf(name);
  const entries = entriesOf(catalogue, name, provider).filter(({ entry }) => entry.hasCapabilities);
  const family = FAMILIES.find(({ pattern }) => pattern.test(stem));
  const clues = [
    ...entries.map(({ entry, match }) => clueOf(entry, match)),
    ...(family ? [said('family', family.name, family.yes, family.no)] : []),
  ];
  if (clues.length > 0) return clues;
  return HINTS.flatMap(({ words, yes }) => {
    const word = words.exec(stem)?.[0];
    return word === undefined ? [] : [said('guess', word, yes, [])];
  });
}

/** The catalogue's entries of a model, nearest first. */
function entriesOf(
  { byId, byStem }: CapabilityCatalogue,
  name: string,
  provider: string | undefined,
): readonly { readonly entry: CatalogueEntry; readonly match: 'exact' | 'alias' }[] {
  const own = [name, ...(provider === undefined ? [] : [`${provider}/${name}`])].flatMap((id) => byId.get(id) ?? []);
  const others = [...aliasesOf(name).flatMap((alias) => byId.get(alias) ?? []), ...ofGeneration(name, byStem.get(stemOf(name)) ?? [])];
  const exact = new Set(own);
  return [...new Set([...own, ...others])].map((entry) => ({ entry, match: exact.has(entry) ? 'exact' : 'alias' }));
}

/**
 * Those of one stem that are of the generation of a name: without a version in it, a month tells one, and `-latest` leads to none. All are of
 * the only month there is.
 */
function ofGeneration(name: string, entries: readonly CatalogueEntry[]): readonly CatalogueEntry[] {
  const generation = generationOf(name);
  if (generation === undefined) return entries;
  const isOnlyOne = isOnlyGeneration(
    name,
    entries.map(({ id }) => id),
  );
  return entries.filter(({ id }) => isOnlyOne || generationOf(id) === generation);
}

function clueOf(entry: CatalogueEntry, match: 'exact' | 'alias'): Clue {
  return { source: { match, entry: entry.id }, says: (name) => entry.says(name) };
}

function said(match: 'family' | 'guess', entry: string, yes: readonly InferredCapability[], no: readonly InferredCapability[]): Clue {
  return {
    source: { match, entry },
    says: (name) => (yes.includes(name) ? { known: 'yes' } : no.includes(name) ? { known: 'no' } : undefined),
  };
}

/**
 * Common capabilities of a model family, for names missing from the catalogue. The first match wins. At least nine in ten of the family's
 * catalogue models with known values must agree; a test checks this whenever the catalogue is rebuilt.
 */
export interface CapabilityFamily {
  readonly name: string;
  /** Matches the stem of a model's name: lower case, versions with dashes, without prefix, suffix and date. */
  readonly pattern: RegExp;
  readonly yes: readonly InferredCapability[];
  readonly no: readonly InferredCapability[];
  /** Who says so of a family of which the catalogue has no model. */
  readonly source?: string;
}

const IMAGES_AND_TOOLS = ['input.vision', 'output.tool_calling'] as const;
const IMAGES_FILES_AND_TOOLS = [...IMAGES_AND_TOOLS, 'input.file'] as const;
const NO_SOUND_OR_VIDEO = ['input.audio', 'input.video', 'output.audio', 'output.video'] as const;
const TEXT_ONLY = ['input.vision', 'input.file'] as const;

/** Narrower families come first. */
export const FAMILIES: readonly CapabilityFamily[] = [
  { name: 'GPT-3.5', pattern: /^gpt-3-5/, yes: [], no: [...TEXT_ONLY, ...NO_SOUND_OR_VIDEO] },
  {
    name: 'GPT-4o',
    pattern: /^gpt-4o(?!.*(?:audio|realtime|search|transcribe|tts))/,
    yes: [...IMAGES_FILES_AND_TOOLS, 'output.structured_output'],
    no: NO_SOUND_OR_VIDEO,
  },
  { name: 'GPT-4.1', pattern: /^gpt-4-1/, yes: [...IMAGES_FILES_AND_TOOLS, 'output.structured_output'], no: NO_SOUND_OR_VIDEO },
  {
    name: 'GPT-5 and later',
    pattern: /^gpt-[5-9](?!-chat)/,
    yes: [...IMAGES_FILES_AND_TOOLS, 'output.structured_output'],
    no: NO_SOUND_OR_VIDEO,
  },
  { name: 'gpt-oss', pattern: /^gpt-oss/, yes: ['output.tool_calling'], no: [...TEXT_ONLY, ...NO_SOUND_OR_VIDEO] },
  {
    name: 'OpenAI o1, o3, o4-mini',
    pattern: /^o(?:1|3|4-mini)(?!-(?:deep|mini|preview))/,
    yes: [...IMAGES_FILES_AND_TOOLS, 'output.structured_output'],
    no: NO_SOUND_OR_VIDEO,
  },
  {
    name: 'Claude 3 and later',
    pattern: /^claude-(?:[3-9]|(?:fable|haiku|mythos|opus|sonnet)-\d)/,
    yes: [...IMAGES_FILES_AND_TOOLS, 'input.tool_result_media'],
    no: NO_SOUND_OR_VIDEO,
  },
  {
    name: 'Gemini 2 and later',
    pattern: /^gemini-[2-9](?!.*(?:audio|computer|embedding|image|live|tts))/,
    yes: [...IMAGES_AND_TOOLS, 'input.audio', 'input.video', 'input.file'],
    no: ['output.audio', 'output.video'],
  },
  { name: 'Gemma 3 and later', pattern: /^gemma-?[34](?!n|[:-](?:1b|270m))/, yes: ['input.vision'], no: [] },
  { name: 'Grok 4.1 and later', pattern: /^grok-(?:4-[1-9]|[5-9])/, yes: IMAGES_AND_TOOLS, no: ['input.audio', 'output.audio'] },
  { name: 'Llama 4', pattern: /^llama-?4/, yes: IMAGES_AND_TOOLS, no: [] },
  { name: 'Llama 3.2 Vision', pattern: /^(?:meta-)?llama-?3-2-(?:(?:11|90)b|vision)/, yes: ['input.vision'], no: [] },
  { name: 'Llama 3', pattern: /^(?:meta-)?llama-?3/, yes: [], no: TEXT_ONLY },
  { name: 'Mistral Small and Medium', pattern: /^mistral-(?:medium|small)/, yes: IMAGES_AND_TOOLS, no: ['input.file'] },
  { name: 'Pixtral', pattern: /^pixtral/, yes: IMAGES_AND_TOOLS, no: [] },
  { name: 'Qwen VL', pattern: /^qwen[\d-]*vl/, yes: ['input.vision'], no: [] },
  { name: 'Qwen Omni', pattern: /^qwen[\d-]*omni/, yes: ['input.vision'], no: [] },
  { name: 'Qwen 3', pattern: /^qwen-?3(?:-(?:coder|next|\d+b)(?:-.*)?)?$/, yes: [], no: ['input.vision'] },
  { name: 'Qwen 2', pattern: /^qwen-?2(?!.*(?:audio|omni|vision|vl))/, yes: [], no: TEXT_ONLY },
  { name: 'DeepSeek V3 and R1', pattern: /^deepseek-(?:chat|r1|reasoner|v3)/, yes: [], no: TEXT_ONLY },
  { name: 'GLM-V', pattern: /^glm-[\d-]+v/, yes: IMAGES_AND_TOOLS, no: [] },
  { name: 'GLM', pattern: /^glm-[4-9]/, yes: ['output.tool_calling'], no: [] },
  { name: 'Kimi K2.5 and later', pattern: /^kimi-k(?:2-[5-9]|[3-9])/, yes: IMAGES_AND_TOOLS, no: [] },
  { name: 'Kimi K2', pattern: /^kimi-k2/, yes: ['output.tool_calling'], no: TEXT_ONLY },
  { name: 'MiniMax M2', pattern: /^minimax-m2/, yes: ['output.tool_calling'], no: ['input.vision'] },
  { name: 'Amazon Nova Lite, Pro, Premier', pattern: /^nova-(?:lite|premier|pro)/, yes: [...IMAGES_AND_TOOLS, 'input.video'], no: [] },
  { name: 'Amazon Nova Micro', pattern: /^nova-micro/, yes: ['output.tool_calling'], no: TEXT_ONLY },
  { name: 'Phi Vision and Multimodal', pattern: /^phi-?\d(?:-5)?-(?:multimodal|vision)/, yes: ['input.vision'], no: [] },
  { name: 'Phi 3 and 4', pattern: /^phi-?[34](?!.*(?:multimodal|vision))/, yes: [], no: ['input.vision'] },
  { name: 'Command A and R', pattern: /^command-(?:a(?:-reasoning|-translate)?|r(?:7b|-plus)?)$/, yes: [], no: TEXT_ONLY },
  {
    name: 'Command A Vision',
    pattern: /^command-a-vision/,
    yes: ['input.vision'],
    no: [],
    source: 'https://docs.cohere.com/docs/command-a-vision (2026-12)',
  },
  {
    name: 'MiniCPM-V',
    pattern: /^minicpm-v/,
    yes: ['input.vision'],
    no: [],
    source: 'https://docs.vllm.ai/en/v0.29.0/api/vllm/model_executor/models/minicpmv (2026-12)',
  },
  {
    name: 'Granite Vision',
    pattern: /^granite-?[\d-]+vision/,
    yes: ['input.vision'],
    no: [],
    source: 'https://ollama.com/library/granite3.2-vision (2026-12)',
  },
  { name: 'LLaVA', pattern: /^(?:bak)?llava/, yes: ['input.vision'], no: [] },
  { name: 'Mistral 7B', pattern: /^mistral(?:-7b|$)/, yes: [], no: ['input.vision'] },
  { name: 'Muse', pattern: /^muse-/, yes: IMAGES_AND_TOOLS, no: [] },
];

/** Whole words in otherwise unknown names, and what they suggest. */
export const HINTS: readonly { readonly words: RegExp; readonly yes: readonly InferredCapability[] }[] = [
  { words: /(?<![a-z])(?:internvl|llava|moondream|molmo|multimodal|ocr|vision|vl|vlm)(?![a-z])/, yes: ['input.vision'] },
  { words: /(?<![a-z])(?:omni)(?![a-z])/, yes: ['input.vision', 'input.audio'] },
  { words: /(?<![a-z])(?:audio|speech|voxtral|whisper)(?![a-z])/, yes: ['input.audio'] },
  { words: /(?<![a-z])(?:video)(?![a-z])/, yes: ['input.video'] },
];

/** The indexed catalogue file. Import this module dynamically (`loadCatalogue`): it is large and often not needed. */

/** A model id and what packages know about it. */
interface CatalogueEntry {
  readonly id: string;
  says(capability: InferredCapability): { readonly known: 'yes' | 'no'; readonly package: string; readonly date: string } | undefined;
  /** Whether more than limits is known of the model. */
  readonly hasCapabilities: boolean;
  readonly limits: Readonly<
    Record<'context' | 'output', { readonly tokens: number; readonly package: string; readonly date: string } | undefined>
  >;
}

export interface CapabilityCatalogue {
  /** Those whose capabilities are known, sorted. */
  readonly ids: readonly string[];
  readonly byId: ReadonlyMap<string, CatalogueEntry>;
  /** All spellings and versions of a model, nearest to the stem and best known first. */
  readonly byStem: ReadonlyMap<string, readonly CatalogueEntry[]>;
  /** Cache: checking a file asks for the same names repeatedly. */
  readonly remembered: Map<string, Omit<Inference, 'model'> | null>;
}

/** What catalogue.json has. */
export interface ModelsData {
  readonly capabilities: readonly string[];
  /** By letter. */
  readonly sources: Readonly<
    Record<string, { readonly package: string; readonly version: string; readonly date: string; readonly address?: string }>
  >;
  /** By model id. */
  readonly models: Readonly<Record<string, string>>;
}

const UNKNOWN = '.';

/** How the entries of a catalogue are read. */
interface Key {
  /** Where in an entry a capability stands. */
  readonly positions: ReadonlyMap<string, number>;
  /** By letter. */
  readonly sources: ReadonlyMap<string, { readonly package: string; readonly date: string }>;
}

/**
 * Decodes an entry: each character is a source's letter, upper case for yes, or a dot for unknown; behind them context window and longest
 * output in tokens, each behind its source's letter.
 */
function toEntry(id: string, text: string, { positions, sources }: Key): CatalogueEntry {
  const [characters = '', context, output] = text.split(' ');
  const limit = (known: string | undefined): CatalogueEntry['limits']['context'] => {
    const source = sources.get(known?.[0] ?? '');
    return known === undefined || source === undefined ? undefined : { tokens: Number(known.slice(1)), ...source };
  };
  return {
    id,
    hasCapabilities: /[^.]/.test(characters),
    limits: { context: limit(context), output: limit(output) },
    says(capability) {
      const character = characters[positions.get(capability) ?? -1] ?? UNKNOWN;
      const source = sources.get(character.toLowerCase());
      return source === undefined ? undefined : { known: character === character.toLowerCase() ? 'no' : 'yes', ...source };
    },
  };
}

function readCatalogue({ capabilities, sources, models: listed }: ModelsData): CapabilityCatalogue {
  const models = Object.entries<string>(listed);
  const key: Key = {
    positions: new Map(capabilities.map((name, at) => [name, at])),
    sources: new Map(
      Object.entries(sources).map(([letter, { package: name, version, date }]) => [letter, { package: `${name} ${version}`, date }]),
    ),
  };
  const unknowns = new Map(models.map(([id, characters]) => [id, characters.split(UNKNOWN).length]));
  const byId = new Map(models.map(([id, characters]) => [id, toEntry(id, characters, key)]));
  const byStem = new Map<string, CatalogueEntry[]>();
  for (const entry of byId.values()) {
    const stem = stemOf(entry.id);
    byStem.set(stem, [...(byStem.get(stem) ?? []), entry]);
  }
  for (const [stem, entries] of byStem) {
    const rank = ({ id }: CatalogueEntry): number => (id === stem ? 0 : (unknowns.get(id) ?? 0));
    entries.sort((a, b) => rank(a) - rank(b) || a.id.length - b.id.length || (a.id > b.id ? -1 : 1));
  }
  const ids = [...byId.values()].filter(({ hasCapabilities }) => hasCapabilities).map(({ id }) => id);
  return { ids, byId, byStem, remembered: new Map() };
}

/** The data that come with the product. */
export const BUNDLED_MODELS: ModelsData = data;

export const CAPABILITY_CATALOGUE: CapabilityCatalogue = readCatalogue(BUNDLED_MODELS);

/** The same functions over other data. */
export function modelsOf(models: ModelsData) {
  const catalogue = readCatalogue(models);
  return {
    inferCapabilities: ((model, options = {}) => inferIn(catalogue, model, options)) satisfies typeof inferCapabilities,
    catalogueModelIds: () => catalogue.ids,
    modelLimits: ((model, options = {}) => limitsIn(catalogue, model, options)) satisfies typeof modelLimits,
  };
}
