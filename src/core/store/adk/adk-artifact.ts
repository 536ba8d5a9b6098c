import { isRecord } from '../../io/own.ts';
import { mediaTypeOfFilename } from '../../content/file-name.ts';
import { mediaKind, normaliseMediaType } from '../../content/media-type.ts';
import { decodeText } from '../../content/text-encoding.ts';
import { parseBoundedJson } from '../../io/bounded-json.ts';
import { mapConcurrently } from '../../io/concurrency.ts';
import { CodedError, fail, type Failure, ok, type Result, toFailure } from '../../io/errors.ts';
import type { DirectoryEntry, FileProperties, FileStat, FileSystem, Location } from '../../io/file-system.ts';
import { MAX_SIDECAR_BYTES } from '../../io/limits.ts';
import type { RootFolder } from '../../io/root-folder.ts';
import { type AdkReference, adkReference } from '../../refs/reference.ts';
import { type ArtifactMetadata, type ArtifactState, filenameFrom } from '../artifact.ts';
import { isoTime, recordIn, stringIn, withoutUndefined } from '../sidecar.ts';
import { type AdkLayout, METADATA_FILE, USER_SCOPE, VERSION } from './adk-layout.ts';

/** A name with the ending of a format. */
const HAS_ENDING = /[^.]\.[a-z\d]{1,12}$/i;
/** Versions described at once. */
const READ_WIDTH = 32;
const MAX_URI_LENGTH = 2048;

/** What is known of a version, from `metadata.json` or the properties of its object. */
interface AdkMetadata {
  /** As the caller of ADK named the artifact. */
  readonly fileName: string | undefined;
  /** Absent for text, and where nothing is known of it. */
  readonly mimeType: string | undefined;
  /** Where the content is instead. */
  readonly fileUri: string | undefined;
  /** It was given to ADK as text. */
  readonly isText: boolean;
  readonly customMetadata: Readonly<Record<string, unknown>>;
}

/** Properties of an object (`GCS_…_METADATA_KEY` in ADK) that are not custom, in the small letters of headers; `file_uri` is older. */
const PROPERTIES = { fileUri: 'adkfileuri', olderFileUri: 'file_uri', fileMimeType: 'adkfilemimetype', isText: 'adkistext' } as const;

/**
 * Single artifacts in a store of ADK. In its files content is read beside `metadata.json`, where ADK writes it: `canonicalUri` says where that was when
 * it was written, roots are moved, and it may name any file, so it is never used. Links are not followed.
 */
export class AdkArtifacts {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly layout: AdkLayout;

  constructor(fs: FileSystem, folder: RootFolder, layout: AdkLayout) {
    this.#fs = fs;
    this.#folder = folder;
    this.layout = layout;
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

  /**
   * The metadata of a listed artifact. Never rejects: errors are in `state` and `problem`.
   *
   * @param versions that it has, where they were seen
   */
  async describe(reference: AdkReference, versions?: readonly number[]): Promise<ArtifactMetadata> {
    try {
      return await this.#describe(reference, versions ?? (await this.#versionsOf(reference)) ?? []);
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
      return one.ok ? this.describe(one.value, versions) : metadataOf(reference, { state: 'broken', problem: one.error });
    });
  }

  /** The real path of the content of a version. Rejects as `FileSystem.resolveInside`. */
  contentPlace(reference: AdkReference, version: number): Promise<Location> {
    return this.#folder.resolve(this.layout.contentNames(this.#namesOf(reference), version));
  }

