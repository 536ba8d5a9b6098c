import type { MediaKind } from '../../core/content/media-type.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { ACCEPTED_CAPABILITIES, ArtifactContentRouter } from '../../core/routing/artifact-content-router.ts';
import { routedReading } from '../../core/receive/routed-contents.ts';
import type { ContentRouteResult } from '../../core/routing/route-result.ts';
import type { Artifact } from '../../core/store/artifact.ts';
import { readMessages } from '../../core/wire/turns.ts';
import type { PreviewVerdict } from '../../shared/preview-protocol.ts';
import type { LoadedArtifact } from './loaded-artifact.ts';
import type { PreviewedContents, Routes } from './routes.ts';

/** The part of a data root that routing an artifact asks. */
export interface ArtifactRouting {
  readonly router: {
    routeContent(artifact: Artifact, serviceId: string | null): Promise<ContentRouteResult>;
    readonly maxContentBytes: number;
  };
  readonly services: {
    getServices(): readonly LlmServiceConfig[];
    getServiceById(serviceId: string): LlmServiceConfig | null;
    hasCapability(serviceId: string, type: string): boolean;
  };
}

/** The routes of one artifact that a tool reads for a model. */
export class ArtifactRoutes implements Routes {
  readonly #root: ArtifactRouting;
  readonly #loaded: LoadedArtifact;
  /** By what the outcome depends on. */
  readonly #known = new Map<string, Promise<PreviewedContents>>();
  #withAllCapabilities: Promise<PreviewedContents> | undefined;

  constructor(root: ArtifactRouting, loaded: LoadedArtifact) {
    this.#root = root;
    this.#loaded = loaded;
  }

  route(serviceId: string | null): Promise<PreviewedContents> {
    const key = this.#decidingFact(serviceId);
    let routed = this.#known.get(key);
    if (!routed) this.#known.set(key, (routed = this.#route(serviceId)));
    return routed;
  }

  routeWithAllCapabilities(): Promise<PreviewedContents> {
    const { maxContentBytes } = this.#root.router;
    const [capability = ''] = ACCEPTED_CAPABILITIES[this.#kind];
    return (
      this.#known.get(capability) ??
      (this.#withAllCapabilities ??= this.#route(
        EVERYTHING,
        new ArtifactContentRouter({ serviceRegistry: TAKES_EVERYTHING, maxContentBytes }),
        NO_BYTES,
      ))
    );
  }

  /** What decides which capabilities are asked for; text asks for none, nor does what has no content to send. */
  get #kind(): MediaKind {
    const { artifact } = this.#loaded;
    return !artifact?.isBinary || artifact.contentFailure ? 'text' : (artifact.detection?.kind ?? 'other');
  }

  /** The first capability that opens the door, as the router asks for them; nothing else of a service counts. */
  #decidingFact(serviceId: string | null): string {
    const { services } = this.#root;
    const accepted = ACCEPTED_CAPABILITIES[this.#kind];
    if (accepted.length === 0) return '';
    const isKnown = serviceId !== null && services.getServiceById(serviceId) !== null;
    return isKnown ? (accepted.find((type) => services.hasCapability(serviceId, type)) ?? 'missing') : 'unknown';
  }

  async #route(
    serviceId: string | null,
    router: Pick<ArtifactRouting['router'], 'routeContent'> = this.#root.router,
    instead: Partial<Artifact> = {},
  ): Promise<PreviewedContents> {
    const { reference } = this.#loaded;
    if (!this.#loaded.artifact) return NOTHING;
    const artifact = { ...this.#loaded.artifact, ...(this.#loaded.artifact.isBinary && instead) };
    const result = await router.routeContent(artifact, serviceId);
    const routed = routedReading(result, artifact, formatReference(reference), this.#loaded.media);
    const name = result.metadata.filename ?? result.metadata.id;
    return {
      ...routed,
      verdict: verdictOf(artifact, result, this.#root.services),
      text: result.routing === 'text' ? result.content : null,
      media: routed.media.map((medium) => ({ ...medium, name })),
    };
  }
}

/** A service that takes whatever there is. */
export const EVERYTHING = 'everything';
/** Where the bytes of a message do not matter, none are encoded for it. */
const NO_BYTES: Partial<Artifact> = { base64: () => '' };
export const TAKES_EVERYTHING = { hasCapability: () => true, getServiceById: () => true };

const NOTHING: PreviewedContents = {
  route: 'not_found',
  granted: null,
  kind: null,
  verdict: { outcome: 'not_found', binaryType: null, rule: 'not_found', capabilities: [], granted: null, limit: null, capable: [] },
  message: null,
  messages: readMessages([]),
  text: null,
  size: null,
  media: [],
  attachments: [],
};

function verdictOf(artifact: Artifact, result: ContentRouteResult, services: ArtifactRouting['services']): PreviewVerdict {
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
    capable: services
      .getServices()
      .filter(isCapable)
      .map(({ id }) => id),
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
