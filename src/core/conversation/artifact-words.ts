import type { SessionArtifact } from './session-artifacts.ts';

/** Numbers of messages that are shown of one artifact. */
const MOST_MESSAGES = 5;

/** The numbers of the messages that an artifact stands in, from 1, the first few of them. */
export function messagesOf(artifact: SessionArtifact): string {
  const places = artifact.kind === 'file' ? artifact.versions : artifact.places;
  const numbers = [...new Set(places.map(({ message }) => message + 1))];
  const shown = numbers.slice(0, MOST_MESSAGES).join(', ');
  return numbers.length > MOST_MESSAGES ? `${shown} and ${numbers.length - MOST_MESSAGES} more` : shown;
}
