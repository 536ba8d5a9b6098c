import { addressKey, type PartAddress } from '../../core/conversation/replay.ts';
import { namesWith, searchConversationTask, stretchesOf, textsOf } from '../../core/conversation/search-task.ts';
import type { Compute } from '../../core/io/compute.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import { LARGEST_WHOLE } from '../roots/file-parts.ts';
import type { FileSystems, UriBoundFileSystem } from '../roots/file-systems.ts';
import type { ConversationDocument } from './conversation-document.ts';

/** Bytes read at a time. */
const PART = 1024 * 1024;

/** What is looked for, and with what. */
interface Search {
  readonly words: string;
  readonly signal: AbortSignal;
  readonly fileSystems: FileSystems;
  readonly compute: Compute;
}

/** The parts that hold some words, as they are found: names first, then the texts, which are read in the file. Media are not read. */
export async function* searchConversation(document: ConversationDocument, search: Search): AsyncGenerator<readonly PartAddress[]> {
  const { words, signal, fileSystems, compute } = search;
  const index = document.examined?.read.index;
  if (!index) return;
  const named = namesWith(index, words);
  yield named;
  const isNamed = new Set(named.map(addressKey));
  const texts = textsOf(index);
  const chunks = bytesOf(document, texts, fileSystems.for(document.uri));
  for await (const found of compute.stream(searchConversationTask, chunks, { texts, words }, { deadline: LINT_DEADLINE_MS, signal }))
    yield found.filter((place) => !isNamed.has(addressKey(place)));
}

async function* bytesOf({ uri }: ConversationDocument, texts: Float64Array, files: UriBoundFileSystem): AsyncGenerator<Uint8Array> {
  const { fs, locationOf, readsParts } = files;
  const location = locationOf(uri);
  const whole = readsParts ? undefined : await fs.readFile(location, { length: LARGEST_WHOLE });
  for (const { start, end } of stretchesOf(texts)) {
    for (let offset = start; offset < end;) {
      const length = Math.min(PART, end - offset);
      const part = whole ? whole.subarray(offset, offset + length) : await fs.readFile(location, { offset, length });
      if (part.length === 0) return;
      yield part;
      offset += part.length;
    }
  }
}
