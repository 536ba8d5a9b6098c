import type { MediaKind } from '../content/media-type.ts';

/**
 * What becomes of a part on its way into an API's request:
 * `sent` – it stands where the canonical message has it; `rehomed` – it moved to the user message that follows, because
 * the API takes no media in a tool's answer; `converted` – it is sent in another shape (an audio file becomes
 * `input_audio`); `rejected` – the API has a shape for it and will refuse it (it stays in the body, to be seen);
 * `dropped` – the API has no shape for it: it is not in the body, and a note says so to the model in its place.
 */
export type WireOutcome = 'sent' | 'rehomed' | 'converted' | 'rejected' | 'dropped';

/** From best to worst. */
export const OUTCOMES: readonly WireOutcome[] = ['sent', 'converted', 'rehomed', 'rejected', 'dropped'];

/** The rule behind a verdict. Each has its source and its sentence in `rule-sentence.ts`. */
export type WireRule =
  | 'text'
  | 'media_in_user_message'
  | 'media_in_tool_result'
  | 'media_beside_tool_result'
  | 'tool_result_takes_text_only'
  | 'audio_as_input_audio'
  | 'image_file_as_image'
  | 'image_as_raw_base64'
  | 'text_file_as_document'
  | 'text_file_as_text'
  | 'audio_among_images'
  | 'file_as_resource'
  | 'text_as_object'
  | 'image_by_address'
  | 'image_type_refused'
  | 'file_type_refused'
  | 'audio_type_refused'
  | 'no_shape_for_kind'
  | 'unlisted_type'
  | 'file_part_unlisted'
  | 'address_not_taken'
  | 'address_without_https'
  | 'address_without_type'
  | 'base64_invalid'
  | 'text_empty'
  | 'text_blank'
  | 'not_in_tool_result';

/** What becomes of one part. */
export interface WireVerdict {
  /** Index of the message in what was given, and of the part in its content (0 for a content that is one string). */
  readonly message: number;
  readonly part: number;
  readonly kind: MediaKind;
  /** Of the part; absent for text. */
  readonly mimeType?: string;
  readonly outcome: WireOutcome;
  readonly rule: WireRule;
  /** Names and numbers the sentence of the rule has in it: `api`, `type` (a media type), `accepted`, `shape`, `format`; `unlisted` where the API does not document that it takes the part. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Where the rule is written: a URL, or the package and type that say it. */
  readonly source: string;
  /** What stands in the body in place of a part that was dropped, for the model to read; absent where nothing does. */
  readonly note?: string;
  /** What stands in the body right before the text of a file, as a part of its own, for the model to read; absent where the API needs none, and where it stands in one string with the text. */
  readonly caption?: string;
  /** JSON pointer (RFC 6901) to the part in the body; absent for one that was dropped. */
  readonly pointer?: string;
}

/** Whether it is not documented that the API takes the part: it is sent, and may be refused or not be seen. */
export function isUndocumented({ rule, params }: Pick<WireVerdict, 'rule' | 'params'>): boolean {
  return rule === 'unlisted_type' || params?.['unlisted'] !== undefined;
}

/** A long base64 value in a body, so that nobody has to search for it. */
export interface WireMedia {
  /** JSON pointer (RFC 6901) to the string. */
  readonly pointer: string;
  /** Where the base64 begins in that string: after `data:…;base64,`, or 0. It goes on to the end. */
  readonly start: number;
  /** Characters of base64. */
  readonly length: number;
  /** What comes before the base64 and its first characters: to read them from the string itself would copy it whole. */
  readonly beginning: string;
}

/** A request as an API receives it, and what became of every part. */
export interface WireResult {
  /** The JSON body. Its base64 values are the strings of the canonical message, not copies of their bytes. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * In the order of the messages and parts; parts of user and tool messages only. For `mcp`, when a tool was answered,
   * only those of the answers it writes: the rest of the conversation is not a server's to send.
   */
  readonly verdicts: readonly WireVerdict[];
  readonly media: readonly WireMedia[];
}

/** How to write a body. */
export interface WireOptions {
  /** The model's name in the body. Without one: the placeholder `MODEL`. */
  readonly model?: string | undefined;
  /** The server takes media in tool messages (input capability `tool_result_media`); concerns `openai-compatible`. Default no. */
  readonly mediaInToolResults?: boolean;
}

/** The names of the APIs; they lie in `services`, whose file declares one, and which must not reach up to here. */
export { API_NAMES, isWireApi, WIRE_APIS, type WireApi } from '../models/wire-api.ts';
