import { BinaryDetector } from '../content/binary-detector.ts';
import { type DescriptionLanguage, GENERIC_BINARY, normaliseMediaType } from '../content/media-type.ts';
import { utf8Size } from '../content/size.ts';
import type { Compute } from '../io/compute.ts';
import { formatSentence } from '../io/errors.ts';
import { includesCapability, type ModelCapabilities, TEXT_ONLY } from '../models/capability.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import { fileReference, formatReference } from '../refs/reference.ts';
import { ArtifactContentRouter } from '../routing/artifact-content-router.ts';
import { CapabilityRouter } from '../routing/capability-router.ts';
import { ContentAdapter } from '../routing/content-adapter.ts';
import { attachmentInfo } from '../routing/message.ts';
import type { ToolMessage } from '../routing/tool-message.ts';
import type { Artifact } from '../store/artifact.ts';
import { artifactOfBytes } from '../store/content-reader.ts';
import { describeContent, type FileMetadata, textArtifact } from '../store/file-contents.ts';
import type { Arrival } from '../wire/arrival.ts';
import type { Cost } from '../wire/cost.ts';
import type { LimitFinding } from '../wire/limit-finding.ts';
import type { ArrivalState } from '../wire/outcome-words.ts';
import { type ServiceLookup, ServicesAndModels } from '../wire/services-and-models.ts';
import type { UserMessage } from '../wire/turns.ts';
import type { WireApi, WireVerdict } from '../wire/verdict.ts';
import { isOverLimit, type JudgedRequest } from './model-request.ts';
import { Measurements, receiveAttachments, receiveReading, type Recipient } from './receive.ts';

/** Something a model is to receive, with what is known of it. */
export interface NamedContent {
  /** Text, or bytes. */
  readonly content: string | Uint8Array;
  /** With an extension, as the name of a file; default: none, and the content alone tells the type. */
  readonly name?: string | undefined;
  /** The declared media type. */
  readonly mimeType?: string | undefined;
}

/** Something a model is to receive: a text or bytes, with or without what is known of them. */
export type GivenContent = string | Uint8Array | NamedContent;

export interface ReceiveOptions {
  /** How one content is given: as what a tool answers (default), or as an attachment of a person. Several are the attachments of one message. */
  readonly as?: 'tool' | 'attachment' | undefined;
  /** What the person says with attachments. */
  readonly text?: string | undefined;
  /** The API of the request; default: that of the service, or of the model. */
  readonly api?: WireApi | undefined;
  /** The language of descriptions; default: Chinese, as specified. */
  readonly language?: DescriptionLanguage | undefined;
  /** Services whose IDs may be named as the model: an `LlmServiceRegistry`. */
  readonly services?: ServiceLookup | undefined;
}

/** What becomes of one content. */
export interface ReceivedContent {
  readonly name: string;
  /** What the model receives of it in the end. */
  readonly state: ArrivalState;
  /** Why, in English; absent when the capabilities alone decided. */
  readonly because?: string;
  /** What becomes of its part in the request; absent where it is not a part of its own. */
  readonly verdict?: WireVerdict;
}

/** What a model receives of contents. */
export interface ContentsReceived extends Cost {
  /** What it receives in the end: of several the one word for all. */
  readonly state: ArrivalState;
  /** Why, in English; absent when the capabilities alone decided. */
  readonly because?: string;
  /** Whether the request is accepted, as far as documented rules tell. */
  readonly goesThrough: boolean;
  /** Whether anything is known of the model; of one that is not, text alone is assumed. */
  readonly isKnown: boolean;
  readonly api: WireApi;
  /** In the order given. */
  readonly contents: readonly ReceivedContent[];
  /** The canonical message with the contents. */
  readonly message: ToolMessage | UserMessage;
  /** The request in which it is sent. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What the limits of the API say, the worst first. */
  readonly limits: readonly LimitFinding[];
}

/**
 * What a model receives of contents: they are routed by its capabilities, the request is composed, and judged by the rules and limits of its API.
 *
 * @param contents one, or several as the attachments of one message
 * @param model a name in the catalogue (`gpt-5.2`), the ID of one of `options.services`, or a service; null for text alone
 */
