import type { MediaFacts } from '../content/media-facts.ts';
import { mediaFactsWithin } from '../content/media-facts-task.ts';
import type { Compute } from '../io/compute.ts';
import { formatSentence, type Sentence, sentence } from '../io/errors.ts';
import { modelDoubt, type ModelDoubt } from '../models/catalogue/check-catalogue.ts';
import { loadCatalogue } from '../models/catalogue/load-catalogue.ts';
import { type ArtifactReference, artifactUri, formatReference } from '../refs/reference.ts';
import type { ArtifactContentRouter } from '../routing/artifact-content-router.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import { formatArtifactToolResponse } from '../routing/tool-message.ts';
import { type Artifact, isUnread, type UnreadArtifact } from '../store/artifact.ts';
import { type Arrival, type ArrivalState, arrivalOf, type Way } from '../wire/arrival.ts';
import type { CatalogueService } from '../wire/catalogue-service.ts';
import { type Cost, requestCost } from '../wire/cost.ts';
import type { LimitFinding } from '../wire/limit-finding.ts';
import { checkLimits, checkRequest, worstFirst } from '../wire/limits.ts';
import { limitSentence, ruleSentence } from '../wire/rule-sentence.ts';
import { apiOfService, type ServiceApi } from '../wire/service-api.ts';
import type { ServicesAndModels } from '../wire/services-and-models.ts';
import { isText, textRead } from '../wire/shortened-body.ts';
import { writeRequest } from '../wire/to-wire.ts';
import { estimateMediaTokens } from '../wire/tokens/media-tokens.ts';
import { countTextTokensIn, type TextCount, textTokens } from '../wire/tokens/text-tokens.ts';
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
  root: PreviewRoot,
): Promise<ArtifactPreview> {
  const { metadata, because, ...received } = await receivedBy(reference, artifact, asked, root, new Measurements(root.compute));
  return { ...factsOf(reference, artifact, metadata), ...received, because: because.map(formatSentence) };
}

/** Services that are compared at once: more than a person reads. */
const MOST_COMPARED = 40;

/** What a model receives of an artifact, beside what others receive. */
export interface ComparedReceiver extends Omit<ArtifactPreview, 'ref' | 'name' | 'mimeType' | 'size' | 'because'> {
  /** The name people gave the service; null for none, text only. */
  readonly title: string | null;
  /** Why, as sentences that can be translated. */
  readonly because: readonly Sentence[];
}

/** An artifact and what each model service receives of it. */
export interface ArtifactComparison extends Pick<ArtifactPreview, 'ref' | 'name' | 'mimeType' | 'size'> {
  /** Of the artifact as an MCP resource. */
  readonly uri: string;
  /** The one asked about first, then the services in the order of their file. */
  readonly rows: readonly ComparedReceiver[];
  /** Services that are not compared. */
  readonly more: number;
}

/** Previews an artifact for the model asked about and for the services of the root; content is read and measured once. */
export async function compareArtifact(
  reference: ArtifactReference,
  artifact: Artifact | UnreadArtifact,
  asked: AskedService,
  root: PreviewRoot,
  signal?: { readonly aborted: boolean },
): Promise<ArtifactComparison> {
  const others = root.models.getServices().filter(({ id }) => id !== asked.serviceId);
  const compared = [asked, ...others.slice(0, MOST_COMPARED).map(({ id }): AskedService => ({ serviceId: id, model: undefined }))];
  const measurements = new Measurements(root.compute);
  const rows: ComparedReceiver[] = [];
  let facts = factsOf(reference, artifact, undefined);
  for (const each of compared) {
    if (signal?.aborted) break;
    const { metadata, ...received } = await receivedBy(reference, artifact, each, root, measurements);
    facts = factsOf(reference, artifact, metadata);
    const service = each.serviceId === null ? null : root.models.getServiceById(each.serviceId);
    rows.push({ ...received, title: service && (service.name || service.id) });
  }
  return { ...facts, uri: artifactUri(reference.id), rows, more: others.length - Math.min(others.length, MOST_COMPARED) };
}

function factsOf(
  reference: ArtifactReference,
  artifact: Artifact | UnreadArtifact,
  metadata: ContentRouteResult['metadata'] | undefined,
): Pick<ArtifactPreview, 'ref' | 'name' | 'mimeType' | 'size'> {
  const ref = formatReference(reference);
  const { mimeType, size, filename } = metadata ?? {};
  return {
    ref,
    name: artifact.meta.name ?? filename ?? ref,
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
  };
}

/** Explanations by capabilities. */
export const RECEIVER_SENTENCES = {
  taken: 'The model takes "{0}".',
  unknown: 'The model is not known to take "{0}".',
  unknownBoth: 'The model is not known to take "{0}" or "{1}".',
} as const;

