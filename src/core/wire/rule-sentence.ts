import { fillTemplate, type Sentence, type Template } from '../io/sentence.ts';
import type { WireRule, WireVerdict } from './verdict.ts';

/** Rules that are said in more than one way. */
type Variant =
  | 'tool_result_takes_text_only_as'
  | 'tool_result_takes_text_only_unlisted'
  | 'tool_result_takes_text_only_file'
  | 'media_beside_tool_result_unlisted'
  | 'audio_as_input_audio_unlisted'
  | 'base64_invalid_dropped';

/** What each rule says, in English. Media types and names of APIs and fields are the same in every language. */
export const RULE_SENTENCES: Readonly<Record<WireRule | Variant, Template>> = {
  text: { text: 'Text goes to every model as it is.', args: [] },
  media_in_user_message: { text: '{0} takes {1} in a user message.', args: ['api', 'type'] },
  media_in_tool_result: { text: '{0} takes {1} in the answer of a tool.', args: ['api', 'type'] },
  media_beside_tool_result: {
    text: '{0} does not take {1} inside the answer of a tool: it stands beside the answer, in the same user turn.',
    args: ['api', 'type'],
  },
  tool_result_takes_text_only: {
    text: '{0} takes only text in the answer of a tool: {1} follows in a user message after it.',
    args: ['api', 'type'],
  },
  tool_result_takes_text_only_as: {
    text: '{0} takes only text in the answer of a tool: {1} follows in a user message after it, as "{2}".',
    args: ['api', 'type', 'shape'],
  },
  tool_result_takes_text_only_unlisted: {
    text: '{0} takes only text in the answer of a tool: {1} follows in a user message after it. Whether the server takes this type there is not documented.',
    args: ['api', 'type'],
  },
  tool_result_takes_text_only_file: {
    text: '{0} takes only text in the answer of a tool: {1} follows in a user message after it. OpenRouter documents PDF there, vLLM answers 400 to every file; of other servers it is not documented.',
    args: ['api', 'type'],
  },
  media_beside_tool_result_unlisted: {
    text: '{0} does not take {1} inside the answer of a tool, and does not list it among what it takes: it stands beside the answer, and the server decides.',
    args: ['api', 'type'],
  },
  audio_as_input_audio_unlisted: {
    text: 'Not every server takes {0} as "input_audio" ({1}): OpenRouter documents it, others do not. It is sent, and the server decides.',
    args: ['type', 'format'],
  },
  audio_among_images: {
    text: '{0} does not document audio. Models that hear are reported to take WAV among the "images": it is sent there, and the server decides.',
    args: ['api'],
  },
  audio_as_input_audio: { text: '{0} takes {1} as "input_audio" ({2}), not as a file.', args: ['api', 'type', 'format'] },
  image_file_as_image: { text: 'The file is an image ({0}), so {1} gets it as an image.', args: ['type', 'api'] },
  image_as_raw_base64: { text: '{0} takes an image as bare base64 in the "images" of its message.', args: ['api'] },
  text_file_as_document: { text: '{0} takes a text file as a document with the text itself, not as base64.', args: ['api'] },
  text_file_as_text: { text: '{0} has no place for a text file: its text goes into the message as text.', args: ['api'] },
  file_as_resource: { text: '{0} carries {1} as an embedded resource.', args: ['api', 'type'] },
  text_as_object: {
    text: '{0} takes the answer of a tool as an object: JSON goes as the object it is, any other text as its "result".',
    args: ['api'],
  },
  image_by_address: { text: '{0} fetches the image from its address.', args: ['api'] },
  image_type_refused: { text: '{0} refuses images of type {1}. It takes: {2}.', args: ['api', 'type', 'accepted'] },
  file_type_refused: { text: '{0} refuses files of type {1}. It takes: {2}.', args: ['api', 'type', 'accepted'] },
  audio_type_refused: { text: '{0} has no place for audio of type {1}. It takes: {2}.', args: ['api', 'type', 'accepted'] },
  no_shape_for_kind: { text: '{0} has no place for {1}: a note to the model stands in its stead.', args: ['api', 'type'] },
  unlisted_type: { text: '{0} does not list {1} among what it takes: it is sent, and the server decides.', args: ['api', 'type'] },
  file_part_unlisted: {
    text: '{0} does not list {1} among what every server takes: as a "file" OpenRouter documents PDF, and vLLM answers 400 to every one. It is sent, and the server decides.',
    args: ['api', 'type'],
  },
  address_not_taken: { text: '{0} fetches nothing from the web: a note to the model stands in place of the image.', args: ['api'] },
  address_without_https: { text: '{0} fetches images from https addresses only.', args: ['api'] },
  address_without_type: {
    text: '{0} wants the type of what is at an address, and this one does not tell it: it has no ending such as “.png”.',
    args: ['api'],
  },
  base64_invalid: { text: 'The data is not base64, so {0} refuses it.', args: ['api'] },
  base64_invalid_dropped: {
    text: 'The data is not base64, so there is nothing to send to {0}: a note to the model stands in its stead.',
    args: ['api'],
  },
  text_empty: { text: '{0} refuses a text that is empty.', args: ['api'] },
  text_blank: { text: '{0} refuses a text of nothing but white space.', args: ['api'] },
  not_in_tool_result: { text: '{0} carries what a tool answers; what a user sends does not go through it.', args: ['api'] },
};

/** What the rule behind a verdict says. */
export function ruleSentence(verdict: WireVerdict): Sentence {
  return fillTemplate(RULE_SENTENCES[variantOf(verdict)], verdict.params);
}

function variantOf({ rule, outcome, params }: WireVerdict): WireRule | Variant {
  if (rule === 'base64_invalid' && outcome === 'dropped') return 'base64_invalid_dropped';
  const unlisted = params?.['unlisted'];
  if ((rule === 'audio_as_input_audio' || rule === 'media_beside_tool_result') && unlisted !== undefined) return `${rule}_unlisted`;
  if (rule !== 'tool_result_takes_text_only') return rule;
  if (unlisted !== undefined) return unlisted === 'file' ? 'tool_result_takes_text_only_file' : 'tool_result_takes_text_only_unlisted';
  return params?.['shape'] === undefined ? rule : 'tool_result_takes_text_only_as';
}
