import type { HLJSApi } from 'highlight.js';
import { languageLoaders } from './languages.ts';
import { spansToNodes } from './spans.ts';

/** Longer texts stay plain: their grammar would hold up the page for over a second. */
const MAX_HIGHLIGHTED_CHARACTERS = 300_000;

let engine: Promise<HLJSApi> | undefined;

/** Grammars that embed another one; the other one must be registered too. */
const EMBEDDED: Readonly<Record<string, readonly string[]>> = { xml: ['css', 'javascript'], markdown: ['xml'] };

/** Texts with a longer line stay plain: some grammars take the square of the length of a word, VS Code's editor has the same kind of limit. */
const MAX_HIGHLIGHTED_LINE = 5_000;

/** Whether a text is short enough, as a whole and in each line, to be highlighted. */
export function isHighlightable(text: string): boolean {
  if (text.length > MAX_HIGHLIGHTED_CHARACTERS) return false;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > MAX_HIGHLIGHTED_LINE) return false;
    if (end < 0) return true;
    start = end + 1;
  }
  return true;
}

/** The text as highlighted nodes, or null when it is to stay plain. */
export async function highlight(text: string, language: string | null): Promise<DocumentFragment | null> {
  if (language === null || !isHighlightable(text)) return null;
  engine ??= import('highlight.js/lib/core').then((module) => module.default);
  const highlighter = await engine;
  const known = await Promise.all([language, ...(EMBEDDED[language] ?? [])].map((name) => register(highlighter, name)));
  if (!known[0]) return null;
  return spansToNodes(highlighter.highlight(text, { language, ignoreIllegals: true }).value);
}

async function register(highlighter: HLJSApi, language: string): Promise<boolean> {
  if (highlighter.getLanguage(language)) return true;
  if (!Object.hasOwn(languageLoaders, language)) return false;
  const grammar = await languageLoaders[language as keyof typeof languageLoaders]();
  highlighter.registerLanguage(language, grammar.default);
  return true;
}