async function receivedBy(
  reference: ArtifactReference,
  artifact: Artifact | UnreadArtifact,
  asked: AskedService,
  { models, router }: PreviewRoot,
  measurements: Measurements,
): Promise<Omit<ComparedReceiver, 'title'> & Pick<ContentRouteResult, 'metadata'>> {
  const { serviceId, model } = asked;
  const route = await router.routeContent(artifact, serviceId);
  const wire = await wireOf(route, artifact, formatReference(reference), { root: { models }, measurements, asked, named: undefined });
  const { arrival, limits, cost } = wire;
  const { rule, acceptedCapabilities, capability } = route.reason;
  const [kind = '', other] = acceptedCapabilities;
  const because = [
    ...(capability !== undefined ? [sentence(RECEIVER_SENTENCES.taken, capability)] : []),
    ...(rule === 'capability_missing' || rule === 'service_unknown'
      ? [other === undefined ? sentence(RECEIVER_SENTENCES.unknown, kind) : sentence(RECEIVER_SENTENCES.unknownBoth, kind, other)]
      : []),
    ruleSentence(wire.verdict),
    ...(arrival.cause ? [arrival.cause.sentence] : []),
    ...limits.map(limitSentence),
  ];
  return {
    metadata: route.metadata,
    model: model?.config.name ?? serviceId,
    api: wire.api,
    route: route.routing === 'text' && rule !== 'text' ? 'description' : route.routing,
    verdict: arrival.state,
    because: because.filter((each, index) => because.findIndex((one) => formatSentence(one) === formatSentence(each)) === index),
    ...cost,
  };
}

/** What is measured of one content, in the worker: once, however many models it is previewed for. */
export class Measurements {
  readonly #compute: Compute;
  readonly #facts = new Map<string, Promise<MediaFacts>>();
  readonly #texts = new Map<string, Promise<TextCount | null>>();

  constructor(compute: Compute) {
    this.#compute = compute;
  }

  /** @param content the same in every call */
  facts(content: Uint8Array, mimeType: string, lacksSignature: boolean | undefined): Promise<MediaFacts> {
    const known = this.#facts.get(mimeType) ?? mediaFactsWithin(this.#compute, content, { mimeType, lacksSignature });
    this.#facts.set(mimeType, known);
    return known;
  }

  /** Null when it could not be counted, in time or at all. */
  text(text: string): Promise<TextCount | null> {
    const known = this.#texts.get(text) ?? countTextTokensIn(this.#compute, text).catch(() => null);
    this.#texts.set(text, known);
    return known;
  }
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
export interface PreviewReceiver {
  readonly root: { readonly models: ServicesAndModels };
  readonly measurements: Measurements;
  readonly asked: AskedService;
  /** The API named; else it is that of the service. */
  readonly named: WireApi | undefined;
}

/** The whole request in which the model of a service reads an artifact. */
export async function wireOf(
  route: ContentRouteResult,
  artifact: Artifact | UnreadArtifact,
  reference: string,
  { root, measurements, asked, named }: PreviewReceiver,
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
  const { limits, facts } = await limitsOf(measurements, artifact, result, verdict, api, service?.model);
  const {
    capability,
    acceptedCapabilities: [kind],
  } = route.reason;
  const doubt = capability === undefined ? null : await modelDoubtOf(asked, service?.model, capability, kind);
  const size = artifact.isBinary && !artifact.contentFailure ? (artifact.size ?? null) : null;
  const arrival = arrivalOf({ route: wayOf(route), verdicts: [verdict], limits, size, doubt });
  const isMedium = facts !== undefined && !isText(verdict);
  // a note in place of what has been dropped is read, and paid for
  const isSent = arrival.state !== 'refused' && arrival.state !== 'nothing';
  const last = turn.length - 1;
  const read =
    turn[last] &&
    textRead(
      result,
      result.verdicts.filter(({ message }) => message === last),
      turn[last],
    );
  const count = isSent && !isMedium ? await measurements.text(read ?? '') : null;
  const whose = { api, model: service?.model };
  const estimate = isSent && isMedium ? estimateMediaTokens(facts, whose) : count && textTokens(count, whose);
  return {
    api,
    ...(inferred && { inferred }),
    result,
    verdict,
    arrival,
    limits,
    cost: await requestCost(estimate && [estimate], service, api),
  };
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
  measurements: Measurements,
  artifact: Artifact | UnreadArtifact,
  result: WireResult,
  verdict: WireVerdict,
  api: WireApi,
  model: string | undefined,
): Promise<{ limits: LimitFinding[]; facts?: MediaFacts }> {
  const { mimeType, outcome } = verdict;
  // It is about this artifact, or about none in particular.
  const ofRequest = (sent: readonly MediaFacts[]): LimitFinding[] =>
    checkRequest(result, sent, api).map(({ media: _, ...finding }) => finding);
  if (mimeType === undefined || outcome === 'dropped') return { limits: ofRequest([]) };
  const { content, detection } = isUnread(artifact) ? await artifact.read() : artifact;
  if (typeof content === 'string') return { limits: ofRequest([]) };
  const facts = await measurements.facts(content, mimeType, detection?.lacksSignature);
  return { limits: worstFirst([...ofRequest([facts]), ...checkLimits(facts, api, { model, verdict })]), facts };
}
