import * as vscode from 'vscode';
import { type ConversationFinding, OWN_SOURCES } from '../../core/conversation/conversation-finding.ts';
import type {
  ConversationFormat,
  ConversationIndex,
  ConversationMessage,
  ConversationPart,
  MediaPartOf,
} from '../../core/conversation/conversation.ts';
import { conversationSentence, readableParams, serverWords } from '../../core/conversation/finding-words.ts';
import { formatFacts } from '../../core/conversation/formats.ts';
import { addressKey, inOrder } from '../../core/conversation/replay.ts';
import type { FileReceipt } from '../../core/conversation/receipt.ts';
import { sentAsSentence, WAY_WORDS } from '../../core/conversation/receipt-words.ts';
import { messageTokens } from '../../core/conversation/message-tokens.ts';
import { sentence } from '../../core/io/errors.ts';
import type { WireApi } from '../../core/wire/verdict.ts';
import type { ConversationFilter, ConversationLine, ConversationState } from '../../shared/conversation-protocol.ts';
import { sentenceText } from '../screen/sentence-text.ts';

/** What lines are made of. */
export interface LineSources {
  readonly messages: ConversationIndex['messages'];
  /** What a model makes of it; null while the file is read: what is sent of the messages, and as how many tokens, is not known yet. */
  readonly judged: JudgedLines | null;
  /** Parts can be read by themselves: where they cannot, there are no pictures. */
  readonly readsParts: boolean;
}

/** What is known of lines once the file is read. */
interface JudgedLines extends Pick<ConversationIndex, 'notSent' | 'format'> {
  readonly files: readonly FileReceipt[];
  /** The worst first. */
  readonly findings: readonly ConversationFinding[];
  readonly api: WireApi;
  readonly model: string | undefined;
}

/** The lines of one filter: for each its first unit, and what it is about; -1 for nothing. */
interface LineList {
  readonly starts: number[];
  readonly messages: number[];
  readonly parts: number[];
  readonly findings: number[];
  units: number;
  isCut: boolean;
}

/** A browser draws no list that is longer than 33 million pixels. */
const MOST_UNITS = 1_000_000;
/** Units of a picture, and of the line of anything else. */
const PICTURE_UNITS = 3;
/** Larger pictures are not drawn small: in bytes, and in pixels, which a browser unpacks. */
const LARGEST_PICTURE = 8 * 1024 * 1024;
const MOST_PIXELS = 50_000_000;
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif']);
/** Characters of a text that are shown. */
const LONGEST_TEXT = 500;

/** A conversation as a list of lines of equal height: each message, below it its parts, below each part what was found. */
export class ConversationLines {
  readonly #sources: LineSources;
  readonly #byPart = new Map<number, number[]>();
  /** Undefined while it is not known. */
  readonly #sent: ReadonlySet<number> | undefined;
  readonly #lists = new Map<ConversationFilter, LineList>();
  /** What is sent of files, by their parts. */
  readonly #files: ReadonlyMap<number, FileReceipt>;

  constructor(sources: LineSources) {
    this.#sources = sources;
    const { messages, judged } = sources;
    this.#sent = judged ? new Set(inOrder({ messages, ...judged }).map(({ index }) => index)) : undefined;
    this.#files = new Map((judged?.files ?? []).map((receipt) => [addressKey(receipt.address), receipt]));
    for (const [at, { address }] of (judged?.findings ?? []).entries()) {
      const key = addressKey(address);
      const others = this.#byPart.get(key);
      if (others) others.push(at);
      else this.#byPart.set(key, [at]);
    }
  }

  get units(): { readonly [Filter in ConversationFilter]: number } {
    return { all: this.unitsOf('all'), files: this.unitsOf('files'), media: this.unitsOf('media'), findings: this.unitsOf('findings') };
  }

  /** How many media there are, and files that the program read. */
  get files(): number {
    return this.#files.size;
  }

  unitsOf(filter: ConversationFilter): number {
    return this.#list(filter).units;
  }

  get isCut(): boolean {
    return this.#list('all').isCut;
  }

