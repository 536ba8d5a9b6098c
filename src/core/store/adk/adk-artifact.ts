import { mediaTypeOfFilename } from '../../content/file-name.ts';
import { mediaKind, normaliseMediaType } from '../../content/media-type.ts';
import { decodeText } from '../../content/text-encoding.ts';
import { parseBoundedJson } from '../../io/bounded-json.ts';
import { mapConcurrently } from '../../io/concurrency.ts';
import { fail, type Failure, ok, type Result, toFailure } from '../../io/errors.ts';
import type { FileStat, FileSystem, Location } from '../../io/file-system.ts';
import { MAX_SIDECAR_BYTES } from '../../io/limits.ts';
import type { RootFolder } from '../../io/root-folder.ts';
import { type AdkReference, adkReference } from '../../refs/reference.ts';
import { type ArtifactMetadata, type ArtifactState, filenameFrom } from '../artifact.ts';
import { isoTime, isRecord, recordIn, stringIn, withoutUndefined } from '../sidecar.ts';
import { METADATA_FILE, namesOf, USER_SCOPE, VERSIONS } from './adk-layout.ts';

/** A folder name that is a version. */
const VERSION = /^(?:0|[1-9]\d{0,14})$/;
/** A name with the ending of a format. */
const HAS_ENDING = /[^.]\.[a-z\d]{1,12}$/i;
/** Versions described at once. */
const READ_WIDTH = 32;
const MAX_URI_LENGTH = 2048;

/** The used fields of `metadata.json`. */
interface AdkMetadata {
  /** As the caller of ADK named the artifact. */
  readonly fileName: string | undefined;
  /** Absent for text. */
  readonly mimeType: string | undefined;
  /** Where the content is instead. */
  readonly fileUri: string | undefined;
  readonly customMetadata: Readonly<Record<string, unknown>>;
}

/**
 * Single artifacts in the files of ADK. Content is read beside `metadata.json`, where ADK writes it: `canonicalUri` says where that was when
 * it was written, roots are moved, and it may name any file, so it is never used. Links are not followed.
 */
export class AdkArtifacts {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;

  constructor(fs: FileSystem, folder: RootFolder) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** A path below the root, to be used with `noFollow`. */
  async place(names: readonly string[]): Promise<Location> {
    return this.#fs.join(await this.#folder.real(), ...names);
  }

  /** The metadata of an artifact, or of one version; null when it doesn't exist. Rejects with the file-system codes. */
  async find(reference: AdkReference): Promise<ArtifactMetadata | null> {
    const versions = await this.#versionsOf(reference);
    if (!versions || (reference.version !== undefined && !versions.includes(reference.version))) return null;
    return this.#describe(reference, versions);
  }

  /** The metadata of a listed artifact. Never rejects: errors are in `state` and `problem`. */
  async describe(reference: AdkReference): Promise<ArtifactMetadata> {
    try {
      return await this.#describe(reference, (await this.#versionsOf(reference)) ?? []);
    } catch (error) {
      return metadataOf(reference, { state: 'broken', problem: toFailure(error) });
    }
  }

  /** The metadata of every version, newest first. Rejects with the file-system codes. */
  async versions(reference: AdkReference): Promise<ArtifactMetadata[]> {
    const versions = (await this.#versionsOf(reference)) ?? [];
    return mapConcurrently(versions.toReversed(), READ_WIDTH, async (version) => {
      const { kind: _kind, id: _id, ...artifact } = reference;
      const one = adkReference({ ...artifact, version });
      return one.ok ? this.describe(one.value) : metadataOf(reference, { state: 'broken', problem: one.error });
    });
  }

  /** The real path of the content of a version. Rejects as `FileSystem.resolveInside`. */
  contentPlace(reference: AdkReference, version: number): Promise<Location> {
    return this.#folder.resolve([...namesOf(reference), VERSIONS, String(version), contentName(reference)]);
  }

  /** Ascending; undefined when the artifact doesn't exist. */
  async #versionsOf(reference: AdkReference): Promise<number[] | undefined> {
    try {
      const folder = await this.place([...namesOf(reference), VERSIONS]);
      const entries = await this.#fs.readDirectory(folder, { noFollow: true });
      const names = entries.filter(({ name, kind }) => kind === 'directory' && VERSION.test(name));
      return names.map(({ name }) => Number(name)).sort((one, other) => one - other);
    } catch (error) {
      const { code } = toFailure(error);
      if (code === 'not_found' || code === 'not_a_directory') return undefined;
      throw error;
    }
  }

