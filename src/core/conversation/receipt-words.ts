import { sentence, type Sentence } from '../io/errors.ts';
import type { ConversationPart } from './conversation.ts';
import type { FileReceipt, SentAs } from './receipt.ts';

/** What is sent of a file, as a phrase. */
export const SENT_AS_WORDS: Readonly<Record<Exclude<SentAs, 'media'>, string>> = {
  text: 'as text, about {0} tokens',
  raw_bytes: 'its bytes as text, about {0} tokens',
  note: 'only words about it',
  description: 'a description in its place',
  not_read: 'not read',
  unknown: 'it is not known what is sent of it',
  nothing: 'nothing, the call has no result',
};

/** How a file came into the conversation, as a phrase. */
export const WAY_WORDS: Readonly<Record<FileReceipt['way'], string>> = {
  attached: 'attached',
  read: 'read by the program',
  result: 'result of a tool',
  made: 'made by the model',
};

/** What is sent of a file that is not sent as media. @param part the one its receipt names */
export function sentAsSentence(sentAs: Exclude<SentAs, 'media'>, part: ConversationPart | undefined): Sentence {
  return sentence(SENT_AS_WORDS[sentAs], ...(part && 'tokens' in part ? [part.tokens.toLocaleString('en')] : []));
}
