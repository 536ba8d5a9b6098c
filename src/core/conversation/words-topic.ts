import { mediaKind } from '../content/media-type.ts';
import type { ConversationPart } from './conversation.ts';

/** What kind of content words are about. */
interface Topic {
  isAbout(part: ConversationPart | undefined): boolean;
  /** They are about the last answer that has such content. */
  readonly isOfLastAnswer: boolean;
}

type Test = (part: ConversationPart) => boolean;

const isReasoning: Test = ({ kind }) => kind === 'reasoning';
const isMedia =
  (wanted: string): Test =>
  (part) => {
    if (part.kind === 'link') return wanted === 'image' ? !part.isFile : part.isFile;
    return part.kind === 'media' && mediaKind(part.facts.mimeType) === wanted;
  };
const DOCUMENTS: ReadonlySet<string> = new Set(['document', 'other']);
const isDocument: Test = (part) =>
  (part.kind === 'media' && (part.isFile || DOCUMENTS.has(mediaKind(part.facts.mimeType)))) || (part.kind === 'link' && part.isFile);

/** What servers write of each kind of content, the more special first. */
const TOPICS: readonly (readonly [RegExp, Test])[] = [
  [/encrypted[ _]content/i, (part) => isReasoning(part) || (part.kind === 'unknown' && part.name === 'compaction')],
  [/thought[ _]?signature/i, ({ kind }) => kind === 'call'],
  [/\bthinking\b/i, isReasoning],
  [/\breasoning\b/i, isReasoning],
  [/non-empty|empty text|non-whitespace/i, (part) => part.kind === 'text' && part.isBlank],
  [/\bpdfs?\b|\bpages?\b/i, isDocument],
  [/\baudio\b/i, isMedia('audio')],
  [/\bvideos?\b/i, isMedia('video')],
  [/\b(?:images?|pictures?)\b/i, isMedia('image')],
  [/\b(?:files?|documents?)\b/i, isDocument],
  [/base64/i, ({ kind }) => kind === 'media'],
];

/** What a server's words are about, where they name a kind of content: "Could not process image". */
export function topicOf(words: string): Topic | undefined {
  const test = TOPICS.find(([named]) => named.test(words))?.[1];
  if (!test) return undefined;
  return {
    isAbout: (part) => part !== undefined && test(part),
    isOfLastAnswer: /latest assistant message|last assistant message/i.test(words),
  };
}
