import { toFailure } from './errors.ts';
import type { FileSystem, Location, ReadRange, ResolveOptions } from './file-system.ts';

/** What a data root is held to from the moment it is opened on. All are real places; what is absent is held to what is found first. */
export interface RootBounds {
  readonly artifactsDir?: Location | undefined;
  readonly workspacesDir?: Location | undefined;
  readonly configDir?: Location | undefined;
  readonly runtimeDir?: Location | undefined;
  /** The root that no link in place of one of its configuration files may lead out of; without it such links may lead anywhere. */
  readonly root?: Location | undefined;
}

/**
 * One of the folders of a data root. Where it really lies is remembered: should a link, or another link, take its place later,
 * it is refused with `folder_replaced` and nothing behind that link is read or written.
 */
export class RootFolder {
  readonly location: Location;
  readonly #fs: FileSystem;
  readonly #linksWithin: Location | 'anywhere' | undefined;
  #real: Location | undefined;

  /**
   * @param options.real where it really lies; default: where it does when it is first used; reads are held to no place where links may lead anywhere and this is absent
   * @param options.linksWithin how far links in it may lead; default: the folder
   */
  constructor(
    fs: FileSystem,
    location: Location,
    options: { readonly real?: Location | undefined; readonly linksWithin?: Location | 'anywhere' } = {},
  ) {
    this.#fs = fs;
    this.location = location;
    this.#real = options.real;
    this.#linksWithin = options.linksWithin;
  }

  /** Its real place, whether or not it is there yet. Rejects with `is_symlink` for a link that leads nowhere, and the file-system codes. */
  async real(): Promise<Location> {
    const real = this.#real ?? (await this.#fs.resolveInside(this.location, [], { allowMissing: true }));
    return (this.#real ??= real);
  }

  /** The place a name has in it as long as no link is in the way: only to be used with `noFollow`. */
  async place(name: string): Promise<Location> {
    return this.#fs.join(await this.real(), name);
  }

  /** The real place of names below it. Rejects as `FileSystem.resolveInside`. */
  async resolve(names: readonly string[], options: Pick<ResolveOptions, 'allowMissing'> = {}): Promise<Location> {
    const real = await this.real();
    return this.#fs.resolveInside(this.location, names, {
      ...options,
      real,
      ...(this.#linksWithin !== undefined && { within: this.#linksWithin }),
    });
  }

  /** Its real place, as long as it still lies there. Rejects with `folder_replaced`, `not_found` and the file-system codes. */
  present(): Promise<Location> {
    return this.resolve([]);
  }

  /** Reads a file in it. A link is followed as far as links may lead. Rejects with `outside_root`, `folder_replaced`, and as `FileSystem.readFile`. */
  readFile(name: string, range: ReadRange = {}): Promise<Uint8Array> {
    // A folder that someone named, held to no place: the file system follows links by itself, in one turn.
    if (this.#real === undefined && this.#linksWithin === 'anywhere') return this.#fs.readFile(this.#fs.join(this.location, name), range);
    // A page of a listing reads hundreds: what is known costs no turn.
    const read =
      this.#real === undefined
        ? this.place(name).then((place) => this.#readAt(place, range))
        : this.#readAt(this.#fs.join(this.#real, name), range);
    return read.catch((error: unknown) => this.#readElsewhere(name, range, error));
  }

  #readAt(place: Location, range: ReadRange): Promise<Uint8Array> {
    return this.#fs.readFile(place, { ...range, noFollow: true });
  }

  async #readElsewhere(name: string, range: ReadRange, error: unknown): Promise<Uint8Array> {
    const { code } = toFailure(error);
    // A configuration that is not there is no configuration; one whose folder was replaced is another matter.
    if (code === 'not_found' && this.#linksWithin !== undefined) await this.present();
    if (code !== 'is_symlink') throw error;
    const target = await this.resolve([name]);
    return this.#fs.readFile(target, { ...range, noFollow: this.#linksWithin !== 'anywhere' });
  }
}
