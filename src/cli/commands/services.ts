import path from 'node:path';
import { rangeOf } from '../../core/json/node.ts';
import { findApiKeys, redactService } from '../../core/models/api-key.ts';
import { checkCatalogue } from '../../core/models/catalogue/check-catalogue.ts';
import type { ModelLimits } from '../../core/models/catalogue/infer-capabilities.ts';
import type { CapabilityFinding, InferenceSource, MatchKind } from '../../core/models/catalogue/inference.ts';
import { loadCatalogue, loadPrices } from '../../core/models/catalogue/load-catalogue.ts';
import type { Retirement } from '../../core/models/catalogue/retirements.ts';
import { daysOld } from '../../core/models/catalogue/source-age.ts';
import type { ModelPrice } from '../../core/models/price.ts';
import { parseConfigText } from '../../core/models/parse.ts';
import { problem, type ProblemSeverity, type ServiceProblem } from '../../core/models/problems.ts';
import { readServicesAt, readServicesFile, type ServicesFile } from '../../core/models/services-file.ts';
import { type ServiceEntry, type ValidatedServices, validateParsed } from '../../core/models/validate.ts';
import { NodeFileSystem } from '../../platform/node-file-system.ts';
import { datedSourceOf } from '../../core/wire/catalogue-service.ts';
import { priceSource } from '../../core/wire/cost.ts';
import { priceOfService } from '../../core/wire/price.ts';
import { resolveModel } from '../../core/wire/resolve-model.ts';
import { apiOfService } from '../../core/wire/service-api.ts';
import { ServicesAndModels } from '../../core/wire/services-and-models.ts';
import { API_NAMES } from '../../core/wire/verdict.ts';
import { type Invocation, wantsSarif } from '../command.ts';
import { Refusal } from '../refusal.ts';
import { count } from '../conversation-report.ts';
import { sarifLevel, SarifRun, validateRule } from '../sarif.ts';
import { catalogueModel, familyWords, insteadOf, shownName } from '../catalogue-model.ts';
import { printFacts, printTable } from '../table.ts';
import type { Style, Terminal } from '../terminal.ts';

/** `services`: the model services and what they can do. Keys are never shown. */
export async function services({ terminal, json, root, models, every, option }: Invocation): Promise<number> {
  const names = every('model');
  if (names.length > 0) {
    await showModels(terminal, names, json);
    return 0;
  }
  // A configuration that is named needs no data root.
  const { source, entries, problems } = (await (option('config') === undefined ? root() : models())).services.state;
  const error = problems.find(({ severity }) => severity === 'error');
  if (source !== undefined && entries.length === 0 && error)
    throw new Refusal('services_unusable', `The model services in ${source} cannot be used: ${error.message}`);
  if (json) {
    terminal.json({ source, services: entries.map(forPrograms), problems });
  } else if (entries.length === 0) {
    terminal.complain(source === undefined ? 'No llmservices.json found.' : 'No model services.');
  } else {
    printTable(
      terminal,
      [{ heading: 'ID' }, { heading: 'NAME' }, { heading: 'MODEL' }, { heading: 'INPUT' }, { heading: 'OUTPUT' }, { heading: 'PROBLEMS' }],
      entries.map(row),
    );
  }
  return 0;
}

