import { fail, type Result } from '../core/io/errors.ts';
import { parseReference, type ArtifactReference } from '../core/refs/reference.ts';

/** The template of every artifact's URI (RFC 6570, level 1). */
export const ARTIFACT_URI_TEMPLATE = 'artifact:///{id}';

const PREFIX = 'artifact:///';

/** `artifact:///{id}`, the id percent-encoded: that of a workspace file has colons. */
export function artifactUri(id: string): string {
  return PREFIX + encodeURIComponent(id);
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
