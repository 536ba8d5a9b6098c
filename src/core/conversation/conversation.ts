import type { MediaFacts } from '../content/media-facts.ts';
import type { WireApi } from '../wire/verdict.ts';
import type { BesideMessages } from './body-parts.ts';
import type { ByteRange } from './outline.ts';

/** A format of conversations on disk; `FORMATS` has what is known of each. */
export type ConversationFormat =
  | 'runtime'
  | 'claude-code'
  | 'codex'
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'bedrock-converse'
  | 'bedrock-invoke'
  | 'ollama'
  | 'cline'
  | 'cline-session'
  | 'copilot-cli'
  | 'gemini-cli'
  | 'qwen-code'
  | 'pi'
  | 'opencode'
  | 'otel-genai'
  | 'vscode-chat';

export type ConversationRole = 'system' | 'user' | 'assistant' | 'tool';

/** Where a part is: its JSON value in the file, and its path in the value of its record. */
export interface PartPlace extends ByteRange {
  /** Steps from the root of the line or document: `['messages', 3, 'content', 0]`. */
  readonly path: readonly (string | number)[];
}

/**
 * Forms that rules are about: a data URL where base64 belongs, base64 where a data URL belongs, thinking or a call without its signature, a mark
 * for the cache, and one that holds for an hour, a text that ends with a blank, a picture that is wanted in low detail, a text that a repair took
 * content out of, the result of a call that failed, a document that answers shall cite, a picture whose address is text or an object, a call whose
 * arguments are text, the first part of a message whose role its API does not have, and an answer that the model shall go on with.
 */
export type PartTrait =
  | 'data_url'
  | 'no_head'
  | 'unsigned'
  | 'cached'
  | 'cached_for_hour'
  | 'ends_blank'
  | 'low_detail'
  | 'removed'
  | 'failed'
  | 'cited'
  | 'text_url'
  | 'object_url'
  | 'text_arguments'
  | 'foreign_role'
  | 'continued';

export type Notation = 'text' | 'otlp';

/** Properties of every part. */
interface PartCommon {
  readonly place: PartPlace;
  /** The call whose result it is part of. */
  readonly resultOf?: string;
  /** All of that result. */
  readonly resultPlace?: ByteRange;
  /** The characters of the call's id in that result, without quotes, where APIs want each id once. */
  readonly resultIdPlace?: ByteRange;
  /** The type of content that the file states, where an API has it; the table of these is `SHAPES`. */
  readonly shape?: string;
  /** What of its form a rule may be about. */
  readonly traits?: readonly PartTrait[];
  /** How the file has it, where that is not plain JSON: in JSON text in a string, or as a value of the OpenTelemetry protocol. */
  readonly notation?: Notation;
}

export interface TextPartOf extends PartCommon {
  readonly kind: 'text';
  /** UTF-16 units. */
  readonly characters: number;
  /** Estimated, see `approximateTokens`. */
  readonly tokens: number;
  /** Nothing but white space, or nothing at all. */
  readonly isBlank: boolean;
  /** Its first characters. */
  readonly sample: string;
  /** It is the content itself, and not a part in a list. */
  readonly isBare: boolean;
}

export interface MediaPartOf extends PartCommon {
  readonly kind: 'media';
  /** The declared type as it is written; undefined without one. */
  readonly declared: string | undefined;
  /** Where the API has formats and no media types, the format as it is written; absent without one. */
  readonly format?: string | undefined;
  /** The characters of the declared type, without quotes; undefined without one. */
  readonly type: ByteRange | undefined;
  /** The characters of the base64, without quotes and without the head of a data URL. */
  readonly data: ByteRange;
  readonly isBase64: boolean;
  /** In the URL alphabet or without padding, where its API takes that: whoever sends it to another API writes it anew. */
  readonly isUrlBase64?: true;
  /** Equal for equal content. */
  readonly hash: string;
  readonly facts: MediaFacts;
  readonly filename?: string;
  /** In a part for files, not one for images. */
  readonly isFile: boolean;
  /** Other copies of the content in the same record that are not sent: the program's own. */
  readonly copies?: readonly MediaCopy[];
}

/** A copy of a picture beside the message. */
export interface MediaCopy {
  readonly place: ByteRange;
  readonly type: ByteRange | undefined;
  readonly data: ByteRange;
  /** It is an element of a list of blocks. */
  readonly isElement: boolean;
}

/** A picture or file by its address. */
export interface LinkPartOf extends PartCommon {
  readonly kind: 'link';
  readonly url: string;
  /** The declared type of what is there; absent without one. */
  readonly mimeType?: string;
  /** In a part for files, not one for images. */
  readonly isFile: boolean;
}

export interface CallPartOf extends PartCommon {
  readonly kind: 'call';
  readonly callId: string;
  /** The characters of the id, without quotes, where APIs want each id once. */
  readonly idPlace?: ByteRange;
  readonly name: string;
  /** The arguments: an object, or a string with its JSON; absent without any. */
  readonly input?: ByteRange;
  /** UTF-16 units of the arguments, and the tokens they are estimated at. */
  readonly characters: number;
  readonly tokens: number;
  /** The first characters of the arguments. */
  readonly sample: string;
}

/** What a model thought; sent back, or not, as its API wants it. */
export interface ReasoningPartOf extends PartCommon {
  readonly kind: 'reasoning';
  readonly characters: number;
  readonly tokens: number;
  readonly sample: string;
}

/** A part this reader does not know: kept as it is. */
export interface UnknownPartOf extends PartCommon {
  readonly kind: 'unknown';
  /** Its stated type. */
  readonly name: string;
}

