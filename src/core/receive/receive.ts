import type { MediaFacts } from '../content/media-facts.ts';
import { mediaFactsWithin } from '../content/media-facts-task.ts';
import { GENERIC_BINARY } from '../content/media-type.ts';
import type { Compute } from '../io/compute.ts';
import { loadCatalogue } from '../models/catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import type { ArtifactContentRouter } from '../routing/artifact-content-router.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import type { RoutingResult } from '../routing/message.ts';
import type { ToolMessage } from '../routing/tool-message.ts';
import { type Artifact, isUnread, type UnreadArtifact } from '../store/artifact.ts';
import type { CatalogueService } from '../wire/catalogue-service.ts';
import { type Cost, type CostRates, totalCost, ratesOf } from '../wire/cost.ts';
import { answeringModel } from '../wire/retirement-of-service.ts';
import type { ServicesAndModels } from '../wire/services-and-models.ts';
import { countTextTokensIn, type TextCount } from '../wire/tokens/text-tokens.ts';
import type { UserMessage } from '../wire/turns.ts';
import { bodySize } from '../wire/shortened-body.ts';
import type { WireApi, WireResult, WireVerdict } from '../wire/verdict.ts';
import { judgeContents, type JudgedContents, KNOWS_NOTHING } from './judged-contents.ts';
import {
  type ApiChoice,
  billOf,
  chooseApi,
  composeRequest,
  type JudgedRequest,
  judgeByLimits,
  judgeByWindow,
  requestReceiver,
  type RequestReceiver,
  settleBill,
} from './model-request.ts';
import { type AttachedContents, routedAttachments, type RoutedContents, routedReading } from './routed-contents.ts';

/** Whom contents are for. */
export interface Recipient {
  /** Id of the service; null when none was named: text only. */
  readonly serviceId: string | null;
  /** The model of the catalogue, when it is one. */
  readonly model: CatalogueService | undefined;
}

/** What a recipient is asked about with. */
export interface ReceiveContext {
  readonly models: ServicesAndModels;
  readonly measurements: Measurements;
  /** The API that was named; otherwise it is that of the service. */
  readonly api?: WireApi | undefined;
}

/** What a model receives of contents that were routed for it. */
export interface RoutedReceipt extends JudgedContents {
  /** The request in which the model receives them, judged by the limits of its API and the window of the model; null when there is nothing to send. */
  readonly request: JudgedRequest | null;
  /** The prices and the window of the model. */
  readonly rates: CostRates;
}

/** What a model receives of contents. */
interface Receipt extends JudgedContents {
  readonly recipient: Recipient;
  /** Null for text only. */
  readonly service: LlmServiceConfig | null;
  readonly request: JudgedRequest;
  /** What the contents cost as input; the turn around them is not counted. */
  readonly cost: Cost;
}

/** What a model receives of a content that an agent reads with a tool. */
export interface ReadingReceipt extends Receipt {
  readonly route: ContentRouteResult;
  /** The answer of the tool. */
  readonly message: ToolMessage;
  /** What becomes of the content itself, which is the last part of the tool's answer. */
  readonly verdict: WireVerdict;
}

/** Routes a content that an agent reads with a tool, composes the request in which the model receives it, and judges that. */
export async function receiveReading(
  artifact: Artifact | UnreadArtifact,
  reference: string,
  recipient: Recipient,
  context: ReceiveContext & { readonly router: Pick<ArtifactContentRouter, 'routeContent'> },
): Promise<ReadingReceipt> {
  const route = await context.router.routeContent(artifact, recipient.serviceId);
  const facts = route.routing === 'text' ? undefined : await factsOf(artifact, route, context.measurements);
  const routed = routedReading(route, artifact, reference, facts);
  const receipt = await receiptOf(routed, recipient, context);
  const verdict = receipt.request.verdicts.at(-1);
  if (!verdict) throw new Error('the answer of a tool has a part');
  return { ...receipt, route, message: routed.message, verdict };
}

async function factsOf(
  artifact: Artifact | UnreadArtifact,
  { metadata }: ContentRouteResult,
  measurements: Measurements,
): Promise<MediaFacts | undefined> {
  const { content } = isUnread(artifact) ? await artifact.read() : artifact;
  if (typeof content === 'string') return undefined;
  return measurements.facts(content, metadata.mimeType ?? GENERIC_BINARY);
}

