import type { DisplayKind } from './display-kind.ts';

/** In the order in which they are offered. */
export const DISPLAY_KINDS = ['image', 'audio', 'video', 'document', 'text', 'other'] as const satisfies readonly DisplayKind[];

/** What a person wants to see of the artifacts. */
export interface ArtifactFilter {
  /** Words that must all occur; empty for any. */
  readonly text: string;
  /** Empty for all kinds. */
  readonly kinds: ReadonlySet<DisplayKind>;
}

/** The conditions of a filter, prepared for many questions. */
export interface FilterConditions {
  /** For the `searchText` of an artifact. */
  matchesText(text: string): boolean;
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
    matchesName: (name) => kinds.size === 0 && hasAll(name.toLocaleLowerCase()),
  };
}
