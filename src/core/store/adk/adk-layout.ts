import type { DirectoryEntry, FileSystem, Location } from '../../io/file-system.ts';
import { type AdkReference, adkReference } from '../../refs/reference.ts';

/*
 * The layout of `FileArtifactService` of Google ADK (google/adk-python and `@google/adk`, November 2026). A folder with `versions/` in it
 * is an artifact; Python writes the `apps/` level, TypeScript and older roots have none:
 *
 *   {root}[/apps/{app}]/users/{user}/sessions/{session}/artifacts/{path}/versions/{version}/{last part of path}
 *   {root}[/apps/{app}]/users/{user}/artifacts/{path}/versions/{version}/{last part of path}
 */

const APPS = 'apps';
const USERS = 'users';
const SESSIONS = 'sessions';
const ARTIFACTS = 'artifacts';
const VERSIONS = 'versions';
/** The name of a version. */
export const VERSION = /^(?:0|[1-9]\d{0,14})$/;
/** Beside the content of a version. */
export const METADATA_FILE = 'metadata.json';
/** The prefix of names of artifacts that belong to a user and not to one session. */
export const USER_SCOPE = 'user:';

/** Where `adk web` keeps artifacts, below the folder with the agents. */
export const ADK_WEB_FOLDER: readonly string[] = ['.adk', 'artifacts'];

/** What a path below a root is a folder of. */
type AdkLevel =
  | { readonly kind: 'app' | 'user' }
  | {
      readonly kind: 'artifacts';
      /** The names up to the folder that holds the artifacts of a session or user. */
      readonly scope: readonly string[];
      /** The folders below it. */
      readonly path: readonly string[];
    };

/** The artifacts of a session, or those of a user. */
interface AdkScope {
  readonly label: string;
  /** From the root to their folder. */
  readonly names: readonly string[];
}

/** Where one of ADK's services keeps what, as names from the root. */
export interface AdkLayout {
  /** The folders whose folders are shown at the top. */
  readonly tops: readonly (readonly string[])[];
  /** The depth of the names at the top. */
  readonly depth: number;
  /** Below the folder of an app, the names to that of its users. */
  readonly users: readonly string[];
  /** Below the folder of an artifact, the names to that of its versions. */
  readonly versions: readonly string[];
  /** A version is a file, and what is known of it is in the file's properties; else it is a folder with `metadata.json`. */
  readonly areVersionsFiles: boolean;
  /** What the names of a path lead to; undefined for anything that ADK does not write. */
  levelOf(names: readonly string[]): AdkLevel | undefined;
  /** What a user has, what belongs to all sessions first. @param foldersIn by name; a missing folder is empty */
  scopesOf(user: readonly string[], foldersIn: (names: readonly string[]) => Promise<readonly string[]>): Promise<AdkScope[]>;
  /** The folder of an artifact; undefined for one that cannot be in this layout. */
  namesOf(reference: AdkReference): string[] | undefined;
  /** The reference of the artifact whose folder is at a path; undefined where none can be, or its names cannot be part of one. */
  referenceAt(names: readonly string[]): AdkReference | undefined;
  /** The file of a version's content. @param names of the artifact's folder */
  contentNames(names: readonly string[], version: number): string[];
  /** The artifact that a file or folder belongs to, as one of its versions or the folder of these; undefined where it belongs to none. */
  artifactAround(names: readonly string[]): AdkReference | undefined;
}

export const FILES_LAYOUT: AdkLayout = {
  tops: [[APPS], [USERS]],
  depth: 2,
  users: [USERS],
  versions: [VERSIONS],
  areVersionsFiles: false,
  levelOf,
  referenceAt,

  async scopesOf(user, foldersIn) {
    const there = await foldersIn(user);
    const sessions = there.includes(SESSIONS) ? await foldersIn([...user, SESSIONS]) : [];
    return [
      ...(there.includes(ARTIFACTS) ? [{ names: [...user, ARTIFACTS], label: USER_SCOPE }] : []),
      ...sessions.map((session) => ({ names: [...user, SESSIONS, session, ARTIFACTS], label: session })),
    ];
  },

  namesOf({ app, user, session, path }) {
    return [
      ...(app === undefined ? [] : [APPS, app]),
      USERS,
      user,
      ...(session === undefined ? [] : [SESSIONS, session]),
      ARTIFACTS,
      ...path.split('/'),
    ];
  },

  contentNames(names, version) {
    return [...names, VERSIONS, String(version), names.at(-1) ?? ''];
  },

  artifactAround(names) {
    const at = names.indexOf(VERSIONS, names.indexOf(ARTIFACTS) + 2);
    return at < 0 ? undefined : referenceAt(names.slice(0, at));
  },
};