/** What a model receives of a message with attachments. */
export interface MessageReceipt extends Receipt {
  readonly message: UserMessage;
}

/** Composes the message with attachments that were routed, and judges the request. */
export async function receiveAttachments(
  routing: RoutingResult,
  contents: AttachedContents,
  recipient: Recipient,
  context: ReceiveContext,
): Promise<MessageReceipt> {
  const routed = await routedAttachments(routing, contents);
  return { message: routed.message, ...(await receiptOf(routed, recipient, context)) };
}

async function receiptOf(routed: RoutedContents, recipient: Recipient, { models, measurements, api }: ReceiveContext): Promise<Receipt> {
  const { serviceId } = recipient;
  const service = serviceId === null ? null : models.getServiceById(serviceId);
  const { rates, ...receipt } = await receiveRouted(routed, service, {
    services: models,
    measurements,
    choice: chooseApi(service, api ?? null),
  });
  const { request } = receipt;
  const { media, message } = routed;
  if (!request || !message) throw new Error('contents that were routed have a message');
  const estimates = await settleBill(billOf(request, media, message), request, (text) => measurements.text(text));
  return { recipient, service, ...receipt, request, cost: totalCost(estimates, rates) };
}

/**
 * Composes the request in which a model receives contents that were routed for it, and judges it.
 *
 * @param service null for text only
 * @param context.services they know which services are models of the catalogue, if any are
 * @param context.choice default: the API of the service
 */
export async function receiveRouted(
  routed: RoutedContents,
  service: LlmServiceConfig | null,
  context: {
    readonly services: Pick<ServicesAndModels, 'hasCapability'> & Partial<Pick<ServicesAndModels, 'modelOf'>>;
    readonly measurements: Measurements;
    readonly choice?: ApiChoice | undefined;
  },
): Promise<RoutedReceipt> {
  const { services, measurements, choice } = context;
  const receiver = requestReceiver(service, services, choice);
  const rates = await ratesOf(service, receiver.choice.api);
  const request = await judgedRequest(routed, receiver, rates, measurements);
  const judged = judgeContents(routed, request, {
    model: service ? answeringModel(service) : undefined,
    // Without a model there is no question to the catalogue, which need not be loaded.
    catalogue: service ? await loadCatalogue() : KNOWS_NOTHING,
    inference: (service && services.modelOf?.(service.id)?.inference) ?? null,
  });
  return { ...judged, request, rates };
}

async function judgedRequest(
  { messages, media, message }: RoutedContents,
  receiver: RequestReceiver,
  { limits }: CostRates,
  measurements: Measurements,
): Promise<JudgedRequest | null> {
  const request = composeRequest(messages, receiver);
  if (!request || !message) return null;
  const byLimits = judgeByLimits(request, media, measurements.bytesOf(request.result));
  return judgeByWindow(byLimits, { media, message }, limits, (text) => measurements.text(text));
}

/** What is measured of contents, in the worker: each once, however many models receive it. */
export class Measurements {
  readonly #compute: Compute;
  /** Bytes of a body as JSON. */
  readonly bytesOf: (result: WireResult) => number;
  readonly #facts = new Map<Uint8Array, Map<string, Promise<MediaFacts>>>();
  readonly #texts = new Map<string, Promise<TextCount | null>>();

  constructor(compute: Compute, bytesOf: (result: WireResult) => number = bodySize) {
    this.#compute = compute;
    this.bytesOf = bytesOf;
  }

  facts(content: Uint8Array, mimeType: string): Promise<MediaFacts> {
    const ofContent = this.#facts.get(content) ?? new Map<string, Promise<MediaFacts>>();
    this.#facts.set(content, ofContent);
    const known = ofContent.get(mimeType) ?? mediaFactsWithin(this.#compute, content, { mimeType });
    ofContent.set(mimeType, known);
    return known;
  }

  /** Null when it could not be counted, in time or at all. */
  text(text: string): Promise<TextCount | null> {
    const count = (): Promise<TextCount | null> =>
      countTextTokensIn(this.#compute, text).catch(() => {
        this.#texts.delete(text);
        return null;
      });
    const known = this.#texts.get(text) ?? count();
    this.#texts.set(text, known);
    return known;
  }
}
