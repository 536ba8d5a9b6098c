import type { ConversationIndex, ConversationPart } from '../core/conversation/conversation.ts';
import { type FileReceipt, fileReceipts } from '../core/conversation/receipt.ts';
import { sentAsSentence, WAY_WORDS } from '../core/conversation/receipt-words.ts';
import { formatSentence } from '../core/io/errors.ts';
import type { Invocation } from './command.ts';
import { addressJson, partWords } from './conversation-report.ts';
import { printTable } from './table.ts';

/** Lists the files of a conversation, and what is sent of each. */
export async function reportFiles({ terminal, json }: Invocation, file: string, index: ConversationIndex): Promise<void> {
  const files = fileReceipts(index).map((receipt) => ({
    receipt,
    part: index.messages[receipt.address.message]?.parts[receipt.address.part],
  }));
  if (json) return terminal.longJson({ file, format: index.format, files: files.map(fileJson) });
  if (files.length === 0) return terminal.complain('No files found.');
  printTable(
    terminal,
    [{ heading: 'MESSAGE', align: 'right' }, { heading: 'FILE' }, { heading: 'FROM' }, { heading: 'SENT AS' }, { heading: 'NOT SENT' }],
    files.map(({ receipt, part }) => [
      String(receipt.address.message + 1),
      receipt.name ?? '',
      WAY_WORDS[receipt.way],
      sentAsText(receipt, part),
      receipt.notSent?.replace('_', ' ') ?? '',
    ]),
  );
}

/** The words themselves, where they are all that is sent. */
function sentAsText({ sentAs, tokens }: FileReceipt, part: ConversationPart | undefined): string {
  const words = part ? partWords(part) : '';
  if (sentAs === 'media') return words;
  const said = formatSentence(sentAsSentence(sentAs, tokens));
  return part?.kind === 'text' && !part.isBlank && sentAs !== 'raw_bytes' ? `${said}: ${words}` : said;
}

function fileJson({ receipt: { address, ...receipt }, part }: { receipt: FileReceipt; part: ConversationPart | undefined }): object {
  const { mimeType, detectedMimeType = mimeType, size, width, height } = part?.kind === 'media' ? part.facts : {};
  const url = part?.kind === 'link' ? part.url : undefined;
  const sample = part?.kind === 'text' && !part.isBlank ? part.sample : undefined;
  return { address: addressJson(address), ...receipt, mimeType: detectedMimeType, size, width, height, url, sample };
}