function levelOf(names: readonly string[]): AdkLevel | undefined {
  const from = names[0] === APPS ? 2 : 0;
  const rest = names.slice(from);
  if (rest.length === 0) return from === 0 || names.length < 2 ? undefined : { kind: 'app' };
  if (rest[0] !== USERS || rest.length < 2) return undefined;
  if (rest.length === 2) return { kind: 'user' };
  const depth = rest[2] === ARTIFACTS ? 3 : rest[2] === SESSIONS && rest[4] === ARTIFACTS ? 5 : undefined;
  return depth === undefined ? undefined : { kind: 'artifacts', scope: names.slice(0, from + depth), path: rest.slice(depth) };
}

function referenceAt(names: readonly string[]): AdkReference | undefined {
  const level = levelOf(names);
  if (level?.kind !== 'artifacts' || level.path.length === 0) return undefined;
  const { scope } = level;
  const from = scope[0] === APPS ? 2 : 0;
  const reference = adkReference({
    ...(from > 0 && { app: scope[1] ?? '' }),
    user: scope[from + 1] ?? '',
    ...(scope[from + 2] === SESSIONS && { session: scope[from + 3] ?? '' }),
    path: level.path.join('/'),
  });
  return reference.ok ? reference.value : undefined;
}

/** How many folders of one level are looked into for what tells a root: one is enough, if it is not empty. */
const MOST_LOOKS = 16;

/**
 * Whether a folder is a root of ADK's files: it has the folder of a user with `artifacts/` in it, or with a session that has. Other programs
 * have folders `users` and `apps` too. Never rejects.
 *
 * @param names those in the folder
 */
export async function isAdkRoot(fs: FileSystem, folder: Location, names: ReadonlySet<string>): Promise<boolean> {
  if (names.has(USERS) && (await hasUsers(fs, fs.join(folder, USERS)))) return true;
  if (!names.has(APPS)) return false;
  const apps = fs.join(folder, APPS);
  for (const app of await foldersIn(fs, apps)) if (await hasUsers(fs, fs.join(apps, app, USERS))) return true;
  return false;
}

/** Whether a folder is where `adk web` keeps artifacts, which need not have any yet. */
export function isAdkWebFolder(fs: FileSystem, folder: Location): boolean {
  const [hidden, artifacts] = ADK_WEB_FOLDER;
  return fs.basename(folder) === artifacts && fs.basename(fs.parent(folder)) === hidden;
}

async function hasUsers(fs: FileSystem, users: Location): Promise<boolean> {
  for (const user of await foldersIn(fs, users)) {
    const folder = fs.join(users, user);
    const names = await foldersIn(fs, folder, Infinity);
    if (names.includes(ARTIFACTS)) return true;
    if (!names.includes(SESSIONS)) continue;
    const sessions = fs.join(folder, SESSIONS);
    for (const session of await foldersIn(fs, sessions))
      if ((await foldersIn(fs, fs.join(sessions, session), Infinity)).includes(ARTIFACTS)) return true;
  }
  return false;
}

async function foldersIn(fs: FileSystem, folder: Location, most = MOST_LOOKS): Promise<string[]> {
  try {
    const entries = await fs.readDirectory(folder);
    return entries.filter(isFolder).map(nameOf).slice(0, most);
  } catch {
    return []; // not there, or not to be read: no evidence
  }
}

function isFolder({ kind }: DirectoryEntry): boolean {
  return kind === 'directory';
}

function nameOf({ name }: DirectoryEntry): string {
  return name;
}
