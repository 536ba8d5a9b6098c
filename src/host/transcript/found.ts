import type { TranscriptFinding } from '../../core/transcript/finding.ts';
import { MOST_DIAGNOSTICS } from './finding-words.ts';

/** What was found in a file. A file of 200 MB may hold 200,000 findings: those that are not shown are only counted. */
export interface Found {
  /** At most MOST_DIAGNOSTICS, those that were found first, by place. */
  readonly first: readonly TranscriptFinding[];
  readonly count: number;
}

/** Keeps what can be shown and counts all. @throws what `findings` throws */
export async function gather(findings: AsyncIterable<TranscriptFinding>): Promise<Found> {
  const first: TranscriptFinding[] = [];
  let count = 0;
  for await (const finding of findings) {
    count++;
    if (first.length < MOST_DIAGNOSTICS) first.push(finding);
  }
  return { first: first.sort((a, b) => a.offset - b.offset), count };
}
