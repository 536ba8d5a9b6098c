import * as vscode from 'vscode';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { type ApiChoice, billOf, chooseApi, type JudgedRequest, settleBill, worstSeverity } from '../../core/receive/model-request.ts';
import { receiveRouted } from '../../core/receive/receive.ts';
import type { CostRates } from '../../core/wire/cost.ts';
import { ruleSentence } from '../../core/wire/rule-sentence.ts';
import { API_NAMES, outcomeOfContent, WIRE_APIS } from '../../core/wire/verdict.ts';
import type { ComparedRow, Comparison } from '../../shared/preview-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import type { PreviewServices } from './content-source.ts';
import { arrivalReason, routeReason, scaledNote } from './routed-arrival.ts';
import type { PreviewedContents, Routes } from './routes.ts';
import { countUnder, tokenRangeOf } from './token-state.ts';
import { filesOf } from './shown-arrival.ts';
import type { Measures } from './service-request.ts';

/** A comparison of models and APIs. */
type ModelComparison = Pick<Comparison, 'services' | 'apis'>;

/** What is compared. */
export interface Compared {
  readonly services: PreviewServices;
  /** Ids of models of the catalogue that are compared beside the services. */
  readonly models: readonly string[];
  readonly routes: Routes;
  /** The service whose routing is written for every API; null is "text only". */
  readonly selected: string | null;
  readonly measures: Measures;
}

/**
 * The same content for all services and some models of the catalogue, and for all APIs as the selected service routes it. Reads nothing; services
 * that get the same share one message. Rejects when the signal is aborted.
 */
export async function compare({ services, models, routes, selected, measures }: Compared, signal: AbortSignal): Promise<ModelComparison> {
  const rows = new Rows(services, measures, signal);
  const byService: ComparedRow[] = [];
  await services.ensure(models);
  // a service that is written under such an id has its line already; a model that the catalogue has no more has none
  const isShown = (id: string): boolean => services.modelOf(id) !== undefined || (id === selected && services.isForgotten(id));
  const compared = new Set(selected === null ? models : [selected, ...models]);
  const ofCatalogue = [...compared].flatMap((id) => (isShown(id) && services.getServiceById(id)) || []);
  for (const service of [null, ...services.getServices(), ...ofCatalogue]) {
    signal.throwIfAborted();
    const routed = await routes.route(service?.id ?? null);
    byService.push(await rows.row(service, service?.id ?? null, nameOf(service), routed, chooseApi(service, null)));
  }
  const service = selected === null ? null : services.getServiceById(selected);
  const routed = await routes.route(selected);
  const byApi: ComparedRow[] = [];
  for (const api of WIRE_APIS) {
    signal.throwIfAborted();
    byApi.push(await rows.row(service, null, API_NAMES[api], routed, { ...chooseApi(service, api), certainty: certaintyOf(service, api) }));
  }
  return { services: byService, apis: byApi };
}

/** For the service's own API, its certainty; any other API was chosen by a person. */
function certaintyOf(service: LlmServiceConfig | null, api: ApiChoice['api']): ApiChoice['certainty'] {
  const own = chooseApi(service, null);
  return own.api === api ? own.certainty : 'chosen';
}

function nameOf(service: LlmServiceConfig | null): string {
  return service ? service.name || service.id : vscode.l10n.t('Text only');
}

/** Makes lines, each by the request to its model: what a text is long is measured once. */
class Rows {
  readonly #services: PreviewServices;
  readonly #measures: Measures;
  readonly #signal: AbortSignal;

  constructor(services: PreviewServices, measures: Measures, signal: AbortSignal) {
    this.#services = services;
    this.#measures = measures;
    this.#signal = signal;
  }

  async row(
    service: LlmServiceConfig | null,
    serviceId: string | null,
    name: string,
    routed: PreviewedContents,
    choice: ApiChoice,
  ): Promise<ComparedRow> {
    const { measurements } = this.#measures;
    const isOfCatalogue = service !== null && this.#services.modelOf(service.id) !== undefined;
    const receipt = await receiveRouted(routed, service, { services: this.#services, measurements, choice });
    const { request: wired, arrival, rates } = receipt;
    return {
      serviceId,
      name,
      model: service?.model ?? '',
      api: choice.api,
      apiName: API_NAMES[choice.api],
      certainty: choice.certainty,
      route: routed.verdict.outcome,
      arrival: arrival.state,
      wire: wired && outcomeOfContent(wired.verdicts),
      limit: wired && worstSeverity(wired.limits),
      ...filesOf(routed, wired),
      detail: rowDetail(routed, wired, arrivalReason(arrival, routed, wired), isOfCatalogue),
      bytes: wired && wired.bytes,
      tokens: wired && (await this.#tokens(routed, wired, rates)),
    };
  }

  async #tokens(routed: PreviewedContents, wired: JudgedRequest, rates: CostRates): Promise<ComparedRow['tokens']> {
    const bill = routed.message && billOf(wired, routed.media, routed.message);
    const estimates = bill && (await settleBill(bill, wired, countUnder(this.#measures.measurements, this.#signal)));
    return estimates && tokenRangeOf(estimates, rates);
  }
}

/**
 * The reason for a row of a comparison: the first obstacle on the way, or that there is none.
 * @param reason what decided the arrival; null when the capabilities did
 */
function rowDetail(routed: PreviewedContents, wired: JudgedRequest | null, reason: string | null, isOfCatalogue: boolean): string {
  const { outcome } = routed.verdict;
  if (reason !== null) return reason;
  const isDescribed = outcome === 'description' || outcome === 'failed' || outcome === 'not_found';
  if (!wired || isDescribed || routed.attachments.some((attachment) => attachment.outcome !== 'included'))
    return routeReason(routed, isOfCatalogue);
  const worst = outcomeOfContent(wired.verdicts);
  const behind = wired.verdicts.filter(({ outcome: each }) => each === worst);
  const verdict = worst === 'sent' ? undefined : (behind.find(({ mimeType }) => mimeType !== undefined) ?? behind[0]);
  if (verdict) return [sentenceText(ruleSentence(verdict)), scaledNote(routed, wired)].filter(Boolean).join(' ');
  if (routed.media.length === 0) return routeReason(routed, isOfCatalogue);
  return scaledNote(routed, wired) ?? vscode.l10n.t('Arrives unchanged.');
}
