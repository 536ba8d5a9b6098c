import * as vscode from 'vscode';
import { loadCatalogue, loadPrices } from '../../core/models/catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { idOfModel, modelNameIn } from '../../core/models/catalogue/model-id.ts';
import { KNOWS_NOTHING } from '../../core/receive/judged-contents.ts';
import { chooseApi, type JudgedRequest, readText } from '../../core/receive/model-request.ts';
import { type Measurements, receiveRouted } from '../../core/receive/receive.ts';
import { flagshipModels } from '../../core/wire/flagship-models.ts';
import type { LimitFinding } from '../../core/wire/limit-finding.ts';
import { ruleSentence } from '../../core/wire/rule-sentence.ts';
import { shortenBody } from '../../core/wire/shortened-body.ts';
import { API_NAMES, WIRE_APIS, type WireApi } from '../../core/wire/verdict.ts';
import type { PreviewModel, PreviewState, PreviewWire } from '../../shared/preview-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { restrictedSentence } from '../screen/unavailable.ts';
import type { ContentSource, PreviewModels } from './content-source.ts';
import { isLanguageFixed } from './description-language.ts';
import { cutLongTexts, firstCharacters, type MeasureText } from './message-text.ts';
import { arrivalReason, catalogueNote, changeNote, findingText } from './routed-arrival.ts';
import { apiReason, describeLength, messageState, partLabel } from './wire-words.ts';
import type { PreviewedContents, Routes } from './routes.ts';
import { placeOf, type PreviewSubject, type ResourceOf } from './preview-subject.ts';
import { tokenState, type TokenState } from './token-state.ts';
import { decisionSteps } from './decision-steps.ts';
import { capableServices, fixesFor, type OutcomeFix } from './fixes.ts';
import type { Measures } from './service-request.ts';

/** How much of a body is shown, in characters; copying takes the whole. */
const MAX_SHOWN = 100_000;

/** Every API, to choose from. */
const OFFERED_APIS: PreviewState['apis'] = WIRE_APIS.map((id) => ({ id, name: API_NAMES[id] }));

/** What a model gets of a subject, and everything that is shown of it. */
export interface PreviewResult {
  readonly subject: PreviewSubject;
  readonly routes: Routes;
  /** Null is "text only". */
  readonly service: LlmServiceConfig | null;
  readonly routed: PreviewedContents;
  readonly wired: JudgedRequest | null;
  /** The text the model reads; null when it is sent media only. */
  readonly text: string | null;
  readonly fixes: readonly OutcomeFix[];
  /** Counts what no formula covers; null when nothing is left to count. */
  readonly countTokens: TokenState['later'];
  readonly measures: Measures;
  readonly state: PreviewState;
}

/** What a person chose. */
export interface Choices {
  /** Id of a service; null is "text only". */
  readonly selected: string | null;
  /** Ids of the models of the catalogue that were chosen of late. */
  readonly recent: readonly string[];
  /** Null: the API of the service. */
  readonly api: WireApi | null;
  readonly pinned: boolean;
}

/** What a decision is shown with. */
export interface PreviewContext {
  readonly resourceOf: ResourceOf;
  readonly measures: Measures;
}

/** Works out everything a preview shows, but for what takes its time. Reads nothing. */
export async function decide(
  subject: PreviewSubject,
  routes: Routes,
  choices: Choices,
  { resourceOf, measures }: PreviewContext,
): Promise<PreviewResult> {
  const { source } = subject;
  const { services, router } = source.models;
  const { selected, recent, api, pinned } = choices;
  const chosen = selected === null ? recent : [selected, ...recent];
  await services.ensure(chosen);
  const [asRouted, withAllCapabilities] = await Promise.all([routes.route(selected), routes.routeWithAllCapabilities()]);
  // What every model takes needs no question to the catalogue, which need not be loaded.
  const catalogue = asRouted.verdict.capabilities.length > 0 ? await loadCatalogue() : KNOWS_NOTHING;
  const service = selected === null ? null : services.getServiceById(selected);
  const isOfCatalogue = service !== null && services.modelOf(service.id) !== undefined;
  const { measurements } = measures;
  const receipt = await receiveRouted(asRouted, service, { services, measurements, choice: chooseApi(service, api) });
  const { request: wired, rates, attachments, doubt, arrival } = receipt;
  const fitting = (ids: string[]) => fittingModels(ids, withAllCapabilities, services, { wired, measurements });
  const capable = await fitting(capableServices(asRouted, withAllCapabilities, services, catalogue));
  const routed = { ...asRouted, attachments, verdict: { ...asRouted.verdict, capable } };
  const change = changeNote(routed, wired, arrival);
  const text = wired && routed.message && readText(wired, routed.media, routed.message);
  const others = arrival.state === 'refused' ? await fitting(await modelsBeside(services, routed)) : [];
  const decision = { subject, services, service, routed, wired, text, doubt, arrival, catalogue, others };
  const fixes = fixesFor(decision, withAllCapabilities);
  const tokens = tokenState(routed, wired, subject.pastedBytes, { measurements, rates });
  const state: PreviewState = {
    rootId: source.id,
    reference: placeOf(subject.references[0]),
    ...(subject.form && { form: subject.form }),
    pinned,
    ...withServicesProblem(
      subject.present({ routed, wired, isRefused: arrival.state === 'refused', isOfCatalogue }, resourceOf),
      source.models,
    ),
    models: offeredModels(source.models, chosen),
    selected,
    ...(service && originOf(source, service.id)),
    verdict: routed.verdict,
    arrival: { state: arrival.state, reason: arrivalReason(arrival, routed, wired), ...(change !== null && { change }) },
    ...(!vscode.workspace.isTrusted && { locked: restrictedSentence() }),
    descriptions: isDescribed(routed) ? { language: router.language, isFixed: isLanguageFixed() } : null,
    message: messageState(routed, text, measures.measureText),
    wire: wired && wireState(routed, wired, chooseApi(service, null).api, measures.measureText),
    apis: OFFERED_APIS,
    tokens: tokens.now,
    why: { steps: decisionSteps(decision), fixes: fixes.map(({ action: _action, ...fix }) => fix) },
    comparison: null,
  };
  return { subject, routes, service, routed, wired, text, fixes, countTokens: tokens.later, measures, state };
}

