/**
 * Prices of models in the short form of src/core/models/catalogue/prices.json: as @pydantic/genai-prices knows them, and what the newer
 * @earendil-works/pi-ai knows otherwise, or alone.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { repository } from './product.mjs';

/** What prices.json has of a price list, in this order; dollars for a million tokens, a request's for a thousand requests. */
const UNITS = /** @type {const} */ ({
  input: 'input_mtok',
  cached: 'cache_read_mtok',
  output: 'output_mtok',
  image: 'input_image_mtok',
  audio: 'input_audio_mtok',
  video: 'input_video_mtok',
  request: 'requests_kcount',
  written: 'cache_write_mtok',
});

/**
 * @typedef {Record<string, any>} Match
 * @typedef {{ id: string, match: Match, context_window?: number, prices: any }} PricedModel
 * @typedef {{ id: string, name: string, api_pattern: string, model_match?: Match, provider_match?: Match, fallback_model_providers?: string[], models: PricedModel[] }} PricedProvider
 */

/** The package exports a calculation and not its data, which is the first array of its module. @param {string} folder @returns {Promise<PricedProvider[]>} */
export async function pricedProviders(folder) {
  const text = await readFile(path.join(folder, 'dist/index.js'), 'utf8');
  const end = text.search(/^\](?=[,;])/m);
  if (!text.startsWith('const ') || end < 0) throw new Error('@pydantic/genai-prices: its data are not where they were.');
  return (
    await import(
      `data:text/javascript;base64,${Buffer.from(`export default ${text.slice(text.indexOf('['), end + 1)};`).toString('base64')}`
    )
  ).default;
}

/** @param {readonly PricedProvider[]} providers @param {object} source */
export function pricesFile(providers, source) {
  /** @type {string[]} */
  const lists = [];
  const indexOf = (/** @type {string} */ list) => {
    const at = lists.indexOf(list);
    return at >= 0 ? at : lists.push(list) - 1;
  };
  const listed = providers.map(
    ({ id, name, api_pattern: host, model_match: models, provider_match: words, fallback_model_providers: others, models: priced }) => ({
      id,
      name,
      host,
      ...(words && { words: shortMatch(words) }),
      ...(models && { models: shortMatch(models) }),
      ...(others && { others }),
      prices: priced.map((model) => {
        const match = shortMatch(model.match);
        const list = indexOf(priceList(model));
        return match === `=${model.id}` ? [model.id, list] : [model.id, list, match];
      }),
    }),
  );
  return {
    notice:
      'Made by npm run catalogue: do not edit. Prices of models from the npm package under "source". A list has the "units" in US dollars, a tier as the price and from how many tokens of input on, several lists by the day or the time they apply from. A provider names its models with the number of a list, and by which names they go: = is, ^ begins, $ ends, * contains, / matches. "newer" has what a newer package says otherwise, or alone, by provider.',
    source,
    units: Object.keys(UNITS),
    lists,
    providers: listed,
  };
}

/**
 * Adds what pi-ai says otherwise, or alone, as the product does where a person updates the catalogue.
 * @param {ReturnType<typeof pricesFile>} file @param {string} folder @param {{ package: string, version: string }} source
 */
export async function withNewer(file, folder, source) {
  const names = ['package.json', ...(await readdir(path.join(folder, 'dist/providers/data'))).map((name) => `dist/providers/data/${name}`)];
  const files = new Map();
  for (const name of names) files.set(name, await readFile(path.join(folder, name)));
  const { withPiAi, bundledCatalogue } = await product();
  const before = /** @type {any} */ ({ ...(await bundledCatalogue()), prices: { ...file, newer: { source, prices: {} } } });
  const reading = withPiAi(before, { name: source.package, version: source.version, files });
  if (!reading.ok) throw new Error(`pi-ai: ${JSON.stringify(reading.fault)}`);
  const { lists, newer } = reading.file.prices;
  return { ...file, lists, newer: { source, prices: newer.prices } };
}

/**
 * @typedef {typeof import('../../src/core/models/catalogue/pi-ai-catalogue.ts')} PiAi
 * @typedef {typeof import('../../src/core/models/catalogue/load-catalogue.ts')} Catalogues
 */

