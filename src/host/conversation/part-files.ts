import * as vscode from 'vscode';
import { extensionForMediaType } from '../../core/content/file-name.ts';
import type { ConversationIndex, ConversationMessage, ConversationPart } from '../../core/conversation/conversation.ts';
import { contentsIn, type PartAddress } from '../../core/conversation/replay.ts';
import { decodeAnyBase64 } from '../../core/io/base64.ts';
import { loadOnce } from '../../core/io/concurrency.ts';
import type { ByteRange } from '../../core/conversation/outline.ts';
import {
  readSessionArtifact,
  type SessionArtifact,
  type SessionArtifacts,
  sessionArtifacts,
  type SessionReading,
} from '../../core/conversation/session-artifacts.ts';
import { PART_SCHEME } from '../preview/file-source.ts';
import { type FileSystems, READ_ONLY } from '../roots/file-systems.ts';
import type { Compute } from '../../core/io/compute.ts';
import type { ReadConversation } from './conversation-document.ts';

/** Bytes for the largest part or artifact that is read. */
const LARGEST_PART = 64 * 1024 * 1024;

/** A conversation whose parts and artifacts can be read; what was read of it last. */
export interface PlacedConversation {
  readonly uri: vscode.Uri;
  readonly compute: Compute;
  readonly examined?: { readonly read: Pick<ReadConversation, 'index' | 'version'> } | undefined;
  /** While it is read for the first time. */
  readonly soFar?: { readonly messages: readonly ConversationMessage[] } | undefined;
}

/** The messages that are known. */
export function knownMessages({ examined, soFar }: Pick<PlacedConversation, 'examined' | 'soFar'>): readonly ConversationMessage[] {
  return examined?.read.index.messages ?? soFar?.messages ?? [];
}

/** An artifact of a conversation as it was read. */
interface PlacedArtifact {
  readonly document: PlacedConversation;
  readonly index: ConversationIndex;
  readonly artifact: SessionArtifact;
  /** Of a version; undefined for the last one whose content is known. */
  readonly number: number | undefined;
}

/**
 * The parts and artifacts of the conversations that are open, or whose artifacts are listed, as read-only files: for the preview and VS Code's own viewers. Nothing else can be
 * read by it.
 */
