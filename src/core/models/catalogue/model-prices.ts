import { optionsOf } from '../../io/arguments.ts';
import { type ModelPrice, PRICED_UNITS, type PricedUnit, type Rate, type Rates } from '../price.ts';
import { aliasesOf, billedVariant, canonicalName, isOnlyGeneration, stemOf } from './model-name.ts';
import data from './prices.json';

/** Prices of models by provider. Import this module dynamically (`loadPrices`): it is large and often not needed. */

/** `=` is, `^` begins, `$` ends, `*` contains, `/` matches; a list is any of them. */
type Rule = string | readonly Rule[] | { readonly all: readonly Rule[] };
export type PricedModel = readonly [id: string, list: number, rule?: Rule];

interface Provider {
  readonly id: string;
  readonly name: string;
  /** Matches the beginning of an address. */
  readonly host: string;
  /** Words by which the provider is called. */
  readonly words?: Rule;
  /** Names of models that are its own. */
  readonly models?: Rule;
  /** Providers whose prices are its own for models it does not list. */
  readonly others?: readonly string[];
  readonly prices: readonly PricedModel[];
}

/** A package of prices. */
interface PriceListSource {
  readonly package: string;
  readonly version: string;
  readonly date: string;
}

/** What prices.json has. */
export interface PricesData {
  readonly source: PriceListSource;
  /** What a newer package says otherwise than the list of a provider, or alone, by whole names. */
  readonly newer: { readonly source: PriceListSource; readonly prices: Readonly<Record<string, readonly PricedModel[]>> };
  /** What a list names, in its order. */
  readonly units: readonly string[];
  readonly lists: readonly string[];
  readonly providers: readonly Provider[];
}

/** Prices, and what is made of them when it is first asked for. */
interface PriceBook extends Omit<PricesData, 'newer' | 'units'> {
  readonly newerSource: PriceListSource;
  readonly newer: ReadonlyMap<string, ReadonlyMap<string, PricedModel>>;
  readonly indices: Map<Provider, Index>;
  byStem: ReadonlyMap<string, readonly string[]> | undefined;
}

function readPrices({ source, newer, lists, providers }: PricesData): PriceBook {
  const byName = Object.entries(newer.prices).map(
    ([provider, prices]) => [provider, new Map(prices.map((model) => [model[0], model]))] as const,
  );
  return { source, newerSource: newer.source, newer: new Map(byName), lists, providers, indices: new Map(), byStem: undefined };
}

/** The data that come with the product. */
export const BUNDLED_PRICES = data as unknown as PricesData;

/** UTF-16 code units; longer addresses are not looked up. */
const LONGEST_ADDRESS = 2000;

export interface PriceOptions {
  /** The provider's id or name, when it is known: `openrouter`. */
  readonly provider?: string | undefined;
  /** The address of the API, by which the provider is found. */
  readonly baseURL?: string | undefined;
  /** When the request is sent; prices change with the day, some with the time of day. Now by default. */
  readonly at?: Date | undefined;
}

/**
 * What a model costs where it is served; null when that is not known, which is never the same as 0. A provider that is known and does
 * not list the model has no price for it; only where nothing tells the provider it is the maker's price.
 */
export function priceOf(model: string, options: PriceOptions = {}): ModelPrice | null {
  bundled ??= readPrices(BUNDLED_PRICES);
  return priceIn(bundled, model, options);
}

let bundled: PriceBook | undefined;

/** The same function over other data. */
export function pricesOf(data: PricesData) {
  const book = readPrices(data);
  return { priceOf: ((model, options = {}) => priceIn(book, model, options)) satisfies typeof priceOf };
}

function priceIn(book: PriceBook, model: string, options: PriceOptions): ModelPrice | null {
  const name = typeof model === 'string' ? canonicalName(model) : undefined;
  if (name === undefined) return null;
  const { provider: said, baseURL, at } = optionsOf(options, ['provider', 'baseURL', 'at']);
  const found = find(book, name, typeof said === 'string' ? said : undefined, typeof baseURL === 'string' ? baseURL : undefined);
  if (!found) return null;
  const [entry, list] = found.model;
  const written = book.lists[list] ?? '';
  const rates = ratesAt(written, at instanceof Date ? at : new Date());
  if (rates.input === undefined) return null;
  const { package: from, version, date } = found.isNewer ? book.newerSource : book.source;
  const source = { kind: 'catalogue', provider: found.provider.name, entry, package: `${from} ${version}`, date } as const;
  return { rates, source: written.split(';').some(isOfTime) ? { ...source, isHourly: true } : source };
}

