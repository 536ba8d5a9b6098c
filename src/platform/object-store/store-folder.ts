import { isOutOfReach, toFailure } from '../../core/io/errors.ts';
import type { ListAge } from '../../core/io/file-system.ts';
import { numericId } from '../../core/store/id-order.ts';
import { SIDECAR_EXTENSION } from '../../core/store/sidecar.ts';
import { allNames, type ListNames, namesOfNumbers } from './folder-names.ts';
import { type KeptLists, type NamesList, NamesPacker, type SmallObject, unpack } from './kept-lists.ts';

/** Numbers whose names are asked for again when a list is brought up to date: those of the page that is shown first. */
const ASKED_AGAIN = 500;
/** Sidecars that are kept: as many as a person is likely to see again, and no larger ones than the core reads at once. */
const MOST_SMALL = 4_000;
const SMALL_BYTES = 4_096;
/** Milliseconds until sidecars that were read are written, together. */
const WRITE_AFTER = 2_000;

export interface StoreFolderOptions {
  readonly kept: KeptLists | undefined;
  /** Milliseconds after which all names are listed anew. */
  readonly relistAfter: number;
}

/**
 * A folder of an object store whose names are listed once. Later they are brought up to date where they end: the highest numbers are asked
 * for again, and those above. Where most names are no numbers, what is new may be anywhere, and all are listed anew, as they are when
 * somebody asks for that. The names are packed, for a million are kept in memory.
 */
export class StoreFolder {
  /** Names server and folder. */
  readonly #of: string;
  readonly #kept: KeptLists | undefined;
  readonly #relistAfter: number;
  #list: NamesList | undefined;
  /** By name, the one read last at the end. Never content that may hold credentials: sidecars only. */
  #small = new Map<string, SmallObject>();
  #mustAsk = true;
  #mustList = false;
  /** How often somebody has asked for that: a listing knows nothing of what was asked for after it began. */
  #asked = 0;
  #isOffline = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(of: string, { kept, relistAfter }: StoreFolderOptions) {
    this.#of = of;
    this.#kept = kept;
    this.#relistAfter = relistAfter;
  }

  /** Takes up what was kept. */
  async load(): Promise<void> {
    this.#list = await this.#kept?.readNames(this.#of);
    if (this.#kept) this.#small = await this.#kept.readObjects(this.#of).catch(() => this.#small);
  }

  /** Whether the names are known but for the last of them. */
  get isListed(): boolean {
    return this.#list !== undefined && !this.#mustList;
  }

  /** The store could not be reached when the names were asked for. */
  get isOffline(): boolean {
    return this.#isOffline;
  }

  get age(): ListAge | undefined {
    return this.#list && { listedAt: this.#list.listedAt, checkedAt: this.#list.checkedAt, isOffline: this.#isOffline };
  }

  /** @param options.names all names are listed anew */
  askAgain({ names }: { readonly names: boolean }): void {
    this.#asked++;
    this.#mustAsk = true;
    this.#mustList ||= names;
    this.#isOffline = false;
  }

  /** All names. Rejects where nothing is kept, or what is wrong is not that the store cannot be reached. */
  async *names(list: ListNames): AsyncGenerator<readonly string[], void> {
    const known = this.#list;
    if (known && !this.#mustAsk) return yield* unpack(known);
    const isOld = known !== undefined && Date.now() - known.listedAt > this.#relistAfter;
    const isContinued = known?.highest !== undefined && !this.#mustList && !isOld;
    const reading = isContinued ? this.#continue(known, list) : this.#listAll(list);
    let hasBegun = false;
    try {
      for await (const names of reading) {
        hasBegun = true;
        yield names;
      }
    } catch (error) {
      // Half of the new and all of the old names would be some twice.
      if (!known || hasBegun || !isOutOfReach(toFailure(error))) throw error;
      this.#isOffline = true;
      yield* unpack(known);
    }
  }

  /** The content of a sidecar, while it is that of the object now; or while nothing can be asked. */
  smallObject(name: string, etag: string | undefined): Uint8Array | undefined {
    const found = this.#small.get(name);
    return found && (found.etag === etag || this.#isOffline) ? found.bytes : undefined;
  }

  keep(name: string, object: SmallObject): void {
    if (!name.endsWith(SIDECAR_EXTENSION) || object.bytes.length >= SMALL_BYTES) return;
    this.#small.delete(name);
    this.#small.set(name, object);
    const [oldest] = this.#small.keys();
    if (this.#small.size > MOST_SMALL && oldest !== undefined) this.#small.delete(oldest);
    if (!this.#kept || this.#timer) return;
    this.#timer = setTimeout(() => void this.save(), WRITE_AFTER);
    this.#timer.unref();
  }

  /** Writes the sidecars that are still to be written. Never rejects. */
  async save(): Promise<void> {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#kept?.writeObjects(this.#of, this.#small);
  }

  async *#listAll(list: ListNames): AsyncGenerator<readonly string[], void> {
    const [listedAt, asked] = [Date.now(), this.#asked];
    const packer = new NamesPacker();
    for await (const entries of allNames(list)) {
      const names = entries.map(({ name }) => name);
      yield names;
      await packer.add(names);
    }
    await this.#know(await packer.finish({ listedAt, checkedAt: listedAt }), asked);
  }

  /** The names that are known, with the newest as they are now. */
  async *#continue(known: NamesList, list: ListNames): AsyncGenerator<readonly string[], void> {
    const [checkedAt, asked] = [Date.now(), this.#asked];
    const from = Math.max(0, (known.highest ?? 0) - ASKED_AGAIN + 1);
    const newest = await namesOfNumbers(list, from, known.highest ?? 0);
    if (!newest) return yield* this.#listAll(list);
    const packer = new NamesPacker();
    for await (const names of unpack(known)) {
      const older = names.filter((name) => numericId(name) < from);
      yield older;
      await packer.add(older);
    }
    yield newest;
    await packer.add(newest);
    await this.#know(await packer.finish({ listedAt: known.listedAt, checkedAt }), asked);
  }

  async #know(list: NamesList, asked: number): Promise<void> {
    this.#list = list;
    if (asked === this.#asked) [this.#mustAsk, this.#mustList, this.#isOffline] = [false, false, false];
    await this.#kept?.writeNames(this.#of, list);
  }
}