  /** The lines that stand, wholly or in part, between two units. */
  slice(filter: ConversationFilter, from: number, to: number): ConversationLine[] {
    const list = this.#list(filter);
    const lines: ConversationLine[] = [];
    for (let line = lineAt(list, from); line < list.starts.length && (list.starts[line] ?? 0) < to; line++)
      lines.push(this.#line(filter, list, line));
    return lines;
  }

  /** The unit of the next finding after one, or of the one before it; from the other end when there is none. Undefined without any. */
  nextFinding(filter: ConversationFilter, from: number, back: boolean): number | undefined {
    const { starts, findings } = this.#list(filter);
    const places = starts.filter((_, line) => (findings[line] ?? -1) >= 0);
    return back ? (places.findLast((at) => at < from) ?? places.at(-1)) : (places.find((at) => at > from) ?? places[0]);
  }

  /** The unit of a message's first line, or of a part's; undefined where the list has none. */
  unitOf(filter: ConversationFilter, message: number, part = -1): number | undefined {
    const { starts, messages, parts } = this.#list(filter);
    for (let line = firstAtLeast(messages, message); messages[line] === message; line++) if (parts[line] === part) return starts[line];
    return undefined;
  }

  /** A picture that may be drawn; undefined for anything else. */
  pictureAt(message: number, part: number): MediaPartOf | undefined {
    const found = this.#sources.messages[message]?.parts[part];
    return found?.kind === 'media' && this.#sources.readsParts && canBeDrawn(found) ? found : undefined;
  }

  #list(filter: ConversationFilter): LineList {
    const known = this.#lists.get(filter);
    if (known) return known;
    const list: LineList = { starts: [], messages: [], parts: [], findings: [], units: 0, isCut: false };
    if (filter === 'all' || filter === 'findings')
      for (const finding of this.#byPart.get(addressKey(null)) ?? []) this.#add(list, -1, -1, finding);
    for (const message of this.#sources.messages) {
      if (list.units >= MOST_UNITS) {
        list.isCut = true;
        break;
      }
      this.#addMessage(filter, list, message);
    }
    this.#lists.set(filter, list);
    return list;
  }

  /** A message with those of its parts that are in the list; without any it stands only among all. */
  #addMessage(filter: ConversationFilter, list: LineList, { index, parts }: ConversationMessage): void {
    let isListed = filter === 'all';
    if (isListed) this.#add(list, index, -1, -1);
    for (const [part, content] of parts.entries()) {
      if (!this.#isIn(filter, index, content, part)) continue;
      if (!isListed) this.#add(list, index, -1, -1);
      isListed = true;
      this.#add(list, index, part, -1);
      for (const finding of this.#byPart.get(addressKey({ message: index, part })) ?? []) this.#add(list, index, part, finding);
    }
  }

  #isIn(filter: ConversationFilter, message: number, part: ConversationPart, at: number): boolean {
    switch (filter) {
      case 'all':
        return true;
      case 'files':
        return this.#files.has(addressKey({ message, part: at }));
      case 'media':
        return part.kind === 'media' || part.kind === 'link';
      case 'findings':
        return this.#byPart.has(addressKey({ message, part: at }));
    }
  }

  #add(list: LineList, message: number, part: number, finding: number): void {
    list.starts.push(list.units);
    list.messages.push(message);
    list.parts.push(part);
    list.findings.push(finding);
    list.units += this.#height(message, part, finding);
  }

  #height(message: number, part: number, finding: number): number {
    const { judged } = this.#sources;
    const found = judged?.findings[finding];
    if (found) return serverWords(found, judged.api) === undefined ? 2 : 3;
    return part >= 0 && this.pictureAt(message, part) ? PICTURE_UNITS : 1;
  }

  #line(filter: ConversationFilter, list: LineList, line: number): ConversationLine {
    const [at = 0, message = -1, part = -1, finding = -1] = [list.starts[line], list.messages[line], list.parts[line], list.findings[line]];
    const place = { at, height: this.#height(message, part, finding) };
    const { judged } = this.#sources;
    const found = judged?.findings[finding];
    if (found) return { ...place, kind: 'finding', message: orNull(message), part: orNull(part), ...findingWords(found, judged.api) };
    const holder = this.#sources.messages[message] as ConversationMessage;
    const content = holder.parts[part];
    const hasPicture = this.pictureAt(message, part) !== undefined;
    const isSent = this.#sent?.has(message) ?? true;
    const receipt = filter === 'files' ? this.#files.get(addressKey({ message, part })) : undefined;
    const file = receipt ? fileWords(receipt) : null;
    if (content) return { ...place, kind: 'part', message, part, file, ...partWords(content, isSent, hasPicture) };
    return {
      ...place,
      kind: 'message',
      message,
      role: holder.role,
      time: holder.time ?? null,
      tokens: judged && messageTokens(holder, judged),
      notSent: isSent ? null : this.#whyNotSent(message),
    };
  }

  #whyNotSent(message: number): string {
    switch (this.#sources.judged?.notSent.get(message)) {
      case 'sidechain':
        return vscode.l10n.t('Not sent: from a subagent');
      case 'other_branch':
        return vscode.l10n.t('Not sent: on another branch');
      case 'compacted':
        return vscode.l10n.t('Not sent: compacted');
      case 'api_error':
        return vscode.l10n.t('Not sent: error recorded by the program');
      case 'dropped':
        return vscode.l10n.t('Not sent: left out by the program');
      case undefined:
        return vscode.l10n.t('Not sent: from another conversation in the file');
    }
  }
}

function orNull(index: number): number | null {
  return index < 0 ? null : index;
}

/** The line that a unit is in. */
function lineAt({ starts }: LineList, unit: number): number {
  return Math.max(0, firstAtLeast(starts, unit + 1) - 1);
}

