import { fail, ok, type Result } from '../io/errors.ts';

/** The prefix of the ids of artifacts in the files of Google ADK. */
export const ADK_PREFIX = 'adk:';

/** An artifact in the files of Google ADK. */
export interface AdkArtifact {
  /** Absent in roots without `apps/`, which the TypeScript library writes. */
  readonly app?: string;
  readonly user: string;
  /** Absent for an artifact of the user, which every session sees: ADK's names with `user:`. */
  readonly session?: string;
  /** The name of the artifact without `user:`; one with `/` lies in folders. */
  readonly path: string;
  /** Counts from 0; absent for the newest. */
  readonly version?: number;
}

/** Longer ones name nothing: no file system has such paths. In characters, encoded. */
const MAX_LENGTH = 8192;
const VERSION = /^(?:0|[1-9]\d{0,14})$/;

/**
 * The id of an artifact of ADK: `adk:{app}:{user}:{session}:{name}`, and `:{version}` for one version of it. Each part is percent-encoded;
 * `app` is empty in a root without apps, `session` for an artifact of the user.
 *
 * Errors: `adk_id_invalid` for an empty or malformed part, `outside_root` for a name that leads out of its folder.
 */
export function encodeAdkId({ app, user, session, path, version }: AdkArtifact): Result<string> {
  const folders = [user, ...(app === undefined ? [] : [app]), ...(session === undefined ? [] : [session])];
  for (const name of [...folders, ...path.split('/')]) {
    if (name === '..') return fail('outside_root');
    if (!isFolderName(name)) return fail('adk_id_invalid');
  }
  if (version !== undefined && !VERSION.test(String(version))) return fail('adk_id_invalid');
  const parts = [app ?? '', user, session ?? '', path].map(encodePart);
  const id = ADK_PREFIX + [...parts, ...(version === undefined ? [] : [version])].join(':');
  return id.length > MAX_LENGTH ? fail('adk_id_invalid') : ok(id);
}

/** The artifact of an id in any spelling. Errors as {@link encodeAdkId}. */
export function decodeAdkId(id: string): Result<AdkArtifact> {
  const parts = id.slice(ADK_PREFIX.length).split(':');
  if (id.length > MAX_LENGTH || parts.length < 4 || parts.length > 5) return fail('adk_id_invalid');
  const [app = '', user = '', session = '', path = ''] = parts.slice(0, 4).map(decodePart);
  const [version] = parts.slice(4);
  if (version !== undefined && !VERSION.test(version)) return fail('adk_id_invalid');
  const artifact = {
    ...(app !== '' && { app }),
    user,
    ...(session !== '' && { session }),
    path,
    ...(version !== undefined && { version: Number(version) }),
  };
  const encoded = encodeAdkId(artifact);
  return encoded.ok ? ok(artifact) : encoded;
}

/** Whether a text is one name of a folder as ADK makes them: a colon is allowed in it, which the other ids do not have. */
export function isFolderName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name) && name.isWellFormed();
}

/** Only letters, digits, `-`, `_`, `.` and `~` stay, so that an id ends where a sentence goes on; a full stop at the end is part of one. */
function encodePart(part: string): string {
  const encoded = encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return encoded.endsWith('.') ? `${encoded.slice(0, -1)}%2E` : encoded;
}

/** A part that is no percent-encoding becomes a name that no folder has. */
function decodePart(part: string): string {
  return decodePercent(part) ?? '\0';
}

/** One character in UTF-8, percent-encoded: what `decodeURIComponent` takes (RFC 3629). */
const ENCODED_CHARACTER =
  /%(?:[0-7][\dA-F]|(?:C[2-9A-F]|D[\dA-F]|E0%[AB][\dA-F]|(?:E[1-9A-CEF]|F0%[9AB][\dA-F]|F[1-3]%[89AB][\dA-F]|F4%8[\dA-F])%[89AB][\dA-F]|ED%[89][\dA-F])%[89AB][\dA-F])/gi;

/** Undefined for what is no percent-encoding. That is seen before it is decoded: an error takes a thousand times as long. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  return text.replace(ENCODED_CHARACTER, '').includes('%') ? undefined : decodeURIComponent(text);
}
