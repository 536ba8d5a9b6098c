import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { GENERIC_BINARY } from '../core/content/media-type.ts';
import { encodeBase64 } from '../core/io/base64.ts';
import { CodedError } from '../core/io/errors.ts';
import type { Artifact } from '../core/store/artifact.ts';

/** An artifact as a client reads it: text as text and everything else as a blob. @throws CodedError why there is no content */
export function contentsOf(uri: string, { content, mimeType, contentFailure }: Artifact): ReadResourceResult {
  if (contentFailure) throw new CodedError(contentFailure.code);
  if (typeof content === 'string') return { contents: [{ uri, mimeType: mimeType ?? 'text/plain', text: content }] };
  return { contents: [{ uri, mimeType: mimeType ?? GENERIC_BINARY, blob: encodeBase64(content) }] };
}

/** Characters of a URI that an error repeats: more than one of ours can have. */
const LONGEST_SHOWN = 32_768;

/** A URI as an error repeats it. */
export function shownUri(uri: string): string {
  return uri.length > LONGEST_SHOWN ? `${uri.slice(0, LONGEST_SHOWN)}…` : uri;
}
