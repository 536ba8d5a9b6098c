import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatSize } from '../core/content/size.ts';
import { messagesOf } from '../core/conversation/artifact-words.ts';
import { type SessionArtifact, sessionArtifacts, type WrittenFile } from '../core/conversation/session-artifacts.ts';
import { findDocuments, findSideFiles, titleOfDocuments } from '../core/conversation/side-files.ts';
import type { SideFile, SideFiles } from '../core/conversation/side-walk.ts';
import { documentsFolder, findSessions, type FoundSessions, type SessionFile } from '../core/conversation/sessions.ts';
import { mapConcurrently } from '../core/io/concurrency.ts';
import { NodeFileSystem } from '../platform/node-file-system.ts';
import { sessionsOfDatabase } from '../platform/session-input.ts';
import type { Invocation } from './command.ts';
import { Refusal } from './refusal.ts';
import { withSession } from './conversation-file.ts';
import { printTable, showTime } from './table.ts';
import { interruptible, shellPath, shellWord, type Terminal } from './terminal.ts';

type Stored = NonNullable<Awaited<ReturnType<typeof sessionsOfDatabase>>>;

/** Folders that are looked into at a time. */
const AT_ONCE = 16;

/** What is wanted of a session's artifacts. */
interface Page {
  readonly limit: number;
  /** Continue behind the artifact of this ID. */
  readonly after: string | undefined;
}

/** `list SESSION`: the artifacts of a session, in its order; of a database of several, these. @returns the exit code @throws Refusal */
export async function listSession(file: string, { limit, after }: Page, invocation: Invocation): Promise<number> {
  const { folder, terminal, json, compute } = invocation;
  const location = path.resolve(folder, file);
  if ((await stat(location).catch(() => undefined))?.isDirectory() === true) {
    const real = await realpath(location);
    const documents = documentsFolder(new NodeFileSystem(), real);
    if (documents === 'conversation') return listDocuments(file, real, { limit, after }, invocation);
    const found = documents && (await findSessions(new NodeFileSystem(), [documents], []));
    if (found?.others.length) return listConversations(file, found, { limit, after }, invocation);
    throw new Refusal(
      'not_a_file',
      `${file} is a folder, not a session. If it is a data root: agent-artifacts list --root ${shellPath(file)}`,
    );
  }
  const stored = await sessionsOfDatabase(location);
  if (stored && stored.length > 1) return listStored(file, { limit, after }, stored, invocation);
  return interruptible((signal) =>
    withSession({ file, location }, invocation, signal, async ({ index, read }) => {
      const { items, unread } = await sessionArtifacts(index, { read, compute });
      const noArtifact = (id: string) => new Refusal('artifact_not_found', `${file} has no artifact ${id}.`);
      const { page, last } = pageOf(items, ({ id }) => id, { limit, after }, noArtifact);
      // they come once, behind the last artifact
      const beside = last === undefined ? await findSideFiles(new NodeFileSystem(), location, index, { signal }) : undefined;
      const listed = { file, format: index.format, total: items.length, ...(unread > 0 && { unread }) };
      if (json)
        await terminal.longJson({
          ...listed,
          artifacts: page.map((item) => artifactJson(item, file)),
          ...(last !== undefined && { next: last }),
          ...(beside && besideJson(beside)),
        });
      else printListing(page, { file, unread, total: items.length, last, beside }, invocation);
      return 0;
    }),
  );
}

/** What is wanted of a list, and the ID of its end where more come behind it. @throws what `unknown` makes of an ID that is not in the list */
function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { limit, after }: Page,
  unknown: (id: string) => Refusal,
): { readonly page: readonly Item[]; readonly last: string | undefined } {
  const from = after === undefined ? 0 : items.findIndex((item) => idOf(item) === after) + 1;
  if (after !== undefined && from === 0) throw unknown(after);
  const page = items.slice(from, from + limit);
  const end = page.at(-1);
  return { page, last: end !== undefined && from + page.length < items.length ? idOf(end) : undefined };
}

/** Says how the list goes on, where it does. The ID may begin as an option does. */
function tellOfMore(terminal: Terminal, shown: number, total: number, last: string | undefined): void {
  if (last !== undefined) terminal.complain(`${shown} of ${total}. Continue with --after=${shellWord(last)}`);
}

