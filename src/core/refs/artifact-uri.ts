import { fail, type Result } from '../io/errors.ts';
import { parseReference, type ArtifactReference } from './reference.ts';

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
