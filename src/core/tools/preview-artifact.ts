import type { MediaFacts } from '../content/media-facts.ts';
import { mediaFactsWithin } from '../content/media-facts-task.ts';
import type { Compute } from '../io/compute.ts';
import { formatSentence } from '../io/errors.ts';
import { modelDoubt, type ModelDoubt } from '../models/catalogue/check-catalogue.ts';
import { loadCatalogue } from '../models/catalogue/load-catalogue.ts';
import { formatReference } from '../refs/reference.ts';
import type { ArtifactReference } from '../refs/reference.ts';
import type { ArtifactContentRouter } from '../routing/artifact-content-router.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import { formatArtifactToolResponse } from '../routing/tool-message.ts';
import { type Artifact, isUnread, type UnreadArtifact } from '../store/artifact.ts';
import { type Arrival, type ArrivalState, arrivalOf, type Way } from '../wire/arrival.ts';
import type { CatalogueService } from '../wire/catalogue-service.ts';
import { type Cost, costOf } from '../wire/cost.ts';
import type { LimitFinding } from '../wire/limit-finding.ts';
import { checkLimits, checkRequest, worstFirst } from '../wire/limits.ts';
import { limitSentence, ruleSentence } from '../wire/rule-sentence.ts';
import { apiOfService, type ServiceApi } from '../wire/service-api.ts';
import type { ServicesAndModels } from '../wire/services-and-models.ts';
import { isText, textRead } from '../wire/shortened-body.ts';
import { writeRequest } from '../wire/to-wire.ts';
import { estimateMediaTokens } from '../wire/tokens/media-tokens.ts';
import { countTextTokensIn, textTokens } from '../wire/tokens/text-tokens.ts';
import { EXAMPLE_CALL_ID, readingTurn, readMessages } from '../wire/turns.ts';
import type { WireApi, WireResult, WireVerdict } from '../wire/verdict.ts';

/** What a model receives of an artifact, without its content. */
export interface ArtifactPreview {
  readonly ref: string;
  readonly name: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
  /** The service or model asked about; null: none, text only. */
  readonly model: string | null;
  readonly api: WireApi;
  /** The field it goes into; `description` in place of a content that the model does not take. */
  readonly route: 'text' | 'image_url' | 'file' | 'description';
  /** What the model receives in the end. */
  readonly verdict: ArrivalState;
  /** Why, as sentences. */
  readonly because: readonly string[];
  readonly tokens: Cost['tokens'];
  readonly price: Cost['price'];
  readonly context: Cost['context'];
}

/** What previews need of a data root. */
export interface PreviewRoot {
  readonly models: ServicesAndModels;
  readonly router: ArtifactContentRouter;
  readonly compute: Compute;
}

/** Previews an artifact for a model. @param asked of what is known to exist */
export async function previewArtifact(
  reference: ArtifactReference,
  artifact: Artifact | UnreadArtifact,
  asked: AskedService,
  { models, router, compute }: PreviewRoot,
): Promise<ArtifactPreview> {
  const { serviceId, model } = asked;
  const ref = formatReference(reference);
  const route = await router.routeContent(artifact, serviceId);
  const wire = await wireOf(route, artifact, ref, { root: { models }, compute, asked, named: undefined });
  const { arrival, limits, cost } = wire;
  const { mimeType, size, filename } = route.metadata;
  const { rule, acceptedCapabilities, capability } = route.reason;
  const because = [
    ...(capability !== undefined ? [`The model takes "${capability}".`] : []),
    ...(rule === 'capability_missing' || rule === 'service_unknown'
      ? [`The model is not known to take ${acceptedCapabilities.map((name) => `"${name}"`).join(' or ')}.`]
      : []),
    formatSentence(ruleSentence(wire.verdict)),
    ...(arrival.cause ? [formatSentence(arrival.cause.sentence)] : []),
    ...limits.map((finding) => formatSentence(limitSentence(finding))),
  ];
  return {
    ref,
    name: artifact.meta.name ?? filename ?? ref,
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    model: model?.config.name ?? serviceId,
    api: wire.api,
    route: route.routing === 'text' && rule !== 'text' ? 'description' : route.routing,
    verdict: arrival.state,
    because: [...new Set(because)],
    ...cost,
  };
}

/** Whom an artifact is routed for. */
export interface AskedService {
  /** Null when no service was named. */
  readonly serviceId: string | null;
  /** The model of the catalogue, when it is one. */
  readonly model: CatalogueService | undefined;
}