export type ConversationPart = TextPartOf | MediaPartOf | LinkPartOf | CallPartOf | ReasoningPartOf | UnknownPartOf;

/** Why a message of the file is not part of the next request; `dropped`: its program keeps it, and leaves it out. */
export type NotSent = 'sidechain' | 'other_branch' | 'compacted' | 'api_error' | 'dropped';

export interface ConversationMessage extends ByteRange {
  /** Its number in the file, from 0, in the order of the file. */
  readonly index: number;
  /** Number of the line, 0-based, and of the conversation in a file that has one a line. */
  readonly line: number;
  readonly root: number;
  readonly role: ConversationRole;
  readonly id?: string;
  readonly parentId?: string;
  /** Milliseconds since 1970. */
  readonly time?: number;
  /** The model that made it. */
  readonly model?: string;
  /** Tokens of the name of whoever it is from, with its mark, where a request has one. */
  readonly nameTokens?: number;
  readonly parts: readonly ConversationPart[];
}

/** A line or value of the file that is no message: kept, and counted. */
export interface UnreadRecord extends ByteRange {
  readonly line: number;
  /** `broken`: no JSON, or cut off. */
  readonly reason: 'broken' | 'not_a_message';
}

/** Tokens that a server counted for all that is sent before a message: the messages, the system prompt and the tools. */
export interface ServerCount {
  /** `low` is without what was thought for the answer, where a server counts it with the answer but may not read it again. */
  readonly low: number;
  readonly high: number;
  /** The number of the message. */
  readonly before: number;
  /** The model that answered. Another counts otherwise. */
  readonly model: string;
}

/** A request of a session that was answered, in the tokens that the server counted. */
export interface AnsweredRequest {
  /** The number of a message of its answer. */
  readonly answer: number;
  /** The ID of its answer, where that may stand in several lines. */
  readonly id?: string;
  /** The ID under which the session keeps the request itself. */
  readonly kept?: string;
  readonly model: string;
  /** All of its input; of that, what was read from the cache, and what was written to it where the server tells that. */
  readonly input: number;
  readonly cached: number;
  readonly written?: number;
  /** Of what was written, what is kept for an hour instead of five minutes. */
  readonly writtenForHour?: number;
  /** With what was thought. */
  readonly output: number;
}

/** A content that takes much of a file. */
export interface HeavyPart extends ByteRange {
  readonly kind: 'media' | 'text';
  /** Of media, by the first bytes, else as declared; absent where it is not known. */
  readonly mimeType?: string;
  /** Where it stands first: its characters in the file, and its 0-based line. */
  readonly line: number;
  /** The first message that has it; absent where it stands beside messages only. */
  readonly message?: number;
  /** How often it stands in the file, and the bytes of all these. */
  readonly times: number;
  readonly bytes: number;
}

/** What of a file is media, and how much of that it has more than once: in messages, and in what the program keeps beside them. */
export interface ConversationWeight {
  /** Bytes of the file. */
  readonly size: number;
  /** How often media stand in it, and the bytes of their base64 as it is written. */
  readonly media: { readonly count: number; readonly bytes: number };
  /** Those of these whose content stands earlier in the file. */
  readonly copies: { readonly count: number; readonly bytes: number };
  /** The contents that take most, the largest first, at most `MOST_HEAVY`. */
  readonly largest: readonly HeavyPart[];
  /**
   * Bytes of which it is not known whether they are media, because their line is too long, or whether they are copies, because there are
   * more than `MAX_WEIGHED_MEDIA`. 0: all is told but base64 inside of longer texts, which the lint of transcripts finds.
   */
  readonly unseen: number;
}

/** What a session says of files that its program keeps in folders of their own. Names and paths are of anybody. */
export interface KeptElsewhere {
  /** The name of its plan, without an ending. */
  readonly plan?: string;
  /** Paths of files of which there are copies, as the session names them, by the name of the copies without their number. */
  readonly backedUp: ReadonlyMap<string, string>;
}

/** What is known when the whole file was read. */
export interface ConversationSummary {
  /** Null when nothing in the file is a message. */
  readonly format: ConversationFormat | null;
  /** The last model that is named. */
  readonly model?: string;
  /** The API that its program asked last, where the session says so; otherwise it is that of the format. */
  readonly api?: WireApi;
  readonly title?: string;
  /** Whose it is, in the runtime's own. */
  readonly agentId?: string;
  /** The last version of the program that is named. */
  readonly programVersion?: string;
  /** The folder the program worked in. */
  readonly folder?: string;
  /** Of Claude Code; absent where the session names nothing. */
  readonly elsewhere?: KeptElsewhere;
  /** Its request goes on from what the server keeps: messages that are not in the file. */
  readonly continues?: true;
  /** What its request has beside messages; absent without any of it. */
  readonly beside?: BesideMessages;
  /** What a server counted for the beginning of what is sent next; absent where the file has no such count. */
  readonly counted?: ServerCount;
  /** The requests that were answered, in their order; absent where the file has no counts of them. */
  readonly requests?: readonly AnsweredRequest[];
  /** Bytes read. */
  readonly size: number;
  /** What of these are media and copies, in messages and beside them. */
  readonly weight: ConversationWeight;
  /** Messages that are not part of the next request, and why; by index. */
  readonly notSent: ReadonlyMap<number, NotSent>;
  readonly broken: readonly UnreadRecord[];
  /** Records that are no messages, such as the program's own notes. */
  readonly others: number;
  /** Where its last line begins: what is appended is read from there. Absent for formats whose files are written anew. */
  readonly followFrom?: { readonly offset: number; readonly line: number };
}

/** A conversation as its file has it. */
export interface ConversationIndex extends ConversationSummary {
  readonly messages: readonly ConversationMessage[];
}
