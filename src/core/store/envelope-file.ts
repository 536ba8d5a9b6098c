import { parse } from 'jsonc-parser';
import { decodeText } from '../content/text-encoding.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import type { Compute } from '../io/compute.ts';
import { lastMembers } from '../io/json-tail.ts';
import { runParsing } from '../io/parse-task.ts';
import { ENVELOPE_END_BYTES, envelopeFactsTask, factsOf, longestOfBase64, type Envelope } from './envelope.ts';
import { isRecord } from './json-fields.ts';

/** How much of the end is read first of what the beginning shows to be an envelope. */
const SHORT_TAIL_BYTES = 8 * 1024;

/** A file that is perhaps an envelope. */
export interface EnvelopeFile {
  readonly location: Location;
  readonly id: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * The facts of the envelope a file is, as its first bytes tell them, and its last: of members in between nothing is
 * known. A file whose ends do not show that it is one is read as a whole, where that is wanted.
 *
 * @param whole how large a content can be that is read at all, and where a long file is parsed; undefined to look at the ends only
 * @returns undefined when it is none, as far as was looked, or cannot be read: then it is an artifact in JSON
 */
export async function readEnvelope(
  fs: FileSystem,
  { location, id, size }: EnvelopeFile,
  whole: { readonly maxContentBytes: number; readonly compute: Compute } | undefined,
): Promise<Envelope | undefined> {
  try {
    const head = await fs.readFile(location, { length: ENVELOPE_END_BYTES, noFollow: true });
    const first = firstMembers(head);
    if (!first || size <= head.length) return factsOf(first, id);
    const lastOf = async (length: number) =>
      lastMembers(textOfTail(await fs.readFile(location, { offset: Math.max(0, size - length), length, noFollow: true })));
    // Most have little behind the content, and a listing has hundreds of them.
    const short = !whole && factsOf(first, id) ? await lastOf(SHORT_TAIL_BYTES) : {};
    const last = Object.keys(short).length > 0 ? short : await lastOf(ENVELOPE_END_BYTES);
    const envelope = factsOf({ ...first, ...last }, id);
    const longest = whole ? longestOfBase64(whole.maxContentBytes) : 0;
    if (!whole || envelope || size > longest) return envelope;
    return await runParsing(whole.compute, envelopeFactsTask, {
      bytes: await fs.readFile(location, { length: longest, noFollow: true }),
      id,
    });
  } catch {
    return undefined;
  }
}

/** The members of the object that begins like this; undefined when none does. */
function firstMembers(head: Uint8Array): Record<string, unknown> | undefined {
  const text = decodeText(head, { isHead: true })?.text;
  if (text === undefined || !text.trimStart().startsWith('{')) return undefined;
  // The head usually ends inside the content; this parser gives what stands before.
  const json: unknown = parse(text);
  return isRecord(json) ? json : undefined;
}

/** Empty for UTF-16, which has its mark at the beginning of the file. */
function textOfTail(tail: Uint8Array): string {
  let start = 0;
  // The rest of a character that was cut in two.
  while (((tail[start] ?? 0) & 0xc0) === 0x80) start++;
  return decodeText(tail.subarray(start))?.text ?? '';
}