/** A routed artifact as an API receives it. */
export interface RoutedWire {
  readonly api: WireApi;
  /** Absent when the API was named on the command line. */
  readonly inferred?: ServiceApi;
  readonly result: WireResult;
  /** Of the artifact itself: its last part in the answer of the tool. */
  readonly verdict: WireVerdict;
  /** What the model receives in the end. */
  readonly arrival: Arrival;
  /** What the limits of the API say of it and of the request, the worst first. */
  readonly limits: readonly LimitFinding[];
  readonly cost: Cost;
}

/** For whom an artifact was routed. */
export interface Receiver {
  readonly root: { readonly models: ServicesAndModels };
  readonly compute: Compute;
  readonly asked: AskedService;
  /** The API named; else it is that of the service. */
  readonly named: WireApi | undefined;
}

/** The whole request in which the model of a service reads an artifact. */
export async function wireOf(
  route: ContentRouteResult,
  artifact: Artifact | UnreadArtifact,
  reference: string,
  { root, compute, asked, named }: Receiver,
): Promise<RoutedWire> {
  const { serviceId } = asked;
  const service = serviceId === null ? null : root.models.getServiceById(serviceId);
  const inferred = named === undefined ? apiOfService(service ?? {}) : undefined;
  const api = named ?? inferred?.api ?? 'openai-compatible';
  const mediaInToolResults = serviceId !== null && root.models.hasCapability(serviceId, 'tool_result_media');
  const turn = readingTurn(reference, formatArtifactToolResponse(route, EXAMPLE_CALL_ID));
  const messages = readMessages(turn, { isChecked: true, answer: route });
  const result = writeRequest(messages, api, { model: service?.model, mediaInToolResults });
  const verdict = result.verdicts.at(-1);
  if (!verdict) throw new Error('the answer of a tool has a part');
  const { limits, facts } = await limitsOf(compute, artifact, result, verdict, api, service?.model);
  const {
    capability,
    acceptedCapabilities: [kind],
  } = route.reason;
  const doubt = capability === undefined ? null : await modelDoubtOf(asked, service?.model, capability, kind);
  const size = artifact.isBinary && !artifact.contentFailure ? (artifact.size ?? null) : null;
  const arrival = arrivalOf({ route: wayOf(route), verdicts: [verdict], limits, size, doubt });
  const isMedium = facts !== undefined && !isText(verdict);
  const isSent = arrival.state !== 'refused' && arrival.state !== 'dropped' && arrival.state !== 'nothing';
  const last = turn.length - 1;
  const read =
    turn[last] &&
    textRead(
      result,
      result.verdicts.filter(({ message }) => message === last),
      turn[last],
    );
  const estimate = !isSent
    ? null
    : isMedium
      ? estimateMediaTokens(facts, { api, model: service?.model })
      : textTokens(await countTextTokensIn(compute, read ?? ''), { api, model: service?.model });
  return { api, ...(inferred && { inferred }), result, verdict, arrival, limits, cost: await costOf(estimate && [estimate], service, api) };
}

/** What the catalogue says against a content being sent to a model. @param declared the capability it is sent by @param kind that of its kind */
export async function modelDoubtOf(
  asked: AskedService,
  model: string | undefined,
  declared: string,
  kind: string | undefined,
): Promise<ModelDoubt | null> {
  const doubt = modelDoubt(model, { declared, kind }, await loadCatalogue());
  return doubt && { ...doubt, isDeclared: asked.model === undefined };
}

function wayOf({ reason: { rule } }: ContentRouteResult): Way['route'] {
  if (rule === 'content_failed') return 'failed';
  return rule === 'text' || rule === 'capability_present' ? 'content' : 'description';
}

/** Of the whole request; of the artifact itself too when it is sent and not text. */
async function limitsOf(
  compute: Compute,
  artifact: Artifact | UnreadArtifact,
  result: WireResult,
  { mimeType, outcome }: WireVerdict,
  api: WireApi,
  model: string | undefined,
): Promise<{ limits: LimitFinding[]; facts?: MediaFacts }> {
  if (mimeType === undefined || outcome === 'dropped') return { limits: checkRequest(result, [], api) };
  const { content, detection } = isUnread(artifact) ? await artifact.read() : artifact;
  if (typeof content === 'string') return { limits: checkRequest(result, [], api) };
  const facts = await mediaFactsWithin(compute, content, { mimeType, lacksSignature: detection?.lacksSignature });
  return { limits: worstFirst([...checkRequest(result, [facts], api), ...checkLimits(facts, api, { model })]), facts };
}
