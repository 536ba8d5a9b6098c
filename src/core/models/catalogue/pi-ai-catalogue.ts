import * as z from 'zod/mini';
import { MAX_CATALOGUE_BYTES } from '../../io/limits.ts';
import { own } from '../../io/own.ts';
import { type CatalogueFile, type CatalogueReading, checkCatalogueFile } from './catalogue-file.ts';
import { PRICED_UNITS, type PricedUnit } from '../price.ts';
import type { ModelsData } from './infer-capabilities.ts';
import { isOfTime, type PricedModel, type PricesData, pricesOf } from './model-prices.ts';
import { PI_AI_DATA } from './pi-ai-package.ts';

/**
 * A newer `@earendil-works/pi-ai` over the catalogue that comes with the product, by the rules of `npm run catalogue` as far as one package
 * can tell: what it says newly fills what is unknown and wins over what older packages denied; the word of a maker stands. Of all packages that the
 * catalogue is made of it alone has its data as JSON: the others would have to be run.
 */

const MANIFEST = `${PI_AI_DATA}.manifest.json`;

/** What was taken from a package: its own description, and files by their path in it. */
export interface PackageData {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const MANIFEST_SCHEMA = z.object({ generatedAt: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT/)) });
const amount = () => z.optional(z.number().check(z.nonnegative()));
const AMOUNTS = { input: amount(), output: amount(), cacheRead: amount(), cacheWrite: amount() };
const TIER = z.object({ ...AMOUNTS, inputTokensAbove: z.int().check(z.nonnegative()) });
const COST = z.object({ ...AMOUNTS, tiers: z.optional(z.array(TIER).check(z.maxLength(20))) });
const CHAT = z.object({
  id: z.string(),
  input: z.array(z.string()),
  contextWindow: z.optional(z.number()),
  maxTokens: z.optional(z.number()),
  cost: COST,
});
type Chat = z.infer<typeof CHAT>;
/** By API, then by kind and id. */
const GROUPS = z.record(z.string(), z.record(z.string(), z.looseObject({ type: z.string() })));

/** Where a file lists the models of their own maker; elsewhere a host may serve less of the context. */
const MAKERS = new Set([
  'alibaba',
  'anthropic',
  'cohere',
  'deepseek',
  'google',
  'minimax',
  'mistral',
  'moonshotai',
  'openai',
  'xai',
  'zai',
]);

/** Whose prices the files have, by the ids of the price list. At AWS the two mean different regions by the same name: there it only fills. */
const PRICED: Readonly<Record<string, string>> = {
  'amazon-bedrock': 'aws',
  anthropic: 'anthropic',
  azure: 'azure',
  cerebras: 'cerebras',
  deepseek: 'deepseek',
  fireworks: 'fireworks',
  google: 'google',
  groq: 'groq',
  minimax: 'minimax',
  mistral: 'mistral',
  moonshotai: 'moonshotai',
  openai: 'openai',
  openrouter: 'openrouter',
  together: 'together',
  xai: 'x-ai',
  zai: 'zai',
};

/** The bundled catalogue with what the package says. Its day is the one its data were made on. Never throws. */
export function withPiAi(bundled: CatalogueFile, { name, version, license, author, files }: PackageData): CatalogueReading {
  const refuse = (reason: string): CatalogueReading => ({ ok: false, fault: { reason } });
  const manifest = MANIFEST_SCHEMA.safeParse(parsed(files.get(MANIFEST)));
  if (!manifest.success) return refuse(`${MANIFEST} does not say of which day its data are`);
  const source = {
    package: name,
    version,
    date: manifest.data.generatedAt.slice(0, 10),
    ...(license !== undefined && { license }),
    ...(author !== undefined && { copyright: `Copyright ${author}` }),
  };
  const listed = listedIn(files);
  if (typeof listed === 'string') return refuse(`${listed} is not as it was`);
  if (listed.length === 0) return refuse(`${PI_AI_DATA} has no models`);
  const file = {
    ...bundled,
    models: withModels(bundled.models, listed, source),
    prices: { ...bundled.prices, ...newerPrices(bundled.prices, listed, source) },
  };
  if (JSON.stringify(file).length > MAX_CATALOGUE_BYTES) return refuse('there is more in it than a catalogue may have');
  const reading = checkCatalogueFile(file);
  // What the package says is of its own day, however new the others are.
  return reading.ok ? { ...reading, date: source.date } : reading;
}

/** The chat models of one file, which is named after who serves them. */
interface Listed {
  readonly provider: string;
  readonly chats: readonly Chat[];
}

/** What the files of the package list; the name of one that has another form. */
function listedIn(files: ReadonlyMap<string, Uint8Array>): readonly Listed[] | string {
  const listed: Listed[] = [];
  for (const [path, bytes] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [, provider] = /^dist\/providers\/data\/([a-z][a-z0-9-]*)\.json$/.exec(path) ?? [];
    if (provider === undefined) continue;
    const chats = chatsIn(parsed(bytes));
    if (!chats) return path;
    listed.push({ provider, chats });
  }
  return listed;
}

