import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { DescriptionLanguage } from '../core/content/media-type.ts';
import { messagesOf } from '../core/conversation/artifact-words.ts';
import type { SessionArtifact } from '../core/conversation/session-artifacts.ts';
import { toFailure } from '../core/io/errors.ts';
import { decodePercent } from '../core/refs/adk-id.ts';
import { safeName } from '../core/routing/description.ts';
import { isoTime } from '../core/store/sidecar.ts';
import { toolSentence } from '../core/tools/tool-definitions.ts';
import { EntryError } from '../platform/entry-error.ts';
import { contentsOf, shownUri } from './resource-contents.ts';
import type { Session } from './session.ts';

const URI_SCHEME = 'session-artifact:///';
/** URI templates of the artifacts of sessions, and of a version of a written file (RFC 6570, level 1). */
const TEMPLATE = `${URI_SCHEME}{session}/{id}`;
const VERSION_TEMPLATE = `${TEMPLATE}/{version}`;

/** Offers the artifacts of recorded sessions by template, where the server was started with sessions. */
export function registerSessionResources(server: McpServer, session: Session): void {
  if (session.recorded.size === 0) return;
  const template = (text: string): ResourceTemplate => new ResourceTemplate(text, { list: undefined });
  const named = 'by the name of the session in the listing and the ID of the artifact';
  const read = (uri: URL): Promise<ReadResourceResult> => readSessionResource(session, uri.href);
  server.registerResource(
    'session-artifact',
    template(TEMPLATE),
    { title: 'Artifact of a session', description: `A medium in a recorded session or a file that it wrote, ${named}.` },
    read,
  );
  server.registerResource(
    'session-artifact-version',
    template(VERSION_TEMPLATE),
    { title: 'Version of a file of a session', description: `A version, from 1, of a file that a recorded session wrote, ${named}.` },
    read,
  );
}

/** All artifacts of a recorded session that can be read, as resources. @throws CodedError, EntryError */
export async function sessionResources(session: Session, name: string): Promise<{ readonly id: string; readonly resource: Resource }[]> {
  const artifacts = (await session.recorded.get(name)?.artifacts()) ?? [];
  return artifacts.map((artifact) => ({ id: artifact.id, resource: toResource(name, artifact) }));
}

function toResource(session: string, artifact: SessionArtifact): Resource {
  const { id, kind, name, mimeType, size, time } = artifact;
  const title = safeName(kind === 'file' ? artifact.path : name);
  const lastModified = time === undefined ? undefined : isoTime(time);
  return {
    uri: `${URI_SCHEME}${encodeURIComponent(session)}/${encodeURIComponent(id)}`,
    name: safeName(name) || id,
    title: title || id,
    description: whereIn(artifact),
    ...(mimeType !== undefined && { mimeType: safeName(mimeType) }),
    ...(size !== undefined && { size }),
    ...(lastModified !== undefined && { annotations: { lastModified } }),
  };
}

/** Where an artifact stands in its session, for people. */
function whereIn(artifact: SessionArtifact): string {
  const numbers = messagesOf(artifact);
  const messages = /^\d+$/.test(numbers) ? `message ${numbers}` : `messages ${numbers}`;
  if (artifact.kind !== 'file') return messages;
  const { length } = artifact.versions;
  return `written ${length === 1 ? 'once' : `${length} times`}, ${messages}`;
}

/** Why a session cannot be read, as a code and a sentence. */
export function whyUnread(error: unknown, language: DescriptionLanguage): { readonly code: string; readonly message: string } {
  if (error instanceof EntryError) return { code: error.code, message: error.message };
  const { code } = toFailure(error);
  return { code, message: toolSentence(code, language) };
}

/** A version of a file, from 1. */
const VERSION = /^[1-9]\d{0,8}$/;

/**
 * The content of an artifact of a session. Only what is not there in the session is not found: a file that cannot be read is another error.
 *
 * @throws ResourceNotFoundError, ProtocolError
 */
async function readSessionResource(session: Session, uri: string): Promise<ReadResourceResult> {
  // A part that is not valid percent-encoding names nothing.
  const [name = '', id = '', version] = uri
    .slice(URI_SCHEME.length)
    .split('/')
    .map((part) => decodePercent(part) ?? '');
  const recorded = session.recorded.get(name);
  const isVersion = version === undefined || VERSION.test(version);
  try {
    const artifact = isVersion ? await recorded?.read(id, version === undefined ? undefined : Number(version)) : undefined;
    if (artifact) return contentsOf(uri, artifact);
  } catch (error) {
    const { code, message } = whyUnread(error, session.root.router.language);
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${code}: ${message}`, { uri: shownUri(uri), code });
  }
  throw new ResourceNotFoundError(shownUri(uri));
}
