import { GENERIC_BINARY } from '../content/media-type.ts';
import type { MediaFacts } from '../content/media-facts.ts';
import { formatSentence, sentence, type Sentence } from '../io/errors.ts';
import type { ExpectedDelivery, ExpectedPart } from '../programs/expected-delivery.ts';
import type { FileKind, SeenProgram, DeliveryWay } from '../programs/deliveries.ts';
import { type Artifact, isUnread, type UnreadArtifact } from '../store/artifact.ts';
import { type Cost, type CostRates, ratesOf, totalCost } from '../wire/cost.ts';
import { estimateMediaTokens } from '../wire/tokens/media-tokens.ts';
import type { TokenEstimate } from '../wire/tokens/model-family.ts';
import { textTokens } from '../wire/tokens/text-tokens.ts';
import type { ServicesAndModels } from '../wire/services-and-models.ts';
import { API_NAMES, type WireApi } from '../wire/verdict.ts';
import { chooseApi } from './model-request.ts';
import type { ReceiveContext, Recipient } from './receive.ts';

/** What becomes of a file in the hands of a program: it was not seen, or the worst that the form in which it is sent means. */
type ProgramOutcome = 'unknown' | 'sent' | 'raw' | 'note' | 'nothing';

/** What a program sends of a file to a model. */
export interface ProgramDelivery {
  readonly program: SeenProgram;
  readonly way: DeliveryWay;
  readonly api: WireApi;
  /** The model it was seen with; absent where it was not seen. */
  readonly seenWith?: string;
  /** The kind of file that was tried; absent where none like it was. */
  readonly kind?: FileKind;
  readonly outcome: ProgramOutcome;
  /** What is sent, with the figures of this file. */
  readonly parts: readonly ExpectedPart[];
  /** What of it is not known, where it is not. */
  readonly because?: Sentence;
  /** The tokens of each part that costs some; empty where a part has no formula or no known length, and where nothing is known. */
  readonly estimates: readonly TokenEstimate[];
  readonly cost: Cost;
  /** By what the cost was worked out. */
  readonly rates: CostRates;
}

/** What a program sends of a content to a model, as facts without types of the core. */
export interface ContentThrough extends Cost {
  readonly id: string;
  readonly name: string;
  /** The version that was watched, and the day. */
  readonly version: string;
  readonly seen: string;
  readonly api: WireApi;
  /** The model it was watched with; absent where it was not seen. */
  readonly seenWith?: string;
  /** `raw`: the bytes of a binary file as if they were text; `note`: words of the program alone. */
  readonly outcome: ProgramOutcome;
  /** What stands in the request for it, with the figures of this content. */
  readonly parts: readonly ExpectedPart[];
  /** What was not seen, in English. */
  readonly because?: string;
}

/** A delivery as the library and the tools of agents answer it. */
export function deliveryFacts({ program, api, seenWith, outcome, parts, because, cost }: ProgramDelivery): ContentThrough {
  return {
    id: program.id,
    name: program.name,
    version: program.version,
    seen: program.seen,
    api,
    ...(seenWith !== undefined && { seenWith }),
    outcome,
    parts,
    ...(because && { because: formatSentence(because) }),
    ...cost,
  };
}

/** Whether content of the file is sent, so that it costs tokens; a note costs its few words. */
export function sendsContent({ outcome }: Pick<ProgramDelivery, 'outcome'>): boolean {
  return outcome === 'sent' || outcome === 'raw';
}

/** Why it is not known what a program sends. */
export const THROUGH_SENTENCES = {
  kind: '{0} {1} has not been observed with a file of the type {2}.',
  vision: '{0} {1} has not been observed using {2} with a model that accepts images.',
  text: '{0} {1} has not been observed using {2} with a text-only model.',
  cell: '{0} {1} has not been observed with such a file.',
  size: '{0} {1} has been observed with smaller files, but not with one of this size.',
} as const;

/** What a program is asked about with. */
interface ProgramContext extends Pick<ReceiveContext, 'measurements' | 'api'> {
  readonly models: Pick<ServicesAndModels, 'getServiceById' | 'hasCapability'>;
}

