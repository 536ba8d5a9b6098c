import type { ContentRouteResult } from '../../core/routing/route-result.ts';
import { formatArtifactToolResponse, type ToolMessage } from '../../core/routing/tool-message.ts';
import type { Artifact } from '../../core/store/artifact.ts';
import type { LlmServiceConfig } from '../../core/services/schema.ts';
import type { PreviewVerdict } from '../../shared/preview-state.ts';

/** The id of the tool call that the preview pretends; a real one is made by the model. */
const TOOL_CALL_ID = 'call_preview';

/** The part of the router the preview needs. */
export interface PreviewRouter {
  routeContent(artifact: Artifact, serviceId: string | null): Promise<ContentRouteResult>;
}

/** The part of the service registry the preview asks. */
export interface PreviewServices {
  getServices(): readonly LlmServiceConfig[];
  hasCapability(serviceId: string, type: string): boolean;
}

/** What the selected model gets of an artifact. */
export interface RoutedArtifact {
  readonly verdict: PreviewVerdict;
  /** The canonical message; null when there is nothing to route. */
  readonly message: ToolMessage | null;
  /** The text the model reads, when it gets text. */
  readonly text: string | null;
  /** The decision behind the verdict; null when there is nothing to route. */
  readonly result: ContentRouteResult | null;
}

/** Routes a loaded artifact for a model; reads nothing. */
export async function routeArtifact(
  artifact: Artifact | null,
  serviceId: string | null,
  router: PreviewRouter,
  services: PreviewServices,
): Promise<RoutedArtifact> {
  if (!artifact) return { verdict: NOTHING, message: null, text: null, result: null };
  const result = await router.routeContent(artifact, serviceId);
  return {
    verdict: verdictOf(artifact, result, services),
    message: formatArtifactToolResponse(result, TOOL_CALL_ID),
    text: result.routing === 'text' ? result.content : null,
    result,
  };
}

const NOTHING: PreviewVerdict = {
  outcome: 'not_found',
  binaryType: null,
  rule: 'not_found',
  capabilities: [],
  granted: null,
  limit: null,
  capable: [],
};

function verdictOf(artifact: Artifact, result: ContentRouteResult, services: PreviewServices): PreviewVerdict {
  const { reason, metadata } = result;
  const accepted = [...reason.acceptedCapabilities];
  const isCapable = ({ id }: LlmServiceConfig): boolean => accepted.some((type) => services.hasCapability(id, type));
  const limit = Number(reason.failure?.params?.['limit'] ?? Number.NaN);
  return {
    outcome: outcomeOf(result),
    binaryType: metadata.binaryType ?? (artifact.isBinary ? 'other' : null),
    rule: reason.rule,
    capabilities: accepted,
    granted: reason.capability ?? null,
    limit: reason.rule === 'too_large' && Number.isFinite(limit) ? limit : null,
    capable: services.getServices().filter(isCapable).map(({ id }) => id),
  };
}

function outcomeOf({ routing, reason }: ContentRouteResult): PreviewVerdict['outcome'] {
  switch (reason.rule) {
    case 'text':
    case 'capability_present':
      return routing;
    case 'capability_missing':
    case 'service_unknown':
    case 'too_large':
      return 'description';
    case 'content_failed':
      return 'failed';
  }
}
