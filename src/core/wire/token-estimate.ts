/** A rule by which tokens are estimated; each has a name on the screen and its source in the code. */
export type TokenFormula =
  | 'claude_patches'
  | 'openai_patches'
  | 'openai_tiles'
  | 'gemini_tiles'
  | 'gemini_flat'
  | 'audio_seconds'
  | 'video_seconds'
  | 'pdf_pages'
  | 'text_tokenizer'
  | 'base64_characters';

/** Tokens a part costs, always an estimate (≈). */
export interface TokenEstimate {
  /** Tokens; `low` and `high` differ where only a range can be told. */
  readonly low: number;
  readonly high: number;
  readonly formula: TokenFormula;
  /** Numbers its explanation names: `width`, `height` (as the model sees the image), `patches`, `tiles`, `seconds`, `pages`, `characters`. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Where the formula is written. */
  readonly source: string;
}