export async function receiveContents(
  contents: GivenContent | readonly GivenContent[],
  model: string | LlmServiceConfig | null,
  { as = 'tool', text = '', api, language, services, compute }: ReceiveOptions & { readonly compute: Compute },
): Promise<ContentsReceived> {
  const given = await Promise.all(withOwnPaths(Array.isArray(contents) ? (contents as GivenContent[]) : [contents as GivenContent]));
  const { models, recipient } = await recipientOf(model, services);
  const context = { models, measurements: new Measurements(compute), api };
  const isKnown = recipient.serviceId !== null && models.getServiceById(recipient.serviceId) !== null;
  const inLanguage = language && { language };
  const [only] = given;
  if (only && given.length === 1 && as === 'tool') {
    const router = new ArtifactContentRouter({ serviceRegistry: models, ...inLanguage });
    const receipt = await receiveReading(only.artifact, formatReference(only.metadata.reference), recipient, { ...context, router });
    const { request, arrival, verdict, cost, message } = receipt;
    return { ...whole(request, arrival, cost, isKnown), contents: [{ name: only.metadata.name, ...inWords(arrival), verdict }], message };
  }
  const infos = given.map(({ metadata }) => attachmentInfo(metadata.reference, metadata));
  const byReference = new Map(given.map(({ metadata, artifact }) => [formatReference(metadata.reference), artifact]));
  const routing = await new CapabilityRouter({
    serviceRegistry: models,
    contentAdapter: new ContentAdapter({ ...inLanguage }),
    artifactStore: { getArtifact: (reference) => Promise.resolve(byReference.get(reference) ?? null) },
  }).routeContent({ text, attachments: infos }, recipient.serviceId);
  const factsOf = (index: number): ReturnType<Measurements['facts']> => {
    const { content, mimeType = GENERIC_BINARY } = given[index]?.artifact ?? { content: '' };
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return context.measurements.facts(bytes, mimeType);
  };
  const receipt = await receiveAttachments(routing, { infos, factsOf }, recipient, context);
  const of = given.map(({ metadata: { name } }, index): ReceivedContent => {
    const { arrival, verdict } = receipt.attachments[index] ?? { arrival: { state: 'nothing' } as const };
    return { name, ...inWords(arrival), ...(verdict && { verdict }) };
  });
  return { ...whole(receipt.request, receipt.arrival, receipt.cost, isKnown), contents: of, message: receipt.message };
}

function whole(request: JudgedRequest, arrival: Arrival, cost: Cost, isKnown: boolean): Omit<ContentsReceived, 'contents' | 'message'> {
  const goesThrough = request.worst !== 'rejected' && !isOverLimit(request.limits);
  return { ...inWords(arrival), goesThrough, isKnown, api: request.choice.api, body: request.result.body, limits: request.limits, ...cost };
}

function inWords({ state, cause }: Arrival): { readonly state: ArrivalState; readonly because?: string } {
  return { state, ...(cause && { because: formatSentence(cause.sentence) }) };
}

/** Contents by paths of their own: two of one name would be one. */
function withOwnPaths(contents: readonly GivenContent[]): Promise<PreparedContent>[] {
  const taken = new Set<string>();
  return contents.map((content, index) => {
    const name = nameOf(content, index);
    const path = taken.has(name) ? `${index + 1}/${name}` : name;
    taken.add(path);
    return contentGiven(content, index, path);
  });
}

function nameOf(content: GivenContent, index: number): string {
  const { name } = typeof content === 'string' || content instanceof Uint8Array ? {} : (content as NamedContent);
  return name ?? `content-${index + 1}`;
}

interface PreparedContent {
  readonly metadata: FileMetadata;
  readonly artifact: Artifact;
}

/** A content as an artifact: what it is, is told by its type, its name and its bytes. */
export async function contentGiven(content: GivenContent, index: number, path = nameOf(content, index)): Promise<PreparedContent> {
  const named = typeof content === 'string' || content instanceof Uint8Array ? { content } : content;
  const { content: own, mimeType } = named as NamedContent;
  const declared = normaliseMediaType(mimeType ?? '');
  const reference = fileReference(path, path);
  if (typeof own !== 'string') {
    const metadata = describeContent(reference, own.length, declared);
    return { metadata, artifact: await artifactOfBytes(metadata, own, detector) };
  }
  const metadata = describeContent(reference, utf8Size(own), declared);
  return { metadata, artifact: textArtifact(metadata, own, Infinity) };
}

const detector = new BinaryDetector();

/** Whom contents are for, and what is asked of it. */
export async function recipientOf(
  model: string | LlmServiceConfig | null,
  services: ServiceLookup | undefined,
): Promise<{ readonly models: ServicesAndModels; readonly recipient: Recipient }> {
  if (model !== null && typeof model !== 'string')
    return { models: new ServicesAndModels(onlyService(model)), recipient: { serviceId: model.id, model: undefined } };
  const models = new ServicesAndModels(services);
  if (model === null || models.getServices().some(({ id }) => id === model))
    return { models, recipient: { serviceId: model, model: undefined } };
  const found = await models.add(model);
  return { models, recipient: 'code' in found ? { serviceId: null, model: undefined } : { serviceId: found.config.id, model: found } };
}

/** A service that is in no file. */
function onlyService(service: LlmServiceConfig): ServiceLookup {
  const { input = TEXT_ONLY.input, output = TEXT_ONLY.output } = service.capabilities ?? {};
  const capabilities: ModelCapabilities = { input, output };
  const isIt = (id: string): boolean => id === service.id;
  return {
    state: { source: undefined, usingLastGood: false, problems: [], entries: [] },
    getServices: () => [service],
    getServiceById: (id) => (isIt(id) ? service : null),
    hasCapability: (id, type, direction = 'input') => isIt(id) && includesCapability(capabilities, type, direction),
    getCapabilities: (id) => (isIt(id) ? capabilities : null),
    getServicesByCapability: (type, direction = 'input') => (includesCapability(capabilities, type, direction) ? [service] : []),
  };
}
