import path from 'node:path';
import { DEFAULT_MAX_CONTENT_BYTES } from '../core/content/size.ts';
import { readSessionArtifact, type SessionArtifact, sessionArtifacts } from '../core/conversation/session-artifacts.ts';
import type { Artifact } from '../core/store/artifact.ts';
import type { FileMetadata } from '../core/store/file-contents.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { contentInSession } from '../platform/session-content.ts';
import { isSessionPlace, isStored } from '../platform/session-input.ts';
import type { Invocation } from './command.ts';
import { Refusal } from './refusal.ts';
import { withSession } from './conversation-file.ts';
import { interruptible } from './terminal.ts';

/** An artifact that stands in a session's file. */
interface SessionContent {
  readonly metadata: FileMetadata;
  readonly fs: NodeFileSystem;
  readonly bytes: Uint8Array;
  read(): Promise<Artifact>;
  inspect(): Promise<Artifact>;
  /** The session's file. */
  realPlace(): Promise<string>;
}

/** A session's file, and the ID of an artifact in it, or what is written in its place, with a version of it. */
const ADDRESS = /^(.+)#([^#@/\\]+)(?:@(\d{1,9}))?$/s;
/** What IDs of artifacts are. */
const ARTIFACT_ID = /^[0-9a-f]+(?:-\d+){0,2}$/;

/**
 * The artifact that `SESSION#ID` names, or its version `SESSION#ID@N`; undefined for anything else, such as a file of that name.
 * @throws Refusal why it is not there or its content is not known; CodedError
 */
export async function sessionContent(
  text: string,
  invocation: Pick<Invocation, 'folder' | 'compute' | 'terminal' | 'maxContentBytes'>,
): Promise<SessionContent | undefined> {
  const [, file = '', id = '', number] = ADDRESS.exec(text) ?? [];
  const { folder, compute, maxContentBytes: limit = DEFAULT_MAX_CONTENT_BYTES } = invocation;
  const location = path.resolve(folder, file);
  const fs = new NodeFileSystem();
  // a file, or a session of a database, comes before an artifact of that name
  const isOfItsOwn = file === '' || (await isFile(fs, path.resolve(folder, text))) || (await isStored(path.resolve(folder, text)));
  if (isOfItsOwn || !(await isSessionPlace(location))) return undefined;
  return interruptible((signal) =>
    withSession({ file, location }, invocation, signal, async ({ index, read }) => {
      const reading = { read, compute };
      const found = (await sessionArtifacts(index, reading)).items.find((item) => item.id === id);
      if (!found) throw new Refusal('artifact_not_found', `${file} has no artifact ${id}.`);
      if (found.kind !== 'file' && number !== undefined)
        throw new Refusal('artifact_not_found', `${file}#${id} is of the messages, and has no versions.`);
      if (found.kind === 'file' && number !== undefined && !isBetween(Number(number), 1, found.versions.length))
        throw new Refusal('artifact_not_found', `${file}#${id} has ${found.versions.length} versions, and no version ${number}.`);
      const bytes = await readSessionArtifact(index, found, reading, number === undefined ? undefined : Number(number));
      if (!bytes) throw new Refusal('content_unknown', whyUnknown(found, text, number));
      const { metadata, read: whole } = contentInSession(found, bytes, { shown: path.basename(file), location }, limit);
      return { metadata, fs, bytes, read: whole, inspect: whole, realPlace: () => Promise.resolve(location) };
    }),
  ).catch((error: unknown) => {
    // of a file that is no session, what stands behind the sign is no artifact
    if (error instanceof Refusal && error.code === 'not_a_conversation' && !ARTIFACT_ID.test(id)) return undefined;
    throw error;
  });
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function isFile(fs: NodeFileSystem, location: string): Promise<boolean> {
  return fs.stat(location).then(
    ({ kind }) => kind === 'file',
    () => false,
  );
}

function whyUnknown(artifact: SessionArtifact, text: string, number: string | undefined): string {
  if (artifact.kind !== 'file') return `${text}: the session has no valid base64 of it.`;
  const known = artifact.versions.filter(({ size }) => size !== undefined).map((version) => version.number);
  const others = known.length === 0 ? 'of no version' : `of ${known.length === 1 ? 'version' : 'versions'} ${known.join(', ')}`;
  return number === undefined
    ? `${text}: what the file had is known ${others}.`
    : `${text}: what the file had then is not certain. It is known ${others}.`;
}
