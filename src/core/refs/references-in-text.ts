import type { Allowance } from '../io/limits.ts';
import { type ArtifactReference, parseReference, pathOfReference } from './reference.ts';
import { isMisleadingPath } from './relative-path.ts';

/** A reference as it stands in a text, such as a line of a log. */
export interface FoundReference {
  /** Index of its first character, in UTF-16 units. */
  readonly start: number;
  /** Index behind its last character. */
  readonly end: number;
  readonly reference: ArtifactReference;
}

/** Characters of the longest reference that is looked for; the longest path of Linux, in base64, has a few more and nobody has one. */
const LONGEST = 5000;

/** Characters that are decoded as fast as a place is found that may be a reference. */
const CHARACTERS_A_CANDIDATE = 64;

/** Workspace id and path: a folder name, in base64url when it has characters that file systems mind, and base64url. */
const WORKSPACE = String.raw`ws:(?:[^\s:/\\"'\`<>|?*()[\]{},;]{1,255}|:[\w-]{1,1400}):[\w-]+={0,2}`;
/** App, user, session and name, percent-encoded, perhaps a version; app and session may be empty. */
const ADK = String.raw`adk:[\w.~%-]*:[\w.~%-]+:[\w.~%-]*:(?:[\w.~%-]*[\w~%-])(?::\d{1,15})?`;
/** An id of the store as it stands in a sentence: the full stop behind it is no part of it. Text of any script may follow. */
const REGULAR = String.raw`\w(?:[\w.-]*\w)?`;
/** The same percent-encoded. */
const ENCODED = String.raw`[\w%](?:[\w.~%-]*[\w-])?`;

/** Each alternative takes a run of characters whole, so that a text of any length is read once. */
const REFERENCE = new RegExp(
  String.raw`(?<![\w./-])artifact:(?:${WORKSPACE}|${ADK}|///(?:${WORKSPACE}|${ADK}|${ENCODED})|${REGULAR})|(?<![\w./:%~-])(?:${WORKSPACE}|${ADK})`,
  'g',
);

/**
 * The references in a text, in order: `artifact:31`, `artifact:///31`, `ws:{workspace}:{path}`, `adk:{app}:{user}:{session}:{name}`. A bare number is none, nor is what has the form
 * of one and cannot be decoded.
 *
 * @param candidates how many places are looked at that may be one, a long one counting as several; what cannot be decoded costs as much as
 *   what can
 */
export function referencesIn(text: string, candidates: Allowance = { left: Number.POSITIVE_INFINITY }): FoundReference[] {
  const found: FoundReference[] = [];
  // Most lines have none: this look costs a tenth.
  if (!text.includes('artifact:') && !text.includes('ws:') && !text.includes('adk:')) return found;
  REFERENCE.lastIndex = 0;
  for (let match = REFERENCE.exec(text); match && candidates.left > 0; match = REFERENCE.exec(text)) {
    const [written] = match;
    candidates.left -= written.length > LONGEST ? 1 : Math.ceil(written.length / CHARACTERS_A_CANDIDATE);
    if (written.length > LONGEST) continue;
    const parsed = parseReference(written);
    if (!parsed.ok || isMisleadingPath(pathOfReference(parsed.value) ?? '')) continue;
    found.push({ start: match.index, end: match.index + written.length, reference: parsed.value });
  }
  return found;
}

/** The reference that a place of a text is in; of a text of any length only what is around the place is read. */
export function referenceAt(text: string, at: number): FoundReference | undefined {
  const from = Math.max(0, at - LONGEST);
  const found = referencesIn(text.slice(from, at + LONGEST)).find(({ start, end }) => from + start <= at && at <= from + end);
  return found && { ...found, start: from + found.start, end: from + found.end };
}
