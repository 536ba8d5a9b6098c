import type { Probe } from './probe.ts';

/** Probes that send a sample; whether it was seen can only be told from the answer. */
export type SampleProbe = Extract<Probe, 'vision' | 'audio' | 'file' | 'tool_result_media'>;

/** The colour of the picture, in the languages models answer in, whatever they are asked in. */
const RED = [
  words(
    'red|reddish|crimson|scarlet|rot(?:e[mnrs]?)?|rouges?|roj[oa]s?|ross[oaie]|vermelh[oa]|vermell|rood|röda?|rött|røde?|rødt|punai\\p{L}*|punane|raudon\\p{L}*|sarkan\\p{L}*',
  ),
  words(
    'czerwon\\p{L}*|červen\\p{L}*|crven\\p{L}*|piros|vörös|kırmızı|merah|đỏ|roșu|rosu|красн\\p{L}*|червон\\p{L}*|червен\\p{L}*|κόκκιν\\p{L}*',
  ),
  /红|紅|赤|レッド|빨간|빨강|붉은|적색|레드|أحمر|احمر|אדום|लाल|แดง|#f00\b|#ff0000|255\s*,\s*0\s*,\s*0(?!\d)/giu,
];
/** The word on the page, or the same flower in another language. */
const ORCHID = [/orchid|orqu[ií]dea|orkid|орхиде|兰|蘭|オーキッド|난초/giu];
const SILENCE = [
  words(
    'silen(?:ce|t|cio|zio|cieux)|silêncio|quiet|nothing|nichts|stille|ruhe|rien|nada|niente|stilte|тишин\\p{L}*|ничего|cisza|sessizlik',
  ),
  /安静|安靜|寂静|寂靜|静音|靜音|静寂|無音|无声|無聲|沉默|침묵|조용|무음|정적|صمت|शांति|मौन/gu,
];
const EVIDENCE: Readonly<Record<SampleProbe, readonly RegExp[]>> = {
  vision: RED,
  file: ORCHID,
  audio: SILENCE,
  tool_result_media: [...RED, ...ORCHID],
};

/** How models say that there is nothing to be seen. */
const DENIALS = [
  words(
    "no|not|\\p{L}+n['’]t|cant|cannot|unable|sorry|without|unfortunately|nicht|kein\\p{L}*|leider|ne|n['’]\\p{L}+|pas|aucune?|désolée?|impossible|não|sem|non|niet|geen|inte|ikke|nie|nem|не|нет|değil|yok|tidak|không|لا|لم|नहीं",
  ),
  /不|没|沒|无|無|未|抱歉|ない|ません|すみません|申し訳|없|못|않/u,
];

/** Whether a probe sends a sample. */
export function hasSample(probe: Probe): probe is SampleProbe {
  return probe in EVIDENCE;
}

/**
 * Whether the words of a model show that it got the sample: many servers drop the parts of a message they do not know, and
 * the model then answers that it sees nothing, or makes something up. Who doubts is not believed.
 */
export function showsSample(probe: SampleProbe, answer: string): boolean {
  const normal = answer.normalize('NFC');
  const rest = EVIDENCE[probe].reduce((text, pattern) => text.replace(pattern, ' '), normal);
  return rest !== normal && !DENIALS.some((denial) => rest.search(denial) !== -1);
}

/** Any of these as whole words, in any script. */
function words(alternatives: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, 'giu');
}
