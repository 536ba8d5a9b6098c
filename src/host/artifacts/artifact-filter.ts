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
  const hasAll = (haystack: string): boolean => {
    const lower = haystack.toLocaleLowerCase();
    return words.every((word) => lower.includes(word));
  };
  return {
    matches: (metadata) => (kinds.size === 0 || kinds.has(displayKind(metadata))) && (words.length === 0 || hasAll(searchable(metadata))),
    matchesName: (name) => kinds.size === 0 && hasAll(name),
  };
}

/** The parts stand on lines of their own, so that no word is found across two of them. */
function searchable({ name, filename, reference, type, mimeType, agentId }: ArtifactMetadata): string {
  const place = reference.kind === 'workspace' ? `${reference.workspaceId}/${reference.relativePath}` : reference.id;
  return [name, filename, place, type, mimeType, agentId].filter((part) => part !== undefined).join('\n');
}
