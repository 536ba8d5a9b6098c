import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extensionForMediaType } from '../core/content/file-name.ts';
import type { ConversationIndex, MediaPartOf } from '../core/conversation/conversation.ts';
import type { PartAddress } from '../core/conversation/replay.ts';
import { decodeAnyBase64 } from '../core/io/base64.ts';
import { CodedError } from '../core/io/errors.ts';
import { coded, MAKE_CODES, WRITE_CODES } from '../platform/entry-error.ts';

const keyOf = ({ message, part }: PartAddress): string => `${message}/${part}`;

/** A folder that gets the content of parts that are described. No file in it is ever replaced. */
export class SavedMedia {
  readonly #folder: string;
  /** Lower-case: some file systems take names that differ in case for the same. */
  readonly #taken: Set<string>;
  readonly #paths = new Map<string, string>();

  private constructor(folder: string, taken: Set<string>) {
    this.#folder = folder;
    this.#taken = taken;
  }

  /** @param folder need not be there @throws CodedError when it cannot be read */
  static async in(folder: string): Promise<SavedMedia> {
    const names = await coded(folder, () => readdir(folder)).catch((error: unknown) => {
      if (error instanceof CodedError && error.code === 'not_found') return [];
      throw error;
    });
    return new SavedMedia(folder, new Set(names.map((name) => name.toLowerCase())));
  }

  /** The path a part is or would be saved at, the same whenever it is asked; undefined when there is nothing to save. */
  pathFor(address: PartAddress, { isBase64, facts: { mimeType, detectedMimeType = mimeType } }: MediaPartOf): string | undefined {
    if (!isBase64) return undefined;
    const known = this.#paths.get(keyOf(address));
    if (known !== undefined) return known;
    const stem = `message-${address.message + 1}-part-${address.part + 1}`;
    const extension = extensionForMediaType(detectedMimeType) ?? '';
    let name = `${stem}${extension}`;
    for (let more = 2; this.#taken.has(name.toLowerCase()); more++) name = `${stem}-${more}${extension}`;
    this.#taken.add(name.toLowerCase());
    const file = path.join(this.#folder, name);
    this.#paths.set(keyOf(address), file);
    return file;
  }

  /**
   * Saves parts from a file as it was when it was indexed. Saves all of them or none.
   *
   * @returns the paths of those that have content, in the order of the addresses
   * @throws CodedError of the file system
   */
  async save(source: string, { messages }: ConversationIndex, addresses: readonly PartAddress[]): Promise<(string | undefined)[]> {
    const written: string[] = [];
    const input = await coded(source, () => open(source));
    try {
      await coded(this.#folder, () => mkdir(this.#folder, { recursive: true }), MAKE_CODES);
      const saved: (string | undefined)[] = [];
      for (const address of addresses) {
        const part = messages[address.message]?.parts[address.part];
        const file = part?.kind === 'media' ? this.pathFor(address, part) : undefined;
        if (part?.kind === 'media' && file !== undefined) {
          const bytes = Buffer.alloc(part.data.end - part.data.start);
          await coded(source, () => input.read(bytes, 0, bytes.length, part.data.start));
          // slashes may be escaped
          const content = decodeAnyBase64(bytes.toString('latin1').replaceAll('\\/', '/'));
          await coded(file, () => writeFile(file, content, { flag: 'wx' }), WRITE_CODES);
          written.push(file);
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
}
