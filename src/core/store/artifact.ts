import type { Detection } from '../content/binary-detector.ts';
import { extensionForMediaType } from '../content/file-name.ts';
import { checkArgument, isObject, optionsOf } from '../io/arguments.ts';
import { CodedError, type Failure } from '../io/errors.ts';
import type { FileStat, Location } from '../io/file-system.ts';
import type { ArtifactReference, WorkspaceReference } from '../refs/reference.ts';

/**
 * What became of an artifact:
 * `present` – its content is there; `reserved` – an id and metadata, the content still being produced;
 * `missing` – metadata speaks of a file that is not there; `broken` – `problem` says what is wrong, and
 * the content may be readable all the same.
 */
export type ArtifactState = 'present' | 'reserved' | 'missing' | 'broken';

/** One change to a workspace file, as the runtime recorded it. */
export interface Modification {
  readonly agentId?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly messageId?: string;
  readonly action?: string;
}

/** Everything known of an artifact without its content. */
export interface ArtifactMetadata {
  readonly id: string;
  readonly reference: ArtifactReference;
  readonly state: ArtifactState;
  readonly problem?: Failure;
  /** The human name; the file name, then the id, when there is none. */
  readonly name: string;
  /** A name with the extension of the content, for models and for saving. */
  readonly filename: string;
  /** As declared: a media type or a custom word. */
  readonly type?: string;
  /** The declared media type in canonical form; undefined when none was declared. */
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  readonly agentId?: string;
  readonly messageId?: string;
  /** Oldest first. */
  readonly modifiedBy: readonly Modification[];
  /** Free fields of the runtime. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Where the content is: undefined unless there is a file for it. For an envelope, the envelope. */
  readonly location?: Location;
  /** The content lies inside a JSON envelope (the oldest layout), not in a file of its own. */
  readonly isEnvelope: boolean;
}

/** An artifact with its content, ready to be routed. */
export interface Artifact {
  readonly id: string;
  /** Text as characters, without a byte order mark; everything else as bytes, or as base64 from other sources. */
  readonly content: string | Uint8Array;
  /**
   * The content of a binary artifact as standard base64, for a holder that routes one artifact many times: it makes
   * the text once and gives the same string every time. Without it each routing encodes `content` anew.
   */
  readonly base64?: () => string;
  readonly isBinary: boolean;
  readonly mimeType?: string;
  readonly type?: string;
  readonly createdAt?: string;
  readonly messageId?: string | null;
  /** Bytes of the content as stored. */
  readonly size?: number;
  readonly meta: Readonly<Record<string, unknown>> & { readonly name?: string; readonly filename?: string };
  /** What detection found, when the store did it already. */
  readonly detection?: Detection;
  /** Why `content` is empty: the content is too large to be sent, or could not be read. */
  readonly contentFailure?: Failure;
}

/** An artifact of which only the facts are known: its size, its metadata and what its first bytes tell. */
export interface UnreadArtifact extends Omit<Artifact, 'content' | 'base64'> {
  readonly content?: undefined;
  readonly detection: Detection;
  /** Reads the content, once. Never rejects: see {@link Artifact.contentFailure}. */
  readonly read: () => Promise<Artifact>;
}

/** Whether the content of what was given as an artifact is still to be read. */
export function isUnread(artifact: Artifact | UnreadArtifact): artifact is UnreadArtifact {
  return isObject(artifact) && artifact['content'] === undefined && typeof artifact['read'] === 'function';
}

/** A file name for the content: the human name when it has an extension, otherwise with that of the file or type. */
export function filenameFrom(
  name: string | undefined,
  fallback: string,
  facts: { readonly extension?: string; readonly mimeType?: string | undefined },
): string {
  if (name === undefined) return fallback;
  const extension = facts.extension ?? (facts.mimeType && extensionForMediaType(facts.mimeType)) ?? '';
  return extension === '' || name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension;
}

/** What a write meets, as it was looked at before. */
export interface ExpectedTarget {
  /** Where the file really lies, links resolved: names below the workspace, with `/` between them. */
  readonly realPath: string;
  /** The file that is replaced; undefined when a new one is made. */
  readonly existing: Pick<FileStat, 'size' | 'mtime'> | undefined;
}

/** {@link ExpectedTarget}, with the reference as the file system spells it. */
export interface LookedAtTarget extends ExpectedTarget {
  readonly reference: WorkspaceReference;
  readonly existing: FileStat | undefined;
}

/** @throws CodedError `target_changed` when a write would meet something else than was looked at */
export function requireExpected({ realPath, existing }: ExpectedTarget, expected: ExpectedTarget | undefined): void {
  if (!expected) return;
  const before = expected.existing;
  const isSame = before === undefined ? existing === undefined : existing?.size === before.size && existing.mtime === before.mtime;
  if (!isSame || realPath !== expected.realPath) throw new CodedError('target_changed');
}

/** A target as a caller says it; undefined when none is expected. @throws CodedError `arguments_invalid` */
export function expectedTarget(value: unknown): ExpectedTarget | undefined {
  if (value === undefined) return undefined;
  const { realPath, existing } = optionsOf(value as Partial<Record<string, unknown>>, ['realPath', 'existing']);
  checkArgument(typeof realPath === 'string', 'expected');
  if (existing === undefined) return { realPath, existing };
  const { size, mtime } = optionsOf(existing as Partial<Record<string, unknown>>, ['size', 'mtime']);
  checkArgument(typeof size === 'number' && typeof mtime === 'number', 'expected');
  return { realPath, existing: { size, mtime } };
}