/** Models of the catalogue, each as the service it would be. No data root is needed. @throws Refusal for a name that is none */
async function showModels(terminal: Terminal, names: readonly string[], json: boolean): Promise<void> {
  const [{ modelLimits }, prices, services] = [await loadCatalogue(), await loadPrices(), new ServicesAndModels()];
  const shown = [];
  for (const name of names) {
    const model = await catalogueModel(services, name);
    const { config, capabilities, provider = null } = model;
    const { api, certainty } = apiOfService(config);
    const [limits, price] = [modelLimits(config.model), priceOfService(config, api, prices)];
    shown.push({
      ...config,
      api,
      certainty,
      from: 'catalogue',
      provider,
      match: model.inference.match,
      source: datedSourceOf(model) ?? null,
      family: familyWords(model),
      capabilities,
      limits,
      price,
    });
  }
  if (json) {
    terminal.json({ services: shown.map(({ family: _, ...model }) => model) });
    return;
  }
  for (const [at, { model, provider, api, certainty, baseURL, capabilities, limits, price, source, family }] of shown.entries()) {
    if (at > 0) terminal.print('');
    printFacts(terminal, [
      ['Model', model],
      ['Provider', provider ?? 'unknown'],
      ['API', API_NAMES[api] + (provider === null ? ` (${certainty})` : '')],
      ['Address', baseURL],
      ['Input', capabilities.input.join(', ')],
      ['Output', capabilities.output.join(', ')],
      ...limitFacts(limits),
      ['Price', price ? priceWords(price) : 'unknown'],
      ['Catalogue', family ?? (source ? dated(source) : 'unknown')],
    ]);
  }
}

function forPrograms({ index, id, config, capabilities, problems }: ServiceEntry) {
  return { index, id, ...(config && redactService(config)), isUsed: config !== undefined, capabilities, problems: problems.length };
}

function row({ id, name, config, capabilities, problems }: ServiceEntry): string[] {
  const serious = problems.filter(({ severity }) => severity !== 'information').length;
  const state = config ? (serious > 0 ? String(serious) : '') : 'ignored';
  return [id ?? '?', name ?? '', config?.model ?? '', capabilities.input.join(', '), capabilities.output.join(', '), state];
}

const STYLES: Readonly<Record<ProblemSeverity, Style | undefined>> = { error: 'red', warning: 'yellow', information: undefined };

/** `validate`: every problem of an `llmservices.json` with its place, as compilers print them. */
export async function validate(invocation: Invocation): Promise<number> {
  const { location, text, problems: unreadable } = await fileOf(invocation);
  const { usable, services, problems } = text === undefined ? { usable: false, services: [], problems: unreadable } : await checked(text);
  const placed = problems.map((each) => ({
    ...each,
    ...(each.range && text !== undefined && lineColumn(text, each.range.offset)),
  }));
  const { terminal } = invocation;
  if (wantsSarif(invocation)) {
    const sarif = new SarifRun('validate', terminal, invocation.folder);
    for (const each of problems) sarif.add(forSarif(each, location, text));
    sarif.print();
  } else if (invocation.json) {
    terminal.json({ file: location, usable, problems: placed });
  } else {
    for (const each of placed) printProblem(terminal, location, each);
    const found = problemsInWords(problems);
    terminal.complain(usable ? `${count(services.length, 'model service')}, ${found}.` : `Not usable: ${found}.`);
  }
  const fails = ({ severity }: { readonly severity: ProblemSeverity }): boolean =>
    severity === 'error' || (severity === 'warning' && invocation.isSet('strict'));
  return problems.some(fails) ? 1 : 0;
}

/** What is wrong with a configuration by itself, and beside the catalogue; a real key in it is one that somebody may read. */
async function checked(text: string): Promise<Pick<ValidatedServices, 'usable' | 'services' | 'problems'>> {
  const { root, problems: syntax } = parseConfigText(text);
  const validated = validateParsed({ ...(root && { root }), problems: syntax });
  if (root === undefined || !validated.usable) return validated;
  const denied = checkCatalogue(validated.entries, root, await loadCatalogue()).flatMap(({ problem: each }) =>
    each.code === 'capability_contradicted' ? [each] : [],
  );
  const keys = findApiKeys(root).map(({ index, node }) =>
    problem('api_key_maybe_tracked', { index, path: ['services', index, 'apiKey'], range: rangeOf(node) }),
  );
  const warnings = [...denied, ...keys].map((each) => ({ ...each, severity: 'warning' as const }));
  const problems = [...validated.problems, ...warnings].sort((one, other) => (one.range?.offset ?? 0) - (other.range?.offset ?? 0));
  return { ...validated, problems };
}

