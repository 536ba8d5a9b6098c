import type { Compute, Task } from '../io/compute.ts';
import { toFailure } from '../io/errors.ts';
import { MEDIA_FACTS_DEADLINE_MS } from '../io/limits.ts';
import type { MediaFacts } from './media-facts.ts';
import type { KnownFacts } from './read-media-facts.ts';

/** `readMediaFacts` for a worker: headers of other people's files, by readers of other people. */
export const mediaFactsTask: Task<{ readonly bytes: Uint8Array; readonly known: KnownFacts }, MediaFacts> = {
  name: 'media-facts',
  load: async () => {
    const { readMediaFacts } = await import('./read-media-facts.ts');
    return ({ bytes, known }) => readMediaFacts(bytes, known);
  },
};

/**
 * The facts of a medium, read within {@link MEDIA_FACTS_DEADLINE_MS}. Never rejects: where they could not be read,
 * `unread` is the reason, and what was known before is there.
 */
export async function mediaFactsWithin(compute: Compute, bytes: Uint8Array, known: KnownFacts): Promise<MediaFacts> {
  try {
    return await compute.run(mediaFactsTask, { bytes, known }, { deadline: MEDIA_FACTS_DEADLINE_MS });
  } catch (error) {
    const { mimeType, detectedMimeType, lacksSignature, size = bytes.length } = known;
    return {
      mimeType,
      ...(detectedMimeType !== undefined && { detectedMimeType }),
      ...(lacksSignature === true && { lacksSignature }),
      size,
      unread: toFailure(error).code,
    };
  }
}