/** The newest models of big makers that take all of a content. */
async function modelsBeside(services: PreviewModels['services'], { verdict, attachments }: PreviewedContents): Promise<string[]> {
  const ids = flagshipModels(await loadCatalogue(), await loadPrices()).map(idOfModel);
  await services.ensure(ids);
  const [least] = verdict.capabilities;
  const needed = attachments.length > 0 ? verdict.capabilities : least === undefined ? [] : [least];
  return ids.filter((id) => services.modelOf(id) && needed.every((type) => services.hasCapability(id, type)));
}

/** Those of some models whose window holds the contents, each by its own count, where that of the model in force does not. */
async function fittingModels(
  ids: string[],
  contents: PreviewedContents,
  services: PreviewModels['services'],
  { wired, measurements }: { readonly wired: JudgedRequest | null; readonly measurements: Measurements },
): Promise<string[]> {
  if (!wired?.limits.some(isTooLong)) return ids;
  const fits = await Promise.all(
    ids.map(async (id) => {
      const service = services.getServiceById(id);
      const { request } = await receiveRouted(contents, service, { services, measurements });
      return request?.limits.some(isTooLong) === false;
    }),
  );
  return ids.filter((_, at) => fits[at]);
}

function isTooLong({ code }: LimitFinding): boolean {
  return code === 'context_exceeded';
}

/** Whether some content is replaced by a description. */
function isDescribed({ verdict: { outcome }, attachments }: PreviewedContents): boolean {
  return outcome === 'description' || outcome === 'failed' || attachments.some((attachment) => attachment.outcome !== 'included');
}

/** Tells that services are not those of the file as it is now. */
function withServicesProblem<T extends Pick<PreviewState, 'problem'>>(shown: T, { services }: PreviewModels): T {
  if (!services.state.usingLastGood) return shown;
  const sentence = vscode.l10n.t('llmservices.json has errors. Using the last valid version.');
  return { ...shown, problem: shown.problem === null ? sentence : `${shown.problem} ${sentence}` };
}

/** The services of the configuration, then the models of the catalogue that are in use. */
function offeredModels(models: PreviewModels, chosen: readonly string[]): PreviewModel[] {
  const { services } = models;
  const own = services.getServices();
  const others = [...new Set(chosen)].filter((id) => own.every((service) => service.id !== id));
  return [
    ...own.map((service) => modelOf(models, service)),
    ...others.flatMap((id) => {
      const service = services.getServiceById(id);
      return service && !services.isForgotten(id) ? [modelOf(models, service)] : [];
    }),
  ];
}

/** What to know of a model that is no service of the configuration. */
function originOf({ models: { services }, root }: ContentSource, id: string): Pick<PreviewState, 'origin'> {
  if (services.isForgotten(id)) {
    const name = modelNameIn(id) ?? id;
    return { origin: { note: vscode.l10n.t('{0} is no longer in the catalogue: text only.', name), canAdd: false } };
  }
  const model = services.modelOf(id);
  if (!model) return {};
  return { origin: { note: catalogueNote(model), canAdd: root?.services.state.source !== undefined && vscode.workspace.isTrusted } };
}

function modelOf({ services }: PreviewModels, service: LlmServiceConfig): PreviewModel {
  const input = services.getCapabilities(service.id)?.input ?? ['text'];
  return { id: service.id, name: service.name || service.id, model: service.model ?? '', input: [...input] };
}

/** The request for the screen. @param serviceApi the API of the service itself, whatever was chosen */
function wireState(routed: PreviewedContents, wired: JudgedRequest, serviceApi: WireApi, measureText: MeasureText): PreviewWire {
  const { choice, result, verdicts, limits } = wired;
  return {
    api: choice.api,
    certainty: choice.certainty,
    because: apiReason(choice),
    serviceApi,
    ...shownBody(result, measureText),
    parts: verdicts.map((verdict) => ({
      label: partLabel(verdict, routed),
      outcome: verdict.outcome,
      rule: sentenceText(ruleSentence(verdict)),
      source: verdict.source,
      pointer: verdict.pointer ?? null,
    })),
    limits: limits.map((finding) => ({ severity: finding.severity, text: findingText(finding, routed), source: finding.source })),
  };
}

function shownBody(result: JudgedRequest['result'], measureText: MeasureText): Pick<PreviewWire, 'json' | 'jsonLength'> {
  const shortened = shortenBody(result, describeLength);
  const cut = cutLongTexts(shortened.value, MAX_SHOWN, measureText);
  const json = JSON.stringify(cut.value, null, 2);
  return { json: firstCharacters(json, MAX_SHOWN), jsonLength: json.length + shortened.saved + cut.saved.characters };
}
