import { safeId } from '../routing/safe-name.ts';
import { scrub } from './scrub.ts';

/** Of an answer's text, characters that are looked at, and that are shown. */
const MOST_READ = 4000;
const MOST_SHOWN = 300;
/** How deep a message may lie in an error; wrappers put errors into errors. */
const DEEPEST = 6;
const MESSAGE_FIELDS = ['message', 'msg', 'error_description', 'detail', 'details', 'error', 'errors', 'title', 'reason'] as const;

/** Whether a text is a page for people: gateways, logins and proxies answer with those. */
export function isHtml(text: string, contentType: string): boolean {
  return contentType.includes('html') || /^\s*(?:<!doctype html|<html|<head|<body)/i.test(text);
}

/** The value of a text that is JSON; undefined for every other. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a server says is wrong: the message in its JSON, the title of its page, else its text. Not yet fit to be shown. */
export function errorMessage(text: string, contentType: string): string {
  if (isHtml(text, contentType)) return /<title[^>]*>([^<]*)/i.exec(text.slice(0, MOST_READ))?.[1] ?? '';
  const value = jsonOf(text);
  return value === undefined ? text : (messageIn(value, 0) ?? text);
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : innermost(value, depth);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return messageIn(value[0], depth + 1);
  for (const field of MESSAGE_FIELDS) {
    const found = Object.hasOwn(value, field) ? messageIn((value as Record<string, unknown>)[field], depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Proxies pass on the JSON of the server behind them as a text. */
function innermost(text: string, depth: number): string {
  const inner = text.trimStart().startsWith('{') && depth <= DEEPEST ? jsonOf(text) : undefined;
  return (inner === undefined ? undefined : messageIn(inner, depth + 1)) ?? text;
}

/** Words of a server as they may be shown: without the secrets, on one line, of bounded length. Undefined for none. */
export function shownWords(words: string, secrets: readonly string[]): string | undefined {
  const clean = safeId(scrub(words.slice(0, MOST_READ), secrets).replace(/\s+/g, ' '));
  const characters = [...clean];
  return characters.length > MOST_SHOWN
    ? `${characters
        .slice(0, MOST_SHOWN - 1)
        .join('')
        .trimEnd()}…`
    : clean || undefined;
}
