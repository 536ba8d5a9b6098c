import * as vscode from 'vscode';
import { HIDDEN, looksLikeApiKey, redactUrl, variableFor } from '../../core/models/api-key.ts';
import { type CapabilityList, type ModelCapabilities, TEXT_ONLY } from '../../core/models/capability.ts';
import { loadCatalogue } from '../../core/models/catalogue/load-catalogue.ts';
import { addServices } from '../../core/models/edits.ts';
import { freeName } from '../../core/models/exchange/exchange.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { validateServices } from '../../core/models/validate.ts';
import { variableIn } from '../../core/verify/target.ts';
import type { CatalogueService } from '../../core/wire/catalogue-service.ts';
import { addressOf, isLoopback } from '../../core/wire/endpoint.ts';
import { providersFor } from '../../core/wire/providers-of-model.ts';
import { apiNameOf, isOfMaker, type Provider, providerAt } from '../../core/wire/providers.ts';
import { apiOfService } from '../../core/wire/service-api.ts';
import { API_NAMES, WIRE_APIS, type WireApi } from '../../core/wire/verdict.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { mayWrite } from '../screen/unavailable.ts';
import { openOrCreate, tellCreated } from './created-file.ts';
import { editDocument, openIfThere, reportRefusal } from '../screen/document-edit.ts';
import { revealService } from './edit-service.ts';
import { tellWalkthrough } from '../screen/notify-edit.ts';
import { askCapabilities } from './edit-capabilities.ts';
import { type Answer, askChoice, askInTurn, askText, BACK, type OfferedAnswer, type InputStep, type StepPlace } from './input-steps.ts';
import { meantModel, modelsInOrder } from './models-in-order.ts';
import { askForFolder, targetOrNew } from './service-target.ts';
import { stateOf } from './services-state.ts';

/**
 * Asks a person for a new service; undefined when they changed their mind.
 *
 * @param newFile the path of the file that is made for it, where none is there
 */
type ServiceForm = (existing: readonly LlmServiceConfig[], newFile?: string) => Promise<LlmServiceConfig | undefined>;

/** What is asked as a line of text. */
interface Texts {
  readonly model: string;
  readonly id: string;
  readonly name: string;
  readonly baseURL: string;
  /** The name of an API. */
  readonly apiName: string;
  readonly apiKey: string;
}
type Answers = Partial<Texts & ModelCapabilities>;

/**
 * The model first, from those that are known or any other: it suggests an id, the address of who offers it, the variable
 * that holds the key, and what it is known to do. The request format is asked for only where the address does not tell it.
 * A key itself is not asked for: it belongs on no screen.
 */
export const askForNewService: ServiceForm = async (existing, newFile) => {
  const ids = new Set(existing.map(({ id }) => id));
  const models = await modelsInOrder();
  const answers: Answers | undefined = await askInTurn<Texts & ModelCapabilities>(
    newFile === undefined ? vscode.l10n.t('Add Model Service') : vscode.l10n.t('Add Model Service to the New File {0}', newFile),
    [
      text('model', (_, place) =>
        askChoice(place, {
          prompt: vscode.l10n.t('Model name sent to the API: choose a known one or type another'),
          offered: models.map(offeredModel),
          meant: (typed) => meantModel(typed, models)?.id,
        }),
      ),
      text('id', ({ model = '' }, place) =>
        askText(place, {
          prompt: vscode.l10n.t('ID that roles use to refer to the service'),
          placeholder: 'my-model',
          value: freeName(model.slice(model.lastIndexOf('/') + 1), ids),
          validate: (value) => {
            if (value === '') return vscode.l10n.t('Enter an ID.');
            return ids.has(value) ? vscode.l10n.t('A service with the ID "{0}" already exists.', value) : undefined;
          },
        }),
      ),
      text('name', (_, place) => askText(place, { prompt: vscode.l10n.t('Display name (optional)'), value: '' })),
      text('baseURL', ({ model = '' }, place) =>
        askChoice(place, {
          prompt: vscode.l10n.t('Base URL: choose an API address or type another'),
          offered: offeredAddresses(model, existing),
          validate: addressProblem,
        }),
      ),
      {
        isAsked: (given) => given.baseURL !== undefined && knownApi(given) === 'unknown',
        ...text('apiName', (_, place) =>
          askChoice(place, {
            prompt: vscode.l10n.t('API: the request format of the server at this address'),
            offered: OFFERED_APIS,
            validate: (value) => (apiNamed(value) ? undefined : vscode.l10n.t('Choose one from the list.')),
          }),
        ),
      },
      text('apiKey', ({ baseURL = '', id = '' }, place) =>
        askText(place, {
          prompt: vscode.l10n.t('Environment variable that holds the API key; leave empty if none is needed'),
          placeholder: '${NAME}',
          value: proposedKey(baseURL, id, existing),
          validate: keyProblem,
        }),
      ),
      list('input'),
      list('output'),
    ],
    { offersAll: true },
  );
  return answers && toService(answers);
};

