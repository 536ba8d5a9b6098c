import { own } from '../io/own.ts';
import {
  ADDRESS_NOT_TAKEN,
  BEDROCK_AUDIO,
  BEDROCK_DOCUMENT_FORMATS,
  BEDROCK_DOCUMENTS,
  BEDROCK_IMAGES,
  BEDROCK_VIDEO,
  imageSent,
  NO_SHAPE,
  NOT_BASE64,
  NOTHING_TO_SEND,
  type Placement,
  refused,
  sent,
  TEXT_OF_FILE,
  UNLISTED,
} from './accepted-types.ts';
import { captionNote, type Decision, fileNameOf, type Ledger, leaveOut, rawBase64Of } from './ledger.ts';
import { type AssistantTurn, type MediaItem, type PlacedPart, systemText, type ToolTurn, type Turn, type WireItem } from './turns.ts';

interface Source {
  bytes: string;
}

/** Content that a person or a tool gives: an object with one member, which names its kind. */
type ConversePart =
  | { text: string }
  | { image: { format: string; source: Source } }
  | { document: { format: string; name: string; source: Source } }
  | { video: { format: string; source: Source } }
  | { audio: { format: string; source: Source } };

type ConverseBlock =
  | ConversePart
  | { toolUse: { toolUseId: string; name: string; input: Record<string, unknown> } }
  | { toolResult: { toolUseId: string; content: ConversePart[] } };

interface ConverseMessage {
  role: 'user' | 'assistant';
  content: ConverseBlock[];
}

/** A request to Converse of Amazon Bedrock; the model stands in its address. */
export interface ConverseBody {
  system?: { text: string }[];
  messages: ConverseMessage[];
  toolConfig?: { tools: { toolSpec: { name: string; inputSchema: { json: { type: 'object' } } } }[] };
}

/** Writes a request to Converse. @param model decides what the answer of a tool may hold, and whether film is taken */
export function writeConverse(turns: readonly Turn[], ledger: Ledger, model: string): ConverseBody {
  const messages: ConverseMessage[] = [];
  for (const turn of turns) {
    if (turn.role === 'system') continue;
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const blocks = blocksOf(turn, { ledger, model });
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else if (blocks.length > 0) messages.push({ role, content: blocks });
  }
  for (const { content } of messages) addText(content);
  nameApart(messages);
  const system = systemText(turns);
  return { ...(system !== '' && { system: [{ text: system }] }), messages, ...toolConfig(turns) };
}

/** Calls are taken only in a request that has tools (error 400, as reported: vxcontrol/pentagi #196, 2026-03): those that were called. */
function toolConfig(turns: readonly Turn[]): Pick<ConverseBody, 'toolConfig'> {
  const names = new Set(turns.flatMap((turn) => (turn.role === 'assistant' ? turn.calls.map(({ name }) => name) : [])));
  const tools = [...names].map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' as const } } } }));
  return tools.length > 0 ? { toolConfig: { tools } } : {};
}

interface Target {
  readonly ledger: Ledger;
  readonly model: string;
}

function blocksOf(turn: Exclude<Turn, { role: 'system' }>, target: Target): ConverseBlock[] {
  switch (turn.role) {
    case 'assistant':
      return answerBlocks(turn);
    case 'tool':
      return resultBlocks(turn, target);
    case 'user':
      return turn.parts.flatMap((part) => partsOf(part, target, 'user'));
  }
}

function answerBlocks({ text, calls }: AssistantTurn): ConverseBlock[] {
  return [...(text === '' ? [] : [{ text }]), ...calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } }))];
}

function resultBlocks({ answers }: ToolTurn, target: Target): ConverseBlock[] {
  return answers.map(({ callId, parts }) => ({
    toolResult: { toolUseId: callId, content: parts.flatMap((part) => partsOf(part, target, 'tool')) },
  }));
}

/** A message with a document has to have a text as well: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html (2026-11) */
function addText(content: ConverseBlock[]): void {
  const hasDocument = content.some((block) => 'document' in block);
  if (hasDocument && !content.some((block) => 'text' in block)) content.push({ text: 'Read the document.' });
}

/** Gives documents of one name numbers: “Messages can't contain duplicate document names” (maximhq/bifrost #7003, 2026-09). */
function nameApart(messages: ConverseBody['messages']): void {
  const taken = new Set<string>();
  for (const block of messages.flatMap(({ content }) =>
    content.flatMap((each) => ('toolResult' in each ? each.toolResult.content : [each])),
  )) {
    if (!('document' in block)) continue;
    const { document } = block;
    const plain = document.name.slice(0, LONGEST_NAME - ' (10000)'.length);
    for (let number = 2; taken.has(document.name); number++) document.name = `${plain} (${number})`;
    taken.add(document.name);
  }
}

