import { extensionForMediaType, extensionOf } from '../content/file-name.ts';
import { GENERIC_BINARY, normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { bytesIn, checkArgument, isObject, optionsOf } from '../io/arguments.ts';
import { parseBoundedJson } from '../io/bounded-json.ts';
import { mapConcurrently } from '../io/concurrency.ts';
import type { FileSystem, Location, StagedFile } from '../io/file-system.ts';
import { LEFTOVER_AGE, LeftoverSweep } from '../io/temporary-name.ts';
import type { Logger } from '../io/logger.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { IdGenerator, type Reservation } from './id-generator.ts';
import { numericId } from './id-order.ts';
import { isRecord, SIDECAR_EXTENSION } from './sidecar.ts';

/** The field of a reservation that names the process that is about to write the content. A complete sidecar has none, nor have reservations of others. */
const RESERVED_BY = 'reservedBy';
/** Bytes. A reservation has some hundreds, and what the caller says of the artifact; a longer one stays. */
const LONGEST_RESERVATION = 64 * 1024;
/** Reservations looked at in one sweep, the newest first: it happens while somebody waits for a write. */
const MOST_RESERVATIONS = 1000;
/** Reservations read at the same time. */
const READ_WIDTH = 16;

/** A new artifact. */
export interface NewArtifact {
  /** The human name. */
  readonly name: string;
  /** Media type or custom word. */
  readonly type?: string;
  /** Text, bytes, or any other value of JSON, which is stored as its JSON. */
  readonly content: string | Uint8Array | object | number | boolean;
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
   * on the disk before either is seen, so that a full disk leaves nothing. Rejects with the file-system codes, and
   * with `arguments_invalid` before anything is reserved.
   */
  async put(artifact: NewArtifact): Promise<{ readonly id: string }> {
    const { bytes, facts } = given(artifact);
    const id = await this.#ids.next({ [RESERVED_BY]: this.#fs.processes.self, ...facts });
    const location = await this.#folder.place(id + facts.extension);
    const sidecar = { id, ...facts, size: bytes.length, createdAt: new Date().toISOString() };
    const staged: StagedFile[] = [];
    let isThere = false;
    try {
      staged.push(await this.#fs.stage(location, bytes, { noFollow: true }));
      staged.push(
        await this.#fs.stage(await this.#folder.place(id + SIDECAR_EXTENSION), new TextEncoder().encode(JSON.stringify(sidecar, null, 2)), {
          noFollow: true,
        }),
      );
      await staged[0]?.commit('create');
      isThere = true;
      await staged[1]?.commit('replace');
    } catch (error) {
      await Promise.all(staged.map((file) => file.discard()));
      await this.#takeBack(id, isThere ? location : undefined);
      throw error;
    }
    await this.#sweep();
    await this.#ids.settle();
    return { id };
  }

  /** Removes what writers left that were killed. Never rejects: the artifact is stored. */
  async #sweep(): Promise<void> {
    try {
      const folder = await this.#folder.real();
      const names = await this.#leftovers.sweep(folder);
      const left = await mapConcurrently(idsWithoutContent(names ?? []).slice(0, MOST_RESERVATIONS), READ_WIDTH, async (id) =>
        (await this.#isLeft(id)) ? [id] : [],
      );
      if (left.flat().length === 0) return;
      // The content may have come since the names were read, before the writer ended.
      const stillWithout = new Set(idsWithoutContent(await this.#fs.readNames(folder, { noFollow: true })));
      await Promise.all(
        left
          .flat()
          .filter((id) => stillWithout.has(id))
          .map((id) => this.#ids.release(id)),
      );
    } catch {
      // What could not be removed stays a reserved artifact.
    }
  }

  /** Whether an id was reserved here, and its writer has ended or, where that cannot be known, had more time than a write takes. */
  async #isLeft(id: string): Promise<boolean> {
    try {
      const name = id + SIDECAR_EXTENSION;
      const bytes = await this.#folder.readFile(name, { length: LONGEST_RESERVATION + 1 });
      if (bytes.length > LONGEST_RESERVATION) return false;
      const reservation = parseBoundedJson(decodeText(bytes)?.text ?? '');
      const writer = reservation.ok && isRecord(reservation.value) ? reservation.value[RESERVED_BY] : undefined;
      if (typeof writer !== 'string') return false;
      return (
        this.#fs.processes.isGone(writer) ||
        Date.now() - (await this.#fs.stat(await this.#folder.place(name), { noFollow: true })).mtime > LEFTOVER_AGE
      );
    } catch {
      return false;
    }
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

/** Numeric ids of which a folder has a sidecar and no other file, whatever its extension; the largest first. */
function idsWithoutContent(names: readonly string[]): string[] {
  const ids = new Set<number>();
  const numbers = names.map(numericId);
  const isSidecar = (at: number): boolean => names[at] === `${numbers[at]}${SIDECAR_EXTENSION}`;
  for (const [at, id] of numbers.entries()) if (id >= 0 && isSidecar(at)) ids.add(id);
  for (const [at, id] of numbers.entries()) if (id >= 0 && !isSidecar(at)) ids.delete(id);
  return [...ids].sort((one, other) => other - one).map(String);
}

/**
 * The content as it is stored, and the fields of the sidecar that are known before it is written.
 *
 * @throws CodedError `arguments_invalid` without a content, or with fields that no sidecar can hold
 */
function given(artifact: NewArtifact): { readonly bytes: Uint8Array; readonly facts: Reservation & { readonly extension: string } } {
  const {
    name,
    type: said,
    content,
    messageId,
    agentId,
    meta,
  } = optionsOf(artifact, ['name', 'type', 'content', 'messageId', 'agentId', 'meta']);
  for (const [field, value] of Object.entries({ name, type: said, messageId, agentId }))
    checkArgument(value === undefined || typeof value === 'string', field);
  const bytes = bytesIn(content);
  const text = bytes ? undefined : typeof content === 'string' ? content : jsonOf(content, 'content');
  const type = said ?? (bytes ? GENERIC_BINARY : typeof content === 'string' ? 'text/plain' : 'application/json');
  const free: unknown = JSON.parse(jsonOf(meta ?? {}, 'meta'));
  checkArgument(isObject(free) && !Array.isArray(free), 'meta');
  return {
    bytes: bytes ?? new TextEncoder().encode(text),
    facts: {
      extension: extensionFor(name ?? '', type) || (text === content || bytes ? '' : '.json'),
      type,
      ...(name !== undefined && { name }),
      ...(messageId !== undefined && { messageId }),
      ...(agentId !== undefined && { agentId }),
      meta: free,
    },
  };
}

/** The JSON of a value, as the runtime writes it. @throws CodedError `arguments_invalid` for what has none */
function jsonOf(value: unknown, name: string): string {
  let json: string | undefined;
  try {
    json = value === undefined ? undefined : JSON.stringify(value, null, 2);
  } catch {
    // A circle, or what JSON has no word for.
  }
  checkArgument(json !== undefined, name);
  return json;
}

/** The extension of the human name when it has one, else that of the type; never that of the sidecar. */
function extensionFor(name: string, type: string): string {
  const fromName = extensionOf(name);
  const mediaType = normaliseMediaType(type);
  if (fromName !== undefined && `.${fromName}` !== SIDECAR_EXTENSION) return `.${fromName}`;
  return (mediaType && extensionForMediaType(mediaType)) ?? '';
}
