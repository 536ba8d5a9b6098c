import { fail, ok, type Result } from '../io/errors.ts';
import { ADK_PREFIX, type AdkArtifact, decodeAdkId, decodePercent, encodeAdkId } from './adk-id.ts';
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
  /** Canonical id: `ws:{workspaceId}:{base64url of the path, no padding}`, see {@link encodeWorkspaceId}. */
  readonly id: string;
  readonly workspaceId: string;
  /** Normalised: `/` between plain names, no `.` or `..`. */
  readonly relativePath: string;
}

/** An artifact in the files of Google ADK, or one version of it. */
export interface AdkReference extends AdkArtifact {
  readonly kind: 'adk';
  /** Canonical id, see {@link encodeAdkId}. */
  readonly id: string;
}

/** A parsed reference. */
export type ArtifactReference = RegularReference | WorkspaceReference | AdkReference;

/**
 * A file as it lies in some folder, or a text in an editor: no artifact. Its id is never a reference to one, since those with a colon begin
 * with another prefix; agents see artifacts only.
 */
export interface FileReference {
  readonly kind: 'file';
  /** `file:{path}`: how a model is told of it. */
  readonly id: string;
  /** The path as people name it, in a project relative to it. */
  readonly path: string;
  /** Where it lies: a URI, or an absolute path. Models are not told. */
  readonly place: string;
}

/** What can be read and routed. */
export type ContentReference = ArtifactReference | FileReference;

const SCHEME = 'artifact:';
const URI_SCHEME = 'artifact:///';
const FILE_SCHEME = 'file:';
const MAX_REGULAR_ID_LENGTH = 255;

/**
 * Parses `artifact:{id}`, `{id}`, or the URI `artifact:///{id}` with the id percent-encoded, trimming white space.
 *
 * Errors: `arguments_invalid` for a value that is not a string, `reference_empty`, `id_not_plain_name`, and those of {@link
 * decodeWorkspaceId} and {@link decodeAdkId}.
 */
export function parseReference(text: string): Result<ArtifactReference> {
  if (typeof text !== 'string') return fail('arguments_invalid', { name: 'reference' });
  const trimmed = text.trim();
  if (!trimmed.startsWith(URI_SCHEME)) return parseShort(trimmed);
  const decoded = decodePercent(trimmed.slice(URI_SCHEME.length));
  return decoded === undefined ? fail('id_not_plain_name') : parseShort(decoded.trim());
}

function parseShort(text: string): Result<ArtifactReference> {
  const id = text.startsWith(SCHEME) ? text.slice(SCHEME.length) : text;
  if (id === '') return fail('reference_empty');
  if (id.startsWith(ADK_PREFIX)) {
    const artifact = decodeAdkId(id);
    return artifact.ok ? adkReference(artifact.value) : artifact;
  }
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

/** The reference of an artifact of ADK. Errors as {@link encodeAdkId}. */
export function adkReference(artifact: AdkArtifact): Result<AdkReference> {
  const id = encodeAdkId(artifact);
  return id.ok ? ok({ kind: 'adk', id: id.value, ...artifact }) : id;
}

/** Where a reference says its artifact is, for people: folders and names with `/` between them. Undefined for one that names only an id. */
export function pathOfReference(reference: ArtifactReference): string | undefined {
  switch (reference.kind) {
    case 'regular':
      return undefined;
    case 'workspace':
      return `${reference.workspaceId}/${reference.relativePath}`;
    case 'adk': {
      const { app, user, session, path } = reference;
      return [...(app === undefined ? [] : [app]), user, session ?? 'user:', path].join('/');
    }
  }
}

/** The reference of a file. @param place see {@link FileReference.place} */
export function fileReference(path: string, place: string): FileReference {
  return { kind: 'file', id: FILE_SCHEME + path, path, place };
}

/** The path in the id of a file; undefined for any other id. */
export function pathOfFileId(id: string): string | undefined {
  return id.startsWith(FILE_SCHEME) ? id.slice(FILE_SCHEME.length) : undefined;
}

/** Formats a reference for copying and for models: `artifact:{id}`, or `file:{path}`. */
export function formatReference(reference: ContentReference): string {
  return formatId(reference.id);
}

/** The same for an id of either. */
export function formatId(id: string): string {
  return pathOfFileId(id) === undefined ? SCHEME + id : id;
}

/** URI template of artifacts (RFC 6570, level 1). */
export const ARTIFACT_URI_TEMPLATE = 'artifact:///{id}';

/** `artifact:///{id}` with the id percent-encoded, since workspace file ids contain colons. Lone surrogates become U+FFFD. */
export function artifactUri(id: string): string {
  return URI_SCHEME + encodeURIComponent(id.toWellFormed());
}

/** Parses an `artifact:///` URI. Errors as `parseReference`; `id_not_plain_name` for another URI. */
export function parseArtifactUri(uri: string): Result<ArtifactReference> {
  return uri.startsWith(URI_SCHEME) ? parseReference(uri) : fail('id_not_plain_name');
}
