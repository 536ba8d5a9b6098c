import { formatSize } from '../content/size.ts';
import { sentence, type Sentence } from '../io/errors.ts';
import type { ExpectedPart } from '../programs/expected-delivery.ts';
import type { ProgramDelivery } from './through-program.ts';

/** What a program sends of a file, in words that can be translated. */
export const DELIVERY_WORDS = {
  unknown: 'not known',
  nothing: 'nothing',
  image: 'image',
  document: 'document',
  audio: 'audio',
  video: 'video',
  text: 'text',
  raw: 'raw bytes as text',
  base64: 'base64 as text',
  note: 'only a note',
  atMost: 'at most {0} × {1}',
  cut: 'cut to about {0}',
  perhapsCut: 'perhaps cut',
  times: '{0} times',
  inUserMessage: 'in a user message',
  seen: 'Seen on {0}.',
  seenWith: 'Seen on {0} with {1}.',
} as const;

/** Words about one part of what is sent: its form, then what is to be said of it. */
type PartWords = readonly Sentence[];

/** What is sent, part by part; never empty. */
export function deliveryWords({ outcome, parts }: Pick<ProgramDelivery, 'outcome' | 'parts'>): readonly PartWords[] {
  if (outcome === 'unknown') return [[sentence(DELIVERY_WORDS.unknown)]];
  return parts.length === 0 ? [[sentence(DELIVERY_WORDS.nothing)]] : parts.map(partWords);
}

function partWords({ as, size, atLeast, type, characters, extent, times, in: place }: ExpectedPart): PartWords {
  const [width, height] = size ?? [];
  return [
    sentence(DELIVERY_WORDS[as]),
    ...(as === 'image' && width !== undefined && height !== undefined
      ? [sentence(atLeast ? DELIVERY_WORDS.atMost : '{0} × {1}', width, height)]
      : []),
    ...(as === 'image' && type !== undefined ? [sentence('{0}', type)] : []),
    ...(extent === 'cut' ? [sentence(DELIVERY_WORDS.cut, formatSize(characters ?? 0))] : []),
    ...(extent === 'unclear' ? [sentence(DELIVERY_WORDS.perhapsCut)] : []),
    ...(times === undefined ? [] : [sentence(DELIVERY_WORDS.times, times)]),
    ...(place === 'user' && as !== 'note' ? [sentence(DELIVERY_WORDS.inUserMessage)] : []),
  ];
}

/** Why nothing is known, or when and with which model it was seen. */
export function deliverySource({ program, outcome, because, seenWith }: ProgramDelivery): Sentence {
  if (outcome === 'unknown' && because) return because;
  return seenWith === undefined ? sentence(DELIVERY_WORDS.seen, program.seen) : sentence(DELIVERY_WORDS.seenWith, program.seen, seenWith);
}
