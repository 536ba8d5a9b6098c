import { parseTree, type ParseError, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod/mini';
import { MAX_CATALOGUE_BYTES } from '../../io/limits.ts';
import { LinePositions, nodeAt } from '../../json/node.ts';
import { withoutByteOrderMark } from '../parse.ts';
import { PRICED_UNITS } from '../price.ts';
import type { ModelsData } from './infer-capabilities.ts';
import type { PricesData } from './model-prices.ts';
import { isSafePattern } from './safe-pattern.ts';

/** A catalogue as one file; docs/formats/catalogue.md describes it. */
export interface CatalogueFile {
  readonly format: typeof CATALOGUE_FORMAT;
  readonly models: ModelsData;
  readonly prices: PricesData;
}

const CATALOGUE_FORMAT = 'agent-artifacts-catalogue/1';

/** Why a file is no catalogue, and where; line and column count from 1, and are absent for what concerns the whole file. */
interface CatalogueFault {
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
}

export type CatalogueReading =
  | { readonly ok: true; readonly file: CatalogueFile; readonly date: string }
  | { readonly ok: false; readonly fault: CatalogueFault };

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day that has begun somewhere is not in the future. */
const CLOCKS_DIFFER_MS = DAY_MS;
/** Models in one catalogue, and names in one list of prices: ten times as many as there are. */
const MOST_MODELS = 20_000;
const LONGEST_NAME = 200;
const LONGEST_TEXT = 1_000;

const text = (most = LONGEST_TEXT) => z.string().check(z.maxLength(most));
const day = () =>
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\d$/, 'is no day as 2026-09-23'),
    z.refine((date) => new Date(date).toJSON()?.startsWith(date) ?? false, 'is no day of the calendar'),
    z.refine((date) => Date.parse(date) <= Date.now() + CLOCKS_DIFFER_MS, 'is a day that is still to come'),
  );
const source = () =>
  z.object({
    package: text(LONGEST_NAME).check(z.minLength(1)),
    version: text(LONGEST_NAME),
    date: day(),
    license: z.optional(text()),
    copyright: z.optional(text()),
    address: z.optional(text()),
  });
const name = () => text(LONGEST_NAME).check(z.regex(/^[\x21-\x7e]+$/, 'is no name of a model'));

const NUMBER = String.raw`\d{1,12}(?:\.\d{1,20})?(?:e-?\d{1,3})?`;
const RATE = String.raw`(?:${NUMBER}(?:>\d{1,12}:${NUMBER})*)?`;
const TIME = String.raw`\d\d:\d\d:\d\dZ`;
const RATES = String.raw`(?:(?:\d{4}-\d\d-\d\d|${TIME}-${TIME}) )?${RATE}(?:,${RATE}){0,${PRICED_UNITS.length - 1}}`;

/** A sign, and what the name is compared with. */
const ruleText = () =>
  text(LONGEST_NAME + 1).check(
    z.regex(/^[=^$*/]./, 'is no rule: it begins with =, ^, $, * or /'),
    z.refine((rule) => !rule.startsWith('/') || isSafePattern(rule.slice(1)), 'is a pattern that may take too long'),
  );
/** Rules hold rules, two deep and no more. */
const simpleRule = () => z.union([ruleText(), z.array(ruleText()).check(z.maxLength(100)), z.object({ all: z.array(ruleText()) })]);
const rule = () => z.union([ruleText(), z.array(simpleRule()).check(z.maxLength(100)), z.object({ all: z.array(simpleRule()) })]);
const priced = () => z.union([z.tuple([name(), index()]), z.tuple([name(), index(), rule()])]);
const index = () => z.int().check(z.nonnegative());

const SCHEMA = z.object({
  format: z.literal(CATALOGUE_FORMAT, `is not "${CATALOGUE_FORMAT}"`),
  models: z.object({
    notice: z.optional(text(10_000)),
    capabilities: z.array(text(LONGEST_NAME)).check(z.maxLength(50)),
    sources: z.record(z.string().check(z.regex(/^[a-z]$/, 'is no small letter')), source()),
    models: z.record(name(), text(LONGEST_NAME)).check(
      z.refine((models) => {
        const { length } = Object.keys(models);
        return length > 0 && length <= MOST_MODELS;
      }, `has no model, or more than ${MOST_MODELS}`),
    ),
  }),
  prices: z.object({
    notice: z.optional(text(10_000)),
    source: source(),
    newer: z.object({ source: source(), prices: z.record(name(), z.array(priced()).check(z.maxLength(MOST_MODELS))) }),
    units: z.array(z.string()).check(z.refine((units) => units.join() === PRICED_UNITS.join(), `is not ${JSON.stringify(PRICED_UNITS)}`)),
    lists: z.array(text().check(z.regex(new RegExp(`^${RATES}(?:;${RATES})*$`), 'is no list of prices'))).check(z.maxLength(MOST_MODELS)),
    providers: z
      .array(
        z.object({
          id: name(),
          name: text(LONGEST_NAME),
          host: text(LONGEST_NAME).check(z.refine(isSafePattern, 'is a pattern that may take too long')),
          words: z.optional(rule()),
          models: z.optional(rule()),
          others: z.optional(z.array(name()).check(z.maxLength(50))),
          prices: z.array(priced()).check(z.maxLength(MOST_MODELS)),
        }),
      )
      .check(z.maxLength(500)),
  }),
});