export class PartFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #fileSystems: FileSystems;
  readonly #documents = new Map<string, PlacedConversation>();
  readonly #texts = new Map<string, Uint8Array>();
  readonly #artifacts = new Map<string, PlacedArtifact>();
  readonly #registration: vscode.Disposable;
  #count = 0;
  /** Contents are read when they are shown: no changes are reported. */
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(fileSystems: FileSystems) {
    this.#fileSystems = fileSystems;
    this.#registration = vscode.workspace.registerFileSystemProvider(PART_SCHEME, this, { isReadonly: true, isCaseSensitive: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }

  /** A folder that no conversation has. */
  newFolder(): vscode.Uri {
    return vscode.Uri.from({ scheme: PART_SCHEME, path: `/${++this.#count}` });
  }

  /** Where the parts of a conversation are; undefined while they cannot be read. */
  folderOf(document: PlacedConversation): vscode.Uri | undefined {
    const key = this.#keyOf(document);
    return key === undefined ? undefined : vscode.Uri.from({ scheme: PART_SCHEME, path: `/${key}` });
  }

  /** From now on the parts of a conversation can be read. @returns ends that */
  add(document: PlacedConversation, folder = this.newFolder()): vscode.Disposable {
    const key = folder.path.slice(1);
    this.#documents.set(key, document);
    return new vscode.Disposable(() => {
      this.#documents.delete(key);
      for (const paths of [this.#texts, this.#artifacts])
        for (const path of paths.keys()) if (path.startsWith(`/${key}/`)) paths.delete(path);
    });
  }

  /** A text about a conversation as a file beside its parts. */
  textUri(document: PlacedConversation, name: string, text: string): vscode.Uri {
    const path = `/${this.#keyOf(document) ?? ''}/${++this.#count}/${name}`;
    this.#texts.set(path, new TextEncoder().encode(text));
    return vscode.Uri.from({ scheme: PART_SCHEME, path });
  }

  #keyOf(document: PlacedConversation): string | undefined {
    return [...this.#documents].find(([, each]) => each === document)?.[0];
  }

  /** The address of a part, or of all parts of a message. */
  urisOf(document: PlacedConversation, message: number, part: number | null): vscode.Uri[] {
    const key = this.#keyOf(document);
    const parts = knownMessages(document)[message]?.parts ?? [];
    return parts.flatMap((each, at) => {
      if (key === undefined || (part !== null && part !== at)) return [];
      const name = `${partName({ message, part: at })}${extensionOf(each)}`;
      return [vscode.Uri.from({ scheme: PART_SCHEME, path: `/${key}/${message}/${at}/${name}` })];
    });
  }

  /** The artifacts of a conversation. Rejects with the file-system codes, as `Compute.run`, and once it is aborted. */
  async artifactsOf(document: PlacedConversation, signal?: AbortSignal): Promise<SessionArtifacts> {
    const { index } = document.examined?.read ?? {};
    if (!index) return { items: [], unread: 0 };
    const { read, ...reading } = this.#readingOf(document);
    const readOn: typeof read = async (range) => {
      signal?.throwIfAborted();
      return read(range);
    };
    return sessionArtifacts(index, { ...reading, read: readOn });
  }

  /** An artifact as a file beside the parts. @param number of a version; undefined: the last one whose content is known */
  artifactUri(document: PlacedConversation, artifact: SessionArtifact, number?: number): vscode.Uri {
    const { id, name, mimeType = '' } = artifact;
    const [place] = artifact.kind === 'file' ? artifact.versions : artifact.places;
    const file = name?.replaceAll(/[\\/]/g, '_') ?? `${place ? partName(place) : id}${extensionForMediaType(mimeType) ?? ''}`;
    const path = [this.#keyOf(document) ?? '', id, ...(number === undefined ? [] : [`version-${number}`]), file].join('/');
    const { index } = document.examined?.read ?? {};
    if (index) this.#artifacts.set(`/${path}`, { document, index, artifact, number });
    return vscode.Uri.from({ scheme: PART_SCHEME, path: `/${path}` });
  }

  /** Where a part of a file costs all of it, the file is read once. */
  #readingOf(document: PlacedConversation): SessionReading {
    const { fs, locationOf, readsParts } = this.#fileSystems.for(document.uri);
    const { compute } = document;
    if (readsParts) return { read: (range) => this.bytes(document, range), compute };
    const whole = loadOnce(() => fs.readFile(locationOf(document.uri)));
    return { read: async ({ start, end }) => (await whole()).subarray(start, end), compute };
  }

  /** Its content, as the file has it now. @throws FileSystemError where it is not known any more */
  async #readArtifact(uri: vscode.Uri, { document, index, artifact, number }: PlacedArtifact): Promise<Uint8Array> {
    const now = document.examined?.read.index ?? index;
    const found = now === index ? artifact : (await this.artifactsOf(document)).items.find(({ id }) => id === artifact.id);
    const isRead = found && (found.size ?? 0) <= LARGEST_PART;
    const bytes = isRead ? await readSessionArtifact(now, found, this.#readingOf(document), number) : undefined;
    if (!bytes) throw vscode.FileSystemError.Unavailable(uri);
    return bytes;
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const text = this.#texts.get(uri.path);
    if (text) return text;
    const artifact = this.#artifacts.get(uri.path);
    if (artifact) return this.#readArtifact(uri, artifact);
    const { document, part } = this.#find(uri);
    const content = await this.read(document, part);
    if (!content) throw vscode.FileSystemError.Unavailable(uri);
    return content;
  }

  /** Bytes of a file as it is now. Rejects with the file-system codes. */
  async bytes({ uri }: PlacedConversation, { start, end }: ByteRange): Promise<Uint8Array> {
    const { fs, locationOf } = this.#fileSystems.for(uri);
    return start === end ? new Uint8Array(0) : fs.readFile(locationOf(uri), { offset: start, length: end - start });
  }

  /** The content of a part, as the file has it now; null when there is none, or too much. Rejects with the file-system codes. */
  async read(document: PlacedConversation, part: ConversationPart): Promise<Uint8Array | null> {
    const { start, end } = rangeOf(part);
    if (end - start > LARGEST_PART || !this.#fileSystems.for(document.uri).readsParts) return null;
    const bytes = await this.bytes(document, { start, end });
    try {
      return contentOf(part, bytes);
    } catch {
      return null;
    }
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const text = this.#texts.get(uri.path);
    if (text) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length, permissions: vscode.FilePermission.Readonly };
    const placed = this.#artifacts.get(uri.path);
    if (placed) {
      const { artifact, number } = placed;
      const version = artifact.kind === 'file' && number !== undefined ? artifact.versions[number - 1] : artifact;
      const isAsRead = placed.document.examined?.read.index === placed.index;
      const size = (isAsRead ? version?.size : undefined) ?? (await this.#readArtifact(uri, placed)).length;
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: artifact.time ?? 0,
        size,
        permissions: vscode.FilePermission.Readonly,
      };
    }
    const { document, part } = this.#find(uri);
    const isKnown = part.kind === 'media' && part.isBase64;
    const length = isKnown ? part.facts.size : (await this.readFile(uri)).length;
    const time = document.examined?.read.version?.mtimeMs ?? 0;
    return { type: vscode.FileType.File, ctime: 0, mtime: time, size: length, permissions: vscode.FilePermission.Readonly };
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  readonly createDirectory = READ_ONLY.createDirectory;
  readonly writeFile = READ_ONLY.writeFile;
  readonly delete = READ_ONLY.delete;
  readonly rename = READ_ONLY.rename;

  #find(uri: vscode.Uri): { readonly document: PlacedConversation; readonly part: ConversationPart } {
    const [, key = '', message, at] = uri.path.split('/');
    const document = this.#documents.get(key);
    const part = document && knownMessages(document)[Number(message)]?.parts[Number(at)];
    if (!document || !part) throw vscode.FileSystemError.FileNotFound(uri);
    return { document, part };
  }
}

/** What a part is called that has no name of its own. */
function partName({ message, part }: PartAddress): string {
  return `message-${message + 1}-part-${part + 1}`;
}

/** What of the file is the part's content. */
function rangeOf(part: ConversationPart): ByteRange {
  if (part.kind === 'media') return part.data;
  return part.kind === 'call' ? (part.input ?? part.place) : part.place;
}

/** The content of a part, from its bytes in the file. */
function contentOf(part: ConversationPart, bytes: Uint8Array): Uint8Array {
  const contents = contentsIn(bytes, rangeOf(part).start);
  switch (part.kind) {
    case 'media':
      return mediaBytes(part, contents.media(part));
    case 'text':
      return new TextEncoder().encode(contents.text(part));
    case 'call':
      return new TextEncoder().encode(contents.call(part));
    case 'link':
      return new TextEncoder().encode(part.url);
    case 'reasoning':
    case 'unknown':
      return bytes;
  }
}

function mediaBytes({ isBase64 }: ConversationPart & { kind: 'media' }, characters: string): Uint8Array {
  return isBase64 ? decodeAnyBase64(characters.replaceAll(/\s+/g, '')) : new TextEncoder().encode(characters);
}

/** The ending by which viewers know the content. */
function extensionOf(part: ConversationPart): string {
  switch (part.kind) {
    case 'media':
      return extensionForMediaType(part.facts.detectedMimeType ?? part.facts.mimeType) ?? '';
    case 'call':
    case 'reasoning':
    case 'unknown':
      return '.json';
    default:
      return '.txt';
  }
}
