import { CodedError, type ErrorCode } from '../../../src/core/io/errors.ts';
import type { FileSystem, Location, ReadRange } from '../../../src/core/io/file-system.ts';

/** What a read of a location gives: bytes, text, or a failure. */
export type Content = string | Uint8Array | { readonly fails: ErrorCode };

/** A file system of a few files in memory, as far as reading configurations goes. */
export class MemoryFiles {
  readonly files = new Map<Location, Content>();
  /** Called before each read, to make reads overlap. */
  beforeRead: (location: Location) => Promise<void> = async () => {};

  constructor(files: Readonly<Record<Location, Content>> = {}) {
    for (const [location, content] of Object.entries(files)) this.files.set(location, content);
  }

  get fileSystem(): FileSystem {
    const reading: Pick<FileSystem, 'join' | 'readFile'> = {
      join: (base, ...names) => [base, ...names].join('/'),
      readFile: (location, range) => this.#read(location, range),
    };
    return reading as FileSystem;
  }

  async #read(location: Location, range?: ReadRange): Promise<Uint8Array> {
    const content = this.files.get(location);
    await this.beforeRead(location);
    if (content === undefined) throw new CodedError('not_found');
    if (typeof content === 'object' && 'fails' in content) throw new CodedError(content.fails);
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return bytes.subarray(range?.offset ?? 0, (range?.offset ?? 0) + (range?.length ?? bytes.length));
  }
}
