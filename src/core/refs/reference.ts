import { fail, ok, type Result } from '../io/errors.ts';
import { decodeWorkspaceId, encodeWorkspaceId, WORKSPACE_PREFIX } from './artifact-id-codec.ts';
import { isPlainName } from './relative-path.ts';

/** An artifact of the store, named by its id: a decimal number or a UUID, in general one plain file-name part. */
export interface RegularReference {
  readonly kind: 'regular';
  /** Canonical id. */
  readonly id: string;
}

/** A file in a workspace. */
export interface WorkspaceReference {
  readonly kind: 'workspace';
  /** Canonical id: `ws:{workspaceId}:{base64url of the path, no padding}`. */
  readonly id: string;
  readonly workspaceId: string;
  /** Normalised: `/` between plain names, no `.` or `..`. */
  readonly relativePath: string;
}

/** What a reference names; parsed once, used in this form from then on. */
export type ArtifactReference = RegularReference | WorkspaceReference;

const SCHEME = 'artifact:';
const MAX_REGULAR_ID_LENGTH = 255;

/**
 * Parses `artifact:{id}` or a bare `{id}`; surrounding white space is ignored.
 *
 * Errors: `arguments_invalid` for what is no text, `reference_empty`, `id_not_plain_name`, and those of {@link decodeWorkspaceId}.
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

/** The reference of a file in a workspace. Errors as {@link encodeWorkspaceId}. */
export function workspaceReference(workspaceId: string, relativePath: string): Result<WorkspaceReference> {
  const encoded = encodeWorkspaceId(workspaceId, relativePath);
  if (!encoded.ok) return encoded;
  return ok({ kind: 'workspace', workspaceId, ...encoded.value });
}

/** The form in which a reference is copied and shown to models: `artifact:{id}`. */
export function formatReference(reference: ArtifactReference): string {
  return SCHEME + reference.id;
}

/** The template of every artifact's URI (RFC 6570, level 1). */
export const ARTIFACT_URI_TEMPLATE = 'artifact:///{id}';

const PREFIX = 'artifact:///';

/** `artifact:///{id}`, the id percent-encoded: that of a workspace file has colons. What is no Unicode in it is replaced by U+FFFD. */
export function artifactUri(id: string): string {
  return PREFIX + encodeURIComponent(id.toWellFormed());
}

/** The reference an `artifact:///` URI names. Errors as `parseReference`; `id_not_plain_name` for what is no such URI. */
export function parseArtifactUri(uri: string): Result<ArtifactReference> {
  if (!uri.startsWith(PREFIX)) return fail('id_not_plain_name');
  try {
    return parseReference(decodeURIComponent(uri.slice(PREFIX.length)));
  } catch {
    return fail('id_not_plain_name'); // not percent-encoding
  }
}