/** A question that is answered with one line of text. */
function text(
  name: keyof Texts,
  ask: (answers: Answers, place: StepPlace) => Promise<Answer<string>>,
): InputStep<Texts & ModelCapabilities> {
  return {
    ask: async (answers, place) => {
      const answer = await ask(answers, place);
      return answer === undefined || answer === BACK ? answer : { [name]: answer };
    },
  };
}

/** Known capabilities are ticked; guesses are only described. */
function list(side: CapabilityList): InputStep<Texts & ModelCapabilities> {
  return {
    ask: async ({ model = '', id = '', name }, place) => {
      const { inferCapabilities } = await loadCatalogue();
      const inference = inferCapabilities(model);
      const proposed = inference === null || inference.match === 'guess' ? TEXT_ONLY : inference.capabilities;
      return askCapabilities(side, name || id, proposed, inference ?? undefined, place);
    },
  };
}

function offeredModel({
  id,
  maker,
  isCurrent,
}: {
  readonly id: string;
  readonly maker: string | undefined;
  readonly isCurrent: boolean;
}): OfferedAnswer {
  return {
    label: id,
    ...(maker !== undefined && { description: maker }),
    group: isCurrent ? vscode.l10n.t('Current models') : vscode.l10n.t('All known models'),
  };
}

/** Nobody sends a service the answer of an MCP tool; the format that most servers take comes first. */
const OFFERED_APIS: readonly OfferedAnswer[] = (
  ['openai-compatible', ...WIRE_APIS.filter((api) => api !== 'openai-compatible' && api !== 'mcp')] as const
).map((api) => ({ label: API_NAMES[api], description: api }));

function apiNamed(name: string | undefined): WireApi | undefined {
  return WIRE_APIS.find((api) => API_NAMES[api] === name);
}

/** What the address says about the API: certain, likely (the program that usually runs there), or nothing. */
function knownApi({ baseURL = '', model = '' }: Answers): 'known' | 'unknown' | { readonly api: WireApi } {
  if (apiOfService({ baseURL, model }).certainty === 'inferred') return 'known';
  const api = providerAt(baseURL)?.api;
  return api === undefined ? 'unknown' : { api };
}

function toService(answers: Answers): LlmServiceConfig {
  const {
    model = '',
    id = '',
    name = '',
    baseURL = '',
    apiName,
    apiKey = '',
    input = TEXT_ONLY.input,
    output = TEXT_ONLY.output,
  } = answers;
  const known = knownApi(answers);
  const api = known === 'known' ? undefined : known === 'unknown' ? apiNamed(apiName) : known.api;
  return {
    id,
    name: name || id,
    baseURL,
    ...(api && { api }),
    model,
    apiKey: keyAsWritten(apiKey),
    capabilityTags: [],
    capabilities: { input, output },
    description: '',
  };
}

/** Writes a model of the catalogue as a service with the next free id; its key is the variable its provider names. */
export function addModel(roots: DataRoots, root: OpenRoot, { config, capabilities }: CatalogueService): Promise<void> {
  const { model, baseURL = '' } = config;
  const form: ServiceForm = async (existing) => {
    const id = freeName(model.slice(model.lastIndexOf('/') + 1), new Set(existing.map((service) => service.id)));
    return toService({ ...capabilities, model, id, name: model, baseURL, apiKey: proposedKey(baseURL, id, existing) });
  };
  return addServiceByForm(roots, form, { root });
}