function parsed(bytes: Uint8Array | undefined): unknown {
  if (!bytes || bytes.length > MAX_CATALOGUE_BYTES) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Undefined where the file has another form. Names that no model can have are passed over. */
function chatsIn(value: unknown): readonly Chat[] | undefined {
  const groups = GROUPS.safeParse(value);
  if (!groups.success) return undefined;
  const chats: Chat[] = [];
  for (const model of Object.values(groups.data).flatMap((group) => Object.values(group))) {
    if (model.type !== 'chat') continue;
    const chat = CHAT.safeParse(model);
    if (!chat.success) return undefined;
    const id = chat.data.id.trim().toLowerCase();
    if (/^[\x21-\x7e]{1,200}$/.test(id)) chats.push({ ...chat.data, id });
  }
  return chats;
}

interface Source {
  readonly package: string;
  readonly version: string;
  readonly date: string;
}

interface Facts {
  readonly vision: boolean;
  readonly context: number | undefined;
  readonly output: number | undefined;
  readonly byMaker: boolean;
}

/** By id, as several hosts list them; a host's or maker's name before an id goes where the id is known without it. */
function factsOf(listed: readonly Listed[], known: ReadonlySet<string>): ReadonlyMap<string, Facts> {
  const ids = new Set([...known, ...listed.flatMap(({ chats }) => chats.map(({ id }) => id))]);
  const told = new Map<string, Facts[]>();
  for (const { provider, chats } of listed)
    for (const { id, input, contextWindow, maxTokens, cost } of chats) {
      const bare = id.slice(id.lastIndexOf('/') + 1);
      const key = ids.has(bare) ? bare : id;
      // Where the price rises from the end of its "window" on, that is the border of the price.
      const isBorder = cost.tiers?.some(({ inputTokensAbove }) => inputTokensAbove === contextWindow) ?? false;
      const facts = {
        vision: input.includes('image'),
        context: isBorder ? undefined : tokens(contextWindow),
        output: tokens(maxTokens),
        byMaker: MAKERS.has(provider),
      };
      const listings = told.get(key);
      if (listings) listings.push(facts);
      else told.set(key, [facts]);
    }
  return new Map([...told].map(([id, listings]) => [id, combined(listings)]));
}

function tokens(value: number | undefined): number | undefined {
  return value !== undefined && Number.isInteger(value) && value > 0 && value < 1e12 ? value : undefined;
}

/** What hosts say together: the maker's own API where it is listed, else what most of them say, and of limits the higher of equally many. */
function combined(listings: readonly Facts[]): Facts {
  const makers = listings.filter(({ byMaker }) => byMaker);
  const heard = makers.length > 0 ? makers : listings;
  const limit = (name: 'context' | 'output'): number | undefined =>
    commonest(heard.map((each) => each[name])) ?? commonest(listings.map((each) => each[name]));
  return {
    vision: heard.filter(({ vision }) => vision).length * 2 > heard.length,
    context: limit('context'),
    output: limit('output'),
    byMaker: makers.length > 0,
  };
}

function commonest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  const times = (value: number): number => known.filter((each) => each === value).length;
  return known.toSorted((one, other) => times(other) - times(one) || other - one)[0];
}

/**
 * What the new version says stands under a letter of its own, so that what only the old one said keeps its source. Limits are kept where other
 * packages gave them: which figure most of them give cannot be told any more.
 */
