import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import { GENERIC_BINARY } from '../core/content/media-type.ts';
import { encodeBase64 } from '../core/io/base64.ts';
import { CodedError, toFailure } from '../core/io/errors.ts';
import { parseArtifactUri } from '../core/refs/artifact-uri.ts';
import type { Artifact } from '../core/store/artifact.ts';
import { toolSentence } from '../core/tools/tool-errors.ts';
import type { Session } from './session.ts';

/** Characters of a URI that an error repeats: more than one of ours can have. */
const LONGEST_SHOWN = 32_768;

/**
 * The content of an artifact, text as text and everything else as a blob. A resource is read by the
 * application, not by the model, so capabilities do not matter.
 *
 * @throws ResourceNotFoundError when there is nothing of that id; ProtocolError with the code of the core in
 * `data.code` when the URI is none of ours, or the content cannot be given
 */
export async function readResource(session: Session, uri: string): Promise<ReadResourceResult> {
  try {
    const artifact = await readArtifact(session, uri);
    const { content } = artifact;
    if (typeof content === 'string') return { contents: [{ uri, mimeType: artifact.mimeType ?? 'text/plain', text: content }] };
    return { contents: [{ uri, mimeType: artifact.mimeType ?? GENERIC_BINARY, blob: encodeBase64(content) }] };
  } catch (error) {
    const { code } = toFailure(error);
    const shown = uri.length > LONGEST_SHOWN ? `${uri.slice(0, LONGEST_SHOWN)}…` : uri;
    if (code === 'not_found') throw new ResourceNotFoundError(shown);
    const isRequest = !parseArtifactUri(uri).ok;
    const message = `${code}: ${toolSentence(code, session.root.router.language)}`;
    throw new ProtocolError(isRequest ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message, { uri: shown, code });
  }
}

/** The artifact with its content; rejects with a CodedError when there is none. */
async function readArtifact({ root: { store } }: Session, uri: string): Promise<Artifact> {
  const parsed = parseArtifactUri(uri);
  if (!parsed.ok) throw new CodedError(parsed.error.code);
  const metadata = await store.getMetadata(parsed.value);
  if (!metadata?.location) throw new CodedError(metadata?.problem?.code ?? (metadata?.state === 'reserved' ? 'reserved' : 'not_found'));
  const artifact = await store.readArtifact(metadata, metadata.location);
  if (artifact.contentFailure) throw new CodedError(artifact.contentFailure.code);
  return artifact;
}