type PlacedProblem = ServiceProblem & Partial<ReturnType<typeof lineColumn>>;

function printProblem(terminal: Terminal, file: string, { line = 1, column = 1, severity, code, source, message }: PlacedProblem): void {
  const mark = source === 'schema' ? ' [schema]' : '';
  terminal.print(`${file}:${line}:${column}: ${severity}: ${message} [${code}]${mark}`, STYLES[severity]);
}

/** `3 problems, 1 of them against the JSON schema` */
function problemsInWords(problems: readonly ServiceProblem[]): string {
  const ofSchema = problems.filter(({ source }) => source === 'schema').length;
  return `${count(problems.length, 'problem')}${ofSchema > 0 ? `, ${ofSchema} of them against the JSON schema` : ''}`;
}

function forSarif({ code, severity, message, range }: ServiceProblem, file: string, text = ''): Parameters<SarifRun['add']>[0] {
  const place = range && { start: lineColumn(text, range.offset), end: lineColumn(text, range.offset + range.length) };
  return { rule: validateRule(code), level: sarifLevel(severity), message, place: { file, ...place } };
}

async function fileOf({ positionals, folder, root, models, option }: Invocation): Promise<ServicesFile> {
  const [named] = positionals;
  if (named !== undefined) {
    const file = await readServicesAt(new NodeFileSystem(), path.resolve(folder, named));
    if (!file) throw new Refusal('not_found', `File ${named} not found.`);
    // As it was typed.
    return { ...file, location: named };
  }
  const opened = option('config') === undefined ? await root() : { ...(await models()), fs: new NodeFileSystem() };
  const place = opened.services.folder;
  const file = await readServicesFile(opened.fs, place);
  if (!file) throw new Refusal('not_found', `No llmservices.json found in ${place.location}.`);
  return file;
}

/** How something was found, in words. */
const MATCHES: Readonly<Record<MatchKind, string>> = {
  exact: 'this ID is in the catalogue',
  alias: 'the catalogue lists the model under another name',
  family: 'common to the models of its family',
  guess: 'guessed from a word in the name',
};

/** `infer`: what a model can probably do and what it costs, by its name, from the catalogue that comes with the program. */
export async function infer({ terminal, positionals, json, option }: Invocation): Promise<number> {
  const [typed = ''] = positionals;
  const provider = option('provider');
  const [{ inferCapabilities, modelLimits }, prices] = await Promise.all([loadCatalogue(), loadPrices()]);
  const isListed = inferCapabilities(typed, provider === undefined ? {} : { provider }) !== null;
  const model = isListed ? typed : await modelMeantBy(typed);
  const { maker, host, api, baseURL, retirement } = resolveModel(model, provider === undefined ? {} : { host: provider });
  const answering = retirement?.state === 'forwarded' ? retirement.successor : model;
  const inference = inferCapabilities(answering, provider === undefined ? {} : { provider });
  if (inference === null) throw new Refusal('model_unknown', nothingKnown(typed));
  const limits = modelLimits(answering);
  const price =
    provider === undefined
      ? priceOfService({ model, ...(baseURL !== null && { baseURL }) }, api ?? 'openai-compatible', prices)
      : prices.priceOf(model, { provider });
  if (json) {
    terminal.json({ ...inference, maker, host, api, retirement, limits, price });
    return 0;
  }
  const { match, entry, capabilities, findings } = inference;
  printFacts(terminal, [
    ['Model', model],
    ['Maker', maker ?? 'unknown'],
    ['Served by', host === null ? 'unknown' : `${host}${api === null ? '' : ` (${API_NAMES[api]})`}`],
    ...(retirement ? [['State', endWords(retirement)] as const] : []),
    ['Match', `${match}: ${MATCHES[match]} (${entry})`],
    ['Input', capabilities.input.join(', ')],
    ['Output', capabilities.output.join(', ')],
    ...limitFacts(limits),
    ['Price', price ? priceWords(price) : 'unknown'],
  ]);
  terminal.print('');
  printTable(
    terminal,
    [{ heading: 'DIRECTION' }, { heading: 'CAPABILITY' }, { heading: 'KNOWN' }, { heading: 'SOURCE' }],
    findings.map(findingRow),
  );
  return 0;
}

