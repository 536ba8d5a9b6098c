import { CapabilityRouter, type CapabilityRouterOptions } from '../../src/core/routing/capability-router.ts';
import { ContentAdapter, type ContentAdapterOptions } from '../../src/core/routing/content-adapter.ts';
import type { Artifact } from '../../src/core/store/artifact.ts';
import { models } from './models.ts';

/** The agents of the tests, by the input capability of their model. */
export const AGENTS: Readonly<Record<string, readonly string[]>> = {
  vision: ['vision-agent', 'multimodal-agent'],
  audio: ['multimodal-agent'],
  file: ['reader, the', 'multimodal-agent'],
};

/** An adapter that suggests the agents above. */
export function adapter(options: ContentAdapterOptions = {}): ContentAdapter {
  return new ContentAdapter({
    serviceRegistry: models,
    agentRegistry: { getAgentsByCapability: (type) => AGENTS[type] ?? [] },
    ...options,
  });
}

/** A router of messages over artifacts in memory, by reference; a function is asked each time. */
export function messageRouter(
  artifacts: Readonly<Record<string, Artifact | (() => Promise<Artifact | null>)>>,
  options: Partial<CapabilityRouterOptions> = {},
): { router: CapabilityRouter; read: string[] } {
  const read: string[] = [];
  const getArtifact = async (reference: string): Promise<Artifact | null> => {
    read.push(reference);
    const found = Object.hasOwn(artifacts, reference) ? artifacts[reference] : undefined;
    return typeof found === 'function' ? found() : (found ?? null);
  };
  return {
    read,
    router: new CapabilityRouter({ serviceRegistry: models, contentAdapter: adapter(), artifactStore: { getArtifact }, ...options }),
  };
}
