import { formatSize } from '../content/size.ts';
import type { Sentence } from '../io/sentence.ts';
import type { TranscriptCode, TranscriptFinding } from './finding.ts';

/** What is wrong, in one sentence for each code. {0} is what the content is, {1} its size, {2} the estimated tokens. */
export const FINDING_SENTENCES: Readonly<Record<TranscriptCode, string>> = {
  data_url_in_text: 'A data URL in a text: {0}, {1}. A model reads it as about {2} tokens of text.',
  base64_in_text: 'Base64 in a text: {0}, {1}. A model reads it as about {2} tokens of text.',
  media_as_json_text: 'A media part that was turned into text: {0}, {1}. A model reads it as about {2} tokens of text.',
  byte_list_in_text: 'A file as a list of numbers: {0}, {1}. A model reads it as about {2} tokens of text.',
  bytes_literal_in_text: 'A file as a Python literal: {0}, {1}. A model reads it as about {2} tokens of text.',
};

/** @param type what the content is, in words @param language of the figures, a BCP 47 tag */
export function findingSentence({ code, size, tokens }: TranscriptFinding, type: string, language: string): Sentence {
  return { text: FINDING_SENTENCES[code], args: [type, formatSize(size), tokens.toLocaleString(language)] };
}
