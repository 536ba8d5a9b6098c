import type { ConversationFormat, ConversationIndex } from './conversation.ts';

/** The version of each program whose sessions and requests were seen last, as `npm run programs` runs it (2026-11). */
export const SEEN_VERSIONS: Readonly<Partial<Record<ConversationFormat, string>>> = {
  'claude-code': '2.1.332',
  codex: '0.169.0',
  'copilot-cli': '1.0.102',
  'qwen-code': '0.24.4',
  'cline-session': '3.0.65',
};

/** The version that a session was written by, and the last one that was seen. */
export interface NewerVersion {
  readonly written: string;
  readonly seen: string;
}

/** A version that may write what was never seen; undefined where none is named, or none newer than the one that was seen. */
export function newerVersion({ format, programVersion }: Pick<ConversationIndex, 'format' | 'programVersion'>): NewerVersion | undefined {
  const seen = format === null ? undefined : SEEN_VERSIONS[format];
  const [written, known] = [versionNumbers(programVersion), versionNumbers(seen)];
  return written && known && seen !== undefined && isBefore(known, written) ? { written: written.join('.'), seen } : undefined;
}

/** The three numbers of a version; undefined for a text that is none. */
export function versionNumbers(version: string | undefined): readonly number[] | undefined {
  const found = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(version ?? '');
  return found?.slice(1).map(Number);
}

export function isBefore(version: readonly number[], since: readonly number[]): boolean {
  const at = since.findIndex((number, index) => version[index] !== number);
  return at >= 0 && (version[at] ?? 0) < (since[at] ?? 0);
}
