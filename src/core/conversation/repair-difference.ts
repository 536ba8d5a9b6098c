import { formatSize } from '../content/size.ts';
import type { ConversationIndex, ConversationMessage } from './conversation.ts';
import type { ByteRange } from './outline.ts';
import { type ByteEdit, plannedSides, type Repair } from './repairs.ts';

/** The messages that repairs change, as JSON that a person reads: media and other long strings are cut. */
export interface RepairDifference {
  readonly before: string;
  readonly after: string;
  /** Messages that are changed too, and not shown: beyond {@link MOST_SHOWN}, or without media larger than {@link LARGEST_MESSAGE}. */
  readonly others: number;
}

/** Characters of a side: what an editor compares well, and somebody may want to read. */
const MOST_SHOWN = 2 * 1024 * 1024;
/** Bytes of a message without its media. */
const LARGEST_MESSAGE = 256 * 1024;
/** Characters of a string that are shown of a longer one, and of base64. What is added is ASCII: editors put a box around other signs. */
const LONGEST_STRING = 1000;
const SHOWN_BASE64 = 40;

/**
 * What repairs would change. Images that are made smaller are named by the sides they get: they are not made here.
 *
 * @param read bytes of the file
 * @throws what `read` rejects with
 */
export async function repairDifference(
  { messages }: ConversationIndex,
  repairs: readonly Repair[],
  read: (range: ByteRange) => Promise<Uint8Array>,
): Promise<RepairDifference> {
  const changed = [...new Set(repairs.map(({ address }) => address.message))].sort((a, b) => a - b);
  const shown: { readonly before: string; readonly after: string }[] = [];
  let length = 0;
  for (const number of changed) {
    if (length > MOST_SHOWN) break;
    const message = messages[number];
    const own = repairs.filter(({ address }) => address.message === number);
    const texts = message && (await textsOf(message, own, read));
    if (!texts) continue;
    const title = `// ${number + 1}\n`;
    length += Math.max(texts.before.length, texts.after.length);
    shown.push({ before: title + texts.before, after: title + texts.after });
  }
  const joined = (side: 'before' | 'after'): string => shown.map((each) => each[side]).join('\n\n') + '\n';
  return { before: joined('before'), after: joined('after'), others: changed.length - shown.length };
}

async function textsOf(
  message: ConversationMessage,
  repairs: readonly Repair[],
  read: (range: ByteRange) => Promise<Uint8Array>,
): Promise<{ readonly before: string; readonly after: string } | undefined> {
  const cuts = cutsOf(message, repairs);
  const left = cuts.reduce((sum, { start, end }) => sum - (end - start), message.end - message.start);
  if (left > LARGEST_MESSAGE) return undefined;
  const before = await edited(message, cuts, read);
  const moves: ByteEdit[] = [];
  for (const repair of repairs) {
    if (repair.kind !== 'results_first') continue;
    const { part, next, behind, also } = repair;
    const inside = [...(also ? editsIn(also) : []), ...cuts].filter(({ start, end }) => start >= part.start && end <= part.end);
    const text = await edited(part, withoutOverlaps(inside), read);
    moves.push({ start: part.start, end: next, text: '' }, { start: behind, end: behind, text: `,${text}` });
  }
  const edits = withoutOverlaps([...moves, ...repairs.flatMap(editsIn), ...cuts]);
  const after = await edited(message, edits, read);
  const added = repairs.flatMap(editsIn).filter(({ start, end }) => start === end && end === message.end);
  return { before: readable(before), after: [after, ...added.map(({ text }) => text.replace(/^,/, ''))].map(readable).join('\n') };
}

/** What takes the place of media and of binary content in texts, so that it is not read. */
function cutsOf({ parts }: ConversationMessage, repairs: readonly Repair[]): ByteEdit[] {
  const media = parts.flatMap((part) => (part.kind === 'media' ? [part, ...(part.copies ?? [])].map(({ data }) => data) : []));
  const texts = repairs.flatMap((repair) => {
    const part = parts[repair.address.part];
    return part?.kind === 'text' && 'edits' in repair
      ? repair.edits.map(({ start, end }) => ({ start: start + SHOWN_BASE64, end: end - SHOWN_BASE64 }))
      : [];
  });
  const long = [...media, ...texts].filter(({ start, end }) => end - start > 2 * SHOWN_BASE64);
  return long
    .map(({ start, end }) => ({ start: start + SHOWN_BASE64, end, text: `... (${formatSize(end - start)})` }))
    .sort((a, b) => a.start - b.start);
}

/** The edits of a repair; in place of an image that is made smaller, the sides it gets. */
function editsIn(repair: Repair): readonly ByteEdit[] {
  if (repair.kind === 'results_first') return [];
  if (repair.kind !== 'shrink') return repair.edits;
  const { width, height } = plannedSides(repair);
  const sides = width === undefined || height === undefined ? '' : ` (${width} x ${height})`;
  return repair.places.map(({ data }) => ({ ...data, text: `...${sides}` }));
}

/** Leaves the first in the list of two that overlap. */
function withoutOverlaps(edits: readonly ByteEdit[]): ByteEdit[] {
  const kept: ByteEdit[] = [];
  for (const edit of edits) if (kept.every(({ start, end }) => edit.end <= start || edit.start >= end)) kept.push(edit);
  return kept.sort((a, b) => a.start - b.start);
}

async function edited(
  { start, end }: ByteRange,
  edits: readonly ByteEdit[],
  read: (range: ByteRange) => Promise<Uint8Array>,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let at = start;
  for (const edit of edits) {
    if (edit.start < at || edit.end > end || edit.start >= end) continue;
    text += decoder.decode(await read({ start: at, end: edit.start })) + edit.text;
    at = edit.end;
  }
  return text + decoder.decode(await read({ start: at, end }));
}

/** Indented, with long strings cut; a text that is no JSON as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_key, value: unknown) => (typeof value === 'string' ? shortened(value) : value), 2);
  } catch {
    return shortened(text);
  }
}

function shortened(text: string): string {
  return text.length <= LONGEST_STRING ? text : `${text.slice(0, LONGEST_STRING)}... (${text.length} characters)`;
}
