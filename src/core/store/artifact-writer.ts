import { isRecord } from '../io/own.ts';
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
import { SIDECAR_EXTENSION } from './sidecar.ts';

/** Sidecar field with the process that is writing the content. Absent in complete sidecars and those of other programs. */
const RESERVED_BY = 'reservedBy';
/** Bytes. A reservation has some hundreds plus the caller's metadata; a longer one is kept. */
const LONGEST_RESERVATION = 64 * 1024;
/** Reservations checked per sweep, newest first, because a write is waiting. */
const MOST_RESERVATIONS = 1000;
/** Concurrent reads of reservations. */
const READ_WIDTH = 16;

export interface NewArtifact {
  /** Display name. */
  readonly name: string;
  /** Media type or custom word. */
  readonly type?: string;
  /** Text, bytes, or any JSON value (stored as JSON). */
  readonly content: string | Uint8Array | object | number | boolean;
  readonly messageId?: string;
  readonly agentId?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Stores new artifacts as a file with a sidecar. */
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
   * Stores an artifact under a new numeric id: reserves the id, writes the content, then completes the sidecar; until then the artifact is
   * `reserved`. Both files are staged before either appears, so a full disk leaves nothing. Rejects with the file-system codes, and with
   * `arguments_invalid` before reserving.
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

  /** Cleans up after killed writers. Never rejects: the artifact is already stored. */
  async #sweep(): Promise<void> {
    try {
      const folder = await this.#folder.real();
      const names = await this.#leftovers.sweep(folder);
      const left = await mapConcurrently(idsWithoutContent(names ?? []).slice(0, MOST_RESERVATIONS), READ_WIDTH, async (id) =>
        (await this.#isLeft(id)) ? [id] : [],
      );
      if (left.flat().length === 0) return;
      // The writer may have added the content after the names were read.
      const stillWithout = new Set(idsWithoutContent(await this.#fs.readNames(folder, { noFollow: true })));
      await Promise.all(
        left
          .flat()
          .filter((id) => stillWithout.has(id))
          .map((id) => this.#ids.release(id)),
      );
    } catch {
      // Stays as a reserved artifact.
    }
  }

  /** Whether an id was reserved by this program, and its writer has ended or, if unknown, had more time than any write takes. */
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

  /** Removes an id that was never returned. What cannot be removed remains as a reserved or complete artifact. */
  async #takeBack(id: string, content: Location | undefined): Promise<void> {
    try {
      if (content !== undefined) await this.#fs.deleteFile(content, { noFollow: true });
      await this.#ids.release(id);
    } catch {
      this.#logger.warn(`the reservation of artifact ${id} could not be removed`);
    }
  }
}

/** Numeric ids with a sidecar but no other file, largest first. */
function idsWithoutContent(names: readonly string[]): string[] {
  const ids = new Set<number>();
  const numbers = names.map(numericId);
  const isSidecar = (at: number): boolean => names[at] === `${numbers[at]}${SIDECAR_EXTENSION}`;
  for (const [at, id] of numbers.entries()) if (id >= 0 && isSidecar(at)) ids.add(id);
  for (const [at, id] of numbers.entries()) if (id >= 0 && !isSidecar(at)) ids.delete(id);
  return [...ids].sort((one, other) => other - one).map(String);
}

/**
 * The bytes to store, and the sidecar fields known beforehand.
 *
 * @throws CodedError `arguments_invalid` without content, or with fields that cannot be serialised
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

/** @throws CodedError `arguments_invalid` when the value has no JSON */
function jsonOf(value: unknown, name: string): string {
  let json: string | undefined;
  try {
    json = value === undefined ? undefined : JSON.stringify(value, null, 2);
  } catch {
    // Circular, or not representable as JSON.
  }
  checkArgument(json !== undefined, name);
  return json;
}

/** The extension of the display name, otherwise of the type; never the sidecar's. */
function extensionFor(name: string, type: string): string {
  const fromName = extensionOf(name);
  const mediaType = normaliseMediaType(type);
  if (fromName !== undefined && `.${fromName}` !== SIDECAR_EXTENSION) return `.${fromName}`;
  return (mediaType && extensionForMediaType(mediaType)) ?? '';
}
