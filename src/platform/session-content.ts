import { BinaryDetector } from '../core/content/binary-detector.ts';
import { extensionForMediaType, extensionOf } from '../core/content/file-name.ts';
import type { SessionArtifact } from '../core/conversation/session-artifacts.ts';
import type { Location } from '../core/io/file-system.ts';
import { fileReference } from '../core/refs/reference.ts';
import { isoTime } from '../core/store/sidecar.ts';
import type { Artifact } from '../core/store/artifact.ts';
import { artifactOfBytes } from '../core/store/content-reader.ts';
import { describeContent, type FileMetadata } from '../core/store/file-contents.ts';

/** The session that an artifact stands in. */
interface InSession {
  /** Its file as people name it. */
  readonly shown: string;
  readonly location: Location;
}

/** What is known of an artifact of a session, and its content, which is detected and decoded when it is asked for as that of a file is. */
interface ContentInSession {
  readonly metadata: FileMetadata;
  read(): Promise<Artifact>;
}

/** The content of an artifact of a session. @param limit bytes; a longer content is described */
export function contentInSession(artifact: SessionArtifact, bytes: Uint8Array, session: InSession, limit: number): ContentInSession {
  const size = bytes.length;
  const metadata = metadataOf(artifact, size, session);
  const tooLarge = { code: 'too_large', params: { limit, size } } as const;
  return {
    metadata,
    read: () =>
      size > limit
        ? Promise.resolve({ id: metadata.id, content: '', isBinary: true, meta: {}, contentFailure: tooLarge })
        : artifactOfBytes(metadata, bytes, new BinaryDetector()),
  };
}

/** Its name is whatever the session says; the name of a file that it may be saved under is made of its ID. */
function metadataOf({ id, mimeType, time, name }: SessionArtifact, size: number, { shown, location }: InSession): FileMetadata {
  const named = name === undefined ? undefined : extensionOf(name);
  const extension = named === undefined ? ((mimeType && extensionForMediaType(mimeType)) ?? '') : `.${named}`;
  const filename = `${id}${extension}`;
  const createdAt = time === undefined ? undefined : isoTime(time);
  return {
    ...describeContent(fileReference(`${shown}#${id}`, `${location}#${id}`), size, mimeType),
    name: name ?? filename,
    filename,
    ...(createdAt !== undefined && { createdAt }),
  };
}
