import type { MediaKind } from '../content/media-type.ts';

/**
 * What becomes of a part on its way into an API's request:
 * `sent` – in the place it has in the canonical message; `rehomed` – it moved to the user message that follows, because
 * the API takes no media in a tool's answer; `converted` – it is sent in another shape (an audio file becomes
 * `input_audio`); `rejected` – the API has a shape for it and will refuse it (it stays in the body, to be seen);
 * `dropped` – the API has no shape for it: it is not in the body, and a note says so to the model in its place.
 */
export type WireOutcome = 'sent' | 'rehomed' | 'converted' | 'rejected' | 'dropped';

/** From best to worst: what is dropped is missing from a request, what is rejected fails it. */
export const OUTCOMES: readonly WireOutcome[] = ['sent', 'converted', 'rehomed', 'dropped', 'rejected'];

/**
 * What became of a content, by the verdicts of all parts of its message: the worst of its media, or of its text where it has none. What became
 * of the words beside media counts where it keeps the media from the model.
 *
 * @returns null for a message without parts
 */
export function outcomeOfContent(verdicts: readonly Pick<WireVerdict, 'outcome' | 'mimeType'>[]): WireOutcome | null {
  const worstOf = (some: typeof verdicts): WireOutcome | null =>
    OUTCOMES.findLast((outcome) => some.some((verdict) => verdict.outcome === outcome)) ?? null;
  const worst = worstOf(verdicts);
  return worst === 'rejected' || worst === 'dropped'
    ? worst
    : (worstOf(verdicts.filter(({ mimeType }) => mimeType !== undefined)) ?? worst);
}

/** The rule behind a verdict. Each has its source and its sentence in `rule-sentence.ts`. */
export type WireRule =
  | 'text'
  /** A body that is a file is sent so: nothing of it is written anew. */
  | 'as_it_stands'
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
  | 'file_by_address'
  | 'image_type_refused'
  | 'file_type_refused'
  | 'audio_type_refused'
  | 'sound_not_heard'
  | 'image_not_seen'
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

export interface WireVerdict {
  /** Index of the message, and of the part in its content (0 for a string). */
  readonly message: number;
  readonly part: number;
  readonly kind: MediaKind;
  /** Absent for text. */
  readonly mimeType?: string;
  readonly outcome: WireOutcome;
  readonly rule: WireRule;
  /**
   * Parameters of the rule's message: `api`, `type` (a media type), `accepted`, `shape`, `format`; `unlisted` when it is undocumented
   * whether the API accepts the part.
   */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Source of the rule: a URL, or package and type. */
  readonly source: string;
  /** The text in the body instead of a dropped part, for the model; absent if there is none. */
  readonly note?: string;
  /** The text before a file's text as a separate part, for the model; absent when the API needs none or has it in the same string. */
  readonly caption?: string;
  /** JSON pointer (RFC 6901) to the part in the body; absent for a dropped one. */
  readonly pointer?: string;
  /** A text file in base64, of which the API gives the model the text alone. */
  readonly isReadAsText?: true;
}

/** Whether it is undocumented that the API accepts the part: it is sent, and may be refused or ignored. */
export function isUndocumented({ rule, params }: Pick<WireVerdict, 'rule' | 'params'>): boolean {
  return rule === 'unlisted_type' || params?.['unlisted'] !== undefined;
}

/** The location of a long base64 value in a body. */
export interface WireMedia {
  /** JSON pointer (RFC 6901) to the string. */
  readonly pointer: string;
  /** Where the base64 begins: after `data:…;base64,`, or 0. It extends to the end. */
  readonly start: number;
  /** Characters of base64. */
  readonly length: number;
  /** The text before the base64 and its first characters; slicing them from the string could copy it. */
  readonly beginning: string;
  /** The text in it, where the API gives the model that alone. */
  readonly text?: string;
}

/** A request body, and the verdicts for its parts. */
export interface WireResult {
  /** The JSON body. Its base64 strings are those of the canonical message, not copies. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * In order of messages and parts; user and tool messages only. For `mcp` with a tool answer, only that answer's parts: a server doesn't
   * send the rest.
   */
  readonly verdicts: readonly WireVerdict[];
  readonly media: readonly WireMedia[];
}

export interface WireOptions {
  /** The model's name in the body. Default: the placeholder `MODEL`. */
  readonly model?: string | undefined;
  /** The server accepts media in tool messages (input capability `tool_result_media`); for `openai-compatible`. Default false. */
  readonly mediaInToolResults?: boolean;
}

/** The names of the APIs; they lie in `services`, whose file declares one, and which must not reach up to here. */
export { API_NAMES, isWireApi, WIRE_APIS, type WireApi } from '../models/wire-api.ts';
