/** `error` – the API refuses it; `warning` – it loses something or may be refused; `info` – good to know. */
export type LimitSeverity = 'error' | 'warning' | 'info';

/** What a limit says. */
export type LimitCode =
  | 'type_not_accepted'
  | 'type_differs_from_bytes'
  | 'not_of_its_type'
  | 'part_too_large'
  | 'request_too_large'
  | 'too_many_images'
  | 'too_many_documents'
  | 'too_many_pages_together'
  | 'documents_too_large'
  | 'too_many_pixels'
  | 'too_large_among_many'
  | 'too_many_patches'
  | 'image_is_shrunk'
  | 'first_frame_only'
  | 'animation_refused'
  | 'too_many_pages'
  /** The request has more tokens than the model takes. */
  | 'context_exceeded'
  /** The tokens could not be counted, and may be more. */
  | 'window_not_checked'
  /** The end of the model was announced. */
  | 'model_deprecated'
  /** Another model answers since its end. */
  | 'model_forwarded'
  | 'encrypted'
  | 'truncated'
  | 'empty'
  | 'dimensions_unknown'
  | 'pages_unknown'
  | 'duration_unknown';

/** One thing an API's limits say about a part, or about the request. */
export interface LimitFinding {
  readonly code: LimitCode;
  readonly severity: LimitSeverity;
  /** Numbers and words its sentence names: `actual`, `limit` (bytes, pixels, pages, images), `width`, `height`, `type`, … */
  readonly params: Readonly<Record<string, string | number>>;
  /** Where the limit is written: a URL, and the month it was read. */
  readonly source: string;
}
