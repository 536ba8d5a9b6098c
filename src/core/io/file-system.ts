/** An absolute path of the platform, or a URI string (`scheme://…`). Only its own `FileSystem` may interpret it. */
export type Location = string;

/** The kind of a directory entry or location. A symbolic link is `symlink` in a listing; `stat` reports its target. */
export type EntryKind = 'file' | 'directory' | 'symlink' | 'other';

/** Facts about a location, following symbolic links. */
export interface FileStat {
  readonly kind: Exclude<EntryKind, 'symlink'>;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}

/** What a store keeps of a file beside its content. */
export interface FileProperties {
  /** As whoever wrote it declared; object stores have one for every object. */
  readonly mediaType: string | undefined;
  /** What else was written with it, by name in small letters. */
  readonly written: Readonly<Record<string, string>>;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface PlaceOptions {
  /**
   * The location is a real path, as returned by `resolveInside`: refuse with `is_symlink` when it or a folder on the way is a symbolic
   * link. The opened file is checked, so a link swapped in at the last moment is detected. A virtual file system that cannot resolve links
   * checks only the last name, when reading a file.
   */
  readonly noFollow?: boolean;
}

/** A part of a file; without `length`, to the end. */
export interface ReadRange extends PlaceOptions {
  /** First byte, 0-based. Default 0. */
  readonly offset?: number;
  /** Maximum bytes; fewer at the end of the file. */
  readonly length?: number;
  /** Gives the reading up, where it costs a request. */
  readonly signal?: AbortSignal | undefined;
}

export interface NamesOptions extends PlaceOptions {
  /** Only names that begin with this are needed; others may come, too. */
  readonly startsWith?: string;
  /** Gives the reading up, where it costs requests. */
  readonly signal?: AbortSignal | undefined;
}

/** How old the names of a folder are, where they are kept because listing costs requests. Times in milliseconds since the epoch. */
export interface ListAge {
  /** When all names were listed: what is gone since then, or came elsewhere than at the end, is not known. */
  readonly listedAt: number;
  /** When the newest names were asked for last. */
  readonly checkedAt: number;
  /** Nothing could be asked: what is shown is what was kept. */
  readonly isOffline: boolean;
}

/** What `writeFile` does with an existing file. `create` fails with `already_exists`. */
export type WriteMode = 'create' | 'replace';

export interface WriteOptions extends PlaceOptions {
  /** Flush the content before the name appears, and the name before the promise resolves. Default true. */
  readonly isDurable?: boolean;
}

/** Content on disk under a temporary name. */
export interface StagedFile {
  /** Renames it atomically. `create` rejects with `already_exists` and discards it. */
  commit(mode: WriteMode): Promise<void>;
  /** Removes it unless committed. Never rejects. */
  discard(): Promise<void>;
}

/** The processes that may use the same files. */
export interface ProcessTable {
  /** Identifies this process among all on all machines. */
  readonly self: string;
  /** Whether the named process has certainly ended; false if unknown. */
  isGone(name: string): boolean;
  pause(milliseconds: number): Promise<void>;
  /** Runs an action periodically until the returned function is called. Doesn't keep the process alive. */
  every(milliseconds: number, action: () => void): () => void;
}

export interface ResolveOptions {
  /** The last names, or the folder itself, may not exist yet; the existing part is checked. Default false. */
  readonly allowMissing?: boolean;
  /** The real path of the folder as seen earlier: rejects with `folder_replaced` when it has changed. */
  readonly real?: Location;
  /** The real folder that must contain the result, or `anywhere`. Default: the folder itself. */
  readonly within?: Location | 'anywhere';
}

/** The file system as used by the core. All promises reject with a `CodedError` with one of the file-system codes only. */
export interface FileSystem {
  readonly processes: ProcessTable;
  /**
   * Drops what is kept of objects, where asking costs a request; the next use asks again. Names of a folder are then brought up to date at
   * their end.
   *
   * @param options.names they are listed anew
   */
  forget?(options?: { readonly names?: boolean }): void;
  /**
   * Where listing costs requests: the names of the highest numbers in a folder, before all names are known. Undefined where `streamNames`
   * is as fast, or the names do not tell. What follows a large gap may be missing.
   *
   * @param options.least how many numbers, at least
   */
  newestNames?(location: Location, options: { readonly least: number }): Promise<readonly string[] | undefined>;
  /** How old the names are that `streamNames` gave; undefined where it asks each time. */
  listAge?(location: Location): ListAge | undefined;
  /** Appends plain names (no `..`, no separators) to a location. */
  join(base: Location, ...names: readonly string[]): Location;
  /** Resolves a path from a configuration: absolute, or relative to `base`. */
  resolve(base: Location, path: string): Location;
  /** The parent folder; the location itself at the root. */
  parent(location: Location): Location;
  /** The last name of a location. */
  basename(location: Location): string;
  /** Whether `location` is `folder` or below it, by names only (no links resolved). */
  contains(folder: Location, location: Location): boolean;
  /**
   * The real path of `names` below `folder`, with all symbolic links resolved. Rejects with `outside_root` when it is outside the real
   * folder, `not_found` when it does not exist, and `is_symlink` when this file system cannot resolve a link. A link may be swapped in
   * afterwards, so operations on the result use `noFollow`.
   */
  resolveInside(folder: Location, names: readonly string[], options?: ResolveOptions): Promise<Location>;
  stat(location: Location, options?: PlaceOptions): Promise<FileStat>;
  /** The properties of a file, where files have them. May cost a request of its own. */
  properties?(location: Location): Promise<FileProperties>;
  /** Names in no particular order. */
  readNames(location: Location, options?: PlaceOptions): Promise<readonly string[]>;
  /** The same in batches, for folders of any size. */
  streamNames(location: Location, options?: NamesOptions): AsyncIterable<readonly string[]>;
  readDirectory(location: Location, options?: PlaceOptions): Promise<readonly DirectoryEntry[]>;
  readFile(location: Location, range?: ReadRange): Promise<Uint8Array>;
  /**
   * Atomic: readers see the old or the new content. Missing parent folders are created. `not_a_file` when the existing entry is neither a
   * file nor a link.
   */
  writeFile(location: Location, content: Uint8Array, mode: WriteMode, options?: WriteOptions): Promise<void>;
  /**
   * The first half of `writeFile`: writes the content next to `location`, so that several files can be secured before the first one
   * appears. An existing file must be writable. Must be committed or discarded: the folder is kept open until then.
   */
  stage(location: Location, content: Uint8Array, options?: PlaceOptions): Promise<StagedFile>;
  createDirectory(location: Location, options?: PlaceOptions): Promise<void>;
  /** Deletes a file; no error when it does not exist. */
  deleteFile(location: Location, options?: PlaceOptions): Promise<void>;
}
