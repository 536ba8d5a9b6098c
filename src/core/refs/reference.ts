import { fail, ok, type Result } from '../io/errors.ts';
import { decodeWorkspaceId, encodeWorkspaceId, WORKSPACE_PREFIX } from './artifact-id-codec.ts';
import { isPlainName } from './relative-path.ts';

/** An artifact of the store. Its id is a decimal number, a UUID, or generally one plain file name part. */
export interface RegularReference {
  readonly kind: 'regular';
  /** Canonical id. */
  readonly id: string;
}

export interface WorkspaceReference {
  readonly kind: 'workspace';
  /** Canonical id: `ws:{workspaceId}:{base64url of the path, no padding}`. */
  readonly id: string;
  readonly workspaceId: string;
  /** Normalised: `/` between plain names, no `.` or `..`. */
  readonly relativePath: string;
}

/** A parsed reference. */
export type ArtifactReference = RegularReference | WorkspaceReference;

const SCHEME = 'artifact:';
const MAX_REGULAR_ID_LENGTH = 255;

/**
 * Parses `artifact:{id}` or `{id}`, trimming white space.
 *
 * Errors: `arguments_invalid` for a value that is not a string, `reference_empty`, `id_not_plain_name`, and those of {@link
 * decodeWorkspaceId}.
 */
export function parseReference(text: string): Result<ArtifactReference> {
  if (typeof text !== 'string') return fail('arguments_invalid', { name: 'reference' });
  const trimmed = text.trim();
  const id = trimmed.startsWith(SCHEME) ? trimmed.slice(SCHEME.length) : trimmed;
  if (id === '') return fail('reference_empty');
  if (!id.startsWith(WORKSPACE_PREFIX)) {
    return isPlainName(id) && id.length <= MAX_REGULAR_ID_LENGTH ? ok({ kind: 'regular', id }) : fail('id_not_plain_name');
  }
  const decoded = decodeWorkspaceId(id);
  if (!decoded.ok) return decoded;
  const { workspaceId, relativePath } = decoded.value;
  return workspaceReference(workspaceId, relativePath);
}

/** The reference of a workspace file. Errors as {@link encodeWorkspaceId}. */
export function workspaceReference(workspaceId: string, relativePath: string): Result<WorkspaceReference> {
  const encoded = encodeWorkspaceId(workspaceId, relativePath);
  if (!encoded.ok) return encoded;
  return ok({ kind: 'workspace', workspaceId, ...encoded.value });
}

/** Formats a reference for copying and for models: `artifact:{id}`. */
export function formatReference(reference: ArtifactReference): string {
  return SCHEME + reference.id;
}

/** URI template of artifacts (RFC 6570, level 1). */
export const ARTIFACT_URI_TEMPLATE = 'artifact:///{id}';

const PREFIX = 'artifact:///';

/** `artifact:///{id}` with the id percent-encoded, since workspace file ids contain colons. Lone surrogates become U+FFFD. */
export function artifactUri(id: string): string {
  return PREFIX + encodeURIComponent(id.toWellFormed());
}

/** Parses an `artifact:///` URI. Errors as `parseReference`; `id_not_plain_name` for another URI. */
export function parseArtifactUri(uri: string): Result<ArtifactReference> {
  if (!uri.startsWith(PREFIX)) return fail('id_not_plain_name');
  try {
    return parseReference(decodeURIComponent(uri.slice(PREFIX.length)));
  } catch {
    return fail('id_not_plain_name'); // not percent-encoding
  }
}
