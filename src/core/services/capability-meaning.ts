import type { StandardCapability } from './capability.ts';

/** What each known capability opens: the words of completions and hovers. */
export const CAPABILITY_SENTENCES: Readonly<Record<StandardCapability, string>> = {
  text: 'Text: every model has it.',
  vision: 'Images reach the model as images (image_url). Without it, as a description.',
  audio: 'Audio reaches the model as a file; in the output list: the model speaks.',
  video: 'Video reaches the model as a file; in the output list: the model makes video.',
  file: 'PDF, office documents, archives and every other binary file reach the model as a file.',
  tool_result_media: 'The API of this service takes images and files in tool results.',
  structured_output: 'The model can be held to a JSON schema.',
  tool_calling: 'The model can call tools.',
};