/** Asks for a new service and writes it at the end of the document, which is made where there is none. */
export async function addServiceByForm(roots: DataRoots, form: ServiceForm, argument: unknown): Promise<void> {
  if (!mayWrite()) return;
  const uri = await targetOrNew(roots, argument);
  if (uri === undefined) return askForFolder();
  const existing = await openIfThere(uri);
  const text = existing?.getText() ?? '';
  const { usable, services } = validateServices(text);
  if (existing && !usable && text.trim() !== '') return reportRefusal(existing, 'unusable_text');
  const service = await form(services, existing ? undefined : vscode.workspace.asRelativePath(uri));
  const opened = service && (await openOrCreate(uri));
  if (service === undefined || opened === undefined) return;
  const { document, created } = opened;
  const parsed = await stateOf(document);
  const made = await editDocument(document, (text) => addServices(text, [service], parsed));
  if (typeof made === 'string') return reportRefusal(document, made);
  tellWalkthrough();
  // a folder with a configuration is a data root: the views shall not wait for a file watcher to say so
  if (created) await roots.refresh();
  await revealService(document, { id: service.id });
  if (created) tellCreated(created, made.text, () => roots.refresh());
}

/**
 * Addresses for a model, each once, with how it is spoken to: those of who offers it, of the services that are there, and of
 * others; none whose path holds a key. Where nobody is known to offer it, what runs on this machine comes first, and never a maker of other models.
 */
function offeredAddresses(model: string, existing: readonly LlmServiceConfig[]): readonly OfferedAnswer[] {
  const { likely, local, others } = providersFor(model);
  const describe = ({ name, api, baseURL }: Pick<Provider, 'api' | 'baseURL'> & { readonly name?: string | undefined }): string =>
    [name, apiNameOf({ ...(api && { api }), baseURL }, model)].filter(Boolean).join(' · ');
  const offer = (group: string, providers: readonly Provider[]): OfferedAnswer[] =>
    providers.map((provider) => ({ label: provider.baseURL, description: describe(provider), group }));
  const latest = [
    ...new Set(
      existing.flatMap(({ baseURL }) => (baseURL ? [redactUrl(baseURL)].filter((address) => !address.includes(HIDDEN)) : [])).toReversed(),
    ),
  ];
  const used = likely.length > 0 ? latest : latest.toSorted((a, b) => Number(isOfMaker(a)) - Number(isOfMaker(b)));
  const inUse = used.map((baseURL) => ({
    label: baseURL,
    description: describe({ ...providerAt(baseURL), baseURL }),
    group: vscode.l10n.t('From existing services'),
  }));
  const elsewhere = offer(vscode.l10n.t('Other addresses'), others);
  const isUnfit = likely.length === 0 && used[0] !== undefined && isOfMaker(used[0]);
  const offered = [
    ...offer(vscode.l10n.t('Matches the model name'), likely),
    ...offer(
      vscode.l10n.t('On this machine'),
      local.toSorted((a, b) => Number(used.includes(b.baseURL)) - Number(used.includes(a.baseURL))),
    ),
    ...(isUnfit ? [...elsewhere, ...inUse] : [...inUse, ...elsewhere]),
  ];
  const seen = new Set<string>();
  return offered.filter(({ label }) => !seen.has(label) && seen.add(label));
}

/** Why an address will not do; it may be empty, or hold a variable. */
function addressProblem(value: string): string | undefined {
  return value === '' || /^https?:\/\/\S/i.test(value) || value.includes('${')
    ? undefined
    : vscode.l10n.t('Enter an address that begins with http:// or https://.');
}

/** The reference to the variable that holds the key: as another service has it for the same host, as the provider names it, or after the host. */
function proposedKey(baseURL: string, id: string, existing: readonly LlmServiceConfig[]): string {
  const address = addressOf(baseURL);
  const neighbour = existing.findLast(
    (service) =>
      address !== undefined &&
      service.baseURL !== undefined &&
      addressOf(service.baseURL)?.host === address.host &&
      variableIn(service.apiKey ?? '') !== undefined,
  );
  if (neighbour?.apiKey !== undefined) return neighbour.apiKey;
  const provider = providerAt(baseURL);
  if (provider === undefined && (address === undefined || isLoopback(address.host))) return '';
  const variable = provider === undefined ? variableFor({ apiKey: '', baseURL, id }) : provider.variable;
  return variable === undefined ? '' : `\${${variable}}`;
}

/** The name of a variable as those of keys usually are, in capitals and several words: what else is typed could be a key. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** Why an answer is no reference to a key. */
function keyProblem(value: string): string | undefined {
  if (value === '' || variableIn(value) !== undefined || (VARIABLE.test(value) && !looksLikeApiKey(value))) return undefined;
  return vscode.l10n.t('Enter the name of an environment variable, such as {0}. The key itself is not asked for here.', '${NAME}');
}

/** A reference, also where only the name was typed. */
function keyAsWritten(value: string): string {
  return VARIABLE.test(value) ? `\${${value}}` : value;
}
