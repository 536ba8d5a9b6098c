import type { ConversationIndex, ConversationPart } from '../core/conversation/conversation.ts';
import { type FileReceipt, fileReceipts } from '../core/conversation/receipt.ts';
import { sentAsSentence, WAY_WORDS } from '../core/conversation/receipt-words.ts';
import { formatSentence } from '../core/io/errors.ts';
import type { Invocation } from './command.ts';
import { partWords } from './conversation-report.ts';
import { printTable } from './table.ts';

/** Lists the files of a conversation, and what is sent of each. */
export async function reportFiles({ terminal, json }: Invocation, file: string, index: ConversationIndex): Promise<void> {
  const files = fileReceipts(index).map((receipt) => ({
    receipt,
    part: index.messages[receipt.address.message]?.parts[receipt.address.part],
  }));
  if (json) return terminal.longJson({ file, format: index.format, files: files.map((each) => fileJson(each, index)) });
  if (files.length === 0) return terminal.complain('No files were attached or read.');
  printTable(
    terminal,
    [{ heading: 'MESSAGE', align: 'right' }, { heading: 'FILE' }, { heading: 'FROM' }, { heading: 'SENT AS' }, { heading: 'NOT SENT' }],
    files.map(({ receipt, part }) => [
      String(receipt.address.message + 1),
      receipt.name ?? '',
      WAY_WORDS[receipt.way],
      sentAsText(receipt, part),
      index.notSent.get(receipt.address.message)?.replace('_', ' ') ?? '',
    ]),
  );
}

interface ListedFile {
  readonly receipt: FileReceipt;
  /** The part that its receipt names. */
  readonly part: ConversationPart | undefined;
}

/** The words themselves, where they are all that is sent. */
function sentAsText({ sentAs }: FileReceipt, part: ConversationPart | undefined): string {
  const words = part ? partWords(part) : '';
  if (sentAs === 'media') return words;
  const said = formatSentence(sentAsSentence(sentAs, part));
  return part?.kind === 'text' && sentAs !== 'raw_bytes' ? `${said}: ${words}` : said;
}

/** Messages and parts are counted from 1, as they are printed. */
function fileJson({ receipt: { address, ...receipt }, part }: ListedFile, { notSent }: ConversationIndex): object {
  const { facts } = part?.kind === 'media' ? part : { facts: undefined };
  return {
    message: address.message + 1,
    part: address.part + 1,
    ...receipt,
    ...(facts && { mimeType: facts.detectedMimeType ?? facts.mimeType, size: facts.size, width: facts.width, height: facts.height }),
    ...(part?.kind === 'text' && { tokens: part.tokens }),
    notSent: notSent.get(address.message),
  };
}
