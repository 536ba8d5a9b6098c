import type { Compute } from '../io/compute.ts';
import { formatSentence } from '../io/errors.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import type { ExpectedPart } from '../programs/expected-delivery.ts';
import type { Cost } from '../wire/cost.ts';
import type { ServiceLookup } from '../wire/services-and-models.ts';
import type { WireApi } from '../wire/verdict.ts';
import { contentGiven, type GivenContent, recipientOf } from './receive-contents.ts';
import { Measurements } from './receive.ts';
import { deliveryThrough, type ProgramOutcome } from './through-program.ts';

export interface ThroughOptions {
  /** How the file is given: read by the program's own tool (default), or attached by a person. */
  readonly as?: 'tool' | 'attachment' | undefined;
  /** The API of the request; default: the one the program speaks, else that of the model. */
  readonly api?: WireApi | undefined;
  /** Services whose IDs may be named as the model: an `LlmServiceRegistry`. */
  readonly services?: ServiceLookup | undefined;
}

/** What a program sends of a content to a model. */
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
  const { outcome, parts, because, seenWith, cost } = delivery;
  return {
    id: program.id,
    name: program.name,
    version: program.version,
    seen: program.seen,
    api: delivery.api,
    ...(seenWith !== undefined && { seenWith }),
    outcome,
    parts,
    ...(because && { because: formatSentence(because) }),
    ...cost,
  };
}
