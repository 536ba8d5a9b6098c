import { type MediaKind, mediaKind } from '../content/media-type.ts';
import type { WireApi, WireVerdict } from '../wire/verdict.ts';
import type { ConversationIndex, ConversationMessage, ConversationPart, MediaPartOf } from './conversation.ts';
import { OWN_SOURCES } from './conversation-finding.ts';
import { formatFacts } from './formats.ts';
import type { PartAddress, SentRequest } from './replay.ts';
import { isInBody } from './request-places.ts';

/** Whether what a receiver gets is what the file has, and not what would be written for another API. */
export function isSentAsItStands({ format }: Pick<ConversationIndex, 'format'>, { api }: { readonly api: WireApi }): boolean {
  return formatFacts(format)?.judgedFor.includes(api) === true;
}

/**
 * A request that is sent as the file has it, of which nothing is written anew: its body is in the file. It has a verdict for each medium and each
 * address.
 *
 * @param ordered the messages that are sent
 */
export function standingRequest(ordered: readonly ConversationMessage[]): SentRequest {
  const verdicts = ordered.flatMap(({ parts }, message) =>
    parts.flatMap((part, at) => (part.kind === 'media' || part.kind === 'link' ? standingVerdict(part, { message, part: at }) : [])),
  );
  const addresses = ordered.map(({ parts, index: message }) => parts.map((_, part) => ({ message, part })));
  return { request: { body: {}, verdicts, media: [] }, addresses };
}

/** Bytes of the body: those of the file where it is one, else those of its parts, as it is not known what stands beside its messages. */
export function standingSize(ordered: readonly ConversationMessage[], index: ConversationIndex): number {
  if (isBodyAlone(index)) return index.size;
  return ordered.reduce((sum, { parts }) => parts.reduce((bytes, { place }) => bytes + place.end - place.start + MARKS, sum + MARKS), 0);
}

/** Whether a file is a body and nothing else. */
function isBodyAlone({ format, messages }: ConversationIndex): boolean {
  const [first] = messages;
  if (!first || formatFacts(format)?.isBody !== true) return false;
  return isInBody(first.parts[0]?.place.path[0]) && messages.at(-1)?.root === first.root;
}

/** Bytes of names and brackets around a message, or a part of one, at least. */
const MARKS = 24;

/** What becomes of a part that is sent as it stands. */
export function standingVerdict(part: ConversationPart, { message, part: at }: PartAddress, pointer?: string): WireVerdict {
  const { mimeType } = part.kind === 'media' ? part.facts : {};
  return {
    message,
    part: at,
    kind: kindOfPart(part),
    ...(mimeType !== undefined && { mimeType }),
    outcome: 'sent',
    rule: 'as_it_stands',
    source: OWN_SOURCES.file,
    ...(pointer !== undefined && { pointer }),
  };
}

function kindOfPart(part: ConversationPart): MediaKind {
  if (part.kind === 'media') return kindOfMedium(part);
  if (part.kind === 'link') return part.isFile ? mediaKind(part.mimeType ?? '') : 'image';
  return part.kind === 'text' ? 'text' : 'other';
}

/** What a medium is sent as: where no type that is known stands beside it, the content that holds it tells, whatever its bytes begin as. */
export function kindOfMedium({ shape = '', declared, format, isFile, facts: { mimeType } }: MediaPartOf): MediaKind {
  // Mistral's has no type beside it
  if (shape === 'input_audio') return 'audio';
  // What no type stands beside in a place for images is one, whatever its first bytes may be taken for, but for the WAV that Ollama has there.
  if (shape === '' && declared === undefined && !isFile && mimeType !== 'audio/wav' && mediaKind(mimeType) === 'audio') return 'image';
  const isUnknown = declared === undefined && format !== undefined;
  return (isUnknown ? KINDS_OF_BLOCKS.get(shape) : undefined) ?? mediaKind(mimeType);
}

/** Blocks of Converse, whose formats are no media types. */
const KINDS_OF_BLOCKS: ReadonlyMap<string, MediaKind> = new Map([
  ['image', 'image'],
  ['guardContent', 'image'],
  ['audio', 'audio'],
  ['video', 'video'],
  ['document', 'document'],
]);