/** The conversations of which Antigravity keeps documents, the newest first. */
async function listConversations(
  file: string,
  { others, links, unreadable }: FoundSessions,
  wanted: Page,
  { terminal, json }: Invocation,
): Promise<number> {
  const idOf = ({ location }: SessionFile): string => path.basename(location);
  const noConversation = (id: string) => new Refusal('session_not_found', `${file} has no conversation ${id}.`);
  const { page, last } = pageOf(others, idOf, wanted, noConversation);
  const fs = new NodeFileSystem();
  const conversations = await mapConcurrently(page, AT_ONCE, async (each) => ({
    path: path.join(file, idOf(each)),
    title: await titleOfDocuments(fs, each.location),
    changed: isoTime(each.mtime),
  }));
  if (links > 0) terminal.complain(`Links that lead out of the folder and were not followed: ${links}`, 'yellow');
  if (unreadable > 0) terminal.complain(`Folders that cannot be read: ${unreadable}`, 'yellow');
  if (json) {
    const next = last !== undefined && { next: last };
    terminal.json({ folder: file, program: 'antigravity', total: others.length, conversations, ...next });
    return 0;
  }
  printTable(
    terminal,
    [{ heading: 'CONVERSATION' }, { heading: 'FOLDER CHANGED (UTC)' }, { heading: 'TITLE' }],
    conversations.map(({ path: place, title = '', changed }) => [place, showTime(changed), title]),
  );
  tellOfMore(terminal, page.length, others.length, last);
  return 0;
}

/** The documents and pictures that Antigravity keeps of a conversation, by their names. */
async function listDocuments(file: string, location: string, wanted: Page, { terminal, json }: Invocation): Promise<number> {
  const { files, isCut } = await interruptible((signal) => findDocuments(new NodeFileSystem(), location, signal));
  const noDocument = (name: string) => new Refusal('artifact_not_found', `${file} has no document ${name}.`);
  const { page, last } = pageOf(files, ({ path: name }) => name, wanted, noDocument);
  if (json) {
    const next = { ...(last !== undefined && { next: last }), ...(isCut && { isCut }) };
    terminal.json({ folder: file, program: 'antigravity', total: files.length, documents: page.map(sideFileJson), ...next });
    return 0;
  }
  if (isCut) terminal.complain('Not all files of the folder are listed.', 'yellow');
  if (page.length === 0) terminal.complain('No artifacts found.');
  else printSideFiles('NAME', page, terminal);
  tellOfMore(terminal, page.length, files.length, last);
  return 0;
}

/** Files with their versions. @param heading of their names */
function printSideFiles(heading: string, files: readonly SideFile[], terminal: Terminal): void {
  printTable(
    terminal,
    [{ heading }, { heading: 'VERSION' }, { heading: 'SIZE', align: 'right' }, { heading: 'TIME (UTC)' }, { heading: 'FILE' }],
    files.flatMap((file) => {
      const versions = file.versions ?? [];
      // What is only kept as versions has no line of its own.
      const isVersion = versions.some(({ location }) => location === file.location);
      return [
        ...(isVersion ? [] : [[file.path, '', ...sideFileRow(file)]]),
        ...versions.map((version, at) => [isVersion && at === 0 ? file.path : '', String(version.number), ...sideFileRow(version)]),
      ];
    }),
  );
}

function sideFileRow({ size, mtime, location }: SideFile): string[] {
  return [formatSize(size), showTime(isoTime(mtime)), location];
}

