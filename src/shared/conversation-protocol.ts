import * as z from 'zod/mini';
import { parseMessage, type Parsed } from './parse-message.ts';
import { tokenRange } from './token-figures.ts';

/**
 * Messages between the host and the page of a conversation. The page says `ready`; the host answers `init` and the `state`. The list is
 * as long as the state says, in units of one line's height; the page asks for the lines it shows (`lines`) and for the pictures in them.
 */
const count = z.int().check(z.gte(0));
/** Whether the next request is accepted. */
const outcome = z.enum(['goes_through', 'unknown', 'fails']);
const severity = z.enum(['error', 'warning', 'info']);

/** Which lines are in the list. */
const conversationFilter = z.enum(['all', 'files', 'media', 'findings']);
export type ConversationFilter = z.infer<typeof conversationFilter>;

/** Properties of every line: its first unit in the list, and how many it fills. */
const place = { at: count, height: z.int().check(z.gte(1), z.lte(10)) };

const conversationLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    ...place,
    /** Counted from 0. */
    message: count,
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    /** Milliseconds since 1970. */
    time: z.nullable(z.number()),
    /** Estimated; null where a part of it is not known. */
    tokens: z.nullable(z.number()),
    /** Why it is not in the next request, in the language of the screen. */
    notSent: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('part'),
    ...place,
    message: count,
    part: count,
    content: z.enum(['text', 'media', 'link', 'call', 'reasoning', 'unknown']),
    /** A sample of a text, the name of a call, an address, a file name. */
    text: z.string(),
    /** The arguments of a call. */
    more: z.string(),
    /** The result of a call, not a part of the message itself. */
    isResult: z.boolean(),
    isSent: z.boolean(),
    /** Of a file, in the list of these: its name, which may not be known, and what is sent of it or how media came there, in the language of the screen. */
    file: z.nullable(z.object({ name: z.string(), words: z.string() })),
    media: z.nullable(
      z.object({
        type: z.string(),
        /** What the file says instead. */
        declared: z.nullable(z.string()),
        /** Bytes. */
        size: z.number(),
        /** Pixels. */
        width: z.nullable(z.number()),
        height: z.nullable(z.number()),
        /** Whether a picture of it can be asked for. */
        hasPicture: z.boolean(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('finding'),
    ...place,
    /** Null for the request as a whole. */
    message: z.nullable(count),
    part: z.nullable(count),
    severity,
    sentence: z.string(),
    /** What the server would say; null where that is not known. */
    words: z.nullable(z.string()),
    /** Where the rule is written. */
    source: z.string(),
  }),
]);

const conversationState = z.object({
  /** Grows whenever lines may be other ones. */
  revision: count,
  /** The name of the file. */
  name: z.string(),
  /** Between 0 and 1 while something is read; null when nothing is. */
  progress: z.nullable(z.number()),
  /** Why nothing, or nothing newer, is shown; in the language of the screen. */
  problem: z.nullable(z.string()),
  /** While it is read for the first time: the messages so far, and their units of the list; null before and after. */
  soFar: z.nullable(z.object({ messages: count, units: count })),
  /** What was read; null before. */
  read: z.nullable(
    z.object({
      title: z.nullable(z.string()),
      /** The format in words. */
      format: z.string(),
      /** Bytes. */
      size: z.number(),
      /** How many of them are base64 of media, sent or not. */
      mediaBytes: z.number(),
      messages: count,
      notSent: count,
      media: count,
      /** Media, and files that the program read. */
      files: count,
      /** Lines that could not be read, and the number of the first one. */
      broken: count,
      firstBroken: z.nullable(count),
      /** Units of the list for each filter. */
      units: z.object({ all: count, files: count, media: count, findings: count }),
      /** Whether lines are left out because there are too many. */
      isCut: z.boolean(),
      /** The version that wrote it, where it is newer than the last one that was seen; null otherwise. */
      newer: z.nullable(z.object({ written: z.string(), seen: z.string() })),
      /** The requests that were answered, as the server counted them, in words; null where the file has no counts. */
      requests: z.nullable(z.object({ count, words: z.string(), facts: z.array(z.object({ label: z.string(), value: z.string() })) })),
    }),
  ),
  model: z.object({ name: z.nullable(z.string()), api: z.string() }),
  /** What the model makes of it; null while that is found out. */
  verdict: z.nullable(
    z.object({
      outcome,
      /** The message of the first error; null for the request as a whole. */
      message: z.nullable(count),
      sentence: z.nullable(z.string()),
      findings: z.object({ error: count, warning: count, info: count }),
      tokens: z.nullable(tokenRange),
      /** What was sent with the messages and is not in the file; null where it is. */
      lacks: z.nullable(z.enum(['tools', 'system_and_tools'])),
      /** The first part whose tokens are not known, counted from 0; null where all are. */
      uncounted: z.nullable(z.object({ message: count, part: count })),
      /** How many of the tokens a server has counted; null where it has none. */
      counted: z.nullable(count),
      /** Its messages are those that are sent. */
      isExact: z.boolean(),
    }),
  ),
  repair: z.object({
    /** Parts that could be repaired. */
    parts: count,
    /** Why it cannot be done here. */
    refusal: z.nullable(z.string()),
    canUndo: z.boolean(),
    /** What is undone puts media back that were taken out. */
    restoresMedia: z.boolean(),
    /** Media could be taken out of the file, and are enough to be worth it. */
    canSlim: z.boolean(),
  }),
});

