import { ArtifactContentRouter, type ArtifactContentRouterOptions } from '../../src/core/routing/artifact-content-router.ts';
import type { CapabilitySource } from '../../src/core/routing/route-result.ts';
import type { Artifact } from '../../src/core/store/artifact.ts';

/** Input capabilities by service id. */
export const MODELS: Readonly<Record<string, readonly string[]>> = {
  'text-only': ['text'],
  vision: ['text', 'vision'],
  audio: ['text', 'audio'],
  video: ['text', 'video'],
  file: ['text', 'file'],
  all: ['text', 'vision', 'audio', 'video', 'file'],
};

/** A registry of the models above. */
export const models: CapabilitySource = {
  hasCapability: (id, capability) => Object.hasOwn(MODELS, id) && (MODELS[id]?.includes(capability) ?? false),
  getServiceById: (id) => (Object.hasOwn(MODELS, id) ? { id } : null),
};

/** A router over the models above. */
export function router(options: Partial<ArtifactContentRouterOptions> = {}): ArtifactContentRouter {
  return new ArtifactContentRouter({ serviceRegistry: models, ...options });
}

/** A binary artifact as another runtime gives it: content as bytes or base64. */
export function binary(content: Uint8Array | string, facts: Partial<Artifact> = {}): Artifact {
  return { id: '5', content, isBinary: true, meta: {}, ...facts };
}

/** A text artifact. */
export function text(content: string, facts: Partial<Artifact> = {}): Artifact {
  return { id: '6', content, isBinary: false, meta: {}, ...facts };
}