/** Says what a program sends of a file to a model, by what it was seen to send. */
export async function deliveryThrough(
  artifact: Artifact | UnreadArtifact,
  { serviceId }: Pick<Recipient, 'serviceId'>,
  context: ProgramContext,
  { program, way = 'read' }: { readonly program: SeenProgram; readonly way?: DeliveryWay },
): Promise<ProgramDelivery> {
  const [{ seenRun }, { fileKind }, { expectedDelivery }] = await Promise.all([
    import('../programs/deliveries.ts'),
    import('../programs/file-kind.ts'),
    import('../programs/expected-delivery.ts'),
  ]);
  const { models } = context;
  const service = serviceId === null ? null : models.getServiceById(serviceId);
  const held = serviceId !== null && models.hasCapability(serviceId, 'vision') ? 'vision' : 'text';
  const named = chooseApi(service, context.api ?? null).api;
  const run = seenRun(program, { way, held, api: named });
  const api = run?.api ?? named;
  const { content, detection, size: stored } = isUnread(artifact) ? await artifact.read() : artifact;
  const mimeType = (artifact.isBinary ? detection?.detectedMimeType : undefined) ?? artifact.mimeType ?? GENERIC_BINARY;
  const size = stored ?? content.length;
  const kind = fileKind({ mimeType, isText: !artifact.isBinary, name: artifact.meta.filename ?? artifact.meta.name ?? '', size });
  const facts = typeof content === 'string' ? undefined : await context.measurements.facts(content, mimeType);
  const about = { program, way, api, ...(kind !== undefined && { kind }) };
  const unknown = (because: Sentence): ProgramDelivery => ({
    ...about,
    outcome: 'unknown',
    parts: [],
    because,
    estimates: [],
    cost: totalCost(null, NO_RATES),
    rates: NO_RATES,
  });
  const { name, version } = program;
  if (kind === undefined) return unknown(sentence(THROUGH_SENTENCES.kind, name, version, mimeType));
  if (!run) return unknown(sentence(THROUGH_SENTENCES[held], name, version, API_NAMES[api]));
  const parts = expectedDelivery(run, { kind, size, width: facts?.width, height: facts?.height });
  if (!parts) return unknown(sentence(run.cells[kind] ? THROUGH_SENTENCES.size : THROUGH_SENTENCES.cell, name, version));
  const estimates = await estimatesOf(parts, { content, facts }, { api, model: service?.model }, context);
  const rates = await ratesOf(service, api);
  const cost = totalCost(estimates, rates);
  return { ...about, seenWith: run.model, outcome: outcomeOf(parts), parts, estimates: estimates ?? [], cost, rates };
}

const NO_RATES = { price: null, limits: {} };

/** The worst that forms mean: a picture beside its raw bytes is a picture. */
function outcomeOf(parts: NonNullable<ExpectedDelivery>): ProgramOutcome {
  const isAs = (...forms: readonly ExpectedPart['as'][]): boolean => parts.some(({ as }) => forms.includes(as));
  if (isAs('image', 'document', 'audio', 'video', 'text')) return 'sent';
  if (isAs('raw', 'base64')) return 'raw';
  return isAs('note') ? 'note' : 'nothing';
}

/** What the parts cost; null when one of them has no formula, or is of a length that is not known. A note costs its few words, which are not counted. */
async function estimatesOf(
  parts: readonly ExpectedPart[],
  { content, facts }: { readonly content: string | Uint8Array; readonly facts: MediaFacts | undefined },
  receiver: { readonly api: WireApi; readonly model: string | undefined },
  { measurements }: Pick<ReceiveContext, 'measurements'>,
): Promise<readonly TokenEstimate[] | null> {
  const estimates: (TokenEstimate | null)[] = [];
  for (const part of parts) {
    const times = part.times ?? 1;
    if (part.as === 'note') continue;
    const text = textOf(part, content);
    const count = text === undefined ? null : await measurements.text(text);
    const estimate = text === undefined ? mediumEstimate(part, facts, receiver) : count && textTokens(count, receiver);
    for (let time = 0; time < times; time += 1) estimates.push(estimate);
  }
  const known = estimates.filter((estimate) => estimate !== null);
  return known.length < estimates.length || (known.length === 0 && parts.length > 0) ? null : known;
}

function mediumEstimate(
  { as, size, atLeast, type }: ExpectedPart,
  facts: MediaFacts | undefined,
  receiver: { readonly api: WireApi; readonly model: string | undefined },
): TokenEstimate | null {
  if (!facts || as === 'text' || as === 'raw' || as === 'base64') return null;
  const of = ([width, height]: readonly number[]): TokenEstimate | null => {
    const sides = width !== undefined && height !== undefined ? { width, height } : {};
    return estimateMediaTokens({ ...facts, ...(type !== undefined && { mimeType: type }), ...sides }, receiver);
  };
  const most = of(size ?? []);
  const least = atLeast ? of(atLeast) : most;
  // A smaller picture may be more tokens: it is made as large as its formula allows.
  return most && least && { ...most, low: Math.min(most.low, least.low), high: Math.max(most.high, least.high) };
}

/** The text that a part is of a file; undefined where its length is not known, and for a medium. */
function textOf({ as, extent, characters }: ExpectedPart, content: string | Uint8Array): string | undefined {
  if ((as !== 'text' && as !== 'raw') || extent === 'unclear') return undefined;
  // of a binary file the text that a program took out of it is not known
  if (as === 'text' && typeof content !== 'string') return undefined;
  if (extent !== 'cut') return typeof content === 'string' ? content : new TextDecoder().decode(content);
  // UTF-8 has at most four bytes for a character, so no more of a large file is decoded than is sent.
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content.subarray(0, 4 * (characters ?? content.length)));
  return text.slice(0, characters);
}