/** The sessions of a database, the newest first. */
function listStored(file: string, wanted: Page, stored: Stored, { terminal, json }: Invocation): number {
  const noSession = (id: string) => new Refusal('session_not_found', `${file} has no session ${id}.`);
  const { page, last } = pageOf(stored, ({ id }) => id, wanted, noSession);
  if (json) {
    const sessions = page.map(({ updated, model: _, ...session }) => ({
      session: `${file}#${session.id}`,
      ...session,
      updated: isoTime(updated),
    }));
    terminal.json({ file, total: stored.length, sessions, ...(last !== undefined && { next: last }) });
    return 0;
  }
  printTable(
    terminal,
    [
      { heading: 'SESSION' },
      { heading: 'CHANGED (UTC)' },
      { heading: 'SIZE', align: 'right' },
      { heading: 'TITLE' },
      { heading: 'FOLDER' },
      { heading: 'BEGUN BY' },
    ],
    page.map(({ id, updated, size, title, folder, parent }) => [
      id,
      showTime(isoTime(updated)),
      formatSize(size),
      title,
      folder,
      parent ?? '',
    ]),
  );
  tellOfMore(terminal, page.length, stored.length, last);
  const [first] = page;
  if (first) terminal.complain(`To open one: agent-artifacts conversation ${shellPath(`${file}#${first.id}`)}`);
  return 0;
}

/** Messages and parts by their numbers, from 1, as all commands name them. */
function artifactJson(artifact: SessionArtifact, file: string): object {
  const { id, kind, name, mimeType, size, time } = artifact;
  const common = { ref: `${file}#${id}`, id, kind, name, mimeType, size, time: isoTime(time) };
  if (artifact.kind !== 'file') {
    const { width, height, places } = artifact;
    return { ...common, width, height, places: places.map(numbered) };
  }
  const versions = artifact.versions.map(({ item: _, time: written, ...version }) => ({ ...numbered(version), time: isoTime(written) }));
  return { ...common, path: artifact.path, versions };
}

function besideJson({ files, isCut }: SideFiles): object {
  return { ...(files.length > 0 && { beside: files.map(sideFileJson) }), ...(isCut && { besideIsCut: true }) };
}

function sideFileJson({ location, path: below, size, mtime, versions }: SideFile): object {
  const listed = versions?.map((version) => ({
    number: version.number,
    path: version.location,
    size: version.size,
    time: isoTime(version.mtime),
  }));
  return { path: location, name: below, size, time: isoTime(mtime), ...(listed && { versions: listed }) };
}

/** The files that the program keeps beside the session: they are files like any other. */
function printBeside({ files, isCut }: SideFiles, { terminal }: Invocation): void {
  if (isCut) terminal.complain('Not all files beside the session are listed.', 'yellow');
  if (files.length > 0) printSideFiles('BESIDE THE SESSION', files, terminal);
}

function numbered<Place extends { readonly message: number; readonly part: number }>(place: Place): Place {
  return { ...place, message: place.message + 1, part: place.part + 1 };
}

function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

interface Listed {
  readonly file: string;
  readonly unread: number;
  readonly total: number;
  /** The last ID of the page, where more come behind it. */
  readonly last: string | undefined;
  /** With the last page. */
  readonly beside: SideFiles | undefined;
}

function printListing(page: readonly SessionArtifact[], listed: Listed, invocation: Invocation): void {
  const { unread, beside } = listed;
  const { terminal } = invocation;
  if (unread > 0) terminal.complain(`${unread} calls are left out: their arguments are too long to be read.`, 'yellow');
  if (page.length > 0) printArtifacts(page, listed, invocation);
  else if (!beside?.files.length) terminal.complain('No artifacts found.');
  if (beside) printBeside(beside, invocation);
}

function printArtifacts(page: readonly SessionArtifact[], { file, total, last }: Listed, { terminal }: Invocation): void {
  printTable(
    terminal,
    [
      { heading: 'ID' },
      { heading: 'KIND' },
      { heading: 'NAME' },
      { heading: 'TYPE' },
      { heading: 'SIZE', align: 'right' },
      { heading: 'MESSAGES' },
      { heading: 'VERSIONS', align: 'right' },
      { heading: 'TIME (UTC)' },
    ],
    page.map((item) => [
      item.id,
      item.kind,
      (item.kind === 'file' ? item.path : item.name) ?? '',
      item.mimeType ?? '',
      item.size === undefined ? '' : formatSize(item.size),
      messagesOf(item),
      item.kind === 'file' ? versionsOf(item) : '',
      item.time === undefined ? '' : showTime(isoTime(item.time)),
    ]),
  );
  tellOfMore(terminal, page.length, total, last);
  const [first] = page;
  if (first) terminal.complain(`To save one: agent-artifacts show ${shellPath(`${file}#${first.id}`)} --output FILE`);
}

/** How many there are; and of how many the content is known, where it is not of all. */
function versionsOf({ versions }: WrittenFile): string {
  const known = versions.filter(({ size }) => size !== undefined).length;
  return known === versions.length ? String(known) : `${versions.length} (${known} known)`;
}
