import { formatSize } from '../core/content/size.ts';
import { openInput, type SessionInput, type SizedSession } from '../platform/session-input.ts';
import { Refusal } from './refusal.ts';
import { showTime } from './table.ts';

/** Opens a session. @throws Refusal `several_sessions` for a database of several; CodedError */
export function openSession(file: string, location: string): Promise<SessionInput> {
  return openInput(file, location, (sessions) => whichSession(file, sessions));
}

/** Why a database alone names no session: it has several to choose from, or none. */
function whichSession(file: string, sessions: readonly SizedSession[]): Refusal {
  if (sessions.length === 0) return new Refusal('not_a_conversation', `${file} is a database without a session.`);
  const lines = sessions.slice(0, MOST_NAMED).map((session) => `  ${file}#${session.id}  ${wordsOf(session)}`);
  const others = sessions.length > MOST_NAMED ? [`  … and ${sessions.length - MOST_NAMED} more, which "list" names.`] : [];
  return new Refusal('several_sessions', `${file} has ${sessions.length} sessions. Name one of them:`, ...lines, ...others);
}

/** Sessions that a refusal names. */
const MOST_NAMED = 20;

function wordsOf({ updated, size, title }: SizedSession): string {
  return `${showTime(new Date(updated).toISOString())}  ${formatSize(size)}  ${title.replaceAll(/\s+/g, ' ').slice(0, 60)}`;
}
