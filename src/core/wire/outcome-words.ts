import type { WireOutcome } from './verdict.ts';

/** Puts a template (`{0}`, …) in the language of whom it is said to. */
export type Say = (text: string, ...args: readonly string[]) => string;

/**
 * What became of a part on its way into a request: the words of the list of parts and of attachments.
 * `unreceived` is what is in a request that is rejected for something else.
 */
export const OUTCOME_WORDS = {
  sent: 'Sent',
  converted: 'Converted',
  rehomed: 'In a user message',
  rejected: 'Rejected',
  dropped: 'Dropped',
  unreceived: 'Not received',
} as const satisfies Record<WireOutcome | 'unreceived', string>;
export type OutcomeWord = keyof typeof OUTCOME_WORDS;

/**
 * What the model receives in the end, when what its capabilities decide and what the API does with it are taken together:
 * `arrives` – the content; `doubtful` – it is sent, but the model may not see it as it is; `partly` – some
 * attachments and not others; `described` – a description, as the capabilities decide; `dropped` – a note, because the API
 * has no place for it; `failed` – a note that it cannot be read; `refused` – nothing, the request fails; `nothing` – there
 * is nothing to send, or nothing of it is. From best to worst.
 * `{0}` is the word for the content. Of several files some arrive in part: see {@link FILES_WORDS}.
 */
export const ARRIVAL_WORDS = {
  arrives: '{0}',
  doubtful: '{0}, doubtful',
  partly: 'In part',
  described: 'Description',
  dropped: 'Only a note',
  failed: 'Failed',
  refused: 'Refused',
  nothing: 'Nothing',
} as const;
export type ArrivalState = keyof typeof ARRIVAL_WORDS;

/** A content by the way it is routed. */
export const CONTENT_WORDS = { image_url: 'Image', file: 'File', text: 'Text' } as const;

/** The files of a message, all of them and some of them. */
export const FILES_WORDS = { all: '{0} files', some: '{0} of {1} files' } as const;

/** How it comes to the model, or why not, behind the word for what the model receives. */
export const MANNER_WORDS = { converted: 'in another form', rehomed: 'in a user message', over: 'over a limit' } as const;

/** How many of the files of a message are in the request. */
interface FilesSent {
  readonly sent: number;
  readonly all: number;
}

/** What is known of a request when its verdict is put in words. */
export interface Received {
  readonly arrival: ArrivalState;
  /** How the content is routed: any name that is not of `CONTENT_WORDS` is that of a text. */
  readonly route: string;
  /** The worst of its parts; null when nothing is sent. */
  readonly wire: WireOutcome | null;
  readonly isOverLimit: boolean;
  /** How many of several files are sent; absent for one content. */
  readonly files?: FilesSent | undefined;
}

/** What the model receives in the end, in a word: `Image`, `2 of 3 files`, `Description`. */
export function receivedWord({ arrival, route, files }: Pick<Received, 'arrival' | 'route' | 'files'>, say: Say): string {
  if (files && arrival === 'partly') return say(FILES_WORDS.some, String(files.sent), String(files.all));
  const content = Object.hasOwn(CONTENT_WORDS, route) ? CONTENT_WORDS[route as keyof typeof CONTENT_WORDS] : CONTENT_WORDS.text;
  const word = files ? say(FILES_WORDS.all, String(files.all)) : say(content);
  return arrival === 'arrives' ? word : say(ARRIVAL_WORDS[arrival], word);
}

/** How that comes to the model, or by what it does not; empty where nothing is to be said: of several files each has its own manner. */
export function mannerWord({ arrival, wire, isOverLimit, files }: Received, say: Say): string {
  if (arrival === 'refused') return isOverLimit && wire !== 'rejected' ? say(MANNER_WORDS.over) : '';
  const isReceived = arrival === 'arrives' || arrival === 'doubtful';
  return isReceived && !files && (wire === 'converted' || wire === 'rehomed') ? say(MANNER_WORDS[wire]) : '';
}