/** What a model would make of the conversation. */
const switchRow = z.object({
  serviceId: z.string(),
  name: z.string(),
  /** The name of its API. */
  api: z.string(),
  isChosen: z.boolean(),
  /** The conversation was made with it. */
  isOwn: z.boolean(),
  outcome,
  /** The message of the first error; null for the request as a whole, and without any. */
  message: z.nullable(count),
  /** What the first error says, or why it may fail. */
  sentence: z.nullable(z.string()),
  /** Numbers of messages, one for each part that the model does not get. */
  lost: z.array(count),
  /** Parts that can be repaired for it. */
  repairs: count,
  tokens: z.nullable(tokenRange),
  /** What the tokens are without, where those of another model are not. */
  lacks: z.nullable(z.enum(['tools', 'system_and_tools'])),
});

/** A request that was answered, in the tokens that the server counted. */
const requestRow = z.object({
  /** The number of a message of its answer, counted from 0. */
  message: count,
  /** Milliseconds since 1970. */
  time: z.nullable(z.number()),
  model: z.string(),
  /** All of its input; of that, what was read from the cache, and what was written to it where the server tells that. */
  input: z.number(),
  cached: z.number(),
  written: z.nullable(z.number()),
  output: z.number(),
  /** US dollars; null where the price is not known. */
  price: z.nullable(z.number()),
  /** What the request before had in the cache and this one did not read, what that cost more, and why it was, in words. */
  miss: z.nullable(z.object({ tokens: z.number(), price: z.nullable(z.number()), reason: z.string() })),
});

/** A bar of the picture of the requests: one of them, or several that follow each other. */
const requestBar = z.object({
  /** The first of them, counted from 0, and the one behind the last. */
  from: count,
  to: count,
  /** The message of the first answer, counted from 0. */
  message: count,
  /** Tokens of one of them, on average: of the input what was read from the cache and what was not, and the output. */
  cached: z.number(),
  fresh: z.number(),
  output: z.number(),
  /** One of them missed the cache. */
  isMissed: z.boolean(),
  /** Its figures in words. */
  title: z.string(),
});

export type RequestBar = z.infer<typeof requestBar>;
export type RequestRow = z.infer<typeof requestRow>;
export type SwitchRow = z.infer<typeof switchRow>;
export type ConversationLine = z.infer<typeof conversationLine>;
export type ConversationState = z.infer<typeof conversationState>;

const conversationHostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('init'),
    /** BCP 47 display language. */
    locale: z.string(),
    /** Translations by English text; empty for English. */
    bundle: z.record(z.string(), z.string()),
  }),
  z.object({ type: z.literal('state'), state: conversationState }),
  /** The lines that stand, wholly or in part, between two units; `to` not included. */
  z.object({
    type: z.literal('lines'),
    revision: count,
    filter: conversationFilter,
    from: count,
    to: count,
    lines: z.array(conversationLine),
  }),
  /** A picture as base64; null when it cannot be shown. */
  z.object({ type: z.literal('picture'), revision: count, message: count, part: count, data: z.nullable(z.string()) }),
  /** Brings a line of the list on the screen. */
  z.object({ type: z.literal('goTo'), revision: count, filter: conversationFilter, at: count }),
  /** More lines of the list of all that hold the words of a search, by their first units; in any order. */
  z.object({
    type: z.literal('found'),
    revision: count,
    words: z.string(),
    units: z.array(count),
    isDone: z.boolean(),
    /** There are more, which are not told. */
    isCut: z.boolean(),
  }),
  /** Rows of the table of requests, from one on. */
  z.object({ type: z.literal('requests'), revision: count, from: count, rows: z.array(requestRow) }),
  /** All requests in as many bars as were asked for, or fewer. */
  z.object({ type: z.literal('requestBars'), revision: count, bars: z.array(requestBar) }),
  /** The answer to `compareModels`. */
  z.object({ type: z.literal('switches'), rows: z.array(switchRow) }),
]);

const part = { revision: count, message: count, part: count };

const conversationPageMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'ready',
      'pickModel',
      'repair',
      'slim',
      'undo',
      'findError',
      'openText',
      'manageTrust',
      'compareModels',
      'chooseComparedModels',
    ]),
  }),
  /** Examines the conversation for another model, and offers its repair when that is wanted too. */
  z.object({ type: z.literal('chooseModel'), serviceId: z.string(), thenRepair: z.boolean() }),
  /** Shows a part in the preview; null: all parts of the message. */
  z.object({ type: z.literal('preview'), revision: count, message: count, part: z.nullable(count) }),
  z.object({ type: z.literal('lines'), revision: count, filter: conversationFilter, from: count, to: count }),
  z.object({ type: z.literal('picture'), ...part }),
  z.object({ type: z.literal('requests'), revision: count, from: count, to: count }),
  z.object({ type: z.literal('requestBars'), revision: count, most: z.int().check(z.gte(1), z.lte(10_000)) }),
  /** The next finding after a line, or the one before it; from the other end again when there is none. */
  z.object({ type: z.literal('findFinding'), revision: count, filter: conversationFilter, from: z.int(), back: z.boolean() }),
  /** The first line of a message, in a list it is in. */
  z.object({ type: z.literal('findMessage'), revision: count, message: count }),
  /** Looks for words in names and texts, instead of what was looked for before; empty words end that. */
  z.object({ type: z.literal('search'), revision: count, words: z.string().check(z.maxLength(1000)) }),
  /** Shows a message in a text editor. */
  z.object({ type: z.literal('reveal'), revision: count, message: count }),
]);

export type ConversationHostMessage = z.infer<typeof conversationHostMessage>;
export type ConversationPageMessage = z.infer<typeof conversationPageMessage>;

/** Checks a message that arrived from the host. */
export function parseConversationHostMessage(data: unknown): Parsed<ConversationHostMessage> {
  return parseMessage(conversationHostMessage, data);
}

/** Checks a message that arrived from the webview; nothing about it may be trusted before. */
export function parseConversationPageMessage(data: unknown): Parsed<ConversationPageMessage> {
  return parseMessage(conversationPageMessage, data);
}

/** What the page keeps across reloads through `setState`. */
const conversationViewState = z.object({
  filter: conversationFilter,
  /** The unit the keyboard is on; -1 for none. */
  active: z.int().check(z.gte(-1)),
  /** Pixels. */
  top: z.number().check(z.gte(0)),
  /** The table of models is shown instead of the messages. */
  isSwitching: z.boolean(),
  /** The table of requests is open. */
  hasRequestsOpen: z.boolean(),
});

export type ConversationViewState = z.infer<typeof conversationViewState>;

/** The kept state, or null when it is none of ours. */
export function parseConversationViewState(data: unknown): ConversationViewState | null {
  const result = conversationViewState.safeParse(data);
  return result.success ? result.data : null;
}