interface Found {
  readonly provider: Provider;
  readonly model: PricedModel;
  /** It stands in the newer package. */
  readonly isNewer?: true;
}

/** What others made of a maker's weights, which begins with the maker's name and is not among its prices. */
const OF_OTHERS = /distill|chimera|-r1-\d{4}-qwen/;

function find(book: PriceBook, name: string, said: string | undefined, baseURL: string | undefined): Found | undefined {
  const { providers } = book;
  const variant = billedVariant(name);
  const names = [name, ...aliasesOf(name), ...undated(book, name)].filter((each) => billedVariant(each) === variant);
  const provider = (said === undefined ? undefined : providerNamed(book, said)) ?? providerAt(book, baseURL);
  if (provider) return firstOf(names, (each) => listed(book, provider, each));
  // `openrouter/openai/gpt-5.2`: a name may begin with its provider
  const slash = name.indexOf('/');
  const prefix = slash > 0 ? providers.find(({ id }) => id === name.slice(0, slash)) : undefined;
  const own = prefix && firstOf([name.slice(slash + 1), ...names], (each) => listed(book, prefix, each));
  if (own || OF_OTHERS.test(name)) return own;
  return firstOf(names, (each) =>
    firstOf(
      providers.filter(({ models }) => models !== undefined && fits(models, each)),
      (maker) => listed(book, maker, each),
    ),
  );
}

/** The name without its month, where that is the only one there is. */
function undated(book: PriceBook, name: string): readonly string[] {
  const stem = stemOf(name);
  book.byStem ??= namesByStem(book);
  return isOnlyGeneration(name, book.byStem.get(stem) ?? []) ? [stem] : [];
}

/** All names that stand in a list of prices as a whole. */
function namesByStem(book: PriceBook): ReadonlyMap<string, readonly string[]> {
  const names = book.providers.flatMap((provider) => [
    ...indexOf(book, provider).byName.keys(),
    ...(book.newer.get(provider.id)?.keys() ?? []),
  ]);
  const byStem = new Map<string, string[]>();
  for (const name of names) {
    const stem = stemOf(name);
    const known = byStem.get(stem);
    if (known) known.push(name);
    else byStem.set(stem, [name]);
  }
  return byStem;
}

function firstOf<Each, Result>(values: readonly Each[], of: (value: Each) => Result | undefined): Result | undefined {
  for (const value of values) {
    const result = of(value);
    if (result !== undefined) return result;
  }
  return undefined;
}

function providerNamed({ providers }: PriceBook, said: string): Provider | undefined {
  const word = said.trim().toLowerCase();
  return providers.find(({ id }) => id === word) ?? providers.find(({ words }) => words !== undefined && fits(words, word));
}

function providerAt({ providers }: PriceBook, baseURL: string | undefined): Provider | undefined {
  if (baseURL === undefined || baseURL.length > LONGEST_ADDRESS) return undefined;
  return providers.find(({ host }) => regex(`^(?:${host})`).test(baseURL));
}

/** The model under its name, else with a date written with hyphens. */
function listed(book: PriceBook, provider: Provider, name: string): Found | undefined {
  const other = withHyphens(name);
  return listedAs(book, provider, name, true) ?? (other === name ? undefined : listedAs(book, provider, other, true));
}

function listedAs(book: PriceBook, provider: Provider, name: string, mayAskOthers: boolean): Found | undefined {
  const latest = book.newer.get(provider.id)?.get(name);
  if (latest) return { provider, model: latest, isNewer: true };
  const model = firstFitting(book, provider, name);
  const variant = billedVariant(name);
  // rules go by the beginning of a name: what they find may be the plain model
  if (model && (variant === undefined || model[0].toLowerCase().includes(variant))) return { provider, model };
  if (!mayAskOthers) return undefined;
  return firstOf(provider.others ?? [], (other) => {
    const found = book.providers.find(({ id }) => id === other);
    return found && listedAs(book, found, name, false);
  });
}