function withModels(models: ModelsData, listed: readonly Listed[], source: Source): ModelsData {
  const letter = [...'abcdefghijklmnopqrstuvwxyz'].find((each) => !(each in models.sources)) ?? 'z';
  const old = Object.keys(models.sources).find((each) => models.sources[each]?.package === source.package);
  const entries = new Map(Object.entries(models.models));
  const known = { letter, old, models, date: source.date };
  for (const [id, facts] of factsOf(listed, new Set(entries.keys()))) entries.set(id, entryWith(entries.get(id), facts, known));
  const used = new Set([...entries.values()].join('').toLowerCase());
  const sources = Object.entries({ ...models.sources, [letter]: source }).filter(([each]) => used.has(each));
  return {
    ...models,
    sources: Object.fromEntries(sources),
    models: Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

interface KnownBefore {
  readonly letter: string;
  /** The letter of the version before. */
  readonly old: string | undefined;
  readonly models: ModelsData;
  readonly date: string;
}

/** The entry with the facts of the new version. Every chat model of the package calls tools, by its README. */
function entryWith(entry: string | undefined, { vision, context, output }: Facts, before: KnownBefore): string {
  const { letter, old, models } = before;
  const [characters = '', ...limits] = (entry ?? '.'.repeat(models.capabilities.length)).split(' ');
  const yes = (name: string, isTold: boolean): ((character: string, at: number) => string) => {
    const position = models.capabilities.indexOf(name);
    return (character, at) => (at === position && isTold && isOutdone(character, before) ? letter.toUpperCase() : character);
  };
  const told = [...characters].map(yes('input.vision', vision)).map(yes('output.tool_calling', true)).join('');
  const limit = (had: string | undefined, now: number | undefined): string =>
    now === undefined || (had !== undefined && had !== '' && had[0] !== old) ? (had ?? '') : `${letter}${now}`;
  return `${told} ${limit(limits[0], context)} ${limit(limits[1], output)}`.trimEnd();
}

/** Whether what is known gives way to a yes: it is unknown, or a no that is older and no maker's word, or said by the version before. */
function isOutdone(character: string, { old, models, date }: KnownBefore): boolean {
  const said = character.toLowerCase();
  if (character === '.' || said === old) return true;
  const source = models.sources[said] as (Source & { address?: string }) | undefined;
  return character === said && source !== undefined && source.address === undefined && source.date < date;
}

/**
 * What the package says otherwise than the price lists, or alone. A price that the older list has for an hour of the day is no other one; nor is
 * one of 0, by which the package writes that a model is not billed by tokens there.
 */
function newerPrices(prices: PricesData, listed: readonly Listed[], source: Source): Pick<PricesData, 'lists' | 'newer'> {
  const { priceOf } = pricesOf({ ...prices, newer: { source, prices: {} } });
  const hours = Array.from({ length: 24 }, (_, hour) => new Date(Date.parse(source.date) + (hour + 0.5) * 3_600_000));
  const isNews = ({ id, cost }: Chat, provider: string): boolean => {
    if ((cost.input ?? 0) <= 0) return false;
    const known = hours.flatMap((at) => priceOf(id, { provider, at }) ?? []);
    const isSame = known.some(({ rates }) => rates.input?.base === cost.input && (rates.output?.base ?? 0) === (cost.output ?? 0));
    return !isSame && (known.length === 0 || provider !== 'aws');
  };
  const lists = new Map(prices.lists.map((list, at) => [list, at]));
  const indexOf = (list: string): number => {
    const at = lists.get(list) ?? lists.size;
    lists.set(list, at);
    return at;
  };
  const newer = new Map<string, readonly PricedModel[]>();
  for (const { provider: served, chats } of listed) {
    const provider = own(PRICED, served);
    if (provider === undefined) continue;
    const peak = peakHours(prices, provider, chats);
    const news = chats
      .filter((chat) => isNews(chat, provider))
      .map(({ id, cost }): PricedModel => [id, indexOf(peak ? hourlyListOf(cost, peak) : listOf(cost))]);
    if (news.length > 0) newer.set(provider, news);
  }
  return { lists: [...lists.keys()], newer: { source, prices: Object.fromEntries(newer) } };
}

/** The times of the day at which a provider takes its whole price, and the share of it that it takes at all others. */
interface PeakHours {
  readonly times: readonly string[];
  readonly share: number;
}

/**
 * When the prices of the package are those of a provider: for a model that has another price by the hour in the older list, the package may
 * have that of the hours. It is then taken to be so for all models of the provider, as DeepSeek does (api-docs.deepseek.com/quick_start/pricing,
 * by apidog.com, 2026-09).
 */
function peakHours({ providers, lists }: PricesData, provider: string, chats: readonly Chat[]): PeakHours | undefined {
  const listed = new Map(providers.find(({ id }) => id === provider)?.prices.map(([id, list]) => [id, lists[list] ?? '']));
  for (const { id, cost } of chats) {
    const all = (listed.get(id) ?? '').split(';');
    const input = (list: string): number => Number.parseFloat(list.split(' ').at(-1) ?? '');
    const times = all.filter((list) => isOfTime(list) && input(list) === cost.input).map((list) => list.split(' ')[0] ?? '');
    const share = input(all.findLast((list) => !isOfTime(list)) ?? '') / (cost.input ?? 0);
    if (times.length > 0 && share < 1) return { times, share };
  }
  return undefined;
}

/** `0.15,,0.6;01:00:00Z-04:00:00Z 0.3,,1.2` */
function hourlyListOf(cost: Chat['cost'], { times, share }: PeakHours): string {
  const part = (amount = 0): number => Number((amount * share).toPrecision(6));
  const parts = ({ input, output, cacheRead, cacheWrite }: Chat['cost']): Chat['cost'] => ({
    input: part(input),
    output: part(output),
    cacheRead: part(cacheRead),
    cacheWrite: part(cacheWrite),
  });
  const tiers = cost.tiers?.map((tier) => ({ ...tier, ...parts(tier) }));
  return [listOf({ ...parts(cost), ...(tiers && { tiers }) }), ...times.map((time) => `${time} ${listOf(cost)}`)].join(';');
}

/** What pi-ai calls the units of a price list. */
const NAMES: Readonly<Partial<Record<PricedUnit, keyof typeof AMOUNTS>>> = {
  input: 'input',
  cached: 'cacheRead',
  output: 'output',
  written: 'cacheWrite',
};

/** `3>200000:6,0.3,15` */
function listOf(cost: Chat['cost']): string {
  const rates = PRICED_UNITS.map((unit) => {
    const name = NAMES[unit];
    if (name === undefined || (cost[name] ?? 0) === 0) return '';
    return [`${cost[name]}`, ...(cost.tiers ?? []).map((tier) => `${tier.inputTokensAbove}:${tier[name] ?? 0}`)].join('>');
  });
  return rates.slice(0, rates.findLastIndex((each) => each !== '') + 1).join(',');
}
