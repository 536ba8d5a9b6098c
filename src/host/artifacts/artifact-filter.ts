import type { Searched } from '../roots/search-memory.ts';
import type { DisplayKind } from '../screen/kinds.ts';

/** What a person wants to see of the artifacts. */
export interface ArtifactFilter {
  /** Words that must all occur; empty for any. */
  readonly text: string;
  /** Empty for all kinds. */
  readonly kinds: ReadonlySet<DisplayKind>;
  /** Only what was made or changed at this time or later; milliseconds since the epoch. */
  readonly since?: number | undefined;
}

/** The conditions of a filter, prepared for many questions. */
export interface FilterConditions {
  /** Whether the times of files must be looked at. */
  readonly needsTimes: boolean;
  /** For an artifact that was looked at for all that is needed. */
  matches(searched: Searched): boolean;
  /** For one that perhaps was not: false only when it is certain. */
  mayMatch(searched: Searched): boolean;
  /** For what has a name only. */
  matchesName(name: string): boolean;
}

/** Whether the filter lets everything through. */
export function isEmptyFilter({ text, kinds, since }: ArtifactFilter): boolean {
  return text.trim() === '' && kinds.size === 0 && since === undefined;
}

/**
 * Every word of the text must occur, in any case, in the name, the id, the path, the type, or the agent;
 * the kind must be one of those wanted; and it was made or changed since the time wanted.
 */
export function conditionsOf({ text, kinds, since }: ArtifactFilter): FilterConditions {
  const words = text
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const hasAll = (lower: string, from = 0): boolean => words.every((word) => lower.includes(word, from));
  const lines = [...kinds].map((kind) => `${kind}\n`);
  const matchesText = (text: string): boolean =>
    (lines.length === 0 || lines.some((line) => text.startsWith(line))) && hasAll(text, text.indexOf('\n'));
  return {
    needsTimes: since !== undefined,
    matches: ({ text, changedAt = -Infinity }) => (since === undefined || changedAt >= since) && matchesText(text),
    mayMatch: ({ text, changedAt }) => (since === undefined || changedAt === undefined || changedAt >= since) && matchesText(text),
    // A name alone has neither kind nor time.
    matchesName: (name) => kinds.size === 0 && since === undefined && hasAll(name.toLocaleLowerCase()),
  };
}