/** The product's own way of reading the package. @returns {Promise<Pick<PiAi, 'withPiAi'> & Pick<Catalogues, 'bundledCatalogue'>>} */
async function product() {
  const contents = "export { withPiAi } from './pi-ai-catalogue.ts'; export { bundledCatalogue } from './load-catalogue.ts';";
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: path.join(repository, 'src/core/models/catalogue') },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.text ?? '').toString('base64')}`);
}

/** One line for each provider's head and each model. @param {Awaited<ReturnType<typeof withNewer>>} file */
export function formatPrices({ notice, source, newer, units, lists, providers }) {
  const lines = (/** @type {readonly unknown[]} */ values, /** @type {string} */ indent) =>
    values.map((value) => indent + JSON.stringify(value)).join(',\n');
  const heads = providers.map(
    ({ prices, ...head }) => `    ${JSON.stringify(head).slice(0, -1)},"prices":[\n${lines(prices, '      ')}\n    ]}`,
  );
  const newerLines = Object.entries(newer.prices)
    .map(([provider, prices]) => `      ${JSON.stringify(provider)}: ${JSON.stringify(prices)}`)
    .join(',\n');
  return `{\n  "notice": ${JSON.stringify(notice)},\n  "source": ${JSON.stringify(source)},\n  "newer": {\n    "source": ${JSON.stringify(newer.source)},\n    "prices": {\n${newerLines}\n    }\n  },\n  "units": ${JSON.stringify(units)},\n  "lists": [\n${lines(lists, '    ')}\n  ],\n  "providers": [\n${heads.join(',\n')}\n  ]\n}\n`;
}

/** `3>200000:6,0.3,15`, with a day or a time of day before each later one: `…;2026-03-13 3,0.3,15`. @param {PricedModel} model */
function priceList({ id, prices }) {
  const lists = Array.isArray(prices) ? prices : [{ prices }];
  return lists.map(({ constraint, prices: each }) => condition(constraint) + rates(id, each)).join(';');
}

/** @param {any} constraint */
function condition(constraint) {
  if (!constraint) return '';
  return constraint.type === 'start_date' ? `${constraint.start_date} ` : `${constraint.start_time}-${constraint.end_time} `;
}

/** @param {string} id @param {Record<string, any>} prices */
function rates(id, prices) {
  // OpenRouter's free variants have no price because they cost nothing; of all others without one the price is not known
  const known = Object.keys(prices).length === 0 && id.endsWith(':free') ? { input_mtok: 0, output_mtok: 0 } : prices;
  return Object.values(UNITS)
    .map((unit) => /** @type {any} */ (known)[unit])
    .map((rate) =>
      rate === undefined
        ? ''
        : typeof rate === 'number'
          ? `${rate}`
          : [rate.base, ...rate.tiers.map((/** @type {any} */ tier) => `${tier.start}:${tier.price}`)].join('>'),
    )
    .join(',')
    .replace(/,+$/, '');
}

/** @param {Match} match @returns {unknown} */
function shortMatch(match) {
  if ('or' in match) {
    const any = match['or'].map(shortMatch);
    return any.length === 1 ? any[0] : any;
  }
  if ('and' in match) return { all: match['and'].map(shortMatch) };
  const [[kind, text]] = /** @type {[[string, string]]} */ (Object.entries(match));
  const sign = { equals: '=', starts_with: '^', ends_with: '$', contains: '*', regex: '/' }[kind];
  if (sign === undefined) throw new Error(`@pydantic/genai-prices: unknown match ${kind}.`);
  return sign + (kind === 'regex' ? text : text.toLowerCase());
}

/** What a model costs, as a line: `claude-opus-4-5 (anthropic): 5,0.5,25`. @param {{ lists: readonly string[], providers: readonly any[], newer?: { prices: Record<string, any> } }} file @returns {Map<string, string>} */
export function pricesByModel({ lists, providers, newer }) {
  /** @type {[string, [string, number][]][]} */
  const all = [...providers.map(({ id, prices }) => /** @type {[string, any]} */ ([id, prices])), ...Object.entries(newer?.prices ?? {})];
  return new Map(
    all.flatMap(([provider, prices]) =>
      prices.map(([id, list]) => /** @type {[string, string]} */ ([`${id} (${provider})`, lists[list] ?? ''])),
    ),
  );
}
