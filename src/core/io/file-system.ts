/**
 * A place in a file system: an absolute path in the form of the platform, or a URI string
 * (`scheme://…`). Only the `FileSystem` that owns it takes it apart.
 */
export type Location = string;

/** What a directory entry or a location is. A symbolic link is `symlink` in a listing and its target's kind in `stat`. */
export type EntryKind = 'file' | 'directory' | 'symlink' | 'other';

/** Facts about what a location leads to (symbolic links followed). */
export interface FileStat {
  readonly kind: Exclude<EntryKind, 'symlink'>;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** How a location is taken. */
export interface PlaceOptions {
  /**
   * The location is a real place, as `resolveInside` gives it: refuse with `is_symlink` when it is a symbolic link, or a folder on
   * the way is one. What counts is where that lies which was opened, so a link that takes the place of a folder at the last moment
   * leads nowhere. A virtual file system that does not resolve links looks at the last name only, where a file is read.
   */
  readonly noFollow?: boolean;
}

/** A part of a file; without `length`, to the end. */
export interface ReadRange extends PlaceOptions {
  /** First byte, 0-based. Default 0. */
  readonly offset?: number;
  /** At most this many bytes; fewer when the file ends before. */
  readonly length?: number;
}

/** How `writeFile` treats what is there. `create` is exclusive: it fails with `already_exists`. */
export type WriteMode = 'create' | 'replace';

/** How carefully `writeFile` writes. */
export interface WriteOptions extends PlaceOptions {
  /** Reach the disk before the name appears, and the name too before the promise settles. Default true. */
  readonly isDurable?: boolean;
}

/** A content that is on the disk and not yet under its name. */
export interface StagedFile {
  /** Gives it its name, in one step. Rejects with `already_exists` for `create`; it is then discarded. */
  commit(mode: WriteMode): Promise<void>;
  /** Removes it; nothing to do once it is committed. Never rejects. */
  discard(): Promise<void>;
}

/** The processes that may use the same files, as far as this one knows of them. */
export interface ProcessTable {
  /** Names this process among all that may use the same files, on whatever machine. */
  readonly self: string;
  /** Whether the process of that name has certainly ended; false whenever that cannot be known. */
  isGone(name: string): boolean;
  /** Settles after so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
  /** Runs something every so many milliseconds, until the function that is returned is called. Keeps no process from ending. */
  every(milliseconds: number, action: () => void): () => void;
}

/** How `resolveInside` treats what is not there. */
export interface ResolveOptions {
  /** Accept that the last names, or the folder itself, do not exist yet: what exists of the way decides. Default false. */
  readonly allowMissing?: boolean;
  /** Where the folder really lay before: rejects with `folder_replaced` when that is another place now. */
  readonly real?: Location;
  /** The real folder in which the place must lie, or `anywhere`. Default: the folder itself. */
  readonly within?: Location | 'anywhere';
}

/**
 * The file system as the core sees it. Every method that returns a promise rejects with a `CodedError`
 * whose code is one of the file-system codes; nothing else escapes.
 */
export interface FileSystem {
  readonly processes: ProcessTable;
  /** Appends plain names (never `..` or separators) to a location. */
  join(base: Location, ...names: readonly string[]): Location;
  /** The place a path written in a configuration means: absolute, or relative to `base`. */
  resolve(base: Location, path: string): Location;
  /** The folder that holds a location; the location itself at the top. */
  parent(location: Location): Location;
  /** The last name of a location. */
  basename(location: Location): string;
  /** Whether `location` is `folder` or lies below it, by their names alone (no links resolved). */
  contains(folder: Location, location: Location): boolean;
  /**
   * The real place of `names` below `folder`, every symbolic link resolved. Rejects with `outside_root`
   * when it lies outside the real folder, `not_found` when it leads nowhere, and `is_symlink` when there
   * is a link that this file system cannot resolve. A link may take a place in it a moment later: what is
   * done at the place is done with `noFollow`.
   */
  resolveInside(folder: Location, names: readonly string[], options?: ResolveOptions): Promise<Location>;
  stat(location: Location, options?: PlaceOptions): Promise<FileStat>;
  /** Names only, in no order. */
  readNames(location: Location, options?: PlaceOptions): Promise<readonly string[]>;
  /** The same in batches, as they are read: for folders of any size. */
  streamNames(location: Location, options?: PlaceOptions): AsyncIterable<readonly string[]>;
  readDirectory(location: Location, options?: PlaceOptions): Promise<readonly DirectoryEntry[]>;
  readFile(location: Location, range?: ReadRange): Promise<Uint8Array>;
  /** Atomic: readers see the old content or the new one, never a part. Missing parent folders are made. `not_a_file` where neither a file nor a link is replaced. */
  writeFile(location: Location, content: Uint8Array, mode: WriteMode, options?: WriteOptions): Promise<void>;
  /**
   * The first half of `writeFile`: the content takes its space on the disk beside `location`, so that several
   * files can be made sure of before the first of them appears. A file that is there must be writable. What is
   * staged must be committed or discarded: until then its folder is held open.
   */
  stage(location: Location, content: Uint8Array, options?: PlaceOptions): Promise<StagedFile>;
  createDirectory(location: Location, options?: PlaceOptions): Promise<void>;
  /** Removes a file; no error when it is not there. */
  deleteFile(location: Location, options?: PlaceOptions): Promise<void>;
}
