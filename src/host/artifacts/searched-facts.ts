import { pathOfReference } from '../../core/refs/reference.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { Searched } from '../roots/search-memory.ts';
import { displayKind } from '../screen/display-kind.ts';

/** What a filter asks of an artifact whose file was looked at. */
export function searchedFacts(metadata: ArtifactMetadata): Searched {
  return { text: searchText(metadata), changedAt: changedAt(metadata) };
}

/** When an artifact was made or last changed, whichever came later, in milliseconds since the epoch; -Infinity when no time is known. */
function changedAt({ createdAt, updatedAt, writtenAt }: ArtifactMetadata): number {
  return Math.max(...[createdAt, updatedAt, writtenAt].map((time) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time)));
}

/** A line with its kind, then the text in which words are looked for. */
function searchText(metadata: ArtifactMetadata): string {
  return `${displayKind(metadata)}\n${searchable(metadata).toLocaleLowerCase()}`;
}

/** Each part has its own line, so that no word matches across two of them. */
function searchable({ name, filename, reference, type, mimeType, agentId }: ArtifactMetadata): string {
  const place = pathOfReference(reference) ?? reference.id;
  return [name, filename, place, type, mimeType, agentId].filter((part) => part !== undefined).join('\n');
}