  /** Ascending; undefined when the artifact doesn't exist. */
  async #versionsOf(reference: AdkReference): Promise<number[] | undefined> {
    const names = this.layout.namesOf(reference);
    if (!names) return undefined;
    try {
      const folder = await this.place([...names, ...this.layout.versions]);
      const entries = await this.#fs.readDirectory(folder, { noFollow: true });
      const versions = versionsIn(entries, this.layout);
      if (versions.length > 0) return versions;
      if (this.layout.areVersionsFiles) return undefined;
      // In an object store no folder is missing: one without objects is empty.
      if (entries.length === 0) await this.#fs.stat(folder, { noFollow: true });
      return [];
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
    const location = await this.place(this.layout.contentNames(this.#namesOf(reference), version));
    const [read, look] = await Promise.all([
      this.layout.areVersionsFiles ? this.#readProperties(location) : this.#readMetadata(this.#fs.parent(location)),
      this.#look(location),
    ]);
    const versions = reference.version === undefined ? known.length : undefined;
    return metadataOf(reference, { ...stateOf(read, look, this.layout), version, versions, read, stat: look.stat, location });
  }

  /** Rejects with `not_found` for an artifact that cannot be in this layout. */
  #namesOf(reference: AdkReference): string[] {
    const names = this.layout.namesOf(reference);
    if (!names) throw new CodedError('not_found');
    return names;
  }

  /** Error: `not_found` where files have no properties, and the file-system codes. */
  async #readProperties(location: Location): Promise<Result<AdkMetadata>> {
    try {
      const properties = await this.#fs.properties?.(location);
      return properties ? ok(metadataIn(properties)) : fail('not_found');
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
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
    isText: stringIn(json, 'mimeType') === undefined && stringIn(json, 'fileUri') === undefined,
    customMetadata: recordIn(json, 'customMetadata'),
  });
}

/** As ADK reads the properties of an object. */
function metadataIn({ mediaType, written }: FileProperties): AdkMetadata {
  const fileUri = written[PROPERTIES.fileUri] ?? written[PROPERTIES.olderFileUri];
  const isText = fileUri === undefined && (written[PROPERTIES.isText] === 'true' || mediaType === 'text/plain');
  const own: ReadonlySet<string> = new Set(Object.values(PROPERTIES));
  return {
    fileName: undefined,
    mimeType: isText ? undefined : (fileUri !== undefined && written[PROPERTIES.fileMimeType]) || mediaType,
    fileUri,
    isText,
    customMetadata: Object.fromEntries(Object.entries(written).filter(([name]) => !own.has(name))),
  };
}

/** ADK writes the content first, then the metadata; in a bucket both are one object, which is empty where the content is elsewhere. */
function stateOf(read: Result<AdkMetadata>, { stat, failure }: Look, { areVersionsFiles }: AdkLayout): State {
  if (read.ok && read.value.fileUri !== undefined && (areVersionsFiles || failure?.code === 'not_found'))
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

/** Ascending. @param entries of the folder that holds the versions of an artifact */
export function versionsIn(entries: readonly DirectoryEntry[], { areVersionsFiles }: AdkLayout): number[] {
  const isVersion = areVersionsFiles ? 'file' : 'directory';
  const names = entries.filter(({ name, kind }) => kind === isVersion && VERSION.test(name));
  return names.map(({ name }) => Number(name)).sort((one, other) => one - other);
}

function contentName({ path }: AdkReference): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function metadataOf(reference: AdkReference, { state, problem, version, versions, read, stat, location }: Found): ArtifactMetadata {
  const known = read?.ok ? read.value : undefined;
  const stored = contentName(reference);
  const isElsewhere = problem?.code === 'content_elsewhere';
  const scope = reference.session === undefined && !reference.path.startsWith(USER_SCOPE) ? USER_SCOPE : '';
  const mimeType = known?.isText ? textType(stored) : (normaliseMediaType(known?.mimeType) ?? mediaTypeOfFilename(stored));
  const time = stat && isoTime(stat.mtime);
  return withoutUndefined({
    id: reference.id,
    reference,
    state,
    problem,
    name: known?.fileName ?? scope + reference.path,
    filename: HAS_ENDING.test(stored) ? stored : filenameFrom(stored, stored, { mimeType }),
    type: known?.mimeType,
    mimeType,
    size: isElsewhere ? undefined : stat?.size,
    createdAt: time,
    updatedAt: time,
    modifiedBy: [],
    meta: known?.customMetadata ?? {},
    location: isElsewhere || !stat ? undefined : location,
    version,
    versions,
    isEnvelope: false,
  });
}

/** The type of an artifact that ADK was given as text: the format its name promises, if that is one of text. */
function textType(filename: string): string {
  const named = mediaTypeOfFilename(filename);
  return named !== undefined && mediaKind(named) === 'text' ? named : 'text/plain';
}