/** The model of the catalogue that a person means by a name as one types it: `opus 4.5`. @throws Refusal where none is meant, or several */
async function modelMeantBy(typed: string): Promise<string> {
  const found = await new ServicesAndModels().add(typed);
  if (!('code' in found)) return found.config.model ?? typed;
  const nearest = found.code === 'model_unknown' ? found.nearest : [];
  throw new Refusal('model_unknown', nearest.length === 0 ? nothingKnown(typed) : `${nothingKnown(typed)} ${insteadOf(nearest)}`);
}

function nothingKnown(model: string): string {
  return `Nothing is known about the model "${shownName(model)}".`;
}

function endWords({ state, date, successor, source }: Retirement): string {
  if (state === 'forwarded') return `forwarded: since ${date}, requests go to ${successor} (${source})`;
  const end = state === 'retired' ? `retired on ${date}` : `deprecated: its end was announced for ${date}`;
  return `${end}; recommended instead: ${successor} (${source})`;
}

function limitFacts({ context, input, output }: ModelLimits): readonly (readonly [string, string])[] {
  return [
    ['Context', limitWords(context)],
    ...(input ? [['Most input', limitWords(input)] as const] : []),
    ['Most output', limitWords(output)],
  ];
}

function limitWords(limit: ModelLimits[keyof ModelLimits]): string {
  return limit ? `${limit.tokens.toLocaleString('en')} tokens (${dated(limit.source)})` : 'unknown';
}

/** A source with its day, and its age once it is worth saying: `@pydantic/genai-prices 0.1.8, 2026-09-23, 65 days old`. */
function dated({ package: name, date }: { readonly package?: string; readonly date: string }): string {
  return `${[name, date].join(', ')}${ageWords(date)}`;
}

/** `, 65 days old`, once it is worth saying. */
function ageWords(date: string): string {
  const days = daysOld(date);
  return days === undefined ? '' : `, ${days} days old`;
}

/** By unit: `input $2 ($4 above 200,000 tokens), output $12 per million tokens (Google: @pydantic/genai-prices 0.1.8, 2026-09-23)`. */
function priceWords({ rates, source }: ModelPrice): string {
  const dollars = (amount: number): string =>
    `$${amount.toLocaleString('en', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2, maximumFractionDigits: 4 })}`;
  const words = Object.entries(rates).flatMap(([unit, { base, tiers }]) => {
    const steps = tiers.map(({ above, price }) => `${dollars(price)} above ${above.toLocaleString('en')} tokens`);
    return unit === 'request' ? [] : [`${unit} ${dollars(base)}${steps.length === 0 ? '' : ` (${steps.join(', ')})`}`];
  });
  const age = source.kind === 'catalogue' ? ageWords(source.date) : '';
  return `${words.join(', ')} per million tokens (${priceSource(source)}${age})`;
}

function findingRow(finding: CapabilityFinding): string[] {
  return [finding.list, finding.type, finding.known, finding.known === 'unknown' ? '' : sourceText(finding.source)];
}

function sourceText({ match, entry, package: from }: InferenceSource): string {
  return `${match} ${entry}${from === undefined ? '' : `, ${from}`}`;
}

/** Line and column of an offset, both from 1, the column in UTF-16 code units; a byte order mark takes no column. */
export function lineColumn(text: string, offset: number): { line: number; column: number } {
  const inside = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let start = text.startsWith('\ufeff') ? 1 : 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
    if (index + end.length > inside) break;
    line++;
    start = index + end.length;
  }
  return { line, column: Math.max(inside - start, 0) + 1 };
}