/** The first of ascending numbers that is not below one. */
function firstAtLeast(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function canBeDrawn({ facts, isBase64 }: MediaPartOf): boolean {
  const { detectedMimeType = '', width = 0, height = 0, size } = facts;
  const pixels = width * height;
  return isBase64 && PICTURE_TYPES.has(detectedMimeType) && size <= LARGEST_PICTURE && pixels > 0 && pixels <= MOST_PIXELS;
}

type PartLine = Extract<ConversationLine, { kind: 'part' }>;
type PartWords = Omit<PartLine, 'kind' | 'at' | 'height' | 'message' | 'part' | 'file'>;

/** A file, and what is sent of it. What is sent as media, its line shows; how it came there, the line does not. */
function fileWords({ name = '', way, sentAs, tokens }: FileReceipt): PartLine['file'] {
  return { name, words: sentenceText(sentAs === 'media' ? sentence(WAY_WORDS[way]) : sentAsSentence(sentAs, tokens)) };
}

function partWords(part: ConversationPart, isSent: boolean, hasPicture: boolean): PartWords {
  const common = { content: part.kind, isResult: part.resultOf !== undefined, isSent, more: '', media: null };
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return { ...common, text: sampleOf(part.sample) };
    case 'link':
      return { ...common, text: sampleOf(part.url) };
    case 'call':
      return { ...common, text: sampleOf(part.name), more: sampleOf(part.sample) };
    case 'unknown':
      return { ...common, text: sampleOf(part.name) };
    case 'media': {
      const { mimeType, detectedMimeType, size, width = null, height = null } = part.facts;
      const type = detectedMimeType ?? mimeType;
      const declared = part.declared === undefined || part.declared === type ? null : sampleOf(part.declared);
      return {
        ...common,
        text: sampleOf(part.filename ?? ''),
        media: { type, declared, size, width, height, hasPicture },
      };
    }
  }
}

function sampleOf(text: string): string {
  return text.slice(0, LONGEST_TEXT).replaceAll(/\s+/g, ' ').trim();
}

type FindingWords = Pick<Extract<ConversationLine, { kind: 'finding' }>, 'severity' | 'sentence' | 'words' | 'source'>;

function findingWords(finding: ConversationFinding, api: WireApi): FindingWords {
  const { severity, source } = finding;
  const isOwn = Object.values<string>(OWN_SOURCES).includes(source);
  return {
    severity,
    sentence: conversationFindingText(finding),
    words: serverWords(finding, api) ?? null,
    source: isOwn ? sentenceText({ text: source, args: [] }) : source,
  };
}

/** A finding in the language of the screen. */
export function conversationFindingText(finding: ConversationFinding): string {
  return sentenceText(conversationSentence({ ...finding, params: readableParams(finding) }));
}

/** A format in words. */
export function formatName(format: ConversationFormat): string {
  switch (format) {
    case 'runtime':
      return vscode.l10n.t('Conversation of an agent');
    case 'claude-code':
      return 'Claude Code';
    case 'codex':
      return 'Codex';
    case 'cline':
      return vscode.l10n.t('{0}, {1} or {2}', 'Cline', 'Roo Code', 'Kilo Code');
    case 'openai-chat':
      return vscode.l10n.t('{0} request', 'OpenAI Chat Completions');
    case 'openai-responses':
      return vscode.l10n.t('{0} request', 'OpenAI Responses');
    case 'anthropic':
      return vscode.l10n.t('{0} request', 'Anthropic Messages');
    case 'gemini':
      return vscode.l10n.t('{0} request', 'Gemini');
    case 'bedrock-converse':
      return vscode.l10n.t('{0} request', 'Amazon Bedrock Converse');
    case 'bedrock-invoke':
      return vscode.l10n.t('{0} request', 'Amazon Bedrock InvokeModel');
    case 'ollama':
      return vscode.l10n.t('{0} request', 'Ollama');
    case 'cline-session':
      return vscode.l10n.t('{0}, cannot be repaired: repairing its sessions has not been tested', 'Cline');
    case 'copilot-cli':
      return vscode.l10n.t('{0}, cannot be repaired: the session refers to files by their hashes', 'Copilot CLI');
    case 'gemini-cli':
      return vscode.l10n.t('{0}, cannot be repaired: the session keeps each message in several places', 'Gemini CLI');
    case 'qwen-code':
      return 'Qwen Code';
    case 'pi':
      return 'pi';
    case 'opencode':
      return vscode.l10n.t('{0}, cannot be repaired: the session is kept in the program’s database', 'opencode · Kilo');
    case 'otel-genai':
      return 'OpenTelemetry GenAI';
    case 'vscode-chat':
      return vscode.l10n.t('{0}, as its view shows it', 'VS Code Chat');
  }
}

/** Whether the file has the messages as the API gets them. What a model thought is left out of them, as the API wants it or not. */
export function isExact({ format, messages, notSent }: ConversationIndex, api: WireApi): boolean {
  const hasThought = messages.some(({ index, parts }) => !notSent.has(index) && parts.some(({ kind }) => kind === 'reasoning'));
  return formatFacts(format)?.exactFor.includes(api) === true && !hasThought;
}

/** How many findings there are of each severity. */
export function countFindings(findings: readonly ConversationFinding[]): NonNullable<ConversationState['verdict']>['findings'] {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