/**
 * Reads a catalogue of somebody else. Nothing of it is used where anything is wrong: it is refused with the reason and the place. Never throws.
 */
export function readCatalogueFile(bytes: Uint8Array): CatalogueReading {
  if (bytes.length > MAX_CATALOGUE_BYTES)
    return { ok: false, fault: { reason: `it is larger than ${MAX_CATALOGUE_BYTES.toLocaleString('en')} bytes` } };
  let json: string;
  try {
    json = withoutByteOrderMark(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return { ok: false, fault: { reason: 'it is not UTF-8' } };
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ok: false, fault: syntaxFault(json) };
  }
  return checkCatalogueFile(value, json);
}

/** The same for a value; with the text that it was read from the place is known. */
export function checkCatalogueFile(value: unknown, json?: string): CatalogueReading {
  const { success, data, error } = z.safeParse(SCHEMA, value);
  const wrong = success ? inconsistency(data) : firstIssue(error.issues, value);
  if (wrong)
    return { ok: false, fault: { reason: `${spelt(wrong.path)} ${wrong.reason}`, ...(json !== undefined && placeOf(json, wrong.path)) } };
  const file = data as CatalogueFile;
  return { ok: true, file, date: catalogueDate(file) };
}

/** The packages that a catalogue is made of; the words of makers about a few models are none. */
export function packagesOf({
  models,
  prices,
}: Pick<CatalogueFile, 'models' | 'prices'>): readonly { readonly package: string; readonly version: string; readonly date: string }[] {
  return [...Object.values(models.sources).filter(({ address }) => address === undefined), prices.source, prices.newer.source];
}

/** The day of a catalogue: that of its newest package. */
export function catalogueDate(file: Pick<CatalogueFile, 'models' | 'prices'>): string {
  return packagesOf(file).reduce((last, { date }) => (date > last ? date : last), '');
}

type Path = readonly (string | number)[];

interface Wrong {
  readonly path: Path;
  readonly reason: string;
}

function firstIssue(issues: readonly z.core.$ZodIssue[], value: unknown): Wrong {
  const [issue] = issues;
  const path = (issue?.path ?? []).filter((step) => typeof step !== 'symbol');
  const there = path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined),
    value,
  );
  if (there === undefined && path.length > 0) return { path, reason: 'is missing' };
  // Where nothing of ours says what is wrong, zod's own words tell only that it is.
  const isOurs = issue !== undefined && /^(?:is|has) /.test(issue.message);
  const nested = issue?.code === 'invalid_union' ? issue.errors.flat().find(({ message }) => /^is /.test(message))?.message : undefined;
  return { path, reason: isOurs ? issue.message : (nested ?? 'is not what the format has there') };
}

/** What no single value shows: letters and numbers that lead nowhere. */
function inconsistency({ models, prices }: z.infer<typeof SCHEMA>): Wrong | undefined {
  const letters = Object.keys(models.sources).join('');
  if (letters === '') return { path: ['models', 'sources'], reason: 'has no source' };
  const limit = `(?:[${letters}]\\d{1,12})?`;
  const entry = new RegExp(`^[${letters}${letters.toUpperCase()}.]{${models.capabilities.length}}(?: ${limit}(?: ${limit})?)?$`);
  for (const [id, characters] of Object.entries(models.models))
    if (!entry.test(characters)) return { path: ['models', 'models', id], reason: 'is no entry of these capabilities and sources' };
  const missing = (list: readonly (readonly [string, number, unknown?])[]): number => list.findIndex(([, at]) => at >= prices.lists.length);
  for (const [at, { prices: listed }] of prices.providers.entries())
    if (missing(listed) >= 0)
      return { path: ['prices', 'providers', at, 'prices', missing(listed)], reason: 'names a list of prices that is not there' };
  for (const [provider, listed] of Object.entries(prices.newer.prices))
    if (missing(listed) >= 0)
      return { path: ['prices', 'newer', 'prices', provider, missing(listed)], reason: 'names a list of prices that is not there' };
  return undefined;
}

/** `models.sources.a.date`, `models.models["gpt-5.2"]` */
function spelt(path: Path): string {
  if (path.length === 0) return 'it';
  return path
    .map((step, at) =>
      typeof step === 'number'
        ? `[${step}]`
        : /^[a-zA-Z]\w*$/.test(step)
          ? at === 0
            ? step
            : `.${step}`
          : `[${JSON.stringify(step.slice(0, LONGEST_NAME))}]`,
    )
    .join('');
}

function syntaxFault(json: string): CatalogueFault {
  const errors: ParseError[] = [];
  // What makes a difference to JSON.parse, and where.
  parseTree(json, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (!first) return { reason: 'it is not JSON' };
  const words = printParseErrorCode(first.error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { reason: `it is not JSON: ${words.charAt(0).toLowerCase()}${words.slice(1)}`, ...lineAndColumn(json, first.offset) };
}

/** Of what is missing the place of what it is missing in. */
function placeOf(json: string, path: Path): Omit<CatalogueFault, 'reason'> {
  const root = parseTree(json);
  for (let length = path.length; root && length >= 0; length--) {
    const node = nodeAt(root, path.slice(0, length));
    if (node) return lineAndColumn(json, node.offset);
  }
  return {};
}

function lineAndColumn(json: string, offset: number): Omit<CatalogueFault, 'reason'> {
  const [line, column] = new LinePositions(json).at(offset);
  return { line: line + 1, column: column + 1 };
}
