import { extensionForMediaType, extensionOf } from '../content/file-name.ts';
import { GENERIC_BINARY, normaliseMediaType } from '../content/media-type.ts';
import type { FileSystem, Location, StagedFile } from '../io/file-system.ts';
import { LeftoverSweep } from '../io/leftovers.ts';
import type { Logger } from '../io/logger.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { IdGenerator } from './id-generator.ts';
import { SIDECAR_EXTENSION } from './sidecar.ts';

/** A new artifact. */
export interface NewArtifact {
  /** The human name. */
  readonly name: string;
  /** Media type or custom word. */
  readonly type?: string;
  readonly content: string | Uint8Array;
  readonly messageId?: string;
  readonly agentId?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Stores new artifacts in a store's folder, as a file with a sidecar. */
export class ArtifactWriter {
  readonly #fs: FileSystem;
  readonly #folder: RootFolder;
  readonly #logger: Logger;
  readonly #ids: IdGenerator;
  readonly #leftovers: LeftoverSweep;

  constructor(options: { fs: FileSystem; folder: RootFolder; logger: Logger }) {
    this.#fs = options.fs;
    this.#folder = options.folder;
    this.#logger = options.logger;
    this.#ids = new IdGenerator({ fs: options.fs, artifactsDir: options.folder });
    this.#leftovers = new LeftoverSweep(options.fs);
  }

  /**
   * Stores an artifact under a new numeric id: the id is reserved, then the content written, then the sidecar
   * completed; until the content is there the artifact is a reserved one. Content and sidecar take their space
   * on the disk before either is seen, so that a full disk leaves nothing. Rejects with the file-system codes.
   */
  async put(artifact: NewArtifact): Promise<{ readonly id: string }> {
    const bytes = typeof artifact.content === 'string' ? new TextEncoder().encode(artifact.content) : artifact.content;
    const facts = factsOf(artifact);
    const id = await this.#ids.next(facts);
    const location = await this.#folder.place(id + facts.extension);
    const sidecar = { id, ...facts, size: bytes.length, createdAt: new Date().toISOString() };
    const staged: StagedFile[] = [];
    let isThere = false;
    try {
      staged.push(await this.#fs.stage(location, bytes, { noFollow: true }));
      staged.push(await this.#fs.stage(await this.#folder.place(id + SIDECAR_EXTENSION), new TextEncoder().encode(JSON.stringify(sidecar, null, 2)), { noFollow: true }));
      await staged[0]?.commit('create');
      isThere = true;
      await staged[1]?.commit('replace');
    } catch (error) {
      await Promise.all(staged.map((file) => file.discard()));
      await this.#takeBack(id, isThere ? location : undefined);
      throw error;
    }
    await this.#leftovers.sweep(await this.#folder.real());
    await this.#ids.settle();
    return { id };
  }

  /** Nobody was told of the id: it goes as if it had never been. What cannot be removed is a reserved artifact, or a whole one. */
  async #takeBack(id: string, content: Location | undefined): Promise<void> {
    try {
      if (content !== undefined) await this.#fs.deleteFile(content, { noFollow: true });
      await this.#ids.release(id);
    } catch {
      this.#logger.warn(`the reservation of artifact ${id} could not be removed`);
    }
  }
}

/** The fields of the sidecar that are known before the content is written. */
function factsOf({ name, type: given, content, messageId, agentId, meta = {} }: NewArtifact) {
  const type = given ?? (typeof content === 'string' ? 'text/plain' : GENERIC_BINARY);
  return {
    extension: extensionFor(name, type),
    type,
    name,
    ...(messageId !== undefined && { messageId }),
    ...(agentId !== undefined && { agentId }),
    meta,
  };
}

/** The extension of the human name when it has one, else that of the type; never that of the sidecar. */
function extensionFor(name: string, type: string): string {
  const fromName = extensionOf(name);
  const mediaType = normaliseMediaType(type);
  if (fromName !== undefined && `.${fromName}` !== SIDECAR_EXTENSION) return `.${fromName}`;
  return (mediaType && extensionForMediaType(mediaType)) ?? '';
}
