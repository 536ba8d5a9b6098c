/** The worker that highlights: gets a text with its language, answers with what highlight.js makes of it. */
import highlighter from 'highlight.js/lib/core';
import { grammars } from './languages.ts';

export interface HighlightRequest {
  readonly text: string;
  readonly language: string;
}

/** The text with spans as highlight.js writes them, for `spansToNodes`; null where the language is not known. */
export type HighlightAnswer = string | null;

for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar);

self.onmessage = ({ data: { text, language } }: MessageEvent<HighlightRequest>): void => {
  const isKnown = Object.hasOwn(grammars, language);
  const answer: HighlightAnswer = isKnown ? highlighter.highlight(text, { language, ignoreIllegals: true }).value : null;
  self.postMessage(answer);
};
