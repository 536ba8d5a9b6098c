import type { Detection } from '../content/binary-detector.ts';
import { extensionForMediaType } from '../content/file-name.ts';
import { checkArgument, isObject, optionsOf } from '../io/arguments.ts';
import { CodedError, type Failure } from '../io/errors.ts';
import type { FileStat, Location } from '../io/file-system.ts';
import type { ArtifactReference, ContentReference, WorkspaceReference } from '../refs/reference.ts';

/**
 * `present` – the content exists; `reserved` – id and metadata exist, the content is being produced; `missing` – the file of the metadata
 * doesn't exist; `broken` – `problem` says why, and the content may still be readable.
 */
export type ArtifactState = 'present' | 'reserved' | 'missing' | 'broken';

/** A change to a workspace file, as recorded by the runtime. */
export interface Modification {
  readonly agentId?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly messageId?: string;
  readonly action?: string;
}

/** Everything about an artifact or a file except its content. */
export interface ContentMetadata {
  readonly id: string;
  readonly reference: ContentReference;
  readonly state: ArtifactState;
  readonly problem?: Failure;
  /** The display name; otherwise the file name or id. */
  readonly name: string;
  /** A file name with the content's extension, for models and saving. */
  readonly filename: string;
  /** As declared: a media type or custom word. */
  readonly type?: string;
  /** The declared media type in canonical form, if any. */
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
  /** ISO 8601. */
  readonly createdAt?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  /** ISO 8601: when a workspace file itself was last written. Its record may say otherwise in `updatedAt`. */
  readonly writtenAt?: string;
  readonly agentId?: string;
  readonly messageId?: string;
  /** Oldest first. */
  readonly modifiedBy: readonly Modification[];
  /** Custom fields of the runtime. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The content's file, or its envelope; undefined if there is none. */
  readonly location?: Location;
  /** The version described, counted from 0, where the store keeps several. */
  readonly version?: number;
  /** Number of versions there are; absent when one of them is described by its own reference. */
  readonly versions?: number;
  /** The content is inside a JSON envelope (the oldest layout). */
  readonly isEnvelope: boolean;
}

/** Everything about an artifact except its content. */
export interface ArtifactMetadata extends ContentMetadata {
  readonly reference: ArtifactReference;
}

/** An artifact with its content, ready for routing. */
export interface Artifact {
  readonly id: string;
  /** Text without byte order mark; otherwise bytes, or base64 from other sources. */
  readonly content: string | Uint8Array;
  /** The content as standard base64, cached by callers that route an artifact repeatedly. Without it `content` is encoded each time. */
  readonly base64?: () => string;
  readonly isBinary: boolean;
  readonly mimeType?: string;
  readonly type?: string;
  readonly createdAt?: string;
  readonly messageId?: string | null;
  /** Stored bytes. */
  readonly size?: number;
  readonly meta: Readonly<Record<string, unknown>> & { readonly name?: string; readonly filename?: string };
  /** The detection result, if the store has one. */
  readonly detection?: Detection;
  /** Why `content` is empty: too large or unreadable. */
  readonly contentFailure?: Failure;
}

/** An artifact with facts only: size, metadata and the first bytes. */
export interface UnreadArtifact extends Omit<Artifact, 'content' | 'base64'> {
  readonly content?: undefined;
  readonly detection: Detection;
  /** Reads the content, once. Never rejects: see {@link Artifact.contentFailure}. */
  readonly read: () => Promise<Artifact>;
}

export function isUnread(artifact: Artifact | UnreadArtifact): artifact is UnreadArtifact {
  return isObject(artifact) && artifact['content'] === undefined && typeof artifact['read'] === 'function';
}

/** A file name for the content: the display name, with the extension of the file or type if it has none. */
export function filenameFrom(
  name: string | undefined,
  fallback: string,
  facts: { readonly extension?: string; readonly mimeType?: string | undefined },
): string {
  if (name === undefined) return fallback;
  const extension = facts.extension ?? (facts.mimeType && extensionForMediaType(facts.mimeType)) ?? '';
  return extension === '' || name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension;
}

/** The target of a write, as seen before. */
export interface ExpectedTarget {
  /** The real path of the file: names below the workspace, separated by `/`. */
  readonly realPath: string;
  /** The file to be replaced; undefined for a new one. */
  readonly existing: Pick<FileStat, 'size' | 'mtime'> | undefined;
}

/** {@link ExpectedTarget}, with the reference as spelled on disk. */
export interface CheckedTarget extends ExpectedTarget {
  readonly reference: WorkspaceReference;
  readonly existing: FileStat | undefined;
}

/** @throws CodedError `target_changed` when the target differs from the expected one */
export function requireExpected({ realPath, existing }: ExpectedTarget, expected: ExpectedTarget | undefined): void {
  if (!expected) return;
  const before = expected.existing;
  const isSame = before === undefined ? existing === undefined : existing?.size === before.size && existing.mtime === before.mtime;
  if (!isSame || realPath !== expected.realPath) throw new CodedError('target_changed');
}

/** A caller's expected target; undefined if none. @throws CodedError `arguments_invalid` */
export function expectedTarget(value: unknown): ExpectedTarget | undefined {
  if (value === undefined) return undefined;
  const { realPath, existing } = optionsOf(value as Partial<Record<string, unknown>>, ['realPath', 'existing']);
  checkArgument(typeof realPath === 'string', 'expected');
  if (existing === undefined) return { realPath, existing };
  const { size, mtime } = optionsOf(existing as Partial<Record<string, unknown>>, ['size', 'mtime']);
  checkArgument(typeof size === 'number' && typeof mtime === 'number', 'expected');
  return { realPath, existing: { size, mtime } };
}
