import type { TextPosition, TranscriptFinding } from '../transcript/finding.ts';
import type { ConversationIndex } from './conversation.ts';
import type { PartAddress } from './replay.ts';

/** Binary content in a text of a conversation. */
export interface TextFinding {
  readonly address: PartAddress;
  /** Its bytes in the file: exactly what would be replaced. */
  readonly start: number;
  readonly end: number;
  readonly finding: TranscriptFinding;
  readonly params: Readonly<Record<string, string | number>>;
}

/** What the lint found in a file, of the texts that are sent. */
export function textFindings(index: ConversationIndex, findings: readonly TranscriptFinding[]): TextFinding[] {
  const texts = index.messages
    .filter(({ index: message }) => !index.notSent.has(message))
    .flatMap(({ parts, index: message }) =>
      parts.flatMap((part, at) =>
        part.kind === 'text' || part.kind === 'call' ? [{ ...part.place, address: { message, part: at } }] : [],
      ),
    )
    .sort((a, b) => a.start - b.start);
  return findings.flatMap((finding): TextFinding[] => {
    const { offset, length, size, tokens, mimeType } = finding;
    const text = lastBefore(texts, offset);
    if (!text || offset >= text.end) return [];
    const params = { size, tokens, type: mimeType ?? 'application/octet-stream' };
    return [{ address: text.address, start: offset, end: offset + length, finding, params }];
  });
}

/**
 * What the lint found in a file that has grown.
 *
 * @param before what it found in the file as it was
 * @param found what it found from `from` on, as if the file began there
 */
export function followedFindings(
  before: readonly TranscriptFinding[],
  found: readonly TranscriptFinding[],
  from: { readonly offset: number; readonly line: number },
): TranscriptFinding[] {
  const moved = ({ line, column }: TextPosition): TextPosition => ({ line: line + from.line, column });
  return [
    ...before.filter(({ offset }) => offset < from.offset),
    ...found.map((each) => ({ ...each, offset: each.offset + from.offset, start: moved(each.start), end: moved(each.end) })),
  ];
}

/** The last range that begins at or before an offset. */
function lastBefore<Range extends { readonly start: number }>(ranges: readonly Range[], offset: number): Range | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
}
