import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { validateServices } from '../core/models/validate.ts';

/** Milliseconds within which a program that saves a file is done with it: most empty it first and then write it anew. */
export const SAVED_WITHIN = 1_000;
/** Milliseconds until the file is read again. */
export const PAUSE = 25;

/**
 * An `llmservices.json` whose name another file is about to take, held open: a program that opened it before, and saves it after the last
 * look, writes into this one, which nobody would see again.
 */
export class ReplacedFile {
  readonly #location: string;
  readonly #handle: FileHandle;
  /** What {@link versionOf} said of the name: on some file systems an open file has another number. */
  readonly #version: string;
  readonly #before: Buffer;

  private constructor(location: string, handle: FileHandle, version: string, before: Buffer) {
    this.#location = location;
    this.#handle = handle;
    this.#version = version;
    this.#before = before;
  }

  /** Undefined for a file that is not there, and on Windows, where a file that is open keeps its name. */
  static async hold(location: string): Promise<ReplacedFile | undefined> {
    if (process.platform === 'win32') return undefined;
    const handle = await open(location).catch(() => undefined);
    return handle && new ReplacedFile(location, handle, versionOf(location), await contentOf(handle));
  }

  /** Whether nobody has written to it, or taken its name, since it was held. Does not wait. */
  isInPlace(): boolean {
    return versionOf(this.#location) === this.#version;
  }

  /** The text that was saved into it since it was held; undefined when none was, or none that can be used. */
  async saved(): Promise<string | undefined> {
    for (const until = Date.now() + SAVED_WITHIN; ;) {
      const content = await contentOf(this.#handle);
      if (content.equals(this.#before)) return undefined;
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
      if (text.trim() !== '' && validateServices(text).usable) return text;
      if (Date.now() > until) return undefined;
      await setTimeout(PAUSE);
    }
  }

  async release(): Promise<void> {
    await this.#handle.close();
  }
}

/** Changes with every save, in place or under another name. */
function versionOf(location: string): string {
  const stats = statSync(location, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : '';
}

async function contentOf(handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat();
  const content = Buffer.alloc(size);
  const { bytesRead } = await handle.read(content, 0, size, 0);
  return content.subarray(0, bytesRead);
}
