import type { Compute } from '../io/compute.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import type { ServiceLookup } from '../wire/services-and-models.ts';
import type { WireApi } from '../wire/verdict.ts';
import { contentGiven, type GivenContent, recipientOf } from './receive-contents.ts';
import { Measurements } from './receive.ts';
import { type ContentThrough, deliveryFacts, deliveryThrough } from './through-program.ts';

export interface ThroughOptions {
  /** How the file is given: read by the program's own tool (default), or attached by a person. */
  readonly as?: 'tool' | 'attachment' | undefined;
  /** The API of the request; default: the one the program speaks, else that of the model. */
  readonly api?: WireApi | undefined;
  /** Services whose IDs may be named as the model: an `LlmServiceRegistry`. */
  readonly services?: ServiceLookup | undefined;
}

/** What a program sends of a content to a model, by what it was seen to send. @returns null for a program that was not watched */
export async function contentThrough(
  content: GivenContent,
  name: string,
  model: string | LlmServiceConfig | null,
  { as = 'tool', api, services, compute }: ThroughOptions & { readonly compute: Compute },
): Promise<ContentThrough | null> {
  const { seenProgram } = await import('../programs/deliveries.ts');
  const program = seenProgram(name);
  if (!program) return null;
  const [{ artifact }, { models, recipient }] = await Promise.all([contentGiven(content, 0), recipientOf(model, services)]);
  const way = as === 'tool' ? 'read' : 'attached';
  const delivery = await deliveryThrough(artifact, recipient, { models, measurements: new Measurements(compute), api }, { program, way });
  return deliveryFacts(delivery);
}
