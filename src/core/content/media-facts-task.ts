import type { Compute, Task } from '../io/compute.ts';
import { toFailure } from '../io/errors.ts';
import { MEDIA_FACTS_DEADLINE_MS } from '../io/limits.ts';
import type { MediaFacts } from './media-facts.ts';
import type { KnownFacts } from './read-media-facts.ts';

/** `readMediaFacts` for a worker: untrusted files, parsed by third-party code. */
export const mediaFactsTask: Task<{ readonly bytes: Uint8Array; readonly known: KnownFacts }, MediaFacts> = {
  name: 'media-facts',
  load: async () => {
    const { readMediaFacts } = await import('./read-media-facts.ts');
    return ({ bytes, known }) => readMediaFacts(bytes, known);
  },
};

/**
 * Reads facts within a deadline in milliseconds. Never rejects: on failure `unread` holds the reason.
 */
export async function mediaFactsWithin(
  compute: Compute,
  bytes: Uint8Array,
  known: KnownFacts,
  deadline = MEDIA_FACTS_DEADLINE_MS,
): Promise<MediaFacts> {
  try {
    return await compute.run(mediaFactsTask, { bytes, known }, { deadline });
  } catch (error) {
    const { mimeType, size = bytes.length } = known;
    return { mimeType, size, unread: toFailure(error).code };
  }
}
