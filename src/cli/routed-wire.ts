import { mediaFactsWithin } from '../core/content/media-facts-task.ts';
import type { Compute } from '../core/io/compute.ts';
import { isUnread, type Artifact, type UnreadArtifact } from '../core/store/artifact.ts';
import { loadCatalogue } from '../core/services/catalogue/load-catalogue.ts';
import { modelDoubt } from '../core/services/catalogue/model-doubt.ts';
import { API_NAMES, type WireApi } from '../core/wire/api.ts';
import { arrivalOf, type Arrival, type Way } from '../core/wire/arrival.ts';
import { EXAMPLE_CALL_ID, readingTurn } from '../core/wire/conversation.ts';
import type { LimitFinding } from '../core/wire/limit-finding.ts';
import { limitSentence } from '../core/wire/limit-sentence.ts';
import { checkLimits, checkRequest, worstFirst } from '../core/wire/limits.ts';
import { ruleSentence } from '../core/wire/rule-sentence.ts';
import { apiOfService, type ServiceApi } from '../core/wire/service-api.ts';
import { bodySize, shortenBody } from '../core/wire/shortened-body.ts';
import { writeRequest } from '../core/wire/to-wire.ts';
import { readMessages } from '../core/wire/turns.ts';
import type { WireResult, WireVerdict } from '../core/wire/verdict.ts';
import { formatSentence } from '../core/io/sentence.ts';
import type { DescribeLength } from '../core/routing/shortened-message.ts';
import type { ContentRouteResult } from '../core/routing/route-result.ts';
import { formatArtifactToolResponse } from '../core/routing/tool-message.ts';
import type { OpenRoot } from '../platform/open-root.ts';

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
}

/** For whom an artifact was routed. */
export interface Receiver {
  readonly root: OpenRoot;
  readonly compute: Compute;
  /** Null when no service was named. */
  readonly serviceId: string | null;
  /** The API named; else it is that of the service. */
  readonly named: WireApi | undefined;
}

/** The whole request in which the model of a service reads an artifact. */
export async function wireOf(
  route: ContentRouteResult,
  artifact: Artifact | UnreadArtifact,
  reference: string,
  { root, compute, serviceId, named }: Receiver,
): Promise<RoutedWire> {
  const service = serviceId === null ? null : root.services.getServiceById(serviceId);
  const inferred = named === undefined ? apiOfService(service ?? {}) : undefined;
  const api = named ?? inferred?.api ?? 'openai-compatible';
  const mediaInToolResults = serviceId !== null && root.services.hasCapability(serviceId, 'tool_result_media');
  const turn = readingTurn(reference, formatArtifactToolResponse(route, EXAMPLE_CALL_ID));
  const messages = readMessages(turn, { isChecked: true, answer: route });
  const result = writeRequest(messages, api, { model: service?.model, mediaInToolResults });
  const verdict = result.verdicts.at(-1);
  if (!verdict) throw new Error('the answer of a tool has a part');
  const limits = await limitsOf(compute, artifact, result, verdict, api, service?.model);
  const {
    capability,
    acceptedCapabilities: [kind],
  } = route.reason;
  const doubt = capability === undefined ? null : modelDoubt(service?.model, { declared: capability, kind }, await loadCatalogue());
  const size = artifact.isBinary && !artifact.contentFailure ? (artifact.size ?? null) : null;
  const arrival = arrivalOf({ route: wayOf(route), verdicts: [verdict], limits, size, doubt });
  return { api, ...(inferred && { inferred }), result, verdict, arrival, limits };
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
): Promise<LimitFinding[]> {
  if (mimeType === undefined || outcome === 'dropped') return checkRequest(result, [], api);
  const { content, detection } = isUnread(artifact) ? await artifact.read() : artifact;
  if (typeof content === 'string') return checkRequest(result, [], api);
  const facts = await mediaFactsWithin(compute, content, { mimeType, lacksSignature: detection?.lacksSignature });
  return worstFirst([...checkRequest(result, [facts], api), ...checkLimits(facts, api, { model })]);
}

/** The API and what it makes of the artifact, one fact a line. */
export function wireFacts({ api, inferred, verdict, limits }: RoutedWire): readonly (readonly [string, string])[] {
  return [
    ['API', API_NAMES[api] + (inferred ? ` (${inferred.certainty}: ${formatSentence(inferred.because)})` : '')],
    ['On the wire', `${verdict.outcome}: ${formatSentence(ruleSentence(verdict))}`],
    ...limits.map((finding) => ['Limit', `${finding.severity}: ${formatSentence(limitSentence(finding))}`] as const),
  ];
}

/** The same for programs. @param isWhole with the body and the verdict of every part; without `describe` base64 in full length */
export function wireJson(
  { api, inferred, result, verdict, arrival, limits }: RoutedWire,
  { isWhole, describe }: { readonly isWhole: boolean; readonly describe: DescribeLength | undefined },
): object {
  return {
    api,
    certainty: inferred?.certainty ?? 'named',
    outcome: verdict.outcome,
    because: formatSentence(ruleSentence(verdict)),
    arrival: arrival.state,
    size: bodySize(result),
    ...(limits.length > 0 && { limits: limits.map((finding) => ({ ...finding, message: formatSentence(limitSentence(finding)) })) }),
    ...(isWhole && { verdicts: result.verdicts, body: describe ? shortenBody(result, describe).value : result.body }),
  };
}