  async #describe(reference: AdkReference, known: readonly number[]): Promise<ArtifactMetadata> {
    const version = reference.version ?? known.at(-1);
    // ADK makes the folders first: the first version is being written.
    if (version === undefined) return metadataOf(reference, { state: 'reserved' });
    const folder = await this.place([...namesOf(reference), VERSIONS, String(version)]);
    const location = this.#fs.join(folder, contentName(reference));
    const [read, look] = await Promise.all([this.#readMetadata(folder), this.#look(location)]);
    const versions = reference.version === undefined ? known.length : undefined;
    return metadataOf(reference, { ...stateOf(read, look), version, versions, read, stat: look.stat, location });
  }

  /** Errors: `not_found` and the other file-system codes, `sidecar_too_large`, `sidecar_not_json`, `too_complex`, `sidecar_invalid`. */
  async #readMetadata(folder: Location): Promise<Result<AdkMetadata>> {
    try {
      const file = this.#fs.join(folder, METADATA_FILE);
      const bytes = await this.#fs.readFile(file, { length: MAX_SIDECAR_BYTES + 1, noFollow: true });
      return bytes.length > MAX_SIDECAR_BYTES ? fail('sidecar_too_large', { limit: MAX_SIDECAR_BYTES }) : parseMetadata(bytes);
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  }

  async #look(location: Location): Promise<Look> {
    try {
      const stat = await this.#fs.stat(location, { noFollow: true });
      return stat.kind === 'file' ? { stat } : { failure: { code: 'not_a_file' } };
    } catch (error) {
      return { failure: toFailure(error) };
    }
  }
}

interface Look {
  readonly stat?: FileStat;
  readonly failure?: Failure;
}

interface State {
  readonly state: ArtifactState;
  readonly problem?: Failure;
}

interface Found extends State {
  readonly version?: number;
  readonly versions?: number | undefined;
  readonly read?: Result<AdkMetadata>;
  readonly stat?: FileStat | undefined;
  readonly location?: Location;
}

function parseMetadata(bytes: Uint8Array): Result<AdkMetadata> {
  const text = decodeText(bytes)?.text;
  const parsed = text === undefined ? fail('sidecar_not_json') : parseBoundedJson(text);
  if (!parsed.ok) return parsed.error.code === 'too_complex' ? parsed : fail('sidecar_not_json');
  const json = parsed.value;
  if (!isRecord(json)) return fail('sidecar_invalid');
  return ok({
    fileName: stringIn(json, 'fileName'),
    mimeType: stringIn(json, 'mimeType'),
    fileUri: stringIn(json, 'fileUri'),
    customMetadata: recordIn(json, 'customMetadata'),
  });
}

/** ADK writes the content first, then the metadata. */
function stateOf(read: Result<AdkMetadata>, { stat, failure }: Look): State {
  if (read.ok && read.value.fileUri !== undefined && failure?.code === 'not_found')
    return { state: 'missing', problem: { code: 'content_elsewhere', params: { uri: shownUri(read.value.fileUri) } } };
  const hasMetadata = read.ok || read.error.code !== 'not_found';
  if (failure?.code === 'not_found') return hasMetadata ? { state: 'missing', problem: failure } : { state: 'reserved' };
  if (failure || !stat) return { state: 'broken', problem: failure ?? { code: 'io_failed' } };
  return !read.ok && hasMetadata ? { state: 'broken', problem: read.error } : { state: 'present' };
}

/** It comes from data: nothing in it may look like something else on a screen. */
function shownUri(uri: string): string {
  return uri
    .toWellFormed()
    .slice(0, MAX_URI_LENGTH)
    .toWellFormed()
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

function contentName({ path }: AdkReference): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function metadataOf(reference: AdkReference, { state, problem, version, versions, read, stat, location }: Found): ArtifactMetadata {
  const known = read?.ok ? read.value : undefined;
  const stored = contentName(reference);
  const isText = known !== undefined && known.mimeType === undefined && known.fileUri === undefined;
  const mimeType = isText ? textType(stored) : (normaliseMediaType(known?.mimeType) ?? mediaTypeOfFilename(stored));
  const time = stat && isoTime(stat.mtime);
  return withoutUndefined({
    id: reference.id,
    reference,
    state,
    problem,
    name: known?.fileName ?? (reference.session === undefined ? USER_SCOPE : '') + reference.path,
    filename: HAS_ENDING.test(stored) ? stored : filenameFrom(stored, stored, { mimeType }),
    type: known?.mimeType,
    mimeType,
    size: stat?.size,
    createdAt: time,
    updatedAt: time,
    modifiedBy: [],
    meta: known?.customMetadata ?? {},
    location: stat && location,
    version,
    versions,
    isEnvelope: false,
  });
}

/** Of an artifact that ADK was given as text: the format its name promises, if that is one of text. */
function textType(filename: string): string {
  const named = mediaTypeOfFilename(filename);
  return named !== undefined && mediaKind(named) === 'text' ? named : 'text/plain';
}
