import type { FileSystem, Location } from '../../io/file-system.ts';
import { adkReference } from '../../refs/reference.ts';
import { type AdkLayout, USER_SCOPE, VERSION } from './adk-layout.ts';

/*
 * The layout of `GcsArtifactService` of Google ADK (`@google/adk` 2.0.0 and google/adk-python, November 2026), in a bucket or in a copy of
 * one on a disk. What is known of a version is in the properties of its object:
 *
 *   {app}/{user}/{session}/{path}/{version}
 *   {app}/{user}/user/{path}/{version}
 *
 * Python leaves `user:` at the beginning of {path} of what belongs to a user, TypeScript takes it away.
 */

/** In the place of a session: what belongs to the user. */
const OF_USER = 'user';
/** Names up to a session. */
const SCOPE_DEPTH = 3;

export const BUCKET_LAYOUT: AdkLayout = {
  tops: [[]],
  depth: 1,
  users: [],
  versions: [],
  areVersionsFiles: true,

  levelOf(names) {
    if (names.length === 0) return undefined;
    if (names.length < SCOPE_DEPTH) return { kind: names.length === 1 ? 'app' : 'user' };
    return { kind: 'artifacts', scope: names.slice(0, SCOPE_DEPTH), path: names.slice(SCOPE_DEPTH) };
  },

  async scopesOf(user, foldersIn) {
    const there = await foldersIn(user);
    const scopes = there.map((name) => ({ names: [...user, name], label: name === OF_USER ? USER_SCOPE : name }));
    return [...scopes.filter(({ label }) => label === USER_SCOPE), ...scopes.filter(({ label }) => label !== USER_SCOPE)];
  },

  namesOf({ app, user, session = OF_USER, path }) {
    return app === undefined ? undefined : [app, user, session, ...path.split('/')];
  },

  referenceAt(names) {
    if (names.length <= SCOPE_DEPTH) return undefined;
    const [app = '', user = '', session = ''] = names;
    const path = names.slice(SCOPE_DEPTH).join('/');
    const reference = adkReference({ app, user, ...(session !== OF_USER && { session }), path });
    return reference.ok ? reference.value : undefined;
  },

  contentNames(names, version) {
    return [...names, String(version)];
  },

  artifactAround(names) {
    return VERSION.test(names.at(-1) ?? '') ? this.referenceAt(names.slice(0, -1)) : undefined;
  },
};

/** Folders that are looked into before a folder is taken for none. */
const MOST_LOOKS = 24;
/** Names of one folder that are followed. */
const MOST_NAMES = 4;
/** Names down to the deepest version that is looked for; artifacts may lie in folders. */
const MOST_DEPTH = 8;

/**
 * Whether a folder is a root of ADK's keys: somewhere below app, user, session and name is a file that is called by a number. Only asked of
 * folders that a person named: a project may have such files of its own. Never rejects.
 *
 * @param names those in the folder
 */
export async function isAdkBucket(fs: FileSystem, folder: Location, names: Iterable<string>): Promise<boolean> {
  let looks = 0;
  return hasVersions(folder, firstOf([...names]), 1);

  async function hasVersions(parent: Location, children: readonly string[], depth: number): Promise<boolean> {
    for (const name of children) {
      const child = fs.join(parent, name);
      if (depth > SCOPE_DEPTH + 1 && VERSION.test(name) && (await isFile(fs, child))) return true;
      if (depth >= MOST_DEPTH || looks++ >= MOST_LOOKS) continue;
      if (await hasVersions(child, await firstNames(fs, child), depth + 1)) return true;
    }
    return false;
  }
}

async function isFile(fs: FileSystem, location: Location): Promise<boolean> {
  return (await fs.stat(location)).kind === 'file';
}

/** The first names in a folder of any size; empty for a file, and for a folder that cannot be read. */
async function firstNames(fs: FileSystem, folder: Location): Promise<readonly string[]> {
  try {
    for await (const names of fs.streamNames(folder)) return firstOf(names);
  } catch {
    // not there, or not to be read: no evidence
  }
  return [];
}

function firstOf(names: readonly string[]): readonly string[] {
  return names.filter((name) => !name.startsWith('.')).slice(0, MOST_NAMES);
}
