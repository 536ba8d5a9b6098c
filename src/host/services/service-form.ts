import * as vscode from 'vscode';
import { TEXT_ONLY, type CapabilityList, type ModelCapabilities } from '../../core/services/capability.ts';
import { loadCatalogue } from '../../core/services/catalogue/load-catalogue.ts';
import { freeName } from '../../core/services/exchange/unique-names.ts';
import type { LlmServiceConfig } from '../../core/services/schema.ts';
import { API_NAMES, WIRE_APIS, type WireApi } from '../../core/wire/api.ts';
import { providerAt } from '../../core/wire/providers.ts';
import { apiOfService } from '../../core/wire/service-api.ts';
import { addressProblem, keyAsWritten, keyProblem, offeredAddresses, proposedKey } from './address-and-key.ts';
import { askCapabilities } from './capability-picker.ts';
import { askChoice, askInTurn, askText, BACK, type Answer, type OfferedAnswer, type Question, type StepPlace } from './input-steps.ts';
import { meantModel, modelsInOrder } from './models-in-order.ts';

/**
 * Asks a person for a new service; undefined when they changed their mind.
 *
 * @param newFile the path of the file that is made for it, where none is there
 */
export type ServiceForm = (existing: readonly LlmServiceConfig[], newFile?: string) => Promise<LlmServiceConfig | undefined>;

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
          prompt: vscode.l10n.t('Model name that is sent to the API: choose one that is known, or type another'),
          offered: models.map(offeredModel),
          meant: (typed) => meantModel(typed, models)?.id,
        }),
      ),
      text('id', ({ model = '' }, place) =>
        askText(place, {
          prompt: vscode.l10n.t('Id: the name by which roles refer to the service'),
          placeholder: 'my-model',
          value: freeName(model.slice(model.lastIndexOf('/') + 1), ids),
          validate: (value) => {
            if (value === '') return vscode.l10n.t('Enter an id.');
            return ids.has(value) ? vscode.l10n.t('There is already a service with the id "{0}".', value) : undefined;
          },
        }),
      ),
      text('name', (_, place) => askText(place, { prompt: vscode.l10n.t('Name: what people read (may be left empty)'), value: '' })),
      text('baseURL', ({ model = '' }, place) =>
        askChoice(place, {
          prompt: vscode.l10n.t('Base URL: choose the address of the API, or type another'),
          offered: offeredAddresses(model, existing),
          validate: addressProblem,
        }),
      ),
      {
        isAsked: (given) => given.baseURL !== undefined && knownApi(given) === 'unknown',
        ...text('apiName', (_, place) =>
          askChoice(place, {
            prompt: vscode.l10n.t('API: the request format that the server at this address takes'),
            offered: OFFERED_APIS,
            validate: (value) => (apiNamed(value) ? undefined : vscode.l10n.t('Choose one of the list.')),
          }),
        ),
      },
      text('apiKey', ({ baseURL = '', id = '' }, place) =>
        askText(place, {
          prompt: vscode.l10n.t('Key: the environment variable that holds it; empty where none is wanted'),
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
): Question<Texts & ModelCapabilities> {
  return {
    ask: async (answers, place) => {
      const answer = await ask(answers, place);
      return answer === undefined || answer === BACK ? answer : { [name]: answer };
    },
  };
}

/** What the model is known to do is ticked; a guess is told, not ticked. */
function list(side: CapabilityList): Question<Texts & ModelCapabilities> {
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

/** What the address tells of the API: it says it to everybody, or the program that is usually there is known, or nothing. */
function knownApi({ baseURL = '', model = '' }: Answers): 'told' | 'unknown' | { readonly api: WireApi } {
  if (apiOfService({ baseURL, model }).certainty === 'inferred') return 'told';
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
  const api = known === 'told' ? undefined : known === 'unknown' ? apiNamed(apiName) : known.api;
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