/** A text file has its name before its text. */
function partsOf(part: PlacedPart, { ledger, model }: Target, placement: Placement): ConversePart[] {
  const { item } = part;
  const decision = decide(item, model, placement);
  const shape = decision.outcome === 'dropped' ? undefined : shapeOf(item, ledger);
  if (!shape) return [{ text: leaveOut(part, decision, ledger) }];
  const caption = decision === TEXT_OF_FILE || (decision === BLANK && item.type === 'media') ? captionNote(item) : undefined;
  ledger.place(part, decision, { holder: shape }, caption);
  return caption === undefined ? [shape] : [{ text: caption }, shape];
}

/** Whether a model is Amazon's: of media, those take pictures alone in the answer of a tool. */
export function isNova(model: string): boolean {
  return /(?:^|[./])nova-/.test(model);
}

const CLAUDE = /claude-/;

function decide(item: WireItem, model: string, placement: Placement): Decision {
  switch (item.type) {
    case 'text':
      return placement === 'user' && isBlank(item.text) ? BLANK : { outcome: 'sent', rule: 'text' };
    case 'link':
      return ADDRESS_NOT_TAKEN;
    case 'broken':
      return NOTHING_TO_SEND;
    case 'unknown':
      return NO_SHAPE;
    case 'media':
      return decideMedia(item, model, placement);
  }
}

function decideMedia(item: MediaItem, model: string, placement: Placement): Decision {
  if (!item.isBase64) return NOT_BASE64;
  switch (item.kind) {
    case 'image':
      return decideImage(item, model, placement);
    case 'video':
      return decideFilm(item, model, placement);
    case 'audio':
      return placement === 'tool' || own(BEDROCK_AUDIO, item.mimeType) === undefined ? NO_SHAPE : UNLISTED;
    case 'text':
    case 'document':
    case 'other':
      return decideDocument(item, model, placement);
  }
}

/** In the answer of a tool: "only supported by Amazon Nova and Anthropic Claude 3 and 4 models". */
function decideImage(item: MediaItem, model: string, placement: Placement): Decision {
  if (!BEDROCK_IMAGES.types.has(item.mimeType)) return refused('image_type_refused', BEDROCK_IMAGES);
  const isListed = placement === 'user' || isNova(model) || CLAUDE.test(model);
  return isListed ? imageSent(item, placement) : UNLISTED;
}

/** Nova watches film and Claude does not; which other models do is nowhere listed. */
function decideFilm({ mimeType }: MediaItem, model: string, placement: Placement): Decision {
  if (CLAUDE.test(model) || own(BEDROCK_VIDEO, mimeType) === undefined) return NO_SHAPE;
  if (!isNova(model)) return UNLISTED;
  return placement === 'user' ? sent(placement) : NO_SHAPE;
}

function decideDocument(item: MediaItem, model: string, placement: Placement): Decision {
  if (BEDROCK_DOCUMENTS.types.has(item.mimeType)) return placement === 'tool' && isNova(model) ? NO_SHAPE : sent(placement);
  const text = item.kind === 'text' ? item.text() : undefined;
  if (text === undefined) return NO_SHAPE;
  return placement === 'user' && isBlank(text) ? BLANK : TEXT_OF_FILE;
}

/** The text of a result is not known to be refused where it is blank. */
const BLANK: Decision = { outcome: 'rejected', rule: 'text_blank' };

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

function shapeOf(item: WireItem, ledger: Ledger): ConversePart | undefined {
  if (item.type === 'text') return { text: item.text };
  if (item.type !== 'media') return undefined;
  const { mimeType } = item;
  const source: Source = { bytes: '' };
  const filled = <Part extends ConversePart>(part: Part): Part => {
    rawBase64Of(item, source, 'bytes', ledger);
    return part;
  };
  switch (item.kind) {
    case 'image':
      return filled({ image: { format: mimeType.replace(/^image\//, ''), source } });
    case 'video':
      return filled({ video: { format: own(BEDROCK_VIDEO, mimeType) ?? '', source } });
    case 'audio':
      return filled({ audio: { format: own(BEDROCK_AUDIO, mimeType) ?? '', source } });
    case 'text':
    case 'document':
    case 'other': {
      const format = own(BEDROCK_DOCUMENT_FORMATS, mimeType);
      if (format !== undefined) return filled({ document: { format, name: documentName(fileNameOf(item)), source } });
      const text = item.text();
      return text === undefined ? undefined : { text };
    }
  }
}

/** A name as the API takes it: letters, digits, single blanks, hyphens, parentheses and square brackets; without its extension. */
export function documentName(filename: string): string {
  const plain = filename
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replace(/[^a-zA-Z\d\s()[\]-]+/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.slice(0, LONGEST_NAME) || 'document';
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html (2026-11) */
const LONGEST_NAME = 200;
