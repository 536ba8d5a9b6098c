import { toFailure } from './errors.ts';
import type { FileSystem, Location, ReadRange, ResolveOptions } from './file-system.ts';

/** The real locations of a data root's folders when it was opened. An absent one is fixed on first use. */
export interface RootBounds {
  readonly artifactsDir?: Location | undefined;
  readonly workspacesDir?: Location | undefined;
  readonly configDir?: Location | undefined;
  readonly runtimeDir?: Location | undefined;
  /** Links in place of configuration files must stay within this root; if absent, they may lead anywhere. */
  readonly root?: Location | undefined;
}

/** A folder of a data root, fixed to its real path: when a link replaces it later, access is refused with `folder_replaced`. */
export class RootFolder {
  readonly location: Location;
  readonly #fs: FileSystem;
  readonly #linksWithin: Location | 'anywhere' | undefined;
  #real: Location | undefined;

  /**
   * @param options.real its real path; default: resolved on first use, except for reads where links may lead anywhere
   * @param options.linksWithin how far links in it may lead; default: within the folder
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

  /** Its real path, whether or not it exists. Rejects with `is_symlink` for a dangling link, and the file-system codes. */
  async real(): Promise<Location> {
    const real = this.#real ?? (await this.#fs.resolveInside(this.location, [], { allowMissing: true }));
    return (this.#real ??= real);
  }

  /** The unresolved path of a name in it; use only with `noFollow`. */
  async place(name: string): Promise<Location> {
    return this.#fs.join(await this.real(), name);
  }

  /** The real path of names below it. Rejects as `FileSystem.resolveInside`. */
  async resolve(names: readonly string[], options: Pick<ResolveOptions, 'allowMissing'> = {}): Promise<Location> {
    const real = await this.real();
    return this.#fs.resolveInside(this.location, names, {
      ...options,
      real,
      ...(this.#linksWithin !== undefined && { within: this.#linksWithin }),
    });
  }

  /** Its real path, if unchanged. Rejects with `folder_replaced`, `not_found` and the file-system codes. */
  present(): Promise<Location> {
    return this.resolve([]);
  }

  /**
   * Reads a file in it, following links within the bounds. Rejects with `outside_root`, `folder_replaced`, and as `FileSystem.readFile`.
   */
  readFile(name: string, range: ReadRange = {}): Promise<Uint8Array> {
    // An unbounded folder: the file system follows links in one call.
    if (this.#real === undefined && this.#linksWithin === 'anywhere') return this.#fs.readFile(this.#fs.join(this.location, name), range);
    // A page of a listing reads hundreds of files, so a known path skips the await.
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
    // A missing file of configuration is fine, but a replaced folder is an error.
    if (code === 'not_found' && this.#linksWithin !== undefined) await this.present();
    if (code !== 'is_symlink') throw error;
    const target = await this.resolve([name]);
    return this.#fs.readFile(target, { ...range, noFollow: this.#linksWithin !== 'anywhere' });
  }
}
