import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ConversationIndex, MediaPartOf } from '../core/conversation/conversation.ts';
import { mediaFileName } from '../core/conversation/repairs.ts';
import type { PartAddress } from '../core/conversation/replay.ts';
import { decodeAnyBase64, withoutEscapes } from '../core/io/base64.ts';
import { CodedError } from '../core/io/errors.ts';
import { LeftoverSweep } from '../core/io/temporary-name.ts';
import { coded, MAKE_CODES } from './entry-error.ts';
import { NodeFileSystem } from './node-file-system.ts';
import { undoRepair } from './repair-file.ts';

/** A folder that gets the content of parts that are described. No file in it is ever replaced. */
export class SavedMedia {
  readonly #named: string;
  readonly #folder: string;
  /** Names that are there, in lower case: some file systems take names that differ in case for the same. */
  readonly taken: ReadonlySet<string>;

  private constructor(named: string, folder: string, taken: ReadonlySet<string>) {
    this.#named = named;
    this.#folder = folder;
    this.taken = taken;
  }

  /** @param named as descriptions name it @param folder its path; need not be there @throws CodedError when it cannot be read */
  static async in(named: string, folder = named): Promise<SavedMedia> {
    const names = await coded(named, () => readdir(folder)).catch((error: unknown) => {
      if (error instanceof CodedError && error.code === 'not_found') return [];
      throw error;
    });
    return new SavedMedia(named, folder, new Set(names.map((name) => name.toLowerCase())));
  }

  /** What the paths of its files begin with. */
  get prefix(): string {
    return path.join(this.#named, '-').slice(0, -1);
  }

  /** The path a part is or would be saved at; undefined when there is nothing to save. */
  pathFor(address: PartAddress, part: MediaPartOf): string | undefined {
    const name = mediaFileName(address, part, this.taken);
    return name === undefined ? undefined : `${this.prefix}${name}`;
  }

  /**
   * Saves parts from a file as it was when it was indexed. Saves all of them or none; each is there as a whole, or not at all.
   *
   * @returns the paths of those that have content, in the order of the addresses
   * @throws CodedError of the file system
   */
  async save(source: string, { messages }: ConversationIndex, addresses: readonly PartAddress[]): Promise<(string | undefined)[]> {
    const fs = new NodeFileSystem();
    const written: string[] = [];
    const input = await coded(source, () => open(source));
    try {
      const saved: (string | undefined)[] = [];
      for (const address of addresses) {
        const part = messages[address.message]?.parts[address.part];
        const file = part?.kind === 'media' ? this.pathFor(address, part) : undefined;
        if (part?.kind === 'media' && file !== undefined) {
          if (written.length === 0) {
            await coded(this.#named, () => mkdir(this.#folder, { recursive: true }), MAKE_CODES);
            await new LeftoverSweep(fs).sweep(this.#folder);
          }
          const bytes = Buffer.alloc(part.data.end - part.data.start);
          await coded(source, () => input.read(bytes, 0, bytes.length, part.data.start));
          const content = decodeAnyBase64(withoutEscapes(bytes.toString('latin1')));
          const target = path.join(this.#folder, path.basename(file));
          await fs.writeFile(target, content, 'create');
          written.push(target);
        }
        saved.push(file);
      }
      return saved;
    } catch (error) {
      for (const file of written) await rm(file, { force: true });
      throw error;
    } finally {
      await input.close();
    }
  }
  /** {@link save} from the backup of a repair: what is not saved stays in the file, which is put back as it was. */
  async saveOrUndo(
    { file, backup, index }: { readonly file: string; readonly backup: string; readonly index: ConversationIndex },
    addresses: readonly PartAddress[],
  ): Promise<(string | undefined)[]> {
    try {
      return await this.save(backup, index, addresses);
    } catch (error) {
      await undoRepair(file);
      throw error;
    }
  }
}
