import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import { displayKind, type DisplayKind } from './display-kind.ts';

/** What a person wants to see of the artifacts. */
export interface ArtifactFilter {
  /** Words that must all occur; empty for any. */
  readonly text: string;
  /** Empty for all kinds. */
  readonly kinds: ReadonlySet<DisplayKind>;
}

/** The conditions of a filter, prepared for many questions. */
export interface FilterConditions {
  /** As `matches`, for the {@link searchText} of an artifact. */
  matchesText(text: string): boolean;
  matches(metadata: ArtifactMetadata): boolean;
  /** For what has a name only. */
  matchesName(name: string): boolean;
}

/** Whether the filter lets everything through. */
export function isEmptyFilter({ text, kinds }: ArtifactFilter): boolean {
  return text.trim() === '' && kinds.size === 0;
}

/**
 * Every word of the text must occur, in any case, in the name, the id, the path, the type, or the agent;
 * and the kind must be one of those wanted.
 */
export function conditionsOf({ text, kinds }: ArtifactFilter): FilterConditions {
  const words = text
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const hasAll = (lower: string, from = 0): boolean => words.every((word) => lower.includes(word, from));
  const lines = [...kinds].map((kind) => `${kind}\n`);
  const matchesText = (text: string): boolean =>
    (lines.length === 0 || lines.some((line) => text.startsWith(line))) && hasAll(text, text.indexOf('\n'));
  return {
    matchesText,
    matches: (metadata) => matchesText(searchText(metadata)),
    matchesName: (name) => kinds.size === 0 && hasAll(name.toLocaleLowerCase()),
  };
}

/** All that conditions ask of an artifact: a line with its kind, then the text in which words are looked for. */
export function searchText(metadata: ArtifactMetadata): string {
  return `${displayKind(metadata)}\n${searchable(metadata).toLocaleLowerCase()}`;
}

/** The parts stand on lines of their own, so that no word is found across two of them. */
function searchable({ name, filename, reference, type, mimeType, agentId }: ArtifactMetadata): string {
  const place = reference.kind === 'workspace' ? `${reference.workspaceId}/${reference.relativePath}` : reference.id;
  return [name, filename, place, type, mimeType, agentId].filter((part) => part !== undefined).join('\n');
}
