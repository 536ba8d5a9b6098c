import type { Compute } from '../io/compute.ts';
import { formatSentence, type Sentence, sentence } from '../io/errors.ts';
import type { SeenProgram } from '../programs/deliveries.ts';
import { Measurements, receiveReading, type Recipient } from '../receive/receive.ts';
import { type ContentThrough, deliveryFacts, deliveryThrough } from '../receive/through-program.ts';
import { type ArtifactReference, artifactUri, formatReference } from '../refs/reference.ts';
import type { ArtifactContentRouter } from '../routing/artifact-content-router.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import type { Artifact, UnreadArtifact } from '../store/artifact.ts';
import type { ArrivalState } from '../wire/arrival.ts';
import type { Cost } from '../wire/cost.ts';
import { limitSentence, ruleSentence } from '../wire/rule-sentence.ts';
import type { ServicesAndModels } from '../wire/services-and-models.ts';
import type { WireApi } from '../wire/verdict.ts';

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
  /** What the program asked about sends of it by its own file tool; absent where none was asked about. */
  readonly through?: ContentThrough;
}

/** What previews need of a data root. */
export interface PreviewRoot {
  readonly models: ServicesAndModels;
  readonly router: ArtifactContentRouter;
  readonly compute: Compute;
}

/** What a preview and a comparison are asked for. */
interface PreviewOptions {
  /** The program whose delivery is told too; a comparison tells of none. */
  readonly through?: SeenProgram | undefined;
  /** Ends a comparison early. */
  readonly signal?: { readonly aborted: boolean } | undefined;
}

/** Previews an artifact for a model. @param asked of what is known to exist */
export async function previewArtifact(
  reference: ArtifactReference,
  artifact: Artifact | UnreadArtifact,
  asked: Recipient,
  root: PreviewRoot,
  { through }: PreviewOptions,
): Promise<ArtifactPreview> {
  const measurements = new Measurements(root.compute);
  const { metadata, because, ...received } = await receivedBy(reference, artifact, asked, root, measurements);
  const preview = { ...factsOf(reference, artifact, metadata), ...received, because: because.map(formatSentence) };
  if (!through) return preview;
  const delivery = await deliveryThrough(artifact, asked, { models: root.models, measurements }, { program: through });
  return { ...preview, through: deliveryFacts(delivery) };
}

/** Services that are compared at once: more than a person reads. */
const MOST_COMPARED = 40;

/** What a model receives of an artifact, beside what others receive. */
export interface ComparedReceiver extends Omit<ArtifactPreview, 'ref' | 'name' | 'mimeType' | 'size' | 'because' | 'through'> {
  /** The name people gave the service; null for none, text only. */
  readonly title: string | null;
  /** Why, as sentences that can be translated. */
  readonly because: readonly Sentence[];
}

/** An artifact and what each model service receives of it. */
export interface ArtifactComparison extends Pick<ArtifactPreview, 'ref' | 'name' | 'mimeType' | 'size'> {
  /** The address of the artifact as an MCP resource. */
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
  asked: Recipient,
  root: PreviewRoot,
  { signal }: PreviewOptions,
): Promise<ArtifactComparison> {
  const others = root.models.getServices().filter(({ id }) => id !== asked.serviceId);
  const compared = [asked, ...others.slice(0, MOST_COMPARED).map(({ id }): Recipient => ({ serviceId: id, model: undefined }))];
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
  taken: 'The model accepts "{0}".',
  unknown: 'The model is not known to accept "{0}".',
  unknownBoth: 'The model is not known to accept "{0}" or "{1}".',
} as const;

async function receivedBy(
  reference: ArtifactReference,
  artifact: Artifact | UnreadArtifact,
  recipient: Recipient,
  { models, router }: PreviewRoot,
  measurements: Measurements,
): Promise<Omit<ComparedReceiver, 'title'> & Pick<ContentRouteResult, 'metadata'>> {
  const { route, request, verdict, arrival, cost } = await receiveReading(artifact, formatReference(reference), recipient, {
    models,
    router,
    measurements,
  });
  const { rule, acceptedCapabilities, capability } = route.reason;
  const [kind = '', other] = acceptedCapabilities;
  const because = [
    ...(capability !== undefined ? [sentence(RECEIVER_SENTENCES.taken, capability)] : []),
    ...(rule === 'capability_missing' || rule === 'service_unknown'
      ? [other === undefined ? sentence(RECEIVER_SENTENCES.unknown, kind) : sentence(RECEIVER_SENTENCES.unknownBoth, kind, other)]
      : []),
    ruleSentence(verdict),
    ...(arrival.cause ? [arrival.cause.sentence] : []),
    ...request.limits.map(limitSentence),
  ];
  return {
    metadata: route.metadata,
    model: recipient.model?.config.name ?? recipient.serviceId,
    api: request.choice.api,
    route: route.routing === 'text' && rule !== 'text' ? 'description' : route.routing,
    verdict: arrival.state,
    because: because.filter((each, index) => because.findIndex((one) => formatSentence(one) === formatSentence(each)) === index),
    ...cost,
  };
}