/** Most rules are whole names: they are looked up, so that a picker can price all models at once. */
interface Index {
  /** Positions in `prices` by whole name. */
  readonly byName: ReadonlyMap<string, number>;
  /** Ascending. */
  readonly others: readonly { readonly at: number; readonly rule: Rule }[];
}

function indexOf({ indices }: PriceBook, provider: Provider): Index {
  const known = indices.get(provider);
  if (known) return known;
  const byName = new Map<string, number>();
  const others: { at: number; rule: Rule }[] = [];
  for (const [at, [id, , rule = `=${id}`]] of provider.prices.entries()) {
    for (const each of Array.isArray(rule) ? (rule as readonly Rule[]) : [rule]) {
      if (typeof each !== 'string' || !each.startsWith('=')) others.push({ at, rule: each });
      else if (!byName.has(each.slice(1).toLowerCase())) byName.set(each.slice(1).toLowerCase(), at);
    }
  }
  const index = { byName, others };
  indices.set(provider, index);
  return index;
}

/** The first model of the list that goes by the name. */
function firstFitting(book: PriceBook, provider: Provider, name: string): PricedModel | undefined {
  const { byName, others } = indexOf(book, provider);
  const exact = byName.get(name) ?? Infinity;
  const at = others.find((other) => other.at > exact || fits(other.rule, name))?.at ?? Infinity;
  return provider.prices[Math.min(exact, at)];
}

/** `-20251101` → `-2025-11-01`, where that is a day. */
function withHyphens(name: string): string {
  return name.replace(/-(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=-|:|$)/g, (whole, year: string, month: string, day: string) =>
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day) ? `-${year}-${month}-${day}` : whole,
  );
}

/** @param text in lower case */
function fits(rule: Rule, text: string): boolean {
  if (typeof rule !== 'string') return 'all' in rule ? rule.all.every((each) => fits(each, text)) : rule.some((each) => fits(each, text));
  const value = rule.slice(1);
  switch (rule[0]) {
    case '=':
      return text === value.toLowerCase();
    case '^':
      return text.startsWith(value);
    case '$':
      return text.endsWith(value);
    case '*':
      return text.includes(value);
    default:
      return regex(value).test(text);
  }
}

const regexes = new Map<string, RegExp>();

/** Patterns come from the catalogue only. */
function regex(pattern: string): RegExp {
  const known = regexes.get(pattern) ?? new RegExp(pattern);
  regexes.set(pattern, known);
  return known;
}

/** The list in force at a time: of several the last whose day has come, or whose time of day it is (UTC). */
function ratesAt(lists: string, at: Date): Rates {
  const all = lists.split(';');
  const list = all.findLast((each) => {
    const [condition, rest] = each.split(' ');
    return rest === undefined || applies(condition ?? '', at);
  });
  return readRates((list ?? all[0] ?? '').split(' ').at(-1) ?? '');
}

const TIMES = /^(\d\d):(\d\d):(\d\d)Z-(\d\d):(\d\d):(\d\d)Z(?= |$)/;

/** Whether a list, or its condition, is one for a time of the day. */
export function isOfTime(list: string): boolean {
  return TIMES.test(list);
}

function applies(condition: string, at: Date): boolean {
  const times = TIMES.exec(condition);
  if (!times) return at >= new Date(condition);
  const [fromHour, fromMinute, fromSecond, toHour, toMinute, toSecond] = times.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const now = at.getUTCHours() * 3600 + at.getUTCMinutes() * 60 + at.getUTCSeconds() + at.getUTCMilliseconds() / 1000;
  const [from, to] = [fromHour * 3600 + fromMinute * 60 + fromSecond, toHour * 3600 + toMinute * 60 + toSecond];
  return to < from ? now >= from || now < to : now >= from && now < to;
}

/** `3>200000:6,0.3` → input 3, above 200,000 tokens 6, cached 0.3. */
function readRates(list: string): Rates {
  const rates: Partial<Record<PricedUnit, Rate>> = {};
  for (const [at, text] of list.split(',').entries()) {
    const unit = PRICED_UNITS[at];
    if (unit === undefined || text === '') continue;
    const [base, ...tiers] = text.split('>');
    rates[unit] = {
      base: Number(base),
      tiers: tiers.map((tier) => {
        const [above, price] = tier.split(':');
        return { above: Number(above), price: Number(price) };
      }),
    };
  }
  return rates;
}
