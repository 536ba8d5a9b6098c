/** All failure codes of the core. Stable: callers compare them. Messages belong to the UI (host) or the model (descriptions). */
export type ErrorCode =
  // file system
  | 'not_found'
  | 'already_exists'
  | 'not_a_file'
  | 'not_a_directory'
  | 'permission_denied'
  | 'no_space'
  | 'is_symlink'
  /** A folder of a data root has moved since the root was opened. */
  | 'folder_replaced'
  | 'name_too_long'
  | 'busy'
  | 'io_failed'
  // databases of other programs
  /** This Node reads none of SQLite. */
  | 'sqlite_missing'
  /** Its tables are not those that are known. */
  | 'database_unknown'
  | 'database_damaged'
  /** What was written last is in a log, without the index that its program makes of it. */
  | 'database_incomplete'
  // object stores
  | 'bucket_not_found'
  | 'wrong_region'
  | 'credentials_missing'
  | 'credentials_expired'
  | 'credentials_refused'
  | 'clock_skew'
  | 'insecure_endpoint'
  | 'store_unreachable'
  | 'store_busy'
  | 'not_object_store'
  /** Stored where it must be restored first. */
  | 'archived'
  /** With a key that the reader lacks. */
  | 'encrypted'
  | 'object_replaced'
  /** Where VS Code runs in a browser. */
  | 'stores_unsupported'
  /** In Restricted Mode. */
  | 'not_trusted'
  | 'read_only'
  // references and ids
  | 'reference_empty'
  | 'id_part_empty'
  | 'id_not_base64url'
  | 'id_not_utf8'
  | 'id_not_plain_name'
  | 'workspace_id_not_plain_name'
  | 'adk_id_invalid'
  | 'path_absolute'
  | 'path_has_nul'
  | 'path_leaves_workspace'
  | 'path_not_unicode'
  | 'path_misleading'
  | 'colon_in_name'
  | 'target_changed'
  /** A file or its backup, so that a repair cannot be undone. */
  | 'changed_since_repair'
  // store
  | 'outside_root'
  | 'not_content'
  /** The store only names where the content is, in `uri`. */
  | 'content_elsewhere'
  | 'reserved'
  | 'too_large'
  | 'sidecar_not_json'
  | 'sidecar_invalid'
  | 'sidecar_too_large'
  | 'extension_invalid'
  | 'envelope_invalid'
  | 'metadata_not_json'
  | 'not_a_conversation'
  | 'base64_invalid'
  | 'mime_type_missing'
  // work on untrusted input
  | 'too_complex'
  | 'deadline_passed'
  | 'out_of_memory'
  | 'compute_failed'
  // routing
  | 'content_empty'
  | 'type_mismatch'
  // arguments of a caller: `name` says which
  | 'arguments_invalid';

/** Parameters of a message: names, limits, positions. Never file content. */
export type ErrorParams = Readonly<Record<string, string | number>>;

export interface Failure {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

/** The result of an operation that is expected to fail on bad input. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(code: ErrorCode, params?: ErrorParams): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: params ? { code, params } : { code } };
}

/** A failure as an exception, for interfaces that return values: file systems and programmer errors. */
export class CodedError extends Error {
  override readonly name = 'CodedError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, params: ErrorParams = {}, options?: { cause?: unknown }) {
    const detail = Object.entries(params).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
    super([code, ...detail].join(' '), options);
    this.code = code;
    this.params = params;
  }
}

/** @throws CodedError for a failure */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new CodedError(result.error.code, result.error.params);
}

/** The failure of anything thrown; `io_failed` for unknown errors. */
export function toFailure(error: unknown): Failure {
  return error instanceof CodedError ? { code: error.code, params: error.params } : { code: 'io_failed' };
}

/** Whether a store could not be asked: nobody is there, or nobody has time. */
export function isOutOfReach({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'store_unreachable' || code === 'store_busy';
}

/** A message before translation: an English template and its arguments. A host translates it; the command line prints it as is. */
export interface Sentence {
  /** English, with placeholders `{0}`, `{1}`, …. */
  readonly text: string;
  readonly args: ReadonlyArray<string | number>;
}

export function formatSentence({ text, args }: Sentence): string {
  return text.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(args[Number(index)] ?? placeholder));
}

export function sentence(text: string, ...args: ReadonlyArray<string | number>): Sentence {
  return { text, args };
}

/** A template, and the names of its parameters. */
export interface Template {
  readonly text: string;
  readonly args: readonly string[];
}

/** Fills a template; a missing parameter is empty. @param format formats a parameter */
export function fillTemplate(
  { text, args }: Template,
  params: Readonly<Record<string, string | number>> = {},
  format: (value: string | number) => string | number = (value) => value,
): Sentence {
  return { text, args: args.map((name) => format(params[name] ?? '')) };
}
