import type { WireOutcome } from './verdict.ts';

/** Puts a template (`{0}`, …) in the language of whom it is said to. */
export type Say = (text: string, ...args: readonly string[]) => string;

/**
 * What became of a part on its way into a request, and of a request as a whole: the words of the preview, of *Compare* and of the command line.
 * `unreceived` is what is in a request that is rejected for something else.
 */
export const OUTCOME_WORDS = {
  sent: 'Sent',
  converted: 'Converted',
  rehomed: 'Moved',
  rejected: 'Rejected',
  dropped: 'Dropped',
  over: 'Over a limit',
  unreceived: 'Not received',
} as const satisfies Record<WireOutcome | 'over' | 'unreceived', string>;
export type OutcomeWord = keyof typeof OUTCOME_WORDS;

/**
 * What the model receives in the end, when what its capabilities decide and what the API does with it are taken together:
 * `arrives` – the content; `doubtful` – it is sent, but the model may not see it as it is; `partly` – some
 * attachments and not others; `described` – a description, as the capabilities decide; `dropped` – a note, because the API
 * has no place for it; `failed` – a note that it cannot be read; `refused` – nothing, the request fails; `nothing` – there
 * is nothing to send, or nothing of it is. From best to worst.
 * `{0}` is the word for the content.
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
export const CONTENT_WORDS = { image_url: 'Image', file: 'File', text: 'Text', message: 'Message' } as const;

/** What became of a request: that of its parts; where it exceeds a limit of the API, nothing of them counts. */
export function outcomeOfRequest(worst: WireOutcome, isOverLimit: boolean): OutcomeWord {
  return isOverLimit && worst !== 'rejected' ? 'over' : worst;
}

/** What the model receives in the end, in a word. @param way any other one is that of a text */
export function receivedWord(state: ArrivalState, way: string, say: Say): string {
  const content = Object.hasOwn(CONTENT_WORDS, way) ? CONTENT_WORDS[way as keyof typeof CONTENT_WORDS] : CONTENT_WORDS.text;
  return state === 'arrives' ? say(content) : say(ARRIVAL_WORDS[state], say(content));
}
