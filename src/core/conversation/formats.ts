import type { WireApi } from '../wire/verdict.ts';
import type { ConversationFormat } from './conversation.ts';

/** What is known of a format beside how its records are read. */
export interface FormatFacts {
  /**
   * How messages are written: blocks of Anthropic, messages of Chat Completions, items of Responses, contents of Gemini, entries of pi and parts
   * of opencode, blocks of Bedrock's Converse, spans, or the view of a chat.
   */
  readonly notation: 'blocks' | 'chat' | 'converse' | 'items' | 'contents' | 'entries' | 'spans' | 'view';
  /** The API it is sent to. */
  readonly api: WireApi;
  /** The APIs by whose rules it is judged as it stands. */
  readonly judgedFor: readonly WireApi[];
  /** The APIs that get its messages as they are stored. */
  readonly exactFor: readonly WireApi[];
  /** Whether a file is a request body. */
  readonly isBody: boolean;
  /** What its lines or documents are: messages of one conversation, a whole conversation each, or each with all that came before. */
  readonly roots: 'messages' | 'conversations' | 'growing';
  /** Whether the program appends to its file, line by line; otherwise it is written anew. */
  readonly isAppended: boolean;
  /** Whether the file lacks what was sent with it, such as the system prompt. */
  readonly isReplayed: boolean;
  /** Whether no repair of it is sure: its program has the same in several places, keeps it while it runs, or no repair was tried with it. */
  readonly isReadOnly?: true;
  /** Whether its program sends the results of a resumed session once more; what a server makes of it is not known. */
  readonly repeatsResults?: true;
  /** What it has beside texts, media and calls: sent as well, or there for the eyes of a person. */
  readonly others: 'sent' | 'shown';
  /** Whether an answer is written in several lines, with results in between. */
  readonly hasSplitAnswers: boolean;
  /** Whether the ids of its calls are sent as they are. */
  readonly keepsIds: boolean;
  /** What Anthropic refuses of it as it is written: all its rules say, an empty text before a call, or nothing, because others put it right. */
  readonly asWritten: 'all' | 'empty_text' | 'nothing';
}

/** Every format of conversations; the compiler asks for each fact of a new one. */
export const FORMATS = {
  runtime: {
    notation: 'chat',
    api: 'openai-compatible',
    judgedFor: [],
    exactFor: ['openai-chat', 'openai-compatible'],
    isBody: false,
    roots: 'conversations',
    isAppended: false,
    isReplayed: false,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: true,
    asWritten: 'nothing',
  },
  'claude-code': {
    notation: 'blocks',
    api: 'anthropic',
    judgedFor: ['anthropic'],
    exactFor: [],
    isBody: false,
    roots: 'messages',
    isAppended: true,
    isReplayed: true,
    others: 'sent',
    hasSplitAnswers: true,
    // The same call stands in several lines.
    keepsIds: false,
    asWritten: 'empty_text',
  },
  codex: {
    notation: 'items',
    api: 'openai-responses',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'messages',
    isAppended: true,
    isReplayed: true,
    others: 'sent',
    hasSplitAnswers: true,
    keepsIds: false,
    asWritten: 'nothing',
  },
  'openai-chat': {
    notation: 'chat',
    api: 'openai-chat',
    judgedFor: ['openai-chat', 'openai-compatible', 'mistral', 'cohere'],
    exactFor: ['openai-chat', 'openai-compatible', 'mistral', 'cohere'],
    isBody: true,
    roots: 'conversations',
    isAppended: false,
    isReplayed: false,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: true,
    asWritten: 'nothing',
  },
  'openai-responses': {
    notation: 'items',
    api: 'openai-responses',
    judgedFor: ['openai-responses'],
    exactFor: ['openai-responses'],
    isBody: true,
    roots: 'conversations',
    isAppended: false,
    isReplayed: false,
    others: 'sent',
    hasSplitAnswers: true,
    keepsIds: false,
    asWritten: 'nothing',
  },
  anthropic: {
    notation: 'blocks',
    api: 'anthropic',
    judgedFor: ['anthropic', 'bedrock-invoke'],
    exactFor: ['anthropic', 'bedrock-invoke'],
    isBody: true,
    roots: 'conversations',
    isAppended: false,
    isReplayed: false,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: true,
    asWritten: 'all',
  },
  gemini: {
    notation: 'contents',
    api: 'gemini',
    judgedFor: ['gemini', 'gemini-2'],
    exactFor: ['gemini', 'gemini-2'],
    isBody: true,
    roots: 'conversations',
    isAppended: false,
    isReplayed: false,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  'bedrock-converse': {
    notation: 'converse',
    api: 'bedrock-converse',
    judgedFor: ['bedrock-converse', 'bedrock-invoke'],
    exactFor: ['bedrock-converse', 'bedrock-invoke'],
    isReadOnly: true,
    isBody: true,
    roots: 'conversations',
    isAppended: false,
    isReplayed: false,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: true,
    asWritten: 'nothing',
  },
  'bedrock-invoke': {
    notation: 'chat',
    api: 'bedrock-invoke',
    judgedFor: ['bedrock-invoke'],
    exactFor: ['bedrock-invoke'],
    isReadOnly: true,
    isBody: true,
    roots: 'conversations',
    isAppended: false,
    isReplayed: false,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  ollama: {
    notation: 'chat',
    api: 'ollama',
    judgedFor: ['ollama'],
    exactFor: ['ollama'],
    isReadOnly: true,
    isBody: true,
    roots: 'conversations',
    isAppended: false,
    isReplayed: false,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  cline: {
    notation: 'blocks',
    api: 'anthropic',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'conversations',
    isAppended: false,
    isReplayed: true,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: true,
    asWritten: 'all',
  },
  'cline-session': {
    notation: 'blocks',
    api: 'openai-compatible',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'conversations',
    isAppended: false,
    isReplayed: true,
    isReadOnly: true,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  'copilot-cli': {
    notation: 'chat',
    api: 'openai-chat',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'messages',
    isAppended: true,
    isReplayed: true,
    isReadOnly: true,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  'gemini-cli': {
    notation: 'contents',
    api: 'gemini',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'messages',
    isAppended: false,
    isReplayed: true,
    isReadOnly: true,
    repeatsResults: true,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  'qwen-code': {
    notation: 'contents',
    api: 'openai-compatible',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'messages',
    isAppended: true,
    isReplayed: true,
    others: 'sent',
    hasSplitAnswers: true,
    keepsIds: false,
    asWritten: 'nothing',
  },
  pi: {
    notation: 'entries',
    api: 'openai-compatible',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'messages',
    isAppended: true,
    isReplayed: true,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  opencode: {
    notation: 'entries',
    api: 'openai-compatible',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'conversations',
    isAppended: false,
    isReplayed: true,
    isReadOnly: true,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  'otel-genai': {
    notation: 'spans',
    api: 'openai-chat',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'growing',
    isAppended: false,
    isReplayed: false,
    others: 'shown',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
  'vscode-chat': {
    notation: 'view',
    api: 'openai-chat',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'messages',
    isAppended: false,
    isReplayed: true,
    isReadOnly: true,
    others: 'shown',
    hasSplitAnswers: false,
    keepsIds: false,
    asWritten: 'nothing',
  },
} as const satisfies Readonly<Record<ConversationFormat, FormatFacts>>;

/** What is known of the format of a file; undefined where no format was recognised. */
export function formatFacts(format: ConversationFormat | null): FormatFacts | undefined {
  return format === null ? undefined : FORMATS[format];
}
