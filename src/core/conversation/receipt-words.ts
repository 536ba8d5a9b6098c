import { sentence, type Sentence } from '../io/errors.ts';
import type { FileReceipt, SentAs } from './receipt.ts';

/** What is sent of a file, as a phrase. */
export const SENT_AS_WORDS: Readonly<Record<Exclude<SentAs, 'media'>, string>> = {
  text: 'as text, about {0} tokens',
  raw_bytes: 'its bytes as text, about {0} tokens',
  note: 'only words about it',
  description: 'a description instead',
  not_read: 'not read',
  unknown: 'in an unknown form',
  nothing: 'nothing',
};

/** How a file came into the conversation, as a phrase. */
export const WAY_WORDS: Readonly<Record<FileReceipt['way'], string>> = {
  attached: 'attached',
  read: 'read by the program',
  result: 'result of a tool',
  made: 'made by the model',
};

/** What is sent of a file that is not sent as media. */
export function sentAsSentence(sentAs: Exclude<SentAs, 'media'>, tokens = 0): Sentence {
  return sentence(SENT_AS_WORDS[sentAs], tokens.toLocaleString('en'));
}
